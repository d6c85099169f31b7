/** Members by a computed name, of which only a part is known: `getattr(self, "visit_" + name)` (Python). */

import { type Entity, exactly, type Found, inferred, maxCandidates, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import type { Linker } from "../linker.ts";
import { anyOf, type Outline } from "../outline.ts";

/** Of more classes that build on one nothing is said. */
const maxClasses = 512;

/** Those of a class, of its bases and of all that build on it; nothing where there are too many. */
export function methodsMatching(linker: Linker, id: number, name: string): Found {
  const [start = "", end = ""] = name.split(anyOf);
  const found: Entity[] = [];
  const methods = methodsOfSubclasses(linker, id, ({ classes }) => classes.size > maxClasses);
  for (const method of methods ?? []) {
    const { name: own, property } = linker.tables.definition(method);
    const isMeant = !property && own.length > start.length + end.length;
    if (isMeant && own.startsWith(start) && own.endsWith(end)) found.push({ kind: "definition", id: method });
  }
  return found.length > maxCandidates ? unresolved : inferred(exactly(...found));
}

/** A class and those that build on it, and all of them with what they build on. */
interface Family {
  readonly heirs: ReadonlySet<number>;
  readonly classes: ReadonlySet<number>;
}

/** The methods of a class, of all that build on it and of what these build on; undefined where there are too many of them. */
export function methodsOfSubclasses(
  linker: Linker,
  id: number,
  isTooLarge: (family: Family) => boolean,
): readonly number[] | undefined {
  const heirs = new Set([id]);
  const classes = new Set<number>();
  for (const one of heirs) {
    for (const heir of linker.subclasses(one)) heirs.add(heir);
    for (const base of linker.ancestors(one).ids) classes.add(base);
    if (isTooLarge({ heirs, classes })) return undefined;
  }
  return [...classes].flatMap((one) => {
    const file = linker.tables.fileOf(one);
    return methodsIn(file, file.inside[one - file.base]!).map((index) => file.base + index);
  });
}

/** The methods that are written in the class with that scope. */
function methodsIn(file: FileTable, scope: number): readonly number[] {
  // Notes that all of them were asked for.
  file.lookup(anyOf, scope);
  const { outline } = file;
  const known = methodsByScope.get(outline) ?? findMethods(outline);
  methodsByScope.set(outline, known);
  return known.get(scope) ?? [];
}

const methodsByScope = new WeakMap<Outline, ReadonlyMap<number, readonly number[]>>();

function findMethods({ definitions }: Outline): ReadonlyMap<number, readonly number[]> {
  const all = new Map<number, number[]>();
  for (const [index, { kind, scope }] of definitions.entries())
    if (kind === "function") push(all, scope, index);
  return all;
}

/** Of each class that has methods the names of all, by the scope inside of it. */
export function* methodNames({ outline, rules, inside }: FileTable): Iterable<readonly [number, string]> {
  if (!rules?.subclassMembers) return;
  const classes = new Map<number, string>();
  for (const [index, { kind }] of outline.definitions.entries())
    if (kind === "class") classes.set(inside[index]!, "");
  for (const { kind, scope, name } of outline.definitions)
    if (kind === "function" && classes.has(scope)) classes.set(scope, `${classes.get(scope)} ${name}`);
  yield* classes;
}
