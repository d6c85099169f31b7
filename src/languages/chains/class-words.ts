/** Class names from words, by the naming conventions of Rails. */

const oddPlurals: Readonly<Record<string, string>> = {
  people: "person",
  children: "child",
  men: "man",
  women: "woman",
};

/** What a word may be the plural of: there is no class of those that are none. */
export function singularOf(plural: string): readonly string[] {
  const [, start = "", last = plural] = /^(.*_)?(.+)$/.exec(plural) ?? [];
  const odd = oddPlurals[last];
  if (odd !== undefined) return [start + odd];
  if (!last.endsWith("s")) return [plural];
  const ends: readonly (readonly [RegExp, string])[] = [
    [/s$/, ""],
    [/es$/, ""],
    [/ies$/, "y"],
    [/ves$/, "f"],
  ];
  return ends.flatMap(([end, one]) => (end.test(plural) ? [plural.replace(end, one)] : []));
}

/** `ClassMethods` of `class_methods`. */
export const camelCase = (words: string): string =>
  words.replace(/(?:^|_)(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
