export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const records = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
