/** Which of the definitions of a name a call means: overload resolution, and classes told from functions. */

import { type Entity, type Found, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { isOnlyType } from "../members/defined.ts";
import { isExtension, isOfClass } from "../members/extension-methods.ts";
import { arityOf } from "../notation/heads.ts";
import { givenIn } from "../notation/signatures.ts";
import type { Definition, Reference } from "../outline.ts";
import { madeOfArity } from "../types/arity.ts";
import { createFits, type Fits } from "./argument-fit.ts";
import {
  type Candidate,
  candidate,
  candidates,
  none,
  ofBases,
  placesThatTell,
  reachable,
  takes,
  typedOf,
  withReceiver,
} from "./candidates.ts";
import { createConstness } from "./constness.ts";
import { type Best, bestOverloads, type Written } from "./overloads.ts";

/** A function rather than the type that shares its name, and never a mere alias; of functions those that fit. */
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

/** Of functions those that can be called with what is given. */
function byArguments(linker: Linker, fitsIn: (file: FileTable) => Fits, file: FileTable): Callable {
  let fits: Fits | undefined;
  // By what the name stands for, then by the numbers of arguments and of types, then by what is known of them.
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
  const told = file.rules?.conversions === "C#";
  const counts = told || file.rules?.conversions === "C++";
  const areApart = file.rules?.overloads && file.rules.separateFunctionNames;
  /** Most calls are of one thing, with nothing to ask about. */
  const isPlain = (only: Entity, { args, argTypes }: Reference): boolean => {
    if (only.kind !== "definition") return true;
    const definition = linker.tables.definition(only.id);
    if (told || definition.alias !== undefined || definition.extends !== undefined) return false;
    return !(areApart && definition.parameterTypes && argTypes) && takes(definition, args);
  };
  const among = (entities: readonly Entity[], reference: Reference): readonly Entity[] => {
    const [only] = entities;
    if (only !== undefined && entities.length === 1) {
      const definition = only.kind === "definition" ? linker.tables.definition(only.id) : undefined;
      if (definition?.alias !== undefined) return madeByAlias(linker, only, definition);
      if (told && definition?.kind === "class") return madeOfArity(linker, file, only, reference);
      const whole = definition?.extends !== undefined && isOfClass(linker, file, reference);
      const [one] = whole ? withReceiver({ entity: only, definition }) : [{ entity: only, definition }];
      const typed = told ? forTypes(linker, file, one!, reference) : [];
      if (typed.length > 0) return typed.map(({ entity }) => entity);
      // A declaration elsewhere may say what stands for arguments that are left out.
      const isTaking = (each: Candidate): boolean => takes(each.definition, reference.args);
      if (isTaking(one!) || (!whole && isTaking(candidate(linker, only)))) {
        if (!areApart || !definition?.parameterTypes || !reference.argTypes) return entities;
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
    const find = (): Taking => takingSoMany(linker, file, entities, reference, { whole, told, counts });
    return meant(takingOf(entities, `${args} ${types} ${whole}`, find), reference);
  };
  return ({ entities }, reference) =>
    entities.length === 0 || (entities.length === 1 && isPlain(entities[0]!, reference))
      ? entities
      : among(entities, reference);
}

/** Those that can be called with so many arguments. */
interface Taking {
  readonly entities: readonly Entity[];
  /** Where the types of the arguments may tell them apart. */
  readonly overloads: Overloads | undefined;
}

interface Overloads {
  readonly definitions: readonly Written[];
  readonly args: number;
  /** Whether they want different types there: what is given otherwise tells nothing, and need not be looked up. */
  tells(): readonly boolean[];
  readonly chosen: Map<string, readonly Entity[]>;
  /** Those that bases have, or that are added. */
  ofBases(): readonly Candidate[];
  /** These hide those of bases, which are meant where none of these can be. */
  readonly hide: boolean;
}

interface HowCalled {
  /** By the name of their class, if at all: what is no argument of an extension method elsewhere is one here. */
  readonly whole: boolean;
  /** What takes another number of arguments is not meant: something else is. */
  readonly counts: boolean;
  /** A nearer class hides the methods of its bases. */
  readonly told: boolean;
}

/** Where a call says types and the method has no parameters for them: what a base has, or what is added, that has. */
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

/** A method of a class, and those of its bases, or that are added to it, which are meant where it cannot be. */
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
    tells: () => all,
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
  { whole, told, counts }: HowCalled,
): Taking {
  const { args, types } = reference;
  const named = candidates(linker, entities, types).flatMap((one) =>
    one.definition?.alias === undefined
      ? [one]
      : madeByAlias(linker, one.entity, one.definition).map((entity) => candidate(linker, entity)),
  );
  // Of a class and an interface that add to each other the class is made.
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
  return asTaking(linker, fitting, args, told, find);
}

/** Of several functions those that may be told apart by the types of arguments. */
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
  // The only one of its class may not fit where one of a base does.
  const isOnly = all.length < 2 && (hide || ofBases().length === 0);
  if (args === undefined || isOnly || definitions.length < all.length)
    return { entities, overloads: undefined };
  let places: readonly boolean[] | undefined;
  const compared = (): readonly Written[] =>
    hide && !definitions.some(isOverride) ? definitions : [...definitions, ...typedOf(linker, ofBases())];
  const tells = (): readonly boolean[] => (places ??= placesThatTell(compared(), args));
  return { entities, overloads: { definitions, args, tells, chosen: new Map(), ofBases, hide } };
}

/** Where a type is called whatever it is made of, another name of one makes what that makes. A mere alias makes nothing. */
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
  // A type without a name has only this one.
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
  const { names, types } = argTypes ? givenIn(argTypes) : { names: undefined, types: [] };
  const tells = argTypes ? overloads.tells() : [];
  const given = argTypes
    ? types.map((text, at) => (tells[at] || names ? fits.argument(scope, text) : undefined))
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

/** What overrides a method of a base belongs to that, and hides nothing that the base has (C#). */
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
      // Where nothing tells them apart it is rather one of the class itself.
      const nearest = indices.filter((index) => index < definitions.length);
      if (nearest.length > 0) return nearest.map((index) => entities[index]!);
      return indices.map((index) => others[index - definitions.length]!.entity);
    }
    const inherited = best(typed);
    if (inherited.isLikely) return inherited.indices.map((index) => others[index]!.entity);
  }
  return own.indices.map((index) => entities[index]!);
}
