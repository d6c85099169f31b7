/** The candidates of overload resolution, with their signatures, and those that bases add. */

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
 * Overloads that bases have: of the nearest class that has any where a nearer one hides those of others (C#), else of
 * all, but for those that are written again nearer.
 *
 * @param own What the class itself has of the name.
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

/** Whether a method takes what one of a base does, as far as it is told: a parameter for types may stand for any class. */
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

/** Those that the file may call; all where it may call none of them, or its language chooses among all. */
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

/** An extension method that is called like any other one of its class. */
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

/** Whether a function can be called with so many arguments; unknown counts fit. */
export function takes(definition: Definition | undefined, args: number | undefined): boolean {
  if (definition?.parameters === undefined || args === undefined) return true;
  const { parameters, optional = 0, rest } = definition;
  return (
    (args <= parameters && args >= parameters - optional) ||
    (rest === true && args >= parameters - 1 - optional)
  );
}

/** Those of which the types of parameters are known, with what is. */
export const typedOf = (linker: Linker, all: readonly Candidate[]): readonly Written[] =>
  all.flatMap(({ entity, definition }) => {
    if (entity.kind !== "definition" || !definition?.parameterTypes) return [];
    const file = linker.tables.fileOf(entity.id);
    const open = file.rules?.conversions === "C++" ? templateTypes(definition) : undefined;
    return [{ definition, at: { file, scope: definition.scope, open } }];
  });

/** By argument: whether they want different types there. */
export function placesThatTell(all: readonly Written[], args: number): readonly boolean[] {
  const definitions = all.map(({ definition }) => definition);
  const isOpen = definitions.some(({ rest }) => rest);
  return Array.from({ length: args }, (_, at) => {
    const [first] = definitions;
    return isOpen || definitions.some((one) => one.parameterTypes![at] !== first!.parameterTypes![at]);
  });
}
