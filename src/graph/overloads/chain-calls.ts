/** Which of several functions of one name a call means in the middle of a chain: what it gives is what that one gives. */

import { type Entity, type Found, isResolved, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "../members/receivers.ts";
import { splitTop } from "../notation/brackets.ts";
import {
  argumentsIn,
  type ChainStep,
  givenArguments,
  offered,
  otherwise,
  unpacked,
  writtenTypes,
} from "../notation/chain-steps.ts";
import { typeParametersOf } from "../notation/heads.ts";
import type { Definition, Reference } from "../outline.ts";
import { createCallable } from "./callable.ts";
import { takes } from "./candidates.ts";

/**
 * Of what is called before a step those that it means; nothing where they give different things and the call does not
 * tell which is meant. What is known of arguments is found anew for each call, whose answer notes what that depends on.
 */
export type MeantInChain = (file: FileTable, scope: number, step: ChainStep, before: Found) => Found;

export function createMeantInChain(linker: Linker): MeantInChain {
  const callableIn = createCallable(linker);
  const functionOf = (one: Entity | undefined): Definition | undefined => {
    const definition = one?.kind === "definition" ? linker.tables.definition(one.id) : undefined;
    return definition?.kind === "function" ? definition : undefined;
  };
  /** Of a class without bases, which may have it once more. */
  const isAlone = (one: Entity): boolean => {
    const owner = one.kind === "definition" ? classAround(linker, one.id) : undefined;
    return owner === undefined || linker.ancestors(owner).ids.length === 1;
  };
  return (file, scope, step, before) => {
    const [first, ...others] = before.entities;
    const definition = functionOf(first);
    if (!first || (others.length === 0 ? !definition : !before.entities.some(functionOf))) return before;
    const given = givenIn(step);
    if (!given || (others.length === 0 && takes(definition, given.args) && isAlone(first))) return before;
    const reference: Reference = { scope, line: 0, chain: step.rest!.text, ...given };
    const meant = callableIn(file)(before, reference);
    if (step.kind !== "call") return { ...before, entities: meant };
    const giving = meant.filter((one) => functionOf(one)?.returns !== "void");
    const isTold = giving.length < 2 || areAlike(linker, giving, functionOf);
    return isTold ? { ...before, entities: giving } : unresolved;
  };
}

/** What a step says of a call; undefined where it says something else. */
function givenIn({ kind, name }: ChainStep): Pick<Reference, "args" | "argTypes" | "types"> | undefined {
  const said = kind === "call" ? name : offered(kind, name);
  if (said === undefined || said.startsWith(otherwise)) return undefined;
  if (said !== "" && !said.startsWith(givenArguments))
    return said.startsWith(writtenTypes) ? { types: splitTop(unpacked(said), ",").length } : {};
  const argTypes = argumentsIn(said);
  return { args: argTypes.length, argTypes: argTypes.some((text) => text !== "") ? argTypes : undefined };
}

/** Whether they give the same, or of each it is known what it gives: then the next step tells. */
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
 * Whether what a call gives is said by what it calls, though a function of that name is known elsewhere: by what the
 * repository has of the name, which may give something from elsewhere, and not by a method of lists, of which the call
 * says more.
 */
export function isSaid(linker: Linker, { rules }: FileTable, called: Found, found: Found): boolean {
  const { dynamic, tellsCalls, genericFunctions } = rules ?? {};
  const saysLittle = (one: Entity): boolean =>
    isOfLists(one) || (!genericFunctions && givesParameter(linker, one));
  if (isResolved(found)) return !tellsCalls || !called.entities.every(saysLittle);
  if (found.entities.length === 0) return false;
  if (dynamic) return isResolved(called);
  const isOpen = (one: Entity): boolean => "typeVariable" in one && one.typeVariable !== undefined;
  // Where nothing is known of parameters for types of methods, what one gives may be what stands for one.
  if (!tellsCalls || !genericFunctions) return false;
  return called.entities.some(isDefinition) && !found.entities.some(isOpen);
}

/** What a parameter for types is at least says less than what the call says of it. */
function givesParameter({ tables }: Linker, one: Entity): boolean {
  if (one.kind !== "definition") return false;
  const definition = tables.definition(one.id);
  const { returns } = definition;
  return returns !== undefined && typeParametersOf(definition).some((name) => name.trim() === returns);
}

const isDefinition = ({ kind }: Entity): boolean => kind === "definition";

const isOfLists = (one: Entity): boolean =>
  one.kind === "callable" && one.returns.entities.some(({ kind }) => kind === "collection");
