/** Which classes a class builds on. */
import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Lineage, Linker } from "../linker.ts";
import { mergedAcross } from "../names/ambient.ts";
import type { Definition } from "../outline.ts";

/**
 * A class and its bases, nearest first, each once: depth first from the left, keeping the last mention, which for
 * the usual diamonds is the order of C3; where classes embed their bases those that fewer others stand before come
 * first. A class that is its own base ends the walk.
 */
export function findLineage(linker: Linker, id: number): Lineage {
  const order: number[] = [];
  let complete = true;
  const open = new Set<number>();
  const depths = new Map<number, number>();
  const promises: Found[] = [];
  const visit = (at: number, depth: number, isPart = false): void => {
    if (open.has(at) || depth > 50 || order.length > 500) return;
    open.add(at);
    order.push(at);
    depths.set(at, Math.min(depth, depths.get(at) ?? depth));
    const file = linker.tables.fileOf(at);
    const { bases, promises: promised, alias, scope } = linker.tables.definition(at);
    if (!isPart) for (const part of partsOf(linker, file, at)) visit(part, depth + 1, true);
    const found: Found[] = [];
    for (const base of bases ?? []) found.push(linker.base(at, base));
    for (const one of linker.elsewhere.said(at).bases())
      found.push(linker.chain(one.file, one.scope, one.base));
    if (alias !== undefined) found.push(linker.typed(file, scope, alias));
    for (const one of found) if (!visitAll(one, depth + 1)) complete = false;
    // What such a name says is written for a parameter of the class, which comes first: `type Rows = Query<{ run: Run }>`.
    // Not so where the name itself may have methods: `impl Flags {}`, with `type Flags = Chunks<bool>`.
    if (alias !== undefined && application.test(alias) && !file.rules?.fieldsApart) order.push(at);
    for (const one of promised ?? []) promises.push(linker.base(at, one));
    open.delete(at);
  };
  const visitAll = ({ entities }: Found, depth: number): boolean => {
    let isKnown = false;
    for (const one of entities) {
      if (one.kind !== "definition" && one.kind !== "instance") continue;
      isKnown = true;
      visit(one.id, depth);
    }
    return isKnown;
  };
  visit(id, 0);
  // What an interface promises may be in a base that nobody knows here, and then it is not the interface's.
  if (complete || linker.tables.fileOf(id).rules?.keepsPromises)
    for (const one of promises) if (!visitAll(one, 1)) complete = false;
  const ids = order.filter((one, index) => order.indexOf(one, index + 1) < 0);
  if (linker.tables.fileOf(id).rules?.embeds) ids.sort((a, b) => depths.get(a)! - depths.get(b)!);
  return lineageOf(linker, ids, complete);
}

const application = /^[\w$.]+</;

/** @param ids Of the class itself and its bases, nearest first. */
export function lineageOf({ tables }: Linker, ids: readonly number[], complete: boolean): Lineage {
  let named: ReadonlyMap<string, number> | undefined;
  return {
    ...{ ids, complete },
    base: (name) => {
      // The nearest one of a name is put in last.
      named ??= new Map([...ids.slice(1)].reverse().map((id) => [tables.definition(id).name, id]));
      return named.get(name);
    },
  };
}

const partsOf = (linker: Linker, file: FileTable, id: number): readonly number[] =>
  file.rules?.typesApart
    ? [...besides(file, id), ...mergedAcross(linker, file, id)]
    : linker.tables.partsOf(id);

/** What adds to a class or an interface under the same name in the same scope: others of these. */
function besides(file: FileTable, id: number): readonly number[] {
  const { name, scope } = file.outline.definitions[id - file.base]!;
  const all = file.said(name, scope)?.definitions ?? [];
  if (all.length < 2) return none;
  return all
    .map((index) => file.base + index)
    .filter((one) => one !== id && file.outline.definitions[one - file.base]!.kind === "class");
}

const none: readonly number[] = [];

export const isInterface = ({ signature }: Definition): boolean => /(?:^|\s)interface\s/.test(signature);

/** What a class takes in is its own, not its parent's, and of interfaces alone nobody is the parent: that is one from outside. */
export function parentsIn(
  { tables }: Linker,
  ids: readonly number[],
  mixin: RegExp | undefined,
): readonly number[] {
  const first = mixin ? ids.findIndex((id, at) => at > 0 && !mixin.test(tables.definition(id).signature)) : 1;
  const parents = first < 0 ? [] : ids.slice(first);
  return parents.every((id) => isInterface(tables.definition(id))) ? [] : parents;
}
