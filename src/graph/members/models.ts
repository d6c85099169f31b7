/** Models of an ORM (Eloquent, ActiveRecord): finders return an object of the class, queries a collection of such objects. */

import {
  callableOf,
  type Entity,
  exactly,
  type Found,
  inferred,
  isResolved,
  union,
  unresolved,
} from "../entities.ts";
import type { ModelRules } from "../library-rules.ts";
import type { Linker } from "../linker.ts";
import { uncalled } from "../notation/chain-steps.ts";
import { callMark } from "../outline.ts";

type Collection = Extract<Entity, { kind: "collection" }>;

/** The internal type name of a query or relation; no declared type can have it. */
export const rowsName = "=> rows";

/** A query for objects of a model. */
const rowsOf = (element: Found): Collection => ({
  ...{ kind: "collection", elements: element, keys: element },
  name: rowsName,
});

/** A member that a model inherits from its library. */
export function modelMember(
  { ofOne, ofMany, ofItself }: ModelRules,
  entity: Extract<Entity, { id: number }>,
  called: string,
): Found | undefined {
  if (entity.kind !== "definition" && entity.kind !== "instance") return undefined;
  const name = uncalled(called);
  const one = exactly({ kind: "instance", id: entity.id });
  if (entity.kind === "instance" && ofItself.test(name)) return callableOf(one);
  if (entity.kind === "instance" && name !== "newQuery") return undefined;
  if (ofOne.test(name)) return callableOf(one);
  return ofMany.test(name) ? callableOf(exactly(rowsOf(one))) : undefined;
}

/** A member of a query: the library's, or a scope of the model class. */
export function rowsMember(linker: Linker, entity: Collection, called: string): Found | undefined {
  const name = uncalled(called);
  const [first] = entity.elements.entities;
  if (first?.kind !== "instance") return undefined;
  const models = linker.tables.fileOf(first.id).rules?.models;
  if (!models) return undefined;
  if (models.ofOne.test(name)) return callableOf(entity.elements);
  if (models.ofMany.test(name)) return callableOf(exactly(entity));
  const scope = scopeNamed(linker, models, first.id, name);
  if (scope) return scope;
  const own = models.areOfClass ? linker.member({ kind: "definition", id: first.id }, called) : unresolved;
  return isResolved(own) ? inferred(own) : undefined;
}

/** A library member of a class with a model among its ancestors. @param ids The class and its bases. */
export function memberOfModel(
  linker: Linker,
  entity: Extract<Entity, { id: number }>,
  ids: readonly number[],
  name: string,
): Found | undefined {
  const models = linker.tables.fileOf(entity.id).rules!.models!;
  // A method declared in a comment (`@method`) is known without the call mark.
  if (name.endsWith(callMark) && linker.declared(entity.id, name.slice(0, -callMark.length)))
    return undefined;
  const facade =
    entity.kind === "definition" && models.facade !== undefined
      ? facadeMember(linker, entity.id, models.facade, name)
      : undefined;
  if (facade) return facade;
  const isModel = ids.some((id) =>
    linker.tables.definition(id).bases?.some((base) => models.bases.test(base)),
  );
  if (!isModel) return undefined;
  const known = modelMember(models, entity, name) ?? relationMember(linker, models, entity, name);
  return known ?? scopeNamed(linker, models, entity.id, uncalled(name));
}

/** A query scope, which a prefixed method declares (`scopeActive` for `active`), and which returns a query. */
function scopeNamed(linker: Linker, { scope }: ModelRules, id: number, name: string): Found | undefined {
  if (scope === undefined || name === "") return undefined;
  const method = linker.declared(id, scope + name[0]!.toUpperCase() + name.slice(1) + callMark);
  if (!method) return undefined;
  return inferred(union([method, callableOf(exactly(rowsOf(exactly({ kind: "instance", id }))))]));
}

/** A facade's members are those of the class that it names. */
function facadeMember(linker: Linker, id: number, says: string, name: string): Found | undefined {
  const [method] = linker.declared(id, says + callMark)?.entities ?? [];
  if (method?.kind !== "definition") return undefined;
  const file = linker.tables.fileOf(method.id);
  const [, type] =
    /^([\\\w]+)\.class$/.exec(linker.tables.definition(method.id).returnValues?.[0] ?? "") ?? [];
  const found =
    type === undefined ? [] : linker.typed(file, file.inside[method.id - file.base]!, type).entities;
  const own = found.flatMap((one) => (one.kind === "instance" ? [linker.member(one, name)] : []));
  return own.length === 0 ? undefined : inferred(union(own));
}

/** `$user->posts`, where a method `posts` returns `$this->hasMany(Post::class)`. */
function relationMember(
  linker: Linker,
  { relation }: ModelRules,
  entity: Entity,
  name: string,
): Found | undefined {
  if (!relation || entity.kind !== "instance" || name.endsWith(callMark)) return undefined;
  const [method] = linker.declared(entity.id, name + callMark)?.entities ?? [];
  if (method?.kind !== "definition") return undefined;
  const [, isMany] = relation.exec(linker.tables.definition(method.id).returnValues?.[0] ?? "") ?? [
    undefined,
    false,
  ];
  if (isMany === false) return undefined;
  const given = linker.call(method).entities.flatMap((one) => (one.kind === "collection" ? [one] : []));
  const found = given.map((rows) => (isMany === undefined ? rows.elements : exactly(rows)));
  return found.length === 1 ? inferred(found[0]!) : undefined;
}
