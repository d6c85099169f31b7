/** Keys by which subclasses of a class, and properties of a name, are found, from one file's outline. */
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import type { Definition, Outline } from "../outline.ts";

/** Definitions by the names of their bases: the unqualified name, and the original where it was imported under an alias. */
export function subclassesByName(outline: Outline): ReadonlyMap<string, readonly number[]> {
  const known = subclassesOfOutlines.get(outline) ?? findByName(outline);
  subclassesOfOutlines.set(outline, known);
  return known;
}

const subclassesOfOutlines = new WeakMap<Outline, ReadonlyMap<string, readonly number[]>>();

function findByName({ definitions, imports }: Outline): ReadonlyMap<string, readonly number[]> {
  const heirs = new Map<string, number[]>();
  let original: ReadonlyMap<string, string> | undefined;
  for (const [index, { bases }] of definitions.entries())
    for (const base of bases ?? none) {
      const last = /\w+$/.exec(base.replace(/[^\w.\\].*$/, ""))?.[0] ?? "";
      original ??= new Map(imports.flatMap(({ as, name }) => (as && name ? [[as, name] as const] : [])));
      const other = original.get(last);
      push(heirs, last, index);
      if (other !== undefined && other !== last) push(heirs, other, index);
    }
  return heirs;
}

/** The key of files with a subclass of a class of that name. */
export const subclassesKey = (name: string): string => `heirs ${name}`;
/** Which classes have a base of that name. */
export const subclassesFact = (name: string): number => factNumber(0, subclassesKey(name));

/** The keys of one file; see headOf. */
export const subclassesKeys = (outline: Outline): readonly string[] =>
  [...subclassesByName(outline).keys()].map(subclassesKey);

/** The facts of that kind from one file, with their content. */
export function* subclassesFacts({
  outline,
  rules,
}: FileTable): Iterable<readonly [fact: number, text: string]> {
  if (!rules?.subclassMembers) return;
  for (const [meant, indices] of subclassesByName(outline))
    for (const index of indices) {
      const { name, bases } = outline.definitions[index]!;
      yield [subclassesFact(meant), `${name} ${bases!.join()}`];
    }
}

const none: readonly string[] = [];

/** A getter. */
export const isProperty = ({ kind, property }: Definition): boolean =>
  kind === "function" && property === true;

/** A setter. */
export const isSetter = ({ kind, setter }: Definition): boolean => kind === "function" && setter === true;

const isEither = (one: Definition): boolean => isProperty(one) || isSetter(one);

/** The key of files with a property of that name. */
export const propertyKey = (name: string): string => `property ${name}`;
export const propertyFact = (name: string): number => factNumber(0, propertyKey(name));

export const propertyKeys = ({ definitions }: Outline): readonly string[] =>
  definitions.filter(isEither).map(({ name }) => propertyKey(name));

/** The facts of that kind from one file. */
export const propertyFacts = ({ outline }: FileTable): ReadonlySet<number> =>
  new Set(outline.definitions.filter(isEither).map(({ name }) => propertyFact(name)));
