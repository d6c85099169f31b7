/**
 * Text as PostgreSQL takes it: no NUL and no half of a surrogate pair, both of which a comment on GitHub or a model
 * can send. They become U+FFFD, the replacement character.
 */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** A value as the text of a `jsonb` parameter, its strings made storable. */
export const toJsonb = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? storable(part) : part)) ??
  "null";
