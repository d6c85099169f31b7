/**
 * What a chain means. A head is a name in scope (chain-heads.ts); every further step is taken on what the chain before it
 * means (apply-step.ts), and where that does not lead on, the language may know another way. A chain that is called
 * means functions: which of several overloads, the arguments decide later (overloads/callable.ts).
 *
 * A chain is resolved once for all scopes in which its head means the same (start-scope.ts). Below, `scope` is the scope
 * of the chain and `place` the one of its head.
 */

import { external, type Found, hasExternal, inferred, isBare, isResolved, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Names } from "../includes/name-index.ts";
import { createQualifiedFallback } from "../includes/qualified-fallback.ts";
import type { Linker } from "../linker.ts";
import { createExtensionMethods } from "../members/extension-methods.ts";
import { createMixedIn } from "../members/mixed-in.ts";
import type { Memory, SharedStore } from "../memory/memory.ts";
import { functionOfLiteral } from "../names/literal-functions.ts";
import { narrowByGuard, narrowedMember } from "../names/narrowing.ts";
import { byQualifiedName, inNamespace } from "../names/qualified-names.ts";
import {
  type ChainStep,
  type ChainSteps,
  contentBehindPlace,
  explicitTypesMark,
  lastName,
  summaryMark,
  unpacked,
} from "../notation/chain-steps.ts";
import { memberWithBlocks } from "../open-types/blocks.ts";
import { callMark } from "../outline.ts";
import { createOverloadInChain, isDecidedByCallee } from "../overloads/overload-in-chain.ts";
import { type Offer, offerOf } from "../types/inference.ts";
import { externalConstruction, libraryCall } from "../types/library-types.ts";
import { parameterByTypeArguments, resultByTypeArguments } from "../types/typed-calls.ts";
import { applyStep } from "./apply-step.ts";
import { headOf } from "./chain-heads.ts";
import { startScope } from "./start-scope.ts";

export type ChainResolver = Pick<Linker, "chain" | "called" | "added">;

/** @param names The index of all files, for languages with includes. */
export function createChainResolver(
  linker: Linker,
  memory: Memory,
  steps: ChainSteps,
  names: Names,
): ChainResolver {
  const extensions = createExtensionMethods(linker, memory);
  const qualifiedFallback = createQualifiedFallback(linker, names);
  const mixedIn = createMixedIn(linker, memory);
  const overloadInChain = createOverloadInChain(linker);
  // By file.
  const answers: SharedStore<Found>[] = [];

  const follow = (file: FileTable, scope: number, place: number, step: ChainStep): Found => {
    answers[file.index] ??= answersIn(file);
    return answers[file.index]!(step.number * file.outline.scopes.length + place, scope);
  };
  const answersIn = (file: FileTable): SharedStore<Found> => {
    const places = file.outline.scopes.length;
    const find = (key: number, scope: number): Found => {
      const place = key % places;
      return resolve(file, scope, place, steps.at((key - place) / places));
    };
    // The chain before the step is resolved first, as a query of its own: `x` before `x.next`, which `x = x.next()` leads
    // back to, so that the cycle is entered at `x`. Not so where variables have declared types.
    return memory.shared(unresolved, find, (key, scope) => {
      const place = key % places;
      const step = steps.at((key - place) / places);
      if (step.rest && !file.rules?.reopened && !file.rules?.separateFunctionNames)
        (isOfCall(step) ? called : follow)(file, scope, place, step.rest);
    });
  };

  const resolve = (file: FileTable, scope: number, place: number, step: ChainStep): Found => {
    const { kind, rest } = step;
    if (!rest) return headOf(linker, file, place, step.text);
    if (rest.text === "this" && file.rules?.reopened) return linker.selves.onSelf(file, scope, step.name);
    if (kind === "member") return memberOf(file, scope, place, step, rest);
    if (!isOfCall(step)) return applyStep(linker, follow(file, scope, place, rest), step);
    const offer = offerIn(file, scope, place, step, rest);
    const named = called(file, scope, place, rest);
    const callee = file.rules?.keepsArgumentTypes ? overloadInChain(file, place, step, named) : named;
    return kind === "call"
      ? resultOf(file, place, callee, step, offer)
      : parameterOf(file, place, callee, step, rest, offer);
  };

  /** A member of what the chain before it means. */
  const memberOf = (
    file: FileTable,
    scope: number,
    place: number,
    step: ChainStep,
    rest: ChainStep,
  ): Found => {
    const before = follow(file, scope, place, rest);
    const found =
      byQualifiedName(linker, file, step, before) ??
      inNamespace(linker, file, before, step) ??
      addedToLists(file, before, step) ??
      applyStep(linker, before, step);
    if (file.rules?.separateFieldNames) return memberWithBlocks(linker, file, scope, before, step, found);
    if (isResolved(found)) return functionOfLiteral(linker, file, place, step, found);
    return otherMember(file, scope, place, before, step, rest) ?? found;
  };

  /** A member that the declared type does not have. */
  const otherMember = (
    file: FileTable,
    scope: number,
    place: number,
    before: Found,
    step: ChainStep,
    rest: ChainStep,
  ): Found | undefined => {
    const { narrows, separateDeclarations, extensionMethods } = file.rules ?? {};
    if (narrows) return narrowedMember(linker, file, place, before, step) ?? mixedIn(before, step);
    if (separateDeclarations) return qualifiedFallback(file, scope, before, step);
    return extensionMethods && extensions.find(file, before, step.name, extensionMethods, rest.text);
  };

  /** The repository's own extension methods for lists come before the library's methods of lists. */
  const addedToLists = (file: FileTable, before: Found, { name }: ChainStep): Found | undefined =>
    file.rules?.extensionMethods && before.entities.some((one) => one.kind === "collection")
      ? extensions.find(file, before, name, file.rules.extensionMethods)
      : undefined;

  /** The result of a call: of the callee, else of what the language knows of library functions. */
  const resultOf = (
    file: FileTable,
    place: number,
    callee: Found,
    step: ChainStep,
    offer: Offer | undefined,
  ): Found => {
    const found = applyStep(linker, callee, step, offer);
    if (step.name.startsWith(explicitTypesMark)) {
      // An explicit type argument tells more than the bound of its parameter.
      const typed = resultByTypeArguments(linker, file, place, callee, unpacked(step.name));
      return isResolved(typed) || (typed.entities.length > 0 && !isResolved(found)) ? typed : found;
    }
    const hasSummary = step.name.startsWith(summaryMark);
    if (hasSummary && !isDecidedByCallee(linker, file, callee, found)) {
      const summary = linker.chain(file, place, unpacked(step.name));
      return summary.entities.length > 0 ? summary : found;
    }
    if (isResolved(found)) return found;
    const modelled = step.name === "" || hasSummary ? undefined : libraryCall(linker, file, place, step);
    return modelled ?? (hasExternal(found) ? externalConstruction(file, step) : undefined) ?? found;
  };

  /** What the callee passes to a callback, or to an extension method's. */
  const parameterOf = (
    file: FileTable,
    place: number,
    callee: Found,
    step: ChainStep,
    rest: ChainStep,
    offer: Offer | undefined,
  ): Found => {
    const passedBy = (one: Found): Found =>
      step.name.includes(explicitTypesMark)
        ? parameterByTypeArguments(linker, file, place, one, step.name)
        : (narrowByGuard(linker, file, place, one, step) ?? applyStep(linker, one, step, offer));
    const found = passedBy(callee);
    if (found.entities.length > 0 || !file.rules?.extensionMethods) return found;
    return passedBy(linker.added(file, place, rest.text));
  };

  /** What the arguments of a call, and its receiver, offer to type inference. */
  const offerIn = (
    file: FileTable,
    scope: number,
    place: number,
    { kind, name }: ChainStep,
    { rest: receiver }: ChainStep,
  ): Offer | undefined => {
    const isInferred =
      kind === "call" && !name.startsWith(summaryMark) && !name.startsWith(explicitTypesMark);
    const on = file.rules?.extensionMethods ? receiver : undefined;
    return offerOf(
      linker,
      file,
      place,
      isInferred ? name : contentBehindPlace(kind, name),
      on && later(file, scope, place, on),
    );
  };
  /** Closures are created out of line, where few need one: otherwise every query would allocate it. */
  const later =
    (file: FileTable, scope: number, place: number, step: ChainStep): (() => Found) =>
    () =>
      follow(file, scope, place, step);

  /** A chain as a callee: functions have names of their own in some languages, methods in others. */
  const called = (file: FileTable, scope: number, place: number, step: ChainStep): Found => {
    const { separateFieldNames, separateFunctionNames } = file.rules ?? {};
    if (separateFieldNames && (step.kind === "member" || (step.kind === "head" && step.head !== undefined)))
      return follow(file, scope, place, steps.marked(step));
    if (!step.isNamed || !separateFunctionNames) return follow(file, scope, place, step);
    const marked = follow(file, scope, place, steps.marked(step));
    if (isResolved(marked)) return marked;
    const plain = follow(file, scope, place, step);
    return isResolved(plain) ? plain : marked;
  };

  /** The result of an external call is external, whatever its arguments: no need to resolve these. */
  const leadingOut = (file: FileTable, scope: number, step: ChainStep): Found | undefined => {
    const first = step.beforeContent;
    if (!first || !file.rules?.keepsArgumentTypes || file.rules.extensionMethods) return undefined;
    const found = called(file, scope, startScope(file, scope, first), first);
    if (found.entities.length > 1 || !found.entities.every(isBare)) return undefined;
    for (let at = step; at !== first; at = at.rest!)
      if (at.kind === "call" && file.rules.libraryTypes?.has(lastName(at.rest!.text))) return undefined;
    return found.entities.length === 0
      ? unresolved
      : found.sureness === "exact"
        ? external
        : inferred(external);
  };

  return {
    chain: (file, scope, chain) => {
      const step = steps.of(chain);
      return leadingOut(file, scope, step) ?? follow(file, scope, startScope(file, scope, step), step);
    },
    called: (file, scope, chain) => {
      const step = steps.of(chain);
      return leadingOut(file, scope, step) ?? called(file, scope, startScope(file, scope, step), step);
    },
    added: (file, scope, chain) => {
      const known = file.rules?.extensionMethods;
      const step = known && steps.of(chain);
      if (!known || step?.kind !== "member") return unresolved;
      const before = follow(file, scope, startScope(file, scope, step), step.rest!);
      return extensions.find(file, before, step.name + callMark, known, step.rest!.text) ?? unresolved;
    },
  };
}

/** Steps that depend on the call: its result, and the parameters of its callbacks. */
const isOfCall = ({ kind }: ChainStep): boolean => kind === "call" || kind === "parameter";
