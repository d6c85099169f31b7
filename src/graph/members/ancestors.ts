/** Method resolution order: a class and its bases, in the order in which they are asked for a member. */
import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Ancestors, Linker } from "../linker.ts";
import { mergedAcross } from "../names/ambient.ts";
import type { Definition } from "../outline.ts";

/**
 * A class and its bases, nearest first, each once: depth first from the left, keeping the last mention. For ordinary
 * diamonds that is C3 linearisation: of `class D(B, C)`, where both extend `A`, it gives D, B, C, A. Where classes embed
 * their bases (Go), shallower ones come first. A class that inherits from itself ends the walk.
 */
export function findAncestors(linker: Linker, id: number): Ancestors {
  const order: number[] = [];
  let complete = true;
  const open = new Set<number>();
  const depths = new Map<number, number>();
  const interfaces: Found[] = [];
  const visit = (at: number, depth: number, isPart = false): void => {
    if (open.has(at) || depth > 50 || order.length > 500) return;
    open.add(at);
    order.push(at);
    depths.set(at, Math.min(depth, depths.get(at) ?? depth));
    const file = linker.tables.fileOf(at);
    const { bases, interfaces: implemented, alias, scope } = linker.tables.definition(at);
    if (!isPart) for (const part of partsOf(linker, file, at)) visit(part, depth + 1, true);
    const found: Found[] = [];
    for (const base of bases ?? []) found.push(linker.base(at, base));
    for (const one of linker.outOfLine.membersOf(at).bases())
      found.push(linker.chain(one.file, one.scope, one.base));
    if (alias !== undefined) found.push(linker.typed(file, scope, alias));
    for (const one of found) if (!visitAll(one, depth + 1)) complete = false;
    // `type Rows = Query<{ run: Run }>`: the aliased class comes before its alias. Not so where the alias itself may have
    // methods: `impl Flags {}`, with `type Flags = Chunks<bool>`.
    if (alias !== undefined && application.test(alias) && !file.rules?.separateFieldNames) order.push(at);
    for (const one of implemented ?? []) interfaces.push(linker.base(at, one));
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
  // With an unknown base, a member may be that base's implementation, rather than the interface's declaration.
  if (complete || linker.tables.fileOf(id).rules?.inheritsInterfaceMembers)
    for (const one of interfaces) if (!visitAll(one, 1)) complete = false;
  const ids = order.filter((one, index) => order.indexOf(one, index + 1) < 0);
  if (linker.tables.fileOf(id).rules?.embeds) ids.sort((a, b) => depths.get(a)! - depths.get(b)!);
  return ancestorsOf(linker, ids, complete);
}

const application = /^[\w$.]+</;

/** @param ids Of the class itself and its bases, nearest first. */
export function ancestorsOf({ tables }: Linker, ids: readonly number[], complete: boolean): Ancestors {
  let named: ReadonlyMap<string, number> | undefined;
  return {
    ...{ ids, complete },
    base: (name) => {
      // Reversed, so that the nearest of several bases of one name wins.
      named ??= new Map([...ids.slice(1)].reverse().map((id) => [tables.definition(id).name, id]));
      return named.get(name);
    },
  };
}

const partsOf = (linker: Linker, file: FileTable, id: number): readonly number[] =>
  file.rules?.separateTypeNames
    ? [...mergedDeclarations(file, id), ...mergedAcross(linker, file, id)]
    : linker.tables.partsOf(id);

/** Declaration merging: other classes and interfaces of the same name in the same scope (TypeScript). */
function mergedDeclarations(file: FileTable, id: number): readonly number[] {
  const { name, scope } = file.outline.definitions[id - file.base]!;
  const all = file.lookup(name, scope)?.definitions ?? [];
  if (all.length < 2) return none;
  return all
    .map((index) => file.base + index)
    .filter((one) => one !== id && file.outline.definitions[one - file.base]!.kind === "class");
}

const none: readonly number[] = [];

export const isInterface = ({ signature }: Definition): boolean => /(?:^|\s)interface\s/.test(signature);

/** What `super` looks at: mixins belong to the class itself, and where all bases are interfaces the parent is external. */
export function parentsIn(
  { tables }: Linker,
  ids: readonly number[],
  mixin: RegExp | undefined,
): readonly number[] {
  const first = mixin ? ids.findIndex((id, at) => at > 0 && !mixin.test(tables.definition(id).signature)) : 1;
  const parents = first < 0 ? [] : ids.slice(first);
  return parents.every((id) => isInterface(tables.definition(id))) ? [] : parents;
}
