/** Members by a partly known name: `getattr(self, "visit_" + name)` (Python). */

import { type Entity, exactly, type Found, inferred, maxCandidates, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import type { Linker } from "../linker.ts";
import { anyOf, type Outline } from "../outline.ts";

/** A class with more subclasses is not searched. */
const maxClasses = 512;

/** Matching methods of a class, its bases and its subclasses; none where there are too many. */
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

/** A class with its subclasses, and all of these with their bases. */
interface Family {
  readonly heirs: ReadonlySet<number>;
  readonly classes: ReadonlySet<number>;
}

/** The methods of a class, its subclasses and their bases; undefined where there are too many classes. */
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

/** The methods in the body of a class. */
function methodsIn(file: FileTable, scope: number): readonly number[] {
  // Records a dependency on all names of the class.
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

/** The method names of each class, by the scope of its body. */
export function* methodNames({ outline, rules, inside }: FileTable): Iterable<readonly [number, string]> {
  if (!rules?.subclassMembers) return;
  const classes = new Map<number, string>();
  for (const [index, { kind }] of outline.definitions.entries())
    if (kind === "class") classes.set(inside[index]!, "");
  for (const { kind, scope, name } of outline.definitions)
    if (kind === "function" && classes.has(scope)) classes.set(scope, `${classes.get(scope)} ${name}`);
  yield* classes;
}
