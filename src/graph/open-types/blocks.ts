/** Picks among methods of one name in several `impl` blocks of a type: `impl Foo {}`, `impl Bar for Foo {}` (Rust). */
import { type Entity, external, type Found, inferred, union } from "../entities.ts";
import { expandoKeyIn, targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";
import { definedMember } from "../members/added-members.ts";
import { isAround, pathStart } from "../names/paths.ts";
import { type ChainStep, calledName, pathMark, uncalled } from "../notation/chain-steps.ts";
import type { Chain, Definition } from "../outline.ts";
import { failureOf } from "../types/failures.ts";
import { classesNamed } from "./open-types.ts";
import { hasItself } from "./own-methods.ts";
import { isInScope, methodOfTrait } from "./trait-methods.ts";

/**
 * The member that a call means, given what member look-up found: an external value's method (`x.context("...")`) may
 * also be one of a trait in the repository.
 */
export function memberWithBlocks(
  linker: Linker,
  file: FileTable,
  scope: number,
  before: Found,
  step: ChainStep,
  found: Found,
): Found {
  const isOnSelf = /^(?:this|Self)$/.test(step.rest!.text);
  const failed = failureOf(linker, file, scope, step);
  if (failed && failed.entities.length > 0) return failed;
  const isKnown = found.entities.some(({ kind }) => kind !== "external" && kind !== "callable");
  if (isKnown) {
    const others = isOnSelf ? withoutAround(linker, file, scope, found) : found;
    const meant = withoutOwn(linker.tables, others, step.name);
    return ofBlocks(linker, file, scope, meant, isOnSelf);
  }
  const beside = isOnSelf ? besideIn(linker, file, scope, step.name) : undefined;
  if (beside) return beside;
  const ofTrait = methodOfTrait(linker, file, scope, before, step);
  if (!ofTrait) return found;
  const givers = found.entities.filter(({ kind }) => kind === "callable");
  return givers.length === 0 ? ofTrait : inferred(union([ofTrait, { ...found, entities: givers }]));
}

/** An item of the enclosing block, which may be for a type without a name: `impl Input for &[u8]`. */
function besideIn(linker: Linker, file: FileTable, scope: number, called: string): Found | undefined {
  const [around, name] = [blockAround(file, scope), uncalled(called).replaceAll(pathMark, "")];
  if (!around) return undefined;
  const all = file.expandoMembers.get(expandoKeyIn(file, targetOf(around.on!), around.scope))?.get(name);
  const own = all?.filter((index) => file.outline.definitions[index]!.scope === around.scope) ?? [];
  const found = own.length === 0 ? undefined : definedMember(linker, file, own);
  return found && withoutAround(linker, file, scope, found);
}

/**
 * Drops the enclosing method in a block for an external type: a call of its name on `self` delegates to the type's
 * own method or to another block, as in `impl PartialEq<Path> for str`.
 */
function withoutAround(linker: Linker, file: FileTable, scope: number, found: Found): Found {
  const around = blockAround(file, scope);
  const isIt = (one: Entity): boolean =>
    one.kind === "definition" && linker.tables.definition(one.id) === around;
  if (!around || !found.entities.some(isIt)) return found;
  if (classesNamed(linker, file, around.scope, targetOf(around.on!)).length > 0) return found;
  return { ...found, entities: found.entities.filter((one) => !isIt(one)) };
}

/** Drops methods on built-in types that have an inherent method of that name. */
function withoutOwn(tables: Tables, found: Found, called: string): Found {
  const name = calledName(called);
  if (name === undefined) return found;
  const isOwn = (one: Entity): boolean =>
    one.kind === "definition" && hasItself(targetOf(tables.definition(one.id).on ?? ""), name);
  return found.entities.some(isOwn)
    ? union([external, { ...found, entities: found.entities.filter((one) => !isOwn(one)) }])
    : found;
}

/**
 * Visible inherent methods come before trait methods, and of these count the ones whose trait is in scope, as Rust
 * requires. On `self`, those of the enclosing block win: `impl Foo<1> {}`, `impl Foo<2> {}`.
 */
function ofBlocks(linker: Linker, file: FileTable, scope: number, found: Found, isOnSelf: boolean): Found {
  if (found.entities.length < 2) return found;
  const { tables } = linker;
  const methods = found.entities.filter((one) => one.kind === "definition");
  const ofTraits = methods.filter(({ id }) => fulfils(tables, id));
  const own = methods.filter(({ id }) => !fulfils(tables, id) && isSeen(linker, file, scope, id));
  const callable = own.length > 0 ? own : callableIn(linker, file, scope, ofTraits);
  const left: readonly Entity[] = callable.length > 0 ? callable : found.entities;
  const block = isOnSelf && left.length > 1 ? blockAround(file, scope) : undefined;
  const here = left.filter(
    (one) =>
      one.kind === "definition" &&
      tables.fileOf(one.id) === file &&
      tables.definition(one.id).scope === block?.scope,
  );
  return { ...found, entities: here.length > 0 ? here : ofValues(tables, left) };
}

/** Whether a method is visible from a scope: public, private to its module with submodules, or `pub(super)`. */
function isSeen(linker: Linker, file: FileTable, scope: number, id: number): boolean {
  const home = linker.tables.fileOf(id);
  const { visibility, signature, scope: own } = linker.tables.definition(id);
  if (visibility === undefined) return isAround(linker, file, scope, moduleOf(home));
  const outer = /^pub\s*\(\s*super\s*\)/.test(signature) ? pathStart(linker, home, own, "super") : undefined;
  return outer === undefined || outer.entities.some((one) => isAround(linker, file, scope, one));
}

/** Of blocks for `u8` and for `&u8` the former, since references are not told apart from values. */
function ofValues(tables: Tables, methods: readonly Entity[]): readonly Entity[] {
  if (methods.length < 2) return methods;
  const plain = methods.filter(
    (one) => one.kind !== "definition" || !tables.definition(one.id).onType?.startsWith("&"),
  );
  return plain.length > 0 ? plain : methods;
}

type Method = Extract<Entity, { kind: "definition" }>;

/** The methods whose trait is in scope; all where that is known of none. */
function callableIn(
  linker: Linker,
  file: FileTable,
  scope: number,
  methods: readonly Method[],
): readonly Method[] {
  if (methods.length < 2) return methods;
  // Whether an external trait is in scope is unknown.
  const seen = methods.map(({ id }): boolean | undefined => {
    const traits = traitsOf(linker, id);
    return traits.length === 0 ? undefined : traits.some((trait) => isInScope(linker, file, scope, trait));
  });
  return seen.includes(true) ? methods.filter((_, at) => seen[at] !== false) : methods;
}

/** The repository's traits that a method's block implements. */
function traitsOf(linker: Linker, id: number): readonly number[] {
  const file = linker.tables.fileOf(id);
  const { scope } = linker.tables.definition(id);
  const bases = basesByBlock(file).get(scope) ?? [];
  return bases.flatMap((base) => classesNamed(linker, file, scope, base));
}

/** Private items are visible in submodules, too. */
const moduleOf = ({ outline: { path, language } }: FileTable): Entity => ({
  ...{ kind: "module", target: { kind: "file", path }, language },
});

function blockAround({ outline: { scopes, definitions } }: FileTable, start: number): Definition | undefined {
  for (let at = start; at > 0; at = scopes[at]!.parent) {
    const definition = definitions[scopes[at]!.definition];
    if (definition?.on !== undefined) return definition;
  }
  return undefined;
}

const fulfils = (tables: Tables, id: number): boolean =>
  basesByBlock(tables.fileOf(id)).has(tables.definition(id).scope);

const knownBases = new WeakMap<FileTable, ReadonlyMap<number, readonly Chain[]>>();

/** By block scope: the implemented trait. */
export function basesByBlock(file: FileTable): ReadonlyMap<number, readonly Chain[]> {
  const known = knownBases.get(file);
  if (known) return known;
  const found = new Map<number, Chain[]>();
  for (const { scope, base } of file.outline.outOfLineBases ?? []) push(found, scope, base);
  knownBases.set(file, found);
  return found;
}
