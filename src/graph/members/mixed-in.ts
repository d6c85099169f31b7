/** Members that a trait or mixin calls on `this` without declaring them: the classes that use it do (PHP, Python). */

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

/** A class with more subclasses is not searched. */
const maxHeirs = 256;
/** Limit of levels between a class and a subclass. */
const maxBetween = 4;

/** The subclasses' member of what a chain denotes; undefined where none has it. */
export type MixedIn = (before: Found, step: ChainStep) => Found | undefined;

export function createMixedIn(linker: Linker, memory: Memory): MixedIn {
  const { tables } = linker;
  const whole = memory.store<number, boolean>(() => false);
  const members = memory.store<string, Found>(() => unresolved);
  const names = memory.store<number, ReadonlySet<string> | undefined>(() => undefined);
  /** A filter by the method names of subclasses and their bases, which most look-ups are not among. */
  const mayHave = (id: number, name: string): boolean =>
    names(id, () => findNames(linker, id))?.has(name) !== false;
  const isWhole = (id: number): boolean => whole(id, () => findWhole(linker, id));
  /** In each branch of the hierarchy, the nearest subclass with the member; unresolved for one without. */
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
      kind === "parent" ? superMember(linker, heir, id, name) : linker.member({ kind, id: heir }, name),
    );
    const found = union(all);
    // If only one subclass has it, while others may inherit it from elsewhere, that one need not be meant.
    const isOne = found.entities.length === 1 && !all.every(isResolved);
    return isOne || found.entities.length >= maxCandidates ? unresolved : found;
  };
  const among = (entity: Entity, name: string): Found | undefined => {
    if (!(entity.kind === "instance" || entity.kind === "definition" || entity.kind === "parent"))
      return undefined;
    if (!tables.fileOf(entity.id).rules?.subclassMembers) return undefined;
    // With an unknown base, the member is most likely inherited.
    if (!isWhole(entity.id) || !mayHave(entity.id, uncalled(name))) return undefined;
    const found = members(`${entity.kind} ${entity.id} ${name}`, () => find(entity, name));
    return isResolved(found) ? inferred(found) : undefined;
  };
  return ({ entities }, { kind, rest, name }) =>
    kind === "member" && entities.length === 1 && ofObject.test(rest!.text)
      ? among(entities[0]!, name)
      : undefined;
}

/** Methods alone: attributes that hold an object or a class differ between subclasses, without anything in common. */
const isFunction = ({ tables }: Linker, { entities }: Found): boolean =>
  entities.some((one) => one.kind === "definition" && tables.definition(one.id).kind === "function");

/** `this`, its class, and `super`, which follows the subclass's method resolution order. */
const ofObject = /^(?:this|:class|super(?:\(\))?)$/;

/** `super().go()` in a base, as resolved for one of its subclasses. */
function superMember(linker: Linker, heir: number, base: number, name: string): Found {
  const { ids } = linker.ancestors(heir);
  return declaredBy(linker, ids.slice(1 + ids.indexOf(base)), name)?.found ?? unresolved;
}

/** Whether all ancestors are in the repository, or declare no methods. */
function findWhole(linker: Linker, id: number): boolean {
  const { tables } = linker;
  if (tables.definition(id).kind !== "class") return false;
  return linker.ancestors(id).ids.every((one) => {
    const { bases = [] } = tables.definition(one);
    const empty = tables.fileOf(one).rules?.subclassMembers?.emptyBases;
    return bases.every((base) => empty?.test(base) || isResolved(linker.base(one, base)));
  });
}

/** The method names of all subclasses and their bases; undefined where there are too many. */
function findNames(linker: Linker, id: number): ReadonlySet<string> | undefined {
  const methods = methodsOfSubclasses(linker, id, ({ heirs }) => heirs.size > maxHeirs);
  return methods && new Set(methods.map((method) => linker.tables.definition(method).name));
}

/** The direct subclasses of a class. */
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
