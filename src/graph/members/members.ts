/** What `name` is on a thing, and what calling a thing gives. */

import { type Entity, exactly, type Found, inferred, nothing, outside, together } from "../entities.ts";
import { namespaceOf, wholeNameOf } from "../files/namespaces.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { boundTo, nameInScope } from "../names/names.ts";
import { pathStart } from "../names/paths.ts";
import { callSignature, indexSignature } from "../outline.ts";
import { memberDeclared } from "../types/declared-types.ts";
import { isDelegate } from "../types/generic-aliases.ts";
import { memberOfFirst, recordElement, recordMember, writtenIn } from "../types/records.ts";
import { addedMember, definedMember } from "./added-members.ts";
import { classesBeside } from "./beside.ts";
import { meantBy } from "./called-names.ts";
import { asMap, collectionMember, memberOfContents, memberOfIterator } from "./collection-methods.ts";
import { decorated } from "./decorated.ts";
import { isOnlyType } from "./defined.ts";
import { described } from "./descriptors.ts";
import { dynamicMember } from "./dynamic-members.ts";
import { enumMember } from "./enum-members.ts";
import { withParts } from "./overload-parts.ts";
import { type Declared, onReceiver } from "./receivers.ts";

export function findMember(linker: Linker, entity: Entity, called: string): Found {
  const [name, isMethod] = meantBy(linker, entity, called);
  if (entity.kind === "external") return outside;
  if (entity.kind === "giver") return runsIt.test(name) ? inferred(exactly(entity)) : outside;
  if (entity.kind === "collection") return collectionMember(entity, name);
  if (entity.kind === "record") return ofRecord(linker, entity, name);
  if (entity.kind === "module") return linker.exported(entity.target, entity.language, name) ?? nothing;
  if (entity.kind === "bag") {
    const file = linker.tables.fileAt(entity.path)!;
    const added = file.added.get(entity.on)?.get(name);
    if (added) return definedMember(linker, file, added);
    const inner = `${entity.on}.${name}`;
    if (file.added.has(inner)) return exactly({ ...entity, on: inner });
    if (file.rules?.givesItself?.has(name))
      return inferred(exactly({ kind: "giver", gives: exactly(entity) }));
    const isOwn = entity.on === "module" && name === file.rules?.ownModule;
    return isOwn ? linker.chain(file, 0, name) : nothing;
  }
  const file = linker.tables.fileOf(entity.id);
  const { rules } = file;
  if (rules?.reopened) return linker.selves.member(entity, name);
  if (entity.kind === "definition" && isOnlyType(linker, entity.id)) return nothing;
  const inner = insideNamespace(linker, entity, name);
  if (inner) return inner;
  const { ids, complete } = linker.lineage(entity.id);
  const enumerated = rules?.enumBases && enumMember(linker, entity, ids, name, rules.enumBases);
  if (enumerated) return enumerated;
  const asked = entity.kind === "parent" ? parentsIn(linker, ids, rules?.mixin) : ids;
  const first = entity.kind === "instance" ? memberOfFirst(linker, entity, name) : undefined;
  if (first) return first;
  const part = rules?.fieldsApart && (isMethod ? methodOf : fieldOf);
  const any = (part ? declaredBy(linker, asked, name, part) : undefined) ?? declaredBy(linker, asked, name);
  const declared = any && rules?.staticsApart ? onSide(linker, entity, asked, name, any) : any;
  const said = rules?.typesApart ? memberDeclared(linker, entity, name, declared?.found) : undefined;
  if (said) return said;
  if (declared) return described(linker, onReceiver(linker, declared, entity), declared.by, name);
  const stubs = rules?.beside === undefined ? [] : classesBeside(linker, asked);
  const stub = stubs.length === 0 ? undefined : declaredBy(linker, stubs, name);
  if (stub) return onReceiver(linker, stub, entity);
  const written = entity.kind === "instance" ? memberWritten(linker, entity, ids, name) : nothing;
  if (written.entities.length > 0) return written;
  const listed =
    rules?.elementMethods?.index === indexSignature ? memberListed(linker, entity, ids, name) : nothing;
  if (listed.entities.length > 0) return listed;
  const held =
    rules?.standsFor && entity.kind === "instance" ? heldBy(linker, entity, rules.standsFor, name) : nothing;
  if (held.entities.length > 0)
    return inferred(together(held.entities.map((one) => linker.member(one, name))));
  const { kind } = linker.tables.definition(entity.id);
  if (kind === "class" && entity.kind === "definition" && rules?.declarationsApart) {
    const apart = linker.shared(file, wholeNameOf(file, entity.id - file.base), name);
    if (apart) return apart;
  }
  const contained = entity.kind === "instance" ? memberOfContents(linker, entity, name) : undefined;
  if (contained) return contained;
  const gone = entity.kind === "instance" && isMethod ? memberOfIterator(linker, entity, name) : undefined;
  if (gone) return gone;
  if (entity.kind === "instance" && rules?.givesItself?.has(name))
    return inferred(exactly({ kind: "giver", gives: exactly(entity) }));
  if (entity.kind === "instance" && runsIt.test(name) && isDelegate(linker.tables.definition(entity.id)))
    return inferred(exactly(entity));
  if (entity.kind === "instance" && rules?.isItself?.test(name)) return inferred(exactly(entity));
  const isFunction = kind === "function";
  // Of TypeScript only what a base from elsewhere gives, where a type alone or a namespace may have the name, too.
  const hasBase = !complete && linker.tables.definition(entity.id).bases !== undefined;
  const isMaker = rules?.makesItself?.has(name) && (hasBase || !rules.typesApart);
  if (entity.kind === "definition" && kind === "class" && isMaker)
    return inferred(exactly({ kind: "giver", gives: exactly({ kind: "instance", id: entity.id }) }));
  const worn = isFunction ? decorated(linker, entity.id) : nothing;
  if (worn.entities.length > 0)
    return inferred(together(worn.entities.map((one) => linker.member(one, name))));
  if (isFunction && rules?.callsItself?.has(name)) return exactly(entity);
  const dynamic = rules?.dynamic && kind === "class" ? dynamicMember(linker, entity, name) : nothing;
  if (dynamic.entities.length > 0) return dynamic;
  return complete && !isFunction ? nothing : outside;
}

/** What is written out of a type, or of a base of it that is a name for another type. */
function memberWritten(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" }>,
  ids: readonly number[],
  name: string,
): Found {
  const all = ids.flatMap((id) => writtenIn(linker, id === entity.id ? entity : { id }));
  return together(all.map((one) => linker.member(one, name)));
}

/** What an object has under whatever name: `interface Foos { [id: string]: Foo }`. */
function memberListed(linker: Linker, entity: Entity, ids: readonly number[], name: string): Found {
  if (entity.kind !== "instance" || name === indexSignature || name === callSignature) return nothing;
  const declared = declaredBy(linker, ids, indexSignature);
  return declared ? elementNamed(inferred(onReceiver(linker, declared, entity)), name) : nothing;
}

/** By a name what stands under that; `values` and `entries` are what the engine gives of all. */
const elementNamed = (element: Found, name: string): Found =>
  name === "values" || name === "entries" ? collectionMember(asMap(element), name) : element;

/** What a class takes in is its own, not its parent's. */
function parentsIn({ tables }: Linker, ids: readonly number[], mixin: RegExp | undefined): readonly number[] {
  const first = mixin ? ids.findIndex((id, at) => at > 0 && !mixin.test(tables.definition(id).signature)) : 1;
  return first < 0 ? [] : ids.slice(first);
}

/**
 * What an object stands for that is used like a pointer, where each may stand for another one: the first that has the
 * name itself, else the last.
 */
function heldBy(linker: Linker, entity: Entity, methods: readonly string[], name: string): Found {
  const has = (one: Entity): boolean =>
    one.kind === "instance" && declaredBy(linker, linker.lineage(one.id).ids, name) !== undefined;
  let held: Found = exactly(entity);
  for (let depth = 0; depth < maxPointers; depth++) {
    const next = together(held.entities.map((one) => givenByFirst(linker, one, methods)));
    if (next.entities.length === 0) return depth === 0 ? nothing : held;
    held = next;
    if (held.entities.some(has)) return held;
  }
  return nothing;
}

const maxPointers = 4;

function givenByFirst(linker: Linker, entity: Entity, methods: readonly string[]): Found {
  if (entity.kind !== "instance") return nothing;
  for (const method of methods) {
    const declared = declaredBy(linker, linker.lineage(entity.id).ids, method);
    if (!declared) continue;
    const { entities } = onReceiver(linker, declared, entity);
    // With a parameter it is a sum or a product.
    const alone = entities.filter(
      (one) => one.kind === "definition" && !linker.tables.definition(one.id).parameters,
    );
    if (alone.length > 0) return together(alone.map((one) => linker.call(one)));
  }
  return nothing;
}

/** What calls a function that is an object: `supplier.get()`. */
const runsIt = /^(?:apply|call|get|[iI]nvoke)!?$/;

function ofRecord(linker: Linker, entity: Extract<Entity, { kind: "record" }>, name: string): Found {
  const said = recordMember(linker, entity, name);
  if (said.entities.length > 0) return said;
  const element = recordElement(linker, entity, name);
  return element.entities.length === 0 ? nothing : elementNamed(element, name);
}

/** Of a namespace also what it imports. */
function insideNamespace(linker: Linker, entity: Entity, name: string): Found | undefined {
  if (entity.kind !== "definition" || linker.tables.definition(entity.id).kind !== "namespace")
    return undefined;
  const file = linker.tables.fileOf(entity.id);
  const scope = file.inside[entity.id - file.base]!;
  if (file.rules?.declarationsApart)
    return nameInScope(linker, file, scope, name) ?? linker.shared(file, namespaceOf(file, scope), name);
  if (!file.rules?.pathHead) return undefined;
  return name === "super" ? pathStart(linker, file, scope, name) : nameInScope(linker, file, scope, name);
}

/** What a module or a namespace of a language with paths has for those who are not inside of it. */
export function createPassedOn(linker: Linker, memory: Memory): Linker["passedOn"] {
  const answers = memory.store<string, Found>(() => nothing);
  return (entity, called) => {
    const [name] = meantBy(linker, entity, called);
    if (entity.kind === "module")
      return linker.exported(entity.target, entity.language, name, true) ?? nothing;
    if (entity.kind !== "definition" || linker.tables.definition(entity.id).kind !== "namespace")
      return linker.member(entity, called);
    const file = linker.tables.fileOf(entity.id);
    const scope = file.inside[entity.id - file.base]!;
    return answers(
      `${entity.id} ${name}`,
      () => nameInScope(linker, file, scope, name, undefined, true) ?? nothing,
    );
  };
}

/** A member of the nearest of several classes that has it. */
function declaredBy(
  linker: Linker,
  ids: readonly number[],
  name: string,
  own: (linker: Linker, id: number, name: string) => Found | undefined = ownMember,
): Declared | undefined {
  let wanted: Declared | undefined;
  for (const id of ids) {
    const found = own(linker, id, name);
    if (found && !isWanted(linker, id, found) && !isOnlyAsked(linker, id, name)) return { found, by: id };
    if (found) wanted ??= { found, by: id };
  }
  return wanted;
}

/** Where a class and its objects may have methods of one name: the nearest one that belongs to the side that is asked. */
function onSide(
  linker: Linker,
  entity: Extract<Entity, { id: number }>,
  ids: readonly number[],
  name: string,
  nearest: Declared,
): Declared {
  const ofClass = entity.kind === "parent" ? entity.onClass === true : entity.kind === "definition";
  const isMeant = (id: number): boolean => (linker.tables.definition(id).onClass === true) === ofClass;
  const isOther = (one: Entity): boolean =>
    one.kind === "definition" && linker.tables.definition(one.id).kind === "function" && !isMeant(one.id);
  // Of a class and a namespace of one name each knows what the other has.
  const isFunction = linker.tables.definition(entity.id).kind === "function";
  if (isFunction || !nearest.found.entities.every(isOther)) return nearest;
  const own = (_: Linker, id: number): Found | undefined => {
    const file = linker.tables.fileOf(id);
    const said = file.said(name, file.inside[id - file.base]!)?.definitions ?? [];
    const meant = said.filter((index) => isMeant(file.base + index));
    return meant.length > 0 ? definedMember(linker, file, meant) : undefined;
  };
  return declaredBy(linker, ids, name, own) ?? nearest;
}

/** What a mixin only wants of the classes that take it in, of which one may have it from elsewhere. */
function isWanted({ tables }: Linker, id: number, { entities }: Found): boolean {
  const { rules } = tables.fileOf(id);
  if (!rules?.mixin?.test(tables.definition(id).signature)) return false;
  return entities.every(
    (one) => one.kind === "definition" && /\babstract\b/.test(tables.definition(one.id).signature),
  );
}

/** What a class only asks of a field, which it may have from a base. */
function isOnlyAsked({ tables }: Linker, id: number, name: string): boolean {
  const file = tables.fileOf(id);
  if (!file.rules?.narrows) return false;
  const asked = file.attribute(name, id - file.base)?.every((one) => one.asked);
  return asked === true && !file.said(name, file.inside[id - file.base]!);
}

export const findDeclared = (linker: Linker, ids: readonly number[], name: string): Found | undefined =>
  declaredBy(linker, ids, name)?.found;

/** What a bare name is in a class that has its members' names: what an object of it has, with what its bases are given. */
export function findInherited(linker: Linker, id: number, name: string): Found | undefined {
  const declared = declaredBy(linker, linker.lineage(id).ids, name);
  return declared && onReceiver(linker, declared, { kind: "instance", id });
}

function ownMember(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const index = id - file.base;
  const scope = file.inside[index]!;
  const said = file.said(name, scope);
  const own = said?.definitions;
  const kind = file.outline.definitions[index]!.kind;
  if (own && kind !== "function") return withParts(linker, id, name, definedMember(linker, file, own));
  const added = addedMember(linker, id, name);
  if (added || kind !== "function") return added ?? fieldOf(linker, id, name);
  const attributes = file.rules?.genericFunctions ? file.attribute(name, index) : undefined;
  return attributes && boundTo(linker, file, attributes);
}

function methodOf(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const own = file.said(name, file.inside[id - file.base]!)?.definitions;
  return own ? definedMember(linker, file, own) : addedMember(linker, id, name);
}

/** What a class says of a name that has a value or a type. */
function fieldOf(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  const values = file.said(name, file.inside[id - file.base]!)?.bindings;
  const attributes = file.attribute(name, id - file.base);
  const bindings = values && attributes ? [...values, ...attributes] : (values ?? attributes);
  return bindings && boundTo(linker, file, bindings);
}
