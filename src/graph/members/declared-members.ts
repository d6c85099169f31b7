/** Picks, among several classes, the one that declares a member. */
import { callableOf, type Entity, exactly, type Found, isResolved } from "../entities.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";
import { boundTo } from "../names/bound.ts";
import { callMark, type Definition } from "../outline.ts";
import { addedMember, definedMember } from "./added-members.ts";
import { enumMethod } from "./enum-members.ts";
import { type Declared, onReceiver } from "./receivers.ts";

/** A member as the nearest class declares it. */
export function declaredBy(
  linker: Linker,
  ids: readonly number[],
  name: string,
  own: (linker: Linker, id: number, name: string) => Found | undefined = ownMember,
): Declared | undefined {
  let wanted: Declared | undefined;
  for (const id of ids) {
    const found = own(linker, id, name);
    if (found && !isWanted(linker, id, found) && !isOnlyGuarded(linker, id, name))
      return wanted && !isResolved(found) ? wanted : { found, by: id };
    if (found) wanted ??= { found, by: id };
  }
  return wanted;
}

/** Where static and instance methods may share a name: the nearest one of the wanted side. */
export function onSide(
  linker: Linker,
  entity: Extract<Entity, { id: number }>,
  ids: readonly number[],
  name: string,
  nearest: Declared,
): Declared {
  const ofClass = entity.kind === "parent" ? entity.isStatic === true : entity.kind === "definition";
  const isOnSide = (id: number): boolean => (linker.tables.definition(id).isStatic === true) === ofClass;
  const isOther = (one: Entity): boolean =>
    one.kind === "definition" && linker.tables.definition(one.id).kind === "function" && !isOnSide(one.id);
  const definitionsIn = (id: number): readonly number[] => {
    const file = linker.tables.fileOf(id);
    const entry = file.lookup(name, file.inside[id - file.base]!)?.definitions ?? [];
    return entry.map((index) => file.base + index);
  };
  const own = (_: Linker, id: number): Found | undefined => {
    const file = linker.tables.fileOf(id);
    const meant = definitionsIn(id).filter(isOnSide);
    const indices = meant.map((one) => one - file.base);
    return meant.length > 0 ? definedMember(linker, file, indices) : undefined;
  };
  // A class and a namespace of one name are merged, so both have the members of either.
  const isFunction = linker.tables.definition(entity.id).kind === "function";
  const all = definitionsIn(nearest.by);
  // A class may have both; a getter is then seen only by its result.
  const isBoth = all.length > 1 && !all.every(isOnSide);
  if (isFunction || (!isBoth && !nearest.found.entities.every(isOther))) return nearest;
  return declaredBy(linker, ids, name, own) ?? nearest;
}

/** An abstract member of a mixin, which the including class may get from elsewhere. */
function isWanted({ tables }: Linker, id: number, { entities }: Found): boolean {
  const { rules } = tables.fileOf(id);
  if (!rules?.mixin?.test(tables.definition(id).signature)) return false;
  return entities.every(
    (one) => one.kind === "definition" && /\babstract\b/.test(tables.definition(one.id).signature),
  );
}

/** A field that a class only tests for, and may inherit. */
function isOnlyGuarded({ tables }: Linker, id: number, name: string): boolean {
  const file = tables.fileOf(id);
  if (!file.rules?.narrows) return false;
  const asked = file.attribute(name, id - file.base)?.every((one) => one.guard);
  return asked === true && !file.lookup(name, file.inside[id - file.base]!);
}

export const findDeclared = (linker: Linker, ids: readonly number[], name: string): Found | undefined =>
  declaredBy(linker, ids, name)?.found;

/** A bare name inside of a class, as a member of its objects, with the type arguments of bases. */
export function findInherited(linker: Linker, id: number, name: string): Found | undefined {
  const declared = declaredOrMade(linker, linker.ancestors(id).ids, name);
  return declared && onReceiver(linker, declared, { kind: "instance", id });
}

function ownMember(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const index = id - file.base;
  const scope = file.inside[index]!;
  const entry = file.lookup(name, scope);
  const own = entry?.definitions;
  const kind = file.outline.definitions[index]!.kind;
  if (own && kind !== "function") return withParts(linker, id, name, definedMember(linker, file, own));
  const added = addedMember(linker, id, name);
  const { enums } = file.rules ?? {};
  if (added || kind !== "function")
    return (
      added ?? fieldOf(linker, id, name) ?? (enums?.bare ? enumMethod(linker, id, name, enums) : undefined)
    );
  const attributes = file.rules?.functionObjects ? file.attribute(name, index) : undefined;
  return attributes && boundTo(linker, file, attributes);
}

export function methodOf(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const own = file.lookup(name, file.inside[id - file.base]!)?.definitions;
  return own ? definedMember(linker, file, own) : addedMember(linker, id, name);
}

/** A field with a value or a type. */
export function fieldOf(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const values = file.lookup(name, file.inside[id - file.base]!)?.bindings;
  const attributes = file.attribute(name, id - file.base);
  const bindings = values && attributes ? [...values, ...attributes] : (values ?? attributes);
  return bindings && boundTo(linker, file, bindings);
}

/** Declared members come before generated ones. */
export const declaredOrMade = (linker: Linker, ids: readonly number[], name: string): Declared | undefined =>
  declaredBy(linker, ids, name) ??
  (ids.some((id) => linker.tables.fileOf(id).rules?.getterOf)
    ? declaredBy(linker, ids, name, (_, id) => madeGetter(linker, id, name))
    : undefined);

/** The overloads of a method may stand in several parts of its class (C#). */
function withParts({ tables }: Linker, id: number, name: string, found: Found): Found {
  if (!name.endsWith(callMark)) return found;
  const others = tables.partsOf(id).flatMap((part): readonly Entity[] => {
    const { base, inside, lookup } = tables.fileOf(part);
    const own = lookup(name, inside[part - base]!)?.definitions ?? [];
    return own.map((index) => ({ kind: "definition", id: base + index }));
  });
  const all = others.length === 0 ? found.entities : [...found.entities, ...others];
  const meant = all.length < 2 ? all : withoutDeclarations(tables, all);
  return meant === found.entities ? found : exactly(...meant);
}

/** Drops partial methods without a body where another part has the body. */
function withoutDeclarations({ fileOf, definition }: Tables, all: readonly Entity[]): readonly Entity[] {
  const definitionOf = (one: Entity): Definition | undefined =>
    one.kind === "definition" ? definition(one.id) : undefined;
  const isDeclared = (one: Entity): boolean =>
    definitionOf(one)?.bodiless === true &&
    fileOf((one as { id: number }).id).rules?.partialClass?.test(definitionOf(one)!.signature) === true;
  if (!all.some(isDeclared)) return all;
  const parametersOf = (one: Entity): string => (definitionOf(one)?.parameterTypes ?? []).join();
  const bodies = new Set(all.filter((one) => !isDeclared(one)).map(parametersOf));
  return all.filter((one) => !isDeclared(one) || !bodies.has(parametersOf(one)));
}

/** A getter that an annotation of the class generates (Lombok), typed by its field. */
function madeGetter(linker: Linker, id: number, name: string): Found | undefined {
  const field = linker.tables.fileOf(id).rules?.getterOf?.(linker.tables.definition(id), name);
  const held = field === undefined ? undefined : fieldOf(linker, id, field);
  return held && callableOf(held);
}
