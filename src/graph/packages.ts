/**
 * Packages of several files whose top names are seen by all of them. Which file says a name is known by a number for
 * each name, so that nobody reads a thousand files to find that one of them says it.
 */
import { callMark } from "./file-table.ts";
import { factNumber, textNumber } from "./memory.ts";
import { type Outline, program } from "./outline.ts";
import type { FamilyRules, Project } from "./project.ts";

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
  /** The places of the files of a package that say a name at their top, in order; others may be among them. */
  saying(key: string, name: string): readonly number[];
  /** The number of the fact which files of a package say a name; see memory.ts. */
  factOf(key: string, name: string): number;
}

const none: readonly number[] = [];

export function createPackages(heads: readonly Member[], project: Project): Packages {
  const packages = new Map<string, number[]>();
  heads.forEach(({ path, language, package: said }, index) => {
    for (const key of packageKeys(project.rules.get(language), path, said)) {
      const files = packages.get(key);
      if (files) files.push(index);
      else packages.set(key, [index]);
    }
  });
  const known = new Map<string, ReadonlyMap<number, readonly number[]>>();
  const sayersIn = (key: string): ReadonlyMap<number, readonly number[]> => {
    const found = known.get(key) ?? placesByNumber(packages.get(key) ?? none, (file) => heads[file]!.tops);
    known.set(key, found);
    return found;
  };
  return {
    has: (key) => packages.has(key),
    saying: (key, name) => sayersIn(key).get(numberOf(name)) ?? none,
    factOf: packageFact,
  };
}

/** The keys of the packages to which a file belongs. */
export function packageKeys(
  rules: FamilyRules | undefined,
  path: string,
  said: string | undefined,
): readonly string[] {
  if (rules?.packagesOf) return rules.packagesOf(said);
  const key = rules?.packageOf?.(path, said);
  return key === undefined ? [] : [key];
}

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
  for (const { scope, name, on } of definitions)
    if (on !== undefined) names.add(on.replace(/\.prototype$/, ""));
    else if (tops.includes(scope)) names.add(name);
  for (const { scope, name } of bindings) if (tops.includes(scope)) names.add(name);
  return names;
}

const onlyTop = [0];

/** The scopes whose names the other files of its package see. */
export const topScopes = ({ package: said, scopes }: Outline): readonly number[] =>
  said === program ? scopes.flatMap(({ global }, scope) => (global ? [scope] : [])) : onlyTop;
