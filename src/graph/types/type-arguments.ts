/**
 * What the parameters of generic classes stand for: for the `T` of `class Repo<T>` a `User` in a `Repo<User>`, and in
 * what builds on one. Parameters and bases are read from the heads of classes, as they are written.
 */

import {
  type Entity,
  exactly,
  type Found,
  type Given,
  inferred,
  nothing,
  type RecordEntity,
  together,
  type Variable,
} from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { ownerOf } from "../files/owners.ts";
import type { Linker } from "../linker.ts";
import { closing, splitTop } from "../notation/brackets.ts";
import { lastName } from "../notation/chain-steps.ts";
import {
  appliedIn,
  behindName,
  bracketedAt,
  headOf,
  isNameless,
  typeParametersOf,
} from "../notation/heads.ts";
import type { Chain, Definition } from "../outline.ts";
import { associatedIn } from "./associated-types.ts";

/** Types in types are followed so far. */
const maxDepth = 8;
/** So many bases, and bases of bases, are asked. */
const maxClasses = 100;

/** The parameter of the class or function around that a name is in a scope. */
export function variableAt(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
): Variable | undefined {
  // Most names that lead nowhere are of types like `string`.
  if (!/^[\p{Lu}_]/u.test(name)) return undefined;
  const { genericFunctions, typesOfCalls } = file.rules ?? {};
  if (typesOfCalls && name.startsWith(ofSelf))
    return variableAt(linker, file, scope, name.slice(ofSelf.length));
  const around = genericFunctions || typesOfCalls ? variableAround(linker, file, scope, name) : undefined;
  if (around || genericFunctions) return around;
  const owner = ownerOf(file, scope);
  if (!owner) return undefined;
  const of =
    "index" in owner ? file.base + owner.index : classIn(linker, linker.chain(file, owner.scope, owner.on));
  return of !== undefined && linker.parameters(of).includes(name) ? { of, name } : undefined;
}

const ofSelf = "Self.";

/** The same where functions have parameters for types, too. */
function variableAround(linker: Linker, file: FileTable, start: number, name: string): Variable | undefined {
  const { scopes } = file.outline;
  for (let at = start; at > 0; at = scopes[at]!.parent) {
    const { definition } = scopes[at]!;
    if (definition < 0) continue;
    const of = file.base + definition;
    if (linker.parameters(of).includes(name)) return { of, name };
  }
  return undefined;
}

const classIn = ({ tables }: Linker, { entities }: Found): number | undefined =>
  entities.flatMap((one) =>
    one.kind === "definition" && tables.definition(one.id).kind === "class" ? [one.id] : [],
  )[0];

/** What a finding is where the parameters of a class stand for something. */
export function withGiven(linker: Linker, found: Found, given: Given): Found {
  const names = linker.parameters(given.of);
  // What is given to a type twice is one thing there: `Pair<T, T>` in a `Pair<T, T>` would be read four times.
  const known: Map<Found["entities"], Found>[] = [];
  const replaced = (one: Found, depth: number): Found => {
    if (depth > maxDepth || !one.entities.some(hasParts)) return one;
    const before = known[depth]?.get(one.entities);
    if (before) return before;
    const found = inferred(together(one.entities.map((entity) => ofEntity(entity, depth))));
    // Most have nothing inside.
    if (depth === 0) return found;
    const here = known[depth] ?? new Map<Found["entities"], Found>();
    known[depth] = here.set(one.entities, found);
    return found;
  };
  const keeping = (one: RecordEntity): RecordEntity => ({ ...one, within: [...(one.within ?? []), given] });
  const ofEntity = (entity: Entity, depth: number): Found => {
    const inside = (one: Found): Found => replaced(one, depth + 1);
    if ("variable" in entity && entity.variable?.of === given.of) {
      const meant = given.types[names.indexOf(entity.variable.name)];
      // Of a parameter that is at least a `Foo` another one, of which nothing is known, says less.
      if (meant?.entities.some((one) => entity.kind !== "instance" || !isOpen(one))) return meant;
    }
    // What is written out is read when a member of it is asked for.
    const part: Entity = entity.kind === "record" ? keeping(entity) : withParts(entity, inside);
    const isHead = part.kind === "giver" && part.head !== undefined;
    return exactly(isHead ? { ...part, head: keeping(part.head) } : part);
  };
  return replaced(found, 0);
}

const isOpen = (one: Entity): boolean => one.kind === "external" && one.variable !== undefined;

/** Whether it may be another thing where parameters for types stand for something. */
export const hasParts = (one: Entity): boolean =>
  one.kind === "collection" ||
  one.kind === "giver" ||
  one.kind === "record" ||
  (one.kind === "external" && one.holds !== undefined) ||
  ("variable" in one && one.variable !== undefined) ||
  ("given" in one && one.given !== undefined);

function withParts(entity: Entity, inside: (one: Found) => Found): Entity {
  if (entity.kind === "giver") {
    const { gives, takes } = entity;
    return { ...entity, gives: inside(gives), ...(takes ? { takes: takes.map(inside) } : {}) };
  }
  if (entity.kind === "collection") {
    const elements = inside(entity.elements);
    const keys = entity.keys === entity.elements ? elements : inside(entity.keys);
    return { ...entity, elements, keys, ...(entity.places ? { places: entity.places.map(inside) } : {}) };
  }
  if (entity.kind === "external" && entity.holds) return { ...entity, holds: inside(entity.holds) };
  if (!("given" in entity) || !entity.given) return entity;
  return { ...entity, given: { of: entity.given.of, types: entity.given.types.map(inside) } };
}

/** What the parameters of a class, or of one that it builds on, stand for on an object; undefined where nothing says it. */
export function givenFor(linker: Linker, { id, given }: GivenClass, of: number): Given | undefined {
  if (linker.parameters(of).length === 0) return undefined;
  if (id === of) return given;
  const said = linker.givenTo(id, of);
  return said && seenFrom(linker, said, given);
}

/** What is said in parameters of a class, where these stand for something. */
const seenFrom = (linker: Linker, { of, types }: Given, given: Given | undefined): Given =>
  given ? { of, types: types.map((one) => withGiven(linker, one, given)) } : { of, types };

/** What a class is given, and what its other parameters stand for then: `class Repo<T, K = Key<T>>`. */
export function withUsual(linker: Linker, of: number, said: readonly Found[]): Given | undefined {
  const names = linker.tables.fileOf(of).rules?.genericFunctions ? linker.parameters(of) : none;
  let types = said;
  // Each knows those before it, and never itself: `T = { more: Foo }` keeps them until it is asked for a member.
  for (const name of names.slice(said.length))
    types = [...types, withGiven(linker, linker.usual(of, name), { of, types })];
  return types.some(({ entities }) => entities.length > 0) ? { of, types } : undefined;
}

interface GivenClass {
  readonly id: number;
  readonly given?: Given | undefined;
}

/**
 * The same, as the heads of the classes in between say it: in parameters of the first one.
 *
 * @param seen The classes that were asked.
 */
export function findGiven(linker: Linker, id: number, of: number, seen: Set<number>): Given | undefined {
  seen.add(id);
  for (const base of linker.basesOf(id)) {
    if (base.id === of && base.given) return base.given;
    if (seen.has(base.id) || seen.size > maxClasses) continue;
    const said = findGiven(linker, base.id, of, seen);
    if (said) return seenFrom(linker, said, base.given);
  }
  return undefined;
}

/** The bases that a class names, with what they are given. */
export function findBases(linker: Linker, id: number): readonly GivenClass[] {
  const file = linker.tables.fileOf(id);
  const definition = linker.tables.definition(id);
  const { bases = [], promises = [], alias } = definition;
  const inside = file.inside[id - file.base]!;
  const said = file.rules?.embeds ? embeddedIn(file, inside, bases) : [];
  const applied = [...said, ...appliedIn(alias ?? headOf(definition))].flatMap(
    (type) => linker.typed(file, inside, type).entities,
  );
  const named = [...bases, ...promises].flatMap((base) => linker.base(id, base).entities);
  const known = new Map<number, Given | undefined>();
  for (const one of [...applied, ...named])
    if (one.kind === "instance" || one.kind === "definition")
      known.set(one.id, known.get(one.id) ?? one.given);
  known.delete(id);
  return [...known].map(([base, given]) => ({ id: base, given: given ?? withUsual(linker, base, []) }));
}

/** The types of the fields in which a class has what it builds on: `struct { *Repo[User] }`. */
const embeddedIn = (file: FileTable, inside: number, bases: readonly Chain[]): readonly string[] =>
  bases.flatMap(
    (base) => file.said(lastName(base), inside)?.bindings?.flatMap(({ type }) => type ?? []) ?? [],
  );

/** Lists and maps that a class builds on, and what is known by name: `class Foos extends ArrayList<Foo>`. */
export function findContents(linker: Linker, id: number): Found {
  const definition = linker.tables.definition(id);
  if (definition.kind !== "class" || !/[<[]/.test(definition.signature)) return nothing;
  const file = linker.tables.fileOf(id);
  const inside = file.inside[id - file.base]!;
  const found = appliedIn(headOf(definition)).flatMap((type) => linker.typed(file, inside, type).entities);
  return inferred(exactly(...found.filter(({ kind }) => kind === "collection" || kind === "record")));
}

/** What is in an object of a class that builds on a list or a map. */
export function contentsOf(linker: Linker, entity: GivenClass): Found {
  const found = linker.lineage(entity.id).ids.flatMap((of) => {
    const contents = linker.contents(of);
    const given = contents.entities.length > 0 ? givenFor(linker, entity, of) : undefined;
    return given ? [withGiven(linker, contents, given)] : [contents];
  });
  return together(found);
}

const none: readonly string[] = [];

/** The names of the parameters for types of a class, or of a function that has them: between brackets behind its name or before all of it, or those that its bases are given. */
export function findParameters(linker: Linker, id: number): readonly string[] {
  const definition = linker.tables.definition(id);
  const { genericFunctions, typesOfCalls } = linker.tables.fileOf(id).rules ?? {};
  if (definition.kind === "function" && genericFunctions)
    return typeParametersOf(definition).flatMap((part) => declared(part));
  if (definition.kind !== "class" && !(definition.kind === "function" && typesOfCalls)) return none;
  if (isNameless(definition)) return none;
  const { signature } = definition;
  if (typesOfCalls && /\btrait /.test(signature)) {
    const file = linker.tables.fileOf(id);
    return [...new Set([...inBrackets(definition), ...associatedIn(file, file.inside[id - file.base]!)])];
  }
  if (signature.startsWith("template")) return ofTemplate(signature);
  const rest = behindName(definition);
  if (/^[<[]/.test(rest)) return inBrackets(definition);
  return rest.startsWith("(") ? variablesIn(linker.tables.fileOf(id), rest) : none;
}

function inBrackets(definition: Definition): readonly string[] {
  const rest = behindName(definition);
  return /^[<[]/.test(rest) ? bracketedAt(rest, 0).flatMap((part) => declared(part)) : none;
}

/** `template <class T, int N = 3>`: last in each part stands its name. */
function ofTemplate(signature: string): readonly string[] {
  const open = signature.indexOf("<");
  const end = open < 0 ? signature.length : closing(signature, open);
  if (end === signature.length) return none;
  return splitTop(signature.slice(open + 1, end), ",").map(
    (part) => /([\p{L}_][\p{L}\p{N}_]*)\s*(?:=[\s\S]*)?$/u.exec(part)?.[1] ?? "",
  );
}

const declared = (part: string): readonly string[] =>
  /^(?:(?:in|out|const)\s+)?\*{0,2}([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(part)?.slice(1) ?? none;

/** `class Repo(Generic[T])`; without that those type variables of the file that bases are given, in order. */
function variablesIn(file: FileTable, heads: string): readonly string[] {
  const generic = /(?:^|[\s,(.])(?:Generic|Protocol)\[([^\]]*)\]/.exec(heads)?.[1];
  if (generic !== undefined) return splitTop(generic, ",").flatMap((part) => declared(part));
  const names = appliedIn(heads).flatMap((type) => type.match(/\w+/g) ?? []);
  return [...new Set(names)].filter((name) =>
    file
      .said(name, 0)
      ?.bindings?.some(({ value }) => value !== undefined && /\bTypeVar\([^()]*\)$/.test(value)),
  );
}
