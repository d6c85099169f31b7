/** Overload resolution in the middle of a chain, where the overload decides the type of what follows. */

import { type Entity, type Found, isResolved, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "../members/receivers.ts";
import { splitTop } from "../notation/brackets.ts";
import {
  argumentsIn,
  argumentTypesMark,
  type ChainStep,
  contentBehindPlace,
  explicitTypesMark,
  summaryMark,
  unpacked,
} from "../notation/chain-steps.ts";
import { typeParametersOf } from "../notation/heads.ts";
import type { Definition, Reference } from "../outline.ts";
import { createCallable } from "./callable.ts";
import { takes } from "./candidates.ts";

/**
 * The overloads that a call within a chain means; nothing where their results differ and the call does not decide.
 * Arguments are resolved for each call anew, so that each answer records its own dependencies.
 */
export type OverloadInChain = (file: FileTable, scope: number, step: ChainStep, before: Found) => Found;

export function createOverloadInChain(linker: Linker): OverloadInChain {
  const callableIn = createCallable(linker);
  const functionOf = (one: Entity | undefined): Definition | undefined => {
    const definition = one?.kind === "definition" ? linker.tables.definition(one.id) : undefined;
    return definition?.kind === "function" ? definition : undefined;
  };
  /** Whether its class has no bases, which could have further overloads. */
  const isAlone = (one: Entity): boolean => {
    const owner = one.kind === "definition" ? classAround(linker, one.id) : undefined;
    return owner === undefined || linker.ancestors(owner).ids.length === 1;
  };
  return (file, scope, step, before) => {
    const [first, ...others] = before.entities;
    const definition = functionOf(first);
    if (!first || (others.length === 0 ? !definition : !before.entities.some(functionOf))) return before;
    const given = argumentsOfStep(step);
    if (!given || (others.length === 0 && takes(definition, given.args) && isAlone(first))) return before;
    const reference: Reference = { scope, line: 0, chain: step.rest!.text, ...given };
    const meant = callableIn(file)(before, reference);
    if (step.kind !== "call") return { ...before, entities: meant };
    const giving = meant.filter((one) => functionOf(one)?.returns !== "void");
    const isDecided = giving.length < 2 || areAlike(linker, giving, functionOf);
    return isDecided ? { ...before, entities: giving } : unresolved;
  };
}

/** The arguments in a step; undefined where it has none. */
function argumentsOfStep({
  kind,
  name,
}: ChainStep): Pick<Reference, "args" | "argTypes" | "types"> | undefined {
  const content = kind === "call" ? name : contentBehindPlace(kind, name);
  if (content === undefined || content.startsWith(summaryMark)) return undefined;
  if (content !== "" && !content.startsWith(argumentTypesMark))
    return content.startsWith(explicitTypesMark) ? { types: splitTop(unpacked(content), ",").length } : {};
  const argTypes = argumentsIn(content);
  return { args: argTypes.length, argTypes: argTypes.some((text) => text !== "") ? argTypes : undefined };
}

/** Whether all results are the same, or all are known, so that the next step can decide. */
function areAlike(
  linker: Linker,
  all: readonly Entity[],
  functionOf: (one: Entity) => Definition | undefined,
): boolean {
  const returns = new Set(all.map((one) => functionOf(one)?.returns));
  return (returns.size === 1 && !returns.has(undefined)) || all.every((one) => isKnown(linker.call(one)));
}

const maxDepth = 4;

const isKnown = ({ entities }: Found, depth = 0): boolean =>
  entities.length > 0 &&
  depth < maxDepth &&
  entities.every((one) =>
    one.kind === "collection"
      ? isKnown(one.elements, depth + 1)
      : one.kind === "callable"
        ? isKnown(one.returns, depth + 1)
        : one.kind !== "external" && !("typeVariable" in one && one.typeVariable),
  );

/**
 * Whether a call's result is decided by its callee, rather than by what a library function of that name is modelled
 * to return: by a function of the repository, even where it returns something external, but not by a list's method.
 */
export function isDecidedByCallee(
  linker: Linker,
  { rules }: FileTable,
  called: Found,
  found: Found,
): boolean {
  const { dynamic, keepsArgumentTypes: tellsCalls, genericFunctions } = rules ?? {};
  const isVague = (one: Entity): boolean =>
    isOfLists(one) || (!genericFunctions && givesParameter(linker, one));
  if (isResolved(found)) return !tellsCalls || !called.entities.every(isVague);
  if (found.entities.length === 0) return false;
  if (dynamic) return isResolved(called);
  const isOpen = (one: Entity): boolean => "typeVariable" in one && one.typeVariable !== undefined;
  // Where type parameters of methods are not known, an external result may be one of them.
  if (!tellsCalls || !genericFunctions) return false;
  return called.entities.some(isDefinition) && !found.entities.some(isOpen);
}

/** Whether it returns its own type parameter, whose bound tells less than the call. */
function givesParameter({ tables }: Linker, one: Entity): boolean {
  if (one.kind !== "definition") return false;
  const definition = tables.definition(one.id);
  const { returns } = definition;
  return returns !== undefined && typeParametersOf(definition).some((name) => name.trim() === returns);
}

const isDefinition = ({ kind }: Entity): boolean => kind === "definition";

const isOfLists = (one: Entity): boolean =>
  one.kind === "callable" && one.returns.entities.some(({ kind }) => kind === "collection");
