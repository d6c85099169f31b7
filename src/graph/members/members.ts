/** Member look-up on any entity. */

import {
  callableOf,
  type Entity,
  exactly,
  external,
  type Found,
  inferred,
  union,
  unresolved,
} from "../entities.ts";
import { namespaceOf, qualifiedNameOf } from "../files/namespaces.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { nameInScope } from "../names/names.ts";
import { pathStart } from "../names/paths.ts";
import { anyOf, callSignature, indexSignature } from "../outline.ts";
import { memberDeclared } from "../types/declared-types.ts";
import { isDelegate } from "../types/generic-aliases.ts";
import { anyMember, memberOfFirst, recordElement, recordMember, writtenIn } from "../types/records.ts";
import { definedMember } from "./added-members.ts";
import { isInterface, parentsIn } from "./ancestors.ts";
import { calledName } from "./called-name.ts";
import { asMap, collectionMember, memberOfContents, memberOfIterator } from "./collection-methods.ts";
import { methodsMatching } from "./computed-names.ts";
import { declaredBy, declaredOrMade, fieldOf, methodOf, onSide } from "./declared-members.ts";
import { decorated } from "./decorated.ts";
import { isOnlyType } from "./defined.ts";
import { described, dynamicMember, makesObject, taskRun } from "./dynamic-members.ts";
import { elementAt } from "./elements.ts";
import { enumMember, enumMethod } from "./enum-members.ts";
import { libraryMember, withLibraryMember } from "./library-classes.ts";
import { memberOfModel, rowsMember, rowsName } from "./models.ts";
import { onReceiver } from "./receivers.ts";
import { stubClasses } from "./stubs.ts";
import { wrappedBy, wrappedMember } from "./wrappers.ts";

export function findMember(linker: Linker, entity: Entity, called: string): Found {
  const { name, isMethod } = calledName(linker, entity, called);
  if (entity.kind === "external") return wrappedMember(linker, entity, called);
  if (entity.kind === "callable") return runsIt.test(name) ? inferred(exactly(entity)) : external;
  if (entity.kind === "collection")
    return entity.name === rowsName
      ? (rowsMember(linker, entity, name) ?? external)
      : collectionMember(entity, name);
  if (entity.kind === "record") return ofRecord(linker, entity, name);
  if (entity.kind === "module") return linker.exported(entity.target, entity.language, name) ?? unresolved;
  if (entity.kind === "expando") {
    if (entity.path === "") return linker.reopened.at(`${entity.on}.${name}`) ?? external;
    const file = linker.tables.fileAt(entity.path)!;
    const added = file.expandoMembers.get(entity.on)?.get(name);
    if (added) return definedMember(linker, file, added);
    const inner = `${entity.on}.${name}`;
    if (file.expandoMembers.has(inner)) return exactly({ ...entity, on: inner });
    if (file.rules?.givesItself?.has(name)) return callableOf(exactly(entity));
    const isOwn = entity.on === "module" && name === file.rules?.ownModule;
    if (isOwn) return linker.chain(file, 0, name);
    const isExports = entity.on === file.rules?.ownModule;
    return (isExports && linker.exported(ownFile(entity.path), file.outline.language, name)) || unresolved;
  }
  const file = linker.tables.fileOf(entity.id);
  const { rules } = file;
  if (rules?.reopened) return linker.selves.member(entity, name);
  if (entity.kind === "definition" && isOnlyType(linker, entity.id)) return unresolved;
  const inner = insideNamespace(linker, entity, name);
  if (inner) return inner;
  if (name.includes(anyOf) && rules?.subclassMembers) return methodsMatching(linker, entity.id, name);
  if (name === "super" && entity.kind === "definition") return qualifiedSuper(linker, entity.id);
  const { ids, complete } = linker.ancestors(entity.id);
  const enumerated = rules?.enumBases && enumMember(linker, entity, ids, name, rules.enumBases);
  if (enumerated) return enumerated;
  const asked = entity.kind === "parent" ? parentsIn(linker, ids, rules?.mixin) : ids;
  const first =
    entity.kind === "instance" && entity.typeArguments ? memberOfFirst(linker, entity, name) : undefined;
  if (first) return first;
  const part = rules?.separateFieldNames && (isMethod ? methodOf : fieldOf);
  const any =
    (part ? declaredBy(linker, asked, name, part) : undefined) ?? declaredOrMade(linker, asked, name);
  const declared = any && rules?.separateStaticNames ? onSide(linker, entity, asked, name, any) : any;
  const annotated = rules?.separateTypeNames
    ? memberDeclared(linker, entity, name, declared?.found)
    : undefined;
  if (annotated) return annotated;
  if (declared) {
    const own = described(linker, onReceiver(linker, declared, entity), declared.by, name);
    return rules?.libraryClasses ? withLibraryMember(linker, entity, name, own) : own;
  }
  const stubs = rules?.beside === undefined ? [] : stubClasses(linker, asked);
  const stub = stubs.length === 0 ? undefined : declaredBy(linker, stubs, name);
  if (stub) return onReceiver(linker, stub, entity);
  const written = entity.kind === "instance" ? memberWritten(linker, entity, ids, name) : unresolved;
  if (written.entities.length > 0) return written;
  const listed =
    rules?.elementMethods?.index === indexSignature ? memberListed(linker, entity, ids, name) : unresolved;
  if (listed.entities.length > 0) return listed;
  const held =
    rules?.standsFor && entity.kind === "instance"
      ? wrappedBy(linker, entity, rules.standsFor, name)
      : unresolved;
  if (held.entities.length > 0) return inferred(union(held.entities.map((one) => linker.member(one, name))));
  const { kind } = linker.tables.definition(entity.id);
  if (kind === "class" && entity.kind === "definition" && rules?.separateDeclarations) {
    const apart = linker.shared(file, qualifiedNameOf(file, entity.id - file.base), name);
    if (apart) return apart;
  }
  const contained = entity.kind === "instance" ? memberOfContents(linker, entity, name) : undefined;
  if (contained) return contained;
  const gone = entity.kind === "instance" && isMethod ? memberOfIterator(linker, entity, name) : undefined;
  if (gone) return gone;
  if (entity.kind === "instance" && rules?.givesItself?.has(name)) return callableOf(exactly(entity));
  if (entity.kind === "instance" && runsIt.test(name) && isDelegate(linker.tables.definition(entity.id)))
    return inferred(exactly(entity));
  if (entity.kind === "instance" && rules?.isItself?.test(name)) return inferred(exactly(entity));
  const isFluent = !complete && entity.kind === "instance" ? rules?.isFluent : undefined;
  if (isFluent && ids.some((id) => isFluent(linker.tables.definition(id), name)))
    return callableOf(exactly(entity));
  const ofEnum =
    entity.kind === "definition" && rules?.enums && enumMethod(linker, entity.id, name, rules.enums);
  const known = ofEnum || (rules?.models && !complete ? memberOfModel(linker, entity, ids, name) : undefined);
  if (known) return known;
  const isFunction = kind === "function";
  if (entity.kind === "definition" && kind === "class" && makesObject(linker, entity.id, name, complete))
    return callableOf(exactly({ kind: "instance", id: entity.id }));
  if (name === "prototype" && entity.kind === "definition" && kind === "class" && rules?.separateTypeNames)
    return exactly({ kind: "instance", id: entity.id });
  const wrapped = isFunction ? decorated(linker, entity.id) : unresolved;
  if (wrapped.entities.length > 0)
    return inferred(union(wrapped.entities.map((one) => linker.member(one, name))));
  if (isFunction && rules?.callsItself?.has(name)) return exactly(entity);
  const run = isFunction && entity.kind === "definition" ? taskRun(linker, entity, name) : unresolved;
  if (run.entities.length > 0) return run;
  const ofBase = rules?.libraryClasses && libraryMember(linker, entity, name);
  if (ofBase) return ofBase;
  const dynamic = rules?.dynamic && kind === "class" ? dynamicMember(linker, entity, name) : unresolved;
  if (dynamic.entities.length > 0) return dynamic;
  return complete && !isFunction ? unresolved : external;
}

const ownFile = (path: string) => ({ kind: "file" as const, path });

/** A member of the structural parts of an aliased type or base. */
function memberWritten(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" }>,
  ids: readonly number[],
  name: string,
): Found {
  const all = ids.flatMap((id) => writtenIn(linker, id === entity.id ? entity : { id }));
  return union(all.map((one) => linker.member(one, name)));
}

/** A member through an index signature: `interface Foos { [id: string]: Foo }`. */
function memberListed(linker: Linker, entity: Entity, ids: readonly number[], name: string): Found {
  if (name === indexSignature || name === callSignature) return unresolved;
  if (entity.kind === "definition" && isOfAll.test(name))
    return elementNamed(elementAt(linker, entity, { kind: "index", name: "" }), name);
  if (entity.kind !== "instance") return unresolved;
  const declared = declaredBy(linker, ids, indexSignature);
  return declared ? elementNamed(inferred(onReceiver(linker, declared, entity)), name) : unresolved;
}

/** The element under a name; `values` and `entries` iterate all of them. */
const elementNamed = (element: Found, name: string): Found =>
  isOfAll.test(name) && element.entities.length > 0 ? collectionMember(asMap(element), name) : element;

/** `Outer.super` is the superclass of an enclosing class; `Interface.super` is the interface itself (Java). */
const qualifiedSuper = ({ tables }: Linker, id: number): Found =>
  exactly({ kind: isInterface(tables.definition(id)) ? "instance" : "parent", id });

const isOfAll = /^(?:values|entries)$/;

/** Methods that invoke a function object: `supplier.get()`. */
const runsIt = /^(?:apply|call|get|[iI]nvoke)!?$/;

function ofRecord(linker: Linker, entity: Extract<Entity, { kind: "record" }>, name: string): Found {
  const member = recordMember(linker, entity, name);
  if (member.entities.length > 0) return member;
  const listed = recordElement(linker, entity, name);
  const isAsked = listed.entities.length === 0 && linker.tables.file(entity.file).rules?.separateTypeNames;
  const element = isAsked && isOfAll.test(name) ? anyMember(linker, entity) : listed;
  return element.entities.length === 0 ? unresolved : elementNamed(element, name);
}

/** A member of a namespace, including its imports. */
function insideNamespace(linker: Linker, entity: Entity, name: string): Found | undefined {
  if (entity.kind !== "definition" || linker.tables.definition(entity.id).kind !== "namespace")
    return undefined;
  const file = linker.tables.fileOf(entity.id);
  const scope = file.inside[entity.id - file.base]!;
  if (file.rules?.separateDeclarations)
    return nameInScope(linker, file, scope, name) ?? linker.shared(file, namespaceOf(file, scope), name);
  if (!file.rules?.pathHead) return undefined;
  return name === "super" ? pathStart(linker, file, scope, name) : nameInScope(linker, file, scope, name);
}

/** A member of a module or namespace as seen from outside of it. */
export function createPublicMember(linker: Linker, memory: Memory): Linker["publicMember"] {
  const answers = memory.store<string, Found>(() => unresolved);
  return (entity, called) => {
    const { name } = calledName(linker, entity, called);
    if (entity.kind === "module")
      return linker.exported(entity.target, entity.language, name, true) ?? unresolved;
    if (entity.kind !== "definition" || linker.tables.definition(entity.id).kind !== "namespace")
      return linker.member(entity, called);
    const file = linker.tables.fileOf(entity.id);
    const scope = file.inside[entity.id - file.base]!;
    return answers(
      `${entity.id} ${name}`,
      () => nameInScope(linker, file, scope, name, undefined, true) ?? unresolved,
    );
  };
}
