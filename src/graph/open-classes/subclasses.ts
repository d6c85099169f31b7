/** Subclasses and includers of open classes and modules (Ruby). */
import { textNumber } from "../memory/fact-numbers.ts";

/** A class with more subclasses is not searched. */
const maxSubclasses = 500;
/** Limit of ancestors per class. */
const maxBases = 100;

export interface Subclasses {
  /** Direct and indirect subclasses. */
  of(whole: string): Names;
  /** Whether all direct bases are in the repository: then a missing member is not inherited from elsewhere. */
  isWhole(whole: string): boolean;
  /** All names, each with a text that changes with its subclasses. */
  all(): Iterable<readonly [whole: string, text: string]>;
}

/** By convention, a mixin's inner module whose methods the including class itself gets. */
export const forClasses = "ClassMethods";

/** Name of a class object, which has what the class extends, and inherits from the class object of its superclass. */
export const itself = (whole: string): string => `${whole}:itself`;
export const isItself = (name: string): boolean => name.endsWith(":itself");
export const classOfItself = (name: string): string => name.slice(0, -":itself".length);
/** Name of what a module adds to the class objects of its includers. */
const gift = (whole: string): string => `${whole}:given`;

/**
 * The bases of a class by name: of its instances, of its class object, and of what it adds to includers.
 * `given` are the modules that includers' class objects get.
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

/** Undefined for an external base. */
type Base = string | undefined;
type Names = ReadonlySet<string>;
const none: Names = new Set();

/** @param bases Of all classes and modules, by the names of `basesByName`. */
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
        // A sum does not depend on the order, and a base may have thousands.
        let sum = 0;
        for (const heir of of(whole)) sum += numbers.get(heir)!;
        yield [whole, `${isWhole(whole)} ${of(whole).size} ${sum}`];
      }
    },
  };
}

/**
 * Those of the classes with a method (`saying`) from which an object of `whole` may have it: its subclasses, and what
 * these mix in. Class objects go by their own names.
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

/** Ancestors, nearest first, without the class itself. */
function above(bases: ReadonlyMap<string, readonly Base[]>, whole: string): Names {
  const found = new Set<string>([whole]);
  for (const one of found)
    for (const base of bases.get(one) ?? [])
      if (base !== undefined && found.size <= maxBases) found.add(base);
  found.delete(whole);
  return found;
}
