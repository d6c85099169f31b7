/** Members that a trait or mixin calls on `this` and does not declare: the classes that it is mixed into do (PHP, Python). */

import {
  type Entity,
  type Found,
  inferred,
  isResolved,
  maxCandidates,
  union,
  unresolved,
} from "../entities.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { type ChainStep, uncalled } from "../notation/chain-steps.ts";
import { methodsOfSubclasses } from "./computed-names.ts";
import { declaredBy } from "./declared-members.ts";
import { subclassesByName, subclassesFact, subclassesKey } from "./subclass-keys.ts";

/** Of a class with more heirs than this nothing is asked. */
const maxHeirs = 256;
/** So many bases of bases are left out between a class and its heir. */
const maxBetween = 4;

/** The member that heirs have of what a chain leads to; undefined where none has. */
export type MixedIn = (before: Found, step: ChainStep) => Found | undefined;

export function createMixedIn(linker: Linker, memory: Memory): MixedIn {
  const { tables } = linker;
  const whole = memory.store<number, boolean>(() => false);
  const members = memory.store<string, Found>(() => unresolved);
  const names = memory.store<number, ReadonlySet<string> | undefined>(() => undefined);
  /** By the names of all methods of heirs and of what these build on: most of what is asked for is not among them. */
  const mayHave = (id: number, name: string): boolean =>
    names(id, () => findNames(linker, id))?.has(name) !== false;
  const isWhole = (id: number): boolean => whole(id, () => findWhole(linker, id));
  /** Of each heir the nearest that has it; nothing for one that has it from elsewhere, or not at all. */
  const ofHeirs = (id: number, find: (heir: number) => Found, depth = 0): readonly Found[] => {
    const all = linker.subclasses(id);
    if (all.length > maxHeirs) return [unresolved];
    return all.flatMap((heir) => {
      const found = find(heir);
      if (isFunction(linker, found)) return [found];
      const below = depth < maxBetween ? ofHeirs(heir, find, depth + 1) : [];
      return below.length > 0 ? below : [unresolved];
    });
  };
  const find = (entity: Extract<Entity, { id: number }>, name: string): Found => {
    const { id, kind } = entity;
    const { unknownMember } = tables.fileOf(id).rules!.subclassMembers!;
    if (linker.declared(id, unknownMember)) return unresolved;
    const all = ofHeirs(id, (heir) =>
      kind === "parent" ? behind(linker, heir, id, name) : linker.member({ kind, id: heir }, name),
    );
    const found = union(all);
    // Where only one has it, and others may have it from elsewhere, it need not be the one that is called.
    const isOne = found.entities.length === 1 && !all.every(isResolved);
    return isOne || found.entities.length >= maxCandidates ? unresolved : found;
  };
  const among = (entity: Entity, name: string): Found | undefined => {
    if (!(entity.kind === "instance" || entity.kind === "definition" || entity.kind === "parent"))
      return undefined;
    if (!tables.fileOf(entity.id).rules?.subclassMembers) return undefined;
    // Most that have none of their own have it from elsewhere.
    if (!isWhole(entity.id) || !mayHave(entity.id, uncalled(name))) return undefined;
    const found = members(`${entity.kind} ${entity.id} ${name}`, () => find(entity, name));
    return isResolved(found) ? inferred(found) : undefined;
  };
  return ({ entities }, { kind, rest, name }) =>
    kind === "member" && entities.length === 1 && ofObject.test(rest!.text)
      ? among(entities[0]!, name)
      : undefined;
}

/** What holds an object or a class is another matter: each heir has its own, which go with nothing else that is known here. */
const isFunction = ({ tables }: Linker, { entities }: Found): boolean =>
  entities.some((one) => one.kind === "definition" && tables.definition(one.id).kind === "function");

/** The object itself, its class, and what is behind a class in the order of that. */
const ofObject = /^(?:this|:class|super(?:\(\))?)$/;

/** What an heir has behind one of its bases: `super().go()` in that. */
function behind(linker: Linker, heir: number, base: number, name: string): Found {
  const { ids } = linker.ancestors(heir);
  return declaredBy(linker, ids.slice(1 + ids.indexOf(base)), name)?.found ?? unresolved;
}

/** Whether all that a class builds on is in the repository, or has nothing to call. */
function findWhole(linker: Linker, id: number): boolean {
  const { tables } = linker;
  if (tables.definition(id).kind !== "class") return false;
  return linker.ancestors(id).ids.every((one) => {
    const { bases = [] } = tables.definition(one);
    const empty = tables.fileOf(one).rules?.subclassMembers?.emptyBases;
    return bases.every((base) => empty?.test(base) || isResolved(linker.base(one, base)));
  });
}

/** The names of the methods of the heirs of a class, and of all that these build on; undefined where heirs are too many. */
function findNames(linker: Linker, id: number): ReadonlySet<string> | undefined {
  const methods = methodsOfSubclasses(linker, id, ({ heirs }) => heirs.size > maxHeirs);
  return methods && new Set(methods.map((method) => linker.tables.definition(method).name));
}

/** The classes that name one among their bases. */
export function findSubclasses(linker: Linker, memory: Memory, id: number): readonly number[] {
  const { name } = linker.tables.definition(id);
  memory.touch(subclassesFact(name));
  const found: number[] = [];
  for (const file of linker.tables.filesExtending(subclassesKey(name)))
    for (const index of subclassesByName(file.outline).get(name) ?? none) {
      const heir = file.base + index;
      const { bases = [] } = file.outline.definitions[index]!;
      if (heir !== id && bases.some((base) => isClass(linker.base(heir, base), id))) found.push(heir);
      if (found.length > maxHeirs) return found;
    }
  return found;
}

const isClass = ({ entities }: Found, id: number): boolean =>
  entities.some((one) => one.kind === "definition" && one.id === id);

const none: readonly number[] = [];
