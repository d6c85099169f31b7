/** The candidates of overload resolution, with their signatures, and inherited ones. */

import { type Entity, maxCandidates } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { findDeclared } from "../members/declared-members.ts";
import { classAround, onReceiver } from "../members/receivers.ts";
import { templateTypes } from "../notation/signatures.ts";
import { callMark, type Definition, type Reference } from "../outline.ts";
import { ofArity } from "../types/arity.ts";
import { javaConversions } from "./java-conversions.ts";
import type { Written } from "./overloads.ts";
import { ofTemplates } from "./template-arguments.ts";

export interface Candidate {
  readonly entity: Entity;
  readonly definition: Definition | undefined;
}

export const none: readonly Candidate[] = [];

export const candidates = (
  linker: Linker,
  entities: readonly Entity[],
  types: number | undefined,
): readonly Candidate[] =>
  ofTemplates(linker, ofArity(linker, entities, types), types).map((entity) => candidate(linker, entity));

export const candidate = (linker: Linker, entity: Entity): Candidate => ({
  entity,
  definition: definitionOf(linker, entity),
});

/**
 * Inherited overloads: of the nearest base that has applicable ones where these hide the rest (C#), else of all
 * bases, without those that are overridden.
 *
 * @param own The candidates of the class itself.
 */
export function ofBases(
  linker: Linker,
  own: readonly Candidate[],
  { args, types }: Reference,
): readonly Candidate[] {
  const [first] = own;
  if (first?.entity.kind !== "definition") return none;
  const { rules } = linker.tables.fileOf(first.entity.id);
  const owner =
    rules?.overloads && rules.separateFunctionNames ? classAround(linker, first.entity.id) : undefined;
  if (owner === undefined) return none;
  const known = [...own];
  const receiver = { kind: "instance" as const, id: owner, typeArguments: first.entity.typeArguments };
  for (const base of linker.ancestors(owner).ids.slice(1)) {
    const found = findDeclared(linker, [base], first.definition!.name + callMark);
    if (!found) continue;
    const { entities } = onReceiver(linker, { found, by: base }, receiver);
    const taking = candidates(linker, entities, types).filter(({ definition }) => takes(definition, args));
    if (taking.length > 0 && rules?.conversions === "C#") return taking;
    for (const one of taking) if (!known.some((nearer) => isWrittenAgain(nearer, one))) known.push(one);
    if (known.length > maxCandidates) break;
  }
  return known.slice(own.length);
}

/** Whether a method overrides an inherited one, by its parameter types; a type parameter may stand for any class. */
function isWrittenAgain(nearer: Candidate, one: Candidate): boolean {
  const [mine, theirs] = [nearer.definition?.parameterTypes, one.definition?.parameterTypes];
  if (!mine || !theirs || mine.length !== theirs.length) return false;
  if (nearer.definition?.rest !== one.definition?.rest) return false;
  return theirs.every((text, at) => {
    if (text === mine[at]) return true;
    const [own, other] = [mine[at]!, text].map(javaConversions.parameter);
    return own!.name === other!.name || (other!.isAny && other!.name !== "Object" && !own!.isPrimitive);
  });
}

function definitionOf(linker: Linker, entity: Entity): Definition | undefined {
  if (entity.kind !== "definition") return undefined;
  const definition = linker.tables.definition(entity.id);
  const optional = linker.optional(entity.id);
  return optional === (definition.optional ?? 0) ? definition : { ...definition, optional };
}

/** The accessible candidates; all where none is, or where the language resolves before it checks access. */
export function reachable(linker: Linker, file: FileTable, all: readonly Candidate[]): readonly Candidate[] {
  if (!file.rules?.privateInFile || all.length < 2) return all;
  const open = all.filter(
    ({ entity, definition }) =>
      definition?.visibility !== "private" ||
      entity.kind !== "definition" ||
      linker.tables.fileOf(entity.id) === file,
  );
  return open.length > 0 ? open : all;
}

/** An extension method as a static one, with the receiver as first parameter. */
export function withReceiver({ entity, definition }: Candidate): readonly [Candidate] {
  if (definition?.extends === undefined) return [{ entity, definition }];
  const { parameters = 0, parameterTypes = [] } = definition;
  const all = {
    ...definition,
    parameters: parameters + 1,
    parameterTypes: [definition.extends, ...parameterTypes],
  };
  return [{ entity, definition: all }];
}

/** Whether a function accepts a number of arguments; unknown numbers do. */
export function takes(definition: Definition | undefined, args: number | undefined): boolean {
  if (definition?.parameters === undefined || args === undefined) return true;
  const { parameters, optional = 0, rest } = definition;
  return (
    (args <= parameters && args >= parameters - optional) ||
    (rest === true && args >= parameters - 1 - optional)
  );
}

/** The candidates with known parameter types. */
export const typedOf = (linker: Linker, all: readonly Candidate[]): readonly Written[] =>
  all.flatMap(({ entity, definition }) => {
    if (entity.kind !== "definition" || !definition?.parameterTypes) return [];
    const file = linker.tables.fileOf(entity.id);
    const open = file.rules?.conversions === "C++" ? templateTypes(definition) : undefined;
    return [{ definition, at: { file, scope: definition.scope, open } }];
  });

/** By argument: whether the candidates' parameter types differ there. */
export function decidingPlaces(all: readonly Written[], args: number): readonly boolean[] {
  const definitions = all.map(({ definition }) => definition);
  const isOpen = definitions.some(({ rest }) => rest);
  return Array.from({ length: args }, (_, at) => {
    const [first] = definitions;
    return isOpen || definitions.some((one) => one.parameterTypes![at] !== first!.parameterTypes![at]);
  });
}
