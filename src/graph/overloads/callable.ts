/** Picks the definitions that a call means: overload resolution, and functions told from classes and aliases. */

import { type Entity, type Found, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { isOnlyType } from "../members/defined.ts";
import { isExtension, isOfClass } from "../members/extension-methods.ts";
import { arityOf } from "../notation/heads.ts";
import { namedArgumentsIn } from "../notation/signatures.ts";
import type { Definition, Reference } from "../outline.ts";
import { madeOfArity } from "../types/arity.ts";
import { createFits, type Fits } from "./argument-fit.ts";
import {
  type Candidate,
  candidate,
  candidates,
  decidingPlaces,
  none,
  ofBases,
  reachable,
  takes,
  typedOf,
  withReceiver,
} from "./candidates.ts";
import { createConstness } from "./constness.ts";
import { type Best, bestOverloads, type Written } from "./overloads.ts";

/** The callable entities: functions before a type of the same name, never a mere alias, and of overloads those that fit. */
export type Callable = (found: Found, reference: Reference) => readonly Entity[];

export function createCallable(linker: Linker): (file: FileTable) => Callable {
  const fitsIn = createFits(linker);
  const constnessIn = createConstness(linker);
  return (file) => {
    const callable = byArguments(linker, fitsIn, file);
    if (file.rules?.conversions !== "C++") return callable;
    const constness = constnessIn(file);
    return (found, reference) => constness(callable(found, reference), reference);
  };
}

/** Filters functions by the arguments of the call. */
function byArguments(linker: Linker, fitsIn: (file: FileTable) => Fits, file: FileTable): Callable {
  let fits: Fits | undefined;
  // Keyed by the entities, then the numbers of arguments and type arguments; argument types come last.
  const known = new Map<readonly Entity[], Map<string, Taking>>();
  const takingOf = (entities: readonly Entity[], count: string, find: () => Taking): Taking => {
    const byCount = known.get(entities) ?? new Map<string, Taking>();
    known.set(entities, byCount);
    const taking = byCount.get(count) ?? find();
    byCount.set(count, taking);
    return taking;
  };
  const meant = ({ entities, overloads }: Taking, reference: Reference): readonly Entity[] => {
    if (!overloads) return entities;
    fits ??= fitsIn(file);
    return chosen(linker, fits, overloads, entities, reference);
  };
  const hidesInherited = file.rules?.conversions === "C#";
  const counts = hidesInherited || file.rules?.conversions === "C++";
  const areSeparate = file.rules?.overloads && file.rules.separateFunctionNames;
  /** The fast path: most calls have one candidate, and nothing to check. */
  const isPlain = (only: Entity, { args, argTypes }: Reference): boolean => {
    if (only.kind !== "definition") return true;
    const definition = linker.tables.definition(only.id);
    if (hidesInherited || definition.alias !== undefined || definition.extends !== undefined) return false;
    return !(areSeparate && definition.parameterTypes && argTypes) && takes(definition, args);
  };
  const among = (entities: readonly Entity[], reference: Reference): readonly Entity[] => {
    const [only] = entities;
    if (only !== undefined && entities.length === 1) {
      const definition = only.kind === "definition" ? linker.tables.definition(only.id) : undefined;
      if (definition?.alias !== undefined) return madeByAlias(linker, only, definition);
      if (hidesInherited && definition?.kind === "class") return madeOfArity(linker, file, only, reference);
      const whole = definition?.extends !== undefined && isOfClass(linker, file, reference);
      const [one] = whole ? withReceiver({ entity: only, definition }) : [{ entity: only, definition }];
      const typed = hidesInherited ? forTypes(linker, file, one!, reference) : [];
      if (typed.length > 0) return typed.map(({ entity }) => entity);
      // Default arguments may be in a separate declaration.
      const isTaking = (each: Candidate): boolean => takes(each.definition, reference.args);
      if (isTaking(one!) || (!whole && isTaking(candidate(linker, only)))) {
        if (!areSeparate || !definition?.parameterTypes || !reference.argTypes) return entities;
        const find = (): Taking => ({
          entities,
          overloads: besideOthers(linker, file, one!, reference),
        });
        return meant(takingOf(entities, `${reference.args} ${reference.types}`, find), reference);
      }
      const find = (): Taking => asTaking(linker, ofBases(linker, [one!], reference), reference.args);
      const inherited = takingOf(entities, `${reference.args} ${reference.types}`, find);
      if (inherited.entities.length > 0) return meant(inherited, reference);
      return counts ? [] : entities;
    }
    if (entities.every(({ kind }) => kind !== "definition")) return entities;
    const { args, types } = reference;
    const whole = entities.some((one) => isExtension(linker, one)) && isOfClass(linker, file, reference);
    const find = (): Taking =>
      takingSoMany(linker, file, entities, reference, { whole, hidesInherited, counts });
    return meant(takingOf(entities, `${args} ${types} ${whole}`, find), reference);
  };
  return ({ entities }, reference) =>
    entities.length === 0 || (entities.length === 1 && isPlain(entities[0]!, reference))
      ? entities
      : among(entities, reference);
}

/** The candidates that accept the number of arguments. */
interface Taking {
  readonly entities: readonly Entity[];
  /** Set where argument types may decide. */
  readonly overloads: Overloads | undefined;
}

interface Overloads {
  readonly definitions: readonly Written[];
  readonly args: number;
  /** By argument: whether the candidates differ there; elsewhere the argument need not be resolved. */
  deciding(): readonly boolean[];
  readonly chosen: Map<string, readonly Entity[]>;
  /** Candidates of base classes, or extension methods. */
  ofBases(): readonly Candidate[];
  /** Whether the own candidates hide those of bases, unless none is applicable. */
  readonly hide: boolean;
}

interface HowCalled {
  /** Called through their class, so that the receiver of an extension method is an ordinary argument: `Extensions.Run(foo)`. */
  readonly whole: boolean;
  /** Whether a wrong number of arguments rules a candidate out: something else is meant then. */
  readonly counts: boolean;
  /** Whether methods of a nearer class hide those of its bases (C#). */
  readonly hidesInherited: boolean;
}

/** Where a call writes type arguments for a non-generic method: generic methods of bases, and extension methods. */
function forTypes(
  linker: Linker,
  file: FileTable,
  one: Candidate,
  reference: Reference,
): readonly Candidate[] {
  const { args, chain, scope, types = 0 } = reference;
  if (types === 0 || one.definition?.kind !== "function" || arityOf(one.definition) === types) return [];
  const added = linker.added(file, scope, chain).entities;
  return [...ofBases(linker, [one], reference), ...candidates(linker, added, types)].filter(
    ({ definition }) => definition && arityOf(definition) === types && takes(definition, args),
  );
}

/** A method with its alternatives where it is not applicable: those of bases, and extension methods. */
function besideOthers(
  linker: Linker,
  file: FileTable,
  one: Candidate,
  reference: Reference,
): Overloads | undefined {
  const { args, chain, scope, types } = reference;
  if (args === undefined) return undefined;
  const hide = file.rules?.conversions === "C#";
  const inherited = ofBases(linker, [one], reference);
  const added = inherited.length > 0 ? unresolved : linker.added(file, scope, chain);
  const others = [
    ...inherited,
    ...candidates(linker, added.entities, types).filter(({ definition }) => takes(definition, args)),
  ].filter(({ entity }) => entity !== one.entity);
  if (others.length === 0) return undefined;
  const all = new Array<boolean>(args).fill(true);
  return {
    definitions: typedOf(linker, [one]),
    args,
    deciding: () => all,
    chosen: new Map(),
    ofBases: () => others,
    hide,
  };
}

function takingSoMany(
  linker: Linker,
  file: FileTable,
  entities: readonly Entity[],
  reference: Reference,
  { whole, hidesInherited, counts }: HowCalled,
): Taking {
  const { args, types } = reference;
  const named = candidates(linker, entities, types).flatMap((one) =>
    one.definition?.alias === undefined
      ? [one]
      : madeByAlias(linker, one.entity, one.definition).map((entity) => candidate(linker, entity)),
  );
  // Of a class and an interface that are merged, the class is constructed.
  const made = named.filter(({ entity }) => entity.kind !== "definition" || !isOnlyType(linker, entity.id));
  const all = made.some(({ definition }) => definition?.kind === "class") ? made : named;
  const plain = all.filter(({ definition }) => definition?.kind !== "class");
  const values = reachable(linker, file, whole ? plain.flatMap(withReceiver) : plain);
  const taking = values.filter(({ definition }) => takes(definition, args));
  const hasFunction = all.some(({ definition }) => definition?.kind === "function");
  const inherited = hasFunction && taking.length === 0 ? ofBases(linker, values, reference) : none;
  const rest = counts ? none : values;
  const fitting = hasFunction ? ([taking, inherited].find((some) => some.length > 0) ?? rest) : all;
  if (!hasFunction) return { entities: fitting.map(({ entity }) => entity), overloads: undefined };
  const find = (): readonly Candidate[] => (taking === fitting ? ofBases(linker, values, reference) : none);
  return asTaking(linker, fitting, args, hidesInherited, find);
}

/** Prepares candidates for resolution by argument types. */
function asTaking(
  linker: Linker,
  all: readonly Candidate[],
  args: number | undefined,
  hide = true,
  findBases = (): readonly Candidate[] => none,
): Taking {
  const definitions = typedOf(linker, all);
  const entities = all.map(({ entity }) => entity);
  let known: readonly Candidate[] | undefined;
  const ofBases = (): readonly Candidate[] => (known ??= findBases());
  // A single candidate may not be applicable where an inherited one is.
  const isOnly = all.length < 2 && (hide || ofBases().length === 0);
  if (args === undefined || isOnly || definitions.length < all.length)
    return { entities, overloads: undefined };
  let places: readonly boolean[] | undefined;
  const compared = (): readonly Written[] =>
    hide && !definitions.some(isOverride) ? definitions : [...definitions, ...typedOf(linker, ofBases())];
  const deciding = (): readonly boolean[] => (places ??= decidingPlaces(compared(), args));
  return { entities, overloads: { definitions, args, deciding, chosen: new Map(), ofBases, hide } };
}

/** Calling an alias (Go, `type A = B`) constructs the aliased class; elsewhere an alias is not callable. */
function madeByAlias(
  linker: Linker,
  entity: Entity,
  { alias, scope, signature }: Definition,
): readonly Entity[] {
  if (entity.kind !== "definition") return [];
  const file = linker.tables.fileOf(entity.id);
  if (!file.rules?.nominalAliases) return [];
  if (!signature.endsWith(`= ${alias}`)) return [entity];
  const { entities } = linker.typed(file, scope, alias!);
  const made = entities.flatMap((one) =>
    one.kind === "instance" ? [{ kind: "definition" as const, id: one.id }] : [],
  );
  // An anonymous type has no other name.
  const isNameless = entities.every(({ kind }) => kind !== "external");
  return made.length === 0 && isNameless ? [entity] : made;
}

function chosen(
  linker: Linker,
  fits: Fits,
  overloads: Overloads,
  entities: readonly Entity[],
  { scope, argTypes }: Reference,
): readonly Entity[] {
  const { args, chosen: known } = overloads;
  const { names, types } = argTypes ? namedArgumentsIn(argTypes) : { names: undefined, types: [] };
  const deciding = argTypes ? overloads.deciding() : [];
  const given = argTypes
    ? types.map((text, at) => (deciding[at] || names ? fits.argument(scope, text) : undefined))
    : new Array<undefined>(args).fill(undefined);
  const key = given.map((type, at) => `${names?.[at] ?? ""}${type?.key ?? " "}`).join("\0");
  const before = known.get(key);
  if (before) return before;
  const best = (definitions: readonly Written[]): Best =>
    bestOverloads(fits, given, args, definitions, names);
  const found = bestOf(linker, overloads, entities, best);
  known.set(key, found);
  return found;
}

/** An override is declared by the base, as far as hiding goes (C#). */
const isOverride = ({ definition }: Written): boolean => /^[^(]*\boverride\s/.test(definition.signature);

function bestOf(
  linker: Linker,
  { definitions, ofBases, hide }: Overloads,
  entities: readonly Entity[],
  best: (definitions: readonly Written[]) => Best,
): readonly Entity[] {
  const own = best(definitions);
  const isHiding = hide && own.isLikely && !own.indices.every((index) => isOverride(definitions[index]!));
  const others = isHiding ? none : ofBases();
  const typed = typedOf(linker, others);
  if (others.length > 0 && typed.length === others.length) {
    if (!hide || own.isLikely) {
      const { indices } = best([...definitions, ...typed]);
      // On a tie the nearest class wins.
      const nearest = indices.filter((index) => index < definitions.length);
      if (nearest.length > 0) return nearest.map((index) => entities[index]!);
      return indices.map((index) => others[index - definitions.length]!.entity);
    }
    const inherited = best(typed);
    if (inherited.isLikely) return inherited.indices.map((index) => others[index]!.entity);
  }
  return own.indices.map((index) => entities[index]!);
}
