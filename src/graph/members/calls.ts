/** The result of calling an entity. */

import {
  type Entity,
  elementsOf,
  exactly,
  external,
  type Found,
  inferred,
  isResolved,
  union,
  unresolved,
} from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { boundTo } from "../names/bound.ts";
import { callMark, callSignature, type Definition } from "../outline.ts";
import { callDeclared } from "../types/declared-types.ts";
import { isDelegate } from "../types/generic-aliases.ts";
import { substitute } from "../types/type-arguments.ts";
import { overloadSignatures } from "../types/type-variables.ts";
import { addedTo } from "./added-members.ts";
import { findDeclared } from "./declared-members.ts";
import { classAround, returnsSelfType } from "./receivers.ts";

export function findCall(linker: Linker, entity: Entity): Found {
  if (entity.kind === "external" || entity.kind === "module") return external;
  if (entity.kind === "parent") return exactly(entity);
  if (entity.kind === "callable") return inferred(entity.returns);
  if (entity.kind === "collection" || entity.kind === "record" || entity.kind === "expando")
    return unresolved;
  if (entity.kind === "definition" && entity.deferred) return exactly(entity);
  const { tables } = linker;
  const definition = tables.definition(entity.id);
  if (entity.kind === "instance") {
    const { callMethod: method, callSignatures } = tables.fileOf(entity.id).rules ?? {};
    if (callSignatures) {
      const signature = linker.member(entity, callSignature);
      if (isResolved(signature)) return inferred(signature);
      if (definition.alias !== undefined) return resultOfAlias(linker, entity.id, definition);
    }
    const found = method ? linker.member(entity, method) : unresolved;
    if (isDelegate(definition)) return resultOfDelegate(linker, entity);
    if (!method && definition.alias !== undefined) return resultOfAlias(linker, entity.id, definition);
    return union(found.entities.map((one) => linker.call(one)));
  }
  if (definition.kind === "class")
    return exactly({ kind: "instance", id: entity.id, typeArguments: entity.typeArguments });
  // An associated constant.
  if (definition.kind === "object" && definition.property) return returned(linker, entity.id);
  if (definition.kind !== "function") return unresolved;
  if (entity.on !== undefined && (isOfAll(definition) || returnsSelfType(linker, entity.id)))
    return inferred(exactly({ kind: "instance", id: entity.on }));
  if (entity.typeArguments)
    return substitute(linker, linker.call({ ...entity, typeArguments: undefined }), entity.typeArguments);
  // The known result of a wrapped value comes before the result of the function inside the wrapper.
  if (definition.wrapped && isValueKnown(linker, entity.id)) return unresolved;
  const found = returned(linker, entity.id);
  const owner = entity.on === undefined ? undefined : classAround(linker, entity.id);
  if (owner === undefined) return found;
  return {
    ...found,
    entities: found.entities.map((one) =>
      one.kind === "instance" && one.id === owner ? { kind: "instance", id: entity.on! } : one,
    ),
  };
}

function isValueKnown(linker: Linker, id: number): boolean {
  const file = linker.tables.fileOf(id);
  const { name, scope } = linker.tables.definition(id);
  const bindings = file.lookup(name, scope)?.bindings ?? [];
  return isResolved(boundTo(linker, file, bindings));
}

/** A method on all types that returns its receiver: `impl<T> Ext for T { fn same(self) -> T }`. */
const isOfAll = ({ on, returns }: Definition): boolean =>
  on !== undefined && (returns === "Self" || `${returns}.prototype` === on);

/** The result of a named function type: `type Make = (name: string) => Foo`. */
function resultOfAlias(linker: Linker, id: number, { alias, scope }: Definition): Found {
  return resultsOf(linker.typed(linker.tables.fileOf(id), scope, alias!));
}

/** The result of a delegate, `delegate Foo Make<T>(T a)`, which is kept as the type `Func<T, Foo>`. */
function resultOfDelegate(linker: Linker, entity: Extract<Entity, { kind: "instance" }>): Found {
  const file = linker.tables.fileOf(entity.id);
  const { alias } = linker.tables.definition(entity.id);
  const gives = resultsOf(linker.typed(file, file.inside[entity.id - file.base]!, alias!));
  return entity.typeArguments ? substitute(linker, gives, entity.typeArguments) : gives;
}

/** What functions of these types return. */
const resultsOf = ({ entities }: Found): Found =>
  inferred(union(entities.flatMap((one) => (one.kind === "callable" ? [one.returns] : []))));

/** A generator that a decorator turns into a context manager (`@contextmanager`) returns what it yields. */
function entered({ decorator }: Definition, { rules }: FileTable, found: Found): Found {
  if (decorator === undefined || !rules?.contextManagerDecorator?.test(decorator)) return found;
  return elementsOf(found);
}

/** Return types that say nothing about elements: `array`, `object`. */
const bareType =
  /^\??(?:array|iterable|mixed|object|HasMany|HasOne|BelongsTo|BelongsToMany|HasManyThrough|HasOneThrough|MorphMany|MorphOne|MorphToMany)$/;

/** Where an override repeats a bare return type, the overridden method's documented one applies. */
function overriddenResult(linker: Linker, owner: number, { name }: Definition): Found {
  for (const base of linker.ancestors(owner).ids.slice(1)) {
    const [above] = findDeclared(linker, [base], name + callMark)?.entities ?? [];
    if (above?.kind === "definition") return linker.call(above);
  }
  return unresolved;
}

/** The result by returned values. */
const valuesOf = (linker: Linker, file: FileTable, scope: number, definition: Definition): Found =>
  entered(
    definition,
    file,
    union((definition.returnValues ?? []).map((value) => linker.chain(file, scope, value))),
  );

/** What a function in fact returns, whatever type it declares. */
export function returnedValues(linker: Linker, id: number): Found {
  const file = linker.tables.fileOf(id);
  return valuesOf(linker, file, file.inside[id - file.base]!, linker.tables.definition(id));
}

function returned(linker: Linker, id: number): Found {
  const { tables } = linker;
  const file = tables.fileOf(id);
  const definition = tables.definition(id);
  const scope = file.inside[id - file.base]!;
  if (file.rules?.valuesFirst) {
    const given = valuesOf(linker, file, scope, definition);
    if (isResolved(given)) return inferred(given);
  }
  const own =
    definition.returns === undefined
      ? callDeclared(linker, id)
      : entered(definition, file, linker.typed(file, scope, definition.returns));
  // Any overload may be meant; the implementation is not visible to callers, but may say more.
  const overloads = overloadSignatures(linker, id).map((one) =>
    linker.typed(file, file.inside[one - file.base]!, tables.definition(one).returns ?? ""),
  );
  const typed = overloads.length === 0 ? own : union([...overloads, own]);
  const isBare = file.rules?.inheritsInterfaceMembers && bareType.test(definition.returns ?? "");
  if (typed.entities.length > 0 && !isBare) return inferred(typed);
  const values = valuesOf(linker, file, scope, definition);
  if (values.entities.length > 0) return inferred(values);
  const owner = file.rules?.inheritsInterfaceMembers ? classAround(linker, id) : undefined;
  const overridden = owner === undefined ? unresolved : overriddenResult(linker, owner, definition);
  if (overridden.entities.length > 0) return inferred(overridden);
  if (typed.entities.length > 0) return inferred(typed);
  // `new Foo()`, where `Foo` is a function with methods on its prototype.
  return addedTo(linker, file, id)?.all.size || definition.bases
    ? inferred(exactly({ kind: "instance", id }))
    : unresolved;
}
