/**
 * What classes have that build on a model of a library (Eloquent, ActiveRecord): finders give an object of the class
 * itself, queries something that holds such objects, and gives them in turn.
 */

import { type Entity, exactly, type Found, giverOf, inferred, together } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { uncalled } from "../notation/chain-steps.ts";
import { callMark } from "../outline.ts";

type Collection = Extract<Entity, { kind: "collection" }>;

/** The name of what holds objects of a model, or gives them later: no type is written like it. */
export const rowsName = "=> rows";

/** Give one object, of the class or of what a query holds. */
const givesOne =
  /^(?:find(?:OrFail|OrNew|Sole|_by|_or_create_by|_or_initialize_by|_sole_by)?|first(?:OrFail|OrNew|OrCreate|Where|_or_create|_or_initialize)?|last|sole|updateOrCreate|create(?:Quietly|_or_find_by|One)?|forceCreate|make(?:One)?|build)$/;
/** Give a query, or a list, of the same objects. */
const givesMany =
  /^(?:where\w*|orWhere\w*|or[wW]here\w*|with\w*|has|whereHas|doesntHave|order(?:By\w*|_by)?|reorder|latest|oldest|limit|skip|offset|distinct|query|newQuery|get|all|paginate|simplePaginate|cursorPaginate|cursor|lazy|factory|state|includes|preload|eager_load|joins|left_joins|left_outer_joins|references|not|none|unscoped|readonly|lock|filter|reject|sortBy\w*|values|unique|each|to_a|load|shuffle|reverse)$/;
/** Of an object: itself, perhaps read again. */
const givesItself = /^(?:fresh|refresh|load|loadMissing|reload)$/;

/** What holds objects of a model. */
const rowsOf = (element: Found): Collection => ({
  ...{ kind: "collection", elements: element, keys: element },
  name: rowsName,
});

/** What a model has from its library. */
export function modelMember(entity: Entity, called: string): Found | undefined {
  if (entity.kind !== "definition" && entity.kind !== "instance") return undefined;
  const name = uncalled(called);
  const one = exactly({ kind: "instance", id: entity.id });
  if (entity.kind === "instance" && name !== "newQuery")
    return givesItself.test(name) ? giverOf(one) : undefined;
  if (givesOne.test(name)) return giverOf(one);
  return givesMany.test(name) ? giverOf(exactly(rowsOf(one))) : undefined;
}

/** The same of what holds such objects. */
export function rowsMember(entity: Collection, called: string): Found | undefined {
  const name = uncalled(called);
  if (givesOne.test(name)) return giverOf(entity.elements);
  return givesMany.test(name) ? giverOf(exactly(entity)) : undefined;
}

/** What a class has where it, or what it builds on, builds on such a model. @param ids The class and its bases. */
export function memberOfModel(
  linker: Linker,
  entity: Extract<Entity, { id: number }>,
  ids: readonly number[],
  name: string,
): Found | undefined {
  const { models } = linker.tables.fileOf(entity.id).rules!;
  // What a comment says of a method has the name without the mark of a call.
  if (name.endsWith(callMark) && linker.declared(entity.id, name.slice(0, -callMark.length)))
    return undefined;
  const facade = entity.kind === "definition" ? behindFacade(linker, entity.id, name) : undefined;
  if (facade) return facade;
  const isModel = ids.some((id) => linker.tables.definition(id).bases?.some((base) => models!.test(base)));
  return isModel ? (modelMember(entity, name) ?? relationMember(linker, entity, name)) : undefined;
}

/** What a facade of Laravel is asked for, the class has that it says it stands for. */
function behindFacade(linker: Linker, id: number, name: string): Found | undefined {
  const [method] = linker.declared(id, `getFacadeAccessor${callMark}`)?.entities ?? [];
  if (method?.kind !== "definition") return undefined;
  const file = linker.tables.fileOf(method.id);
  const [, type] =
    /^([\\\w]+)\.class$/.exec(linker.tables.definition(method.id).returnValues?.[0] ?? "") ?? [];
  const found =
    type === undefined ? [] : linker.typed(file, file.inside[method.id - file.base]!, type).entities;
  const own = found.flatMap((one) => (one.kind === "instance" ? [linker.member(one, name)] : []));
  return own.length === 0 ? undefined : inferred(together(own));
}

/** What such a method gives is read like a property of its name, each object of it or the only one. */
const relation =
  /^this\.(?:(hasMany|belongsToMany|hasManyThrough|morphMany|morphToMany|morphedByMany)|hasOne|belongsTo|hasOneThrough|morphOne)\(/;

/** `$user->posts` where a method \`posts\` gives \`$this->hasMany(Post::class)\`. */
function relationMember(linker: Linker, entity: Entity, name: string): Found | undefined {
  if (entity.kind !== "instance" || name.endsWith(callMark)) return undefined;
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
