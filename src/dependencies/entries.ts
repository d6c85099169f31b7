import { isObject } from "../source/json-object.ts";

/** The members of an object that came out of a file; empty for everything else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** What stands behind the keys, one after the other; undefined where the path ends before. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let here = value;
  for (const key of keys) here = new Map(entriesOf(here)).get(key);
  return here;
}

/** The elements of a list that came out of a file; empty for everything else. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Texts pass, everything else is left out. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whether a table says any of these things. */
export const saysAny = (table: unknown, keys: readonly string[]): boolean =>
  keys.some((key) => at(table, key) !== undefined);

/** Collects versions under one key each, without repeating one. */
export function collect(pairs: Iterable<readonly [string, string]>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, version] of pairs) {
    const versions = found.get(name);
    if (versions === undefined) found.set(name, [version]);
    else if (!versions.includes(version)) versions.push(version);
  }
  return found;
}
