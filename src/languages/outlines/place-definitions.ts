import { childAt, type Node, parentOf } from "../parsing/syntax-node.ts";
import type { Language } from "../registry.ts";
import { capture, type Fact, isCaptured } from "./facts.ts";

/** A definition's fact with its range widened to what belongs to it: `export`, `const`, decorators. */
export interface DefinitionFact extends Fact {
  /** Where what shows it starts and ends: the whole of `const Card = memo(() => {})`, of which only the function is its inside. */
  readonly shown: { readonly start: number; readonly end: number };
  /** Start of the definition without its wrappers. */
  readonly innerStart: number;
  /** Node type of the parent outside of the wrappers. */
  readonly parentType: string | undefined;
  readonly parentStart: number;
}

export const isDefinition = (fact: Fact): boolean =>
  fact.opens !== undefined && !fact.opens.startsWith("scope");

/** Widens definitions over their wrappers, and drops the anonymous scope of a definition's own function. */
export function placeDefinitions(facts: readonly Fact[], language: Language): (Fact | DefinitionFact)[] {
  const result: DefinitionFact[] = [];
  const bodies = new Map<number, number>();
  const defining = facts.filter(
    (fact) => isDefinition(fact) && !isNameMissing(fact) && !isLoopOfMacro(fact, language),
  );
  for (const fact of lastWrapped(defining).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const twin = result.at(-1);
    const body = capture(fact.captures, "body");
    if (twin && twin.end === fact.end && isSame(twin, fact, body)) continue;
    result.push(widen(fact, twin, language.wrappers));
    // The `end` of `A = Class.new do … end` comes after its body.
    if (body) for (const end of [body.endIndex, fact.end]) bodies.set(end, body.startIndex);
  }
  // A function's own region ends with its body, or with itself, and starts before it; one that starts later is inside.
  const isTwice = (fact: Fact) => fact.opens !== undefined && fact.start < (bodies.get(fact.end) ?? -1);
  return [...result, ...facts.filter((fact) => !isDefinition(fact) && !isTwice(fact))];
}

/** Of `var run = exports.run = () => {}` both names are those of one function. */
const isSame = (twin: DefinitionFact, { start }: Fact, body: Node | undefined): boolean =>
  [twin.start, twin.innerStart].includes(start) ||
  (body !== undefined && body.startIndex === capture(twin.captures, "body")?.startIndex);

/** Error recovery of the parser inserts an empty name where one is missing. */
function isNameMissing({ captures }: Fact): boolean {
  const name = capture(captures, "name") ?? capture(captures, "name.path");
  return name !== undefined && name.startIndex === name.endIndex;
}

/** `foreach(a, all) { }` looks like a definition among statements; its names and calls are those of the enclosing function. */
function isLoopOfMacro(fact: Fact, { loopsOfMacros }: Language): boolean {
  if (loopsOfMacros === undefined || fact.opens !== "function" || isCaptured(fact.captures, "returns"))
    return false;
  let around = parentOf(capture(fact.captures, fact.opens)!);
  while (around?.type.startsWith("preproc_")) around = parentOf(around);
  return around?.type === loopsOfMacros;
}

/**
 * Of several functions passed to a wrapper, the last is the one that its result runs: `createSelector((all) => all.a,
 * (a) => ...)`.
 */
function lastWrapped(facts: readonly Fact[]): Fact[] {
  const last = new Map<number, number>();
  const callOf = ({ captures }: Fact): number | undefined => capture(captures, "wrapped")?.startIndex;
  for (const fact of facts) {
    const call = callOf(fact);
    if (call !== undefined) last.set(call, Math.max(fact.start, last.get(call) ?? 0));
  }
  return facts.filter((fact) => fact.start === (last.get(callOf(fact) ?? -1) ?? fact.start));
}

function widen(
  fact: Fact,
  previous: DefinitionFact | undefined,
  wrappers: readonly string[],
): DefinitionFact {
  const wrapped = capture(fact.captures, "wrapped");
  const declared = wrapped && parentOf(capture(fact.captures, "name")!)!;
  let start = declared?.startIndex ?? fact.start;
  const innerStart = start;
  let around: Node | undefined = parentOf(declared ?? capture(fact.captures, fact.opens!)!);
  // What stands before it in `@Module({ useFactory: () => new Foo() }) export class Foo` is a part of it.
  const isClass = capture(fact.captures, fact.opens!)!.type.endsWith("class_declaration");
  // In `type ( A struct{}; B struct{} )` each has its own lines.
  while (around && wrappers.includes(around.type) && childAt(around, 1)?.type !== "(") {
    // In `const a = () => 1, b = () => 2` the `const` belongs to the first.
    const taken =
      !isClass && previous && previous.shown.end <= innerStart && previous.shown.end > around.startIndex;
    if (!taken) start = around.startIndex;
    around = parentOf(around);
  }
  return {
    ...fact,
    start: declared ? fact.start : start,
    shown: { start, end: declared?.endIndex ?? fact.end },
    innerStart,
    parentType: around?.type,
    parentStart: around?.startIndex ?? 0,
  };
}
