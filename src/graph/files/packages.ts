/**
 * Packages of several files whose top names are seen by all of them. Which file says a name is known by a number for
 * each name, so that nobody reads a thousand files to find that one of them says it.
 */

import { factNumber, textNumber } from "../memory/fact-numbers.ts";
import { addedName, ambientName, callMark, type Outline, program } from "../outline.ts";
import type { FamilyRules, ModuleTarget, Project } from "../project.ts";
import { ambientScopes } from "./ambient-scopes.ts";

/** A file as far as its package is concerned. */
export interface Member {
  readonly path: string;
  readonly language: string;
  /** The package that the file says it belongs to. */
  readonly package: string | undefined;
  /** Numbers of what it says at its top: see topsOf. */
  readonly tops: Uint32Array;
}

export interface Packages {
  has(key: string): boolean;
  /** The name that a package has in its own files, where imports make it known by that (Go). */
  nameOf(key: string): string | undefined;
  /** The places of the files of a package that say a name at their top, in order; others may be among them. */
  declaring(key: string, name: string): readonly number[];
  /** Other packages of which it was asked as well what they say. */
  beside(key: string, name: string): Iterable<string>;
  /** The number of the fact which files of a package say a name; see memory.ts. */
  factOf(key: string, name: string): number;
}

const none: readonly number[] = [];
const noKeys: readonly string[] = [];

/**
 * Those that belong to the package alone, and those that belong to others too. In which of them these say a name is not
 * known, and some list all that is public: they count where no file of one of their packages says it.
 */
interface Files {
  readonly own: number[];
  readonly shared: number[];
}

type Declarers = Readonly<Record<keyof Files, ReadonlyMap<number, readonly number[]>>>;

export function createPackages(heads: readonly Member[], project: Project): Packages {
  const packages = new Map<string, Files>();
  const keysOf = new Map<number, readonly string[]>();
  const names = new Map<string, string>();
  heads.forEach(({ path, language, package: declared }, index) => {
    const rules = project.rules.get(language);
    const keys = packageKeys(rules, path, declared);
    if (keys.length > 1) keysOf.set(index, keys);
    for (const key of keys) {
      const files = packages.get(key) ?? { own: [], shared: [] };
      files[keys.length > 1 ? "shared" : "own"].push(index);
      packages.set(key, files);
      if (declared !== undefined && rules?.importedName) names.set(key, declared);
    }
  });
  const known = new Map<string, Declarers>();
  const declarersIn = (key: string): Declarers => {
    const { own = none, shared = none } = packages.get(key) ?? {};
    const topsOf = (file: number): Uint32Array => heads[file]!.tops;
    const found = known.get(key) ?? {
      own: placesByNumber(own, topsOf),
      shared: placesByNumber(shared, topsOf),
    };
    known.set(key, found);
    return found;
  };
  return {
    has: (key) => packages.has(key),
    nameOf: (key) => names.get(key),
    declaring: (key, name) => {
      const [number, { own, shared }] = [numberOf(name), declarersIn(key)];
      const isAlone = (file: number): boolean =>
        !keysOf.get(file)!.some((other) => declarersIn(other).own.has(number));
      return own.get(number) ?? shared.get(number)?.filter(isAlone) ?? none;
    },
    beside: (key, name) => {
      const files = declarersIn(key).shared.get(numberOf(name));
      return files === undefined ? noKeys : new Set(files.flatMap((file) => keysOf.get(file)!));
    },
    factOf: packageFact,
  };
}

/** The keys of the packages to which a file belongs. */
export function packageKeys(
  rules: FamilyRules | undefined,
  path: string,
  declared: string | undefined,
): readonly string[] {
  if (rules?.packagesOf) return rules.packagesOf(declared);
  const key = rules?.packageOf?.(path, declared);
  return key === undefined ? [] : [key];
}

/** `import "a/b"` makes a package known by the name that its files say, else by the one its path suggests (Go). */
export const importedName = (
  rules: FamilyRules,
  { nameOf }: Pick<Packages, "nameOf">,
  specifier: string,
  target: ModuleTarget | undefined,
): string | undefined => (target && nameOf(target.path)) ?? rules.importedName?.(specifier);

/** Which places have each number, in order. */
export function placesByNumber(
  places: Iterable<number>,
  numbers: (place: number) => Uint32Array,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const place of places)
    for (const number of numbers(place)) {
      const known = found.get(number);
      if (known) known.push(place);
      else found.set(number, [place]);
    }
  return found;
}

/** A function's name counts without its mark. */
const endOf = (name: string): number =>
  name.endsWith(callMark) ? name.length - callMark.length : name.length;

/** Of a name, whoever says it. */
export const numberOf = (name: string): number => textNumber(name, 0, endOf(name)) >>> 0;

/** See Packages. */
export const packageFact = (key: string, name: string): number =>
  factNumber(textNumber(key), name, 0, endOf(name));

export function topsOf(outline: Outline): Uint32Array {
  return numbersOf(topNames(outline));
}

export function numbersOf(names: ReadonlySet<string>): Uint32Array {
  const numbers = new Uint32Array(names.size);
  // Uint32Array.from with a function takes ten times as long.
  let at = 0;
  for (const name of names) numbers[at++] = numberOf(name);
  return numbers;
}

/** The names that a file defines or binds at its top, and those that its functions are added to. */
export function topNames(outline: Outline): ReadonlySet<string> {
  const { definitions, bindings } = outline;
  const tops = topScopes(outline);
  const names = new Set<string>();
  const ambient = ambientScopes(outline);
  for (const { scope, name, on } of definitions)
    if (on !== undefined) names.add(on.replace(/\.prototype$/, ""));
    else if (tops.includes(scope)) names.add(name);
    else if (ambient.has(scope)) names.add(addedName(name));
  for (const { scope, name } of bindings) if (tops.includes(scope)) names.add(name);
  for (const from of ambient.values()) names.add(ambientName(from));
  return names;
}

const onlyTop = [0];

/** The scopes whose names the other files of its package see. */
export const topScopes = ({ package: declared, scopes }: Outline): readonly number[] =>
  declared === program ? scopes.flatMap(({ global }, scope) => (global ? [scope] : [])) : onlyTop;
