import { type Form, somethingElse } from "./form.ts";

/** A path to packages, and whether the value of one is no more than a version of its registry. */
export type Section = readonly [path: readonly string[], fits: (value: unknown) => boolean];

/** `*` stands for every key. */
export const sections = (fits: Section[1], ...paths: readonly string[]): readonly Section[] =>
  paths.map((path) => [path.split("/"), fits] as const);

/** Tables of packages are held against each other, and all else has to be the same. */
export function byTables(parse: (text: string) => unknown, tables: readonly Section[]): Form {
  return ({ before, after }) => {
    const [old, made] = [parse(before), parse(after)];
    const known = new Set(tables.flatMap(([path]) => valuesAt(old, path).map(said)));
    for (const [path, fits] of tables)
      for (const [name, value] of valuesAt(made, path))
        if (!known.has(said([name, value])) && !fits(value))
          return `\`${name.slice(0, 80)}\` is not given with a version of its registry`;
    const rest = [old, made].map((document) => said(tables.reduce(without, document)));
    return rest[0] === rest[1] ? undefined : somethingElse;
  };
}

const said = (value: unknown): string => JSON.stringify(value);

export function entries(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

/** Names and values at a path; of a list the elements, each by its own words. */
function valuesAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  name = "",
): readonly (readonly [string, unknown])[] {
  if (key === undefined) return [[name, value]];
  const all = entries(value) ?? [];
  const some = key === "*" ? all : all.filter(([one]) => one === key);
  return some.flatMap(([one, inner]) => valuesAt(inner, rest, Array.isArray(value) ? said(inner) : one));
}

/** A copy without what stands at a path, and without the tables that are empty then. */
function without(value: unknown, [[key, ...rest]]: Section): unknown {
  const all = entries(value);
  if (all === undefined || key === undefined) return value;
  const left = all.flatMap(([one, inner]) => {
    if (key !== "*" && one !== key) return [[one, inner] as const];
    if (rest.length === 0) return [];
    const less = without(inner, [rest, () => true]);
    return entries(less)?.length === 0 ? [] : [[one, less] as const];
  });
  return Array.isArray(value) ? left.map(([, inner]) => inner) : Object.fromEntries(left);
}
