/**
 * What classes have that build on a model of a library (Eloquent, ActiveRecord): finders give an object of the class
 * itself, queries something that holds such objects, and gives them in turn.
 */

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

/** The name of what holds objects of a model, or gives them later: no type is written like it. */
export const rowsName = "=> rows";

/** What holds objects of a model. */
const rowsOf = (element: Found): Collection => ({
  ...{ kind: "collection", elements: element, keys: element },
  name: rowsName,
});

/** What a model has from its library. */
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

/** The same of what holds such objects, and what their class itself has: a query that has a name there. */
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

/** What a class has where it, or what it builds on, builds on such a model. @param ids The class and its bases. */
export function memberOfModel(
  linker: Linker,
  entity: Extract<Entity, { id: number }>,
  ids: readonly number[],
  name: string,
): Found | undefined {
  const models = linker.tables.fileOf(entity.id).rules!.models!;
  // What a comment says of a method has the name without the mark of a call.
  if (name.endsWith(callMark) && linker.declared(entity.id, name.slice(0, -callMark.length)))
    return undefined;
  const facade =
    entity.kind === "definition" && models.facade !== undefined
      ? behindFacade(linker, entity.id, models.facade, name)
      : undefined;
  if (facade) return facade;
  const isModel = ids.some((id) =>
    linker.tables.definition(id).bases?.some((base) => models.bases.test(base)),
  );
  if (!isModel) return undefined;
  const known = modelMember(models, entity, name) ?? relationMember(linker, models, entity, name);
  return known ?? scopeNamed(linker, models, entity.id, uncalled(name));
}

/** A query that a method of the class makes under a shorter name: that method, and what gives such a query. */
function scopeNamed(linker: Linker, { scope }: ModelRules, id: number, name: string): Found | undefined {
  if (scope === undefined || name === "") return undefined;
  const method = linker.declared(id, scope + name[0]!.toUpperCase() + name.slice(1) + callMark);
  if (!method) return undefined;
  return inferred(union([method, callableOf(exactly(rowsOf(exactly({ kind: "instance", id }))))]));
}

/** What a facade is asked for, the class has that it says it stands for. */
function behindFacade(linker: Linker, id: number, says: string, name: string): Found | undefined {
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

/** `$user->posts` where a method \`posts\` gives \`$this->hasMany(Post::class)\`. */
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
