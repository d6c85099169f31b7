/** What builds on a class or a module that any file may write on (Ruby). */
import { textNumber } from "../memory/fact-numbers.ts";

/** Of a class with more heirs than this nothing is asked. */
const maxSubclasses = 500;
/** What is further up has heirs enough without these. */
const maxBases = 100;

export interface Subclasses {
  /** The classes that build on one, directly or not. */
  of(whole: string): Names;
  /** Whether all that the class builds on directly is in the repository: what it lacks is not elsewhere then. */
  isWhole(whole: string): boolean;
  /** All names, with a text that is another one where their heirs are. */
  all(): Iterable<readonly [whole: string, text: string]>;
}

/** By custom the module in a mixin whose methods the class itself gets that takes the mixin in. */
export const forClasses = "ClassMethods";

/** The class as an object itself, among the names of classes: it has what it extends, and what its base has itself. */
export const itself = (whole: string): string => `${whole}:itself`;
export const isItself = (name: string): boolean => name.endsWith(":itself");
export const classOfItself = (name: string): string => name.slice(0, -":itself".length);
/** What a module gives the classes themselves that take it in. */
const gift = (whole: string): string => `${whole}:given`;

/**
 * What a class builds on, by names: as what its objects have, and as what it has itself.
 * `given` are the modules whose methods the classes themselves get that take it in.
 */
export function basesByName(
  whole: string,
  {
    bases,
    includes,
    extended,
    given,
  }: Readonly<Record<"bases" | "includes" | "extended" | "given", readonly Base[]>>,
): readonly (readonly [name: string, bases: readonly Base[]])[] {
  const own = [...bases, ...includes];
  const gives = [...given, ...includes.map((one) => one && gift(one))];
  const has = [
    ...extended,
    ...bases.map((one) => one && itself(one)),
    ...includes.map((one) => one && gift(one)),
  ];
  return [
    [whole, own],
    ...(has.length > 0 ? [[itself(whole), has] as const] : []),
    ...(gives.length > 0 ? [[gift(whole), gives] as const] : []),
  ];
}

/** Undefined for what is not in the repository. */
type Base = string | undefined;
type Names = ReadonlySet<string>;
const none: Names = new Set();

/** @param bases By `basesByName`, of all classes and modules. */
export function collectSubclasses(bases: ReadonlyMap<string, readonly Base[]>): Subclasses {
  const heirs = new Map<string, Set<string>>();
  for (const heir of bases.keys())
    for (const base of above(bases, heir)) {
      const own = heirs.get(base);
      if (own) own.add(heir);
      else heirs.set(base, new Set([heir]));
    }
  const of = (whole: string): Names => heirs.get(whole) ?? none;
  const isWhole = (whole: string): boolean => (bases.get(whole) ?? []).every((base) => base !== undefined);
  return {
    of,
    isWhole,
    *all() {
      const numbers = new Map([...bases.keys()].map((name) => [name, textNumber(name) >>> 0]));
      for (const whole of bases.keys()) {
        // In any order, and a base may have thousands.
        let sum = 0;
        for (const heir of of(whole)) sum += numbers.get(heir)!;
        yield [whole, `${isWhole(whole)} ${of(whole).size} ${sum}`];
      }
    },
  };
}

/**
 * Of the classes that have a method those that an object of a class may have it from which lacks it itself: its heirs,
 * and what these take in besides; of the classes themselves under the names that they have so.
 */
export function subclassesWith(
  heirs: Subclasses,
  whole: string,
  saying: readonly string[],
): readonly string[] {
  const mine = heirs.of(whole);
  if (mine.size === 0 || mine.size > maxSubclasses || !heirs.isWhole(whole)) return [];
  const names = saying.flatMap((one) => [one, itself(one)]);
  return names.filter((one) => mine.has(one) || !mine.isDisjointFrom(heirs.of(one)));
}

/** What a class or module builds on, nearest first, itself left out. */
function above(bases: ReadonlyMap<string, readonly Base[]>, whole: string): Names {
  const found = new Set<string>([whole]);
  for (const one of found)
    for (const base of bases.get(one) ?? [])
      if (base !== undefined && found.size <= maxBases) found.add(base);
  found.delete(whole);
  return found;
}
