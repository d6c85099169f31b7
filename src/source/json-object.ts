/** Whether a value that came out of JSON, YAML or TOML is an object: no list, no null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
