/** Compiles patterns for one grammar: names become symbol and field numbers, and each step links to the next. */
import { type CapturedNames, namesOf } from "./captured-names.ts";
import type { GrammarTables } from "./grammar-tables.ts";
import type { Condition, NodePattern, Part, Pattern } from "./pattern.ts";

/** A node to match, or a choice; a match is complete where there is no next step. */
export type Step = NodeStep | Choice;

export interface NodeStep {
  readonly isChoice: false;
  /** Slots of the matched node, of its parent, and of the sibling matched before it, -1 for none. */
  readonly slot: number;
  readonly around: number;
  readonly before: number;
  /** By symbol: 1 where the node may have it. */
  readonly accepts: Uint8Array;
  /** 0 for any. */
  readonly field: number;
  readonly without: readonly number[];
  /** The bit required in `SyntaxTree.around`, 0 for none. */
  readonly supertype: number;
  readonly isNext: boolean;
  readonly isLast: boolean;
  /** Numbers of capture names. */
  readonly captures: readonly number[];
  /** Predicate on the node's text, from a condition of the pattern. */
  readonly holds: ((text: string) => boolean) | undefined;
  /** Set where one match is as good as any other, so that the search stops at the first. */
  readonly isAnyEnough: boolean;
  readonly next: Step | undefined;
}

export interface Choice {
  readonly isChoice: true;
  readonly options: readonly (Step | undefined)[];
  /**
   * For an optional part, the slot of the parent, else -1. The second option skips the part; its matches count only
   * unless a match of the first has all their captures.
   */
  readonly around: number;
}

export interface Root {
  readonly step: NodeStep;
  /** Children that every match requires, checked before the search. */
  readonly needs: readonly Need[];
  readonly conditions:
    | readonly { readonly capture: number; readonly holds: (text: string) => boolean }[]
    | undefined;
}

/** A required child, by field, symbols and text, with required children of its own. */
export interface Need extends Pick<NodeStep, "field" | "accepts" | "holds"> {
  readonly needs: readonly Need[];
}

/** The patterns of a query for one grammar. */
export interface CompiledPatterns {
  readonly captureNames: readonly string[];
  /** The empty list of names, from which the others are reached. */
  readonly noNames: CapturedNames;
  /** Symbols of hidden nodes that `readTree` has to record. */
  readonly watched: readonly number[];
  /** By symbol of their root node, in pattern order. */
  readonly roots: readonly (readonly Root[] | undefined)[];
  /** The maximum number of nodes in a match, including those that are not captured. */
  readonly slots: number;
}

/** @throws Error where a pattern uses a name that the grammar lacks, or an unsupported construct. */
export function compilePatterns(patterns: readonly Pattern[], grammar: GrammarTables): CompiledPatterns {
  const symbols = symbolsOf(grammar);
  const compiler: Compiler = {
    ...{ grammar, symbols, accepted: new Map(), names: [], watched: [], slots: 0, early: new Map() },
  };
  const roots: (Root[] | undefined)[] = new Array<undefined>(grammar.symbolCount + 1).fill(undefined);
  let slots = 0;
  for (const { roots: alternatives, conditions } of patterns) {
    compiler.slots = 1;
    compiler.early = earlyOf(alternatives, conditions);
    const place = { slot: 0, around: -1, before: -1, isNext: false, isLast: false, isFollowed: false };
    const steps = stepsOf(compiler, alternatives, place, undefined);
    const needs = needsOf(compiler, alternatives);
    const asked = conditions.map(({ capture, holds }) => ({ capture: nameOf(compiler, capture), holds }));
    for (const step of steps)
      for (let symbol = step.accepts.indexOf(1); symbol >= 0; symbol = step.accepts.indexOf(1, symbol + 1)) {
        const beginning = roots[symbol] ?? [];
        beginning.push({ step, needs, conditions: asked.length > 0 ? asked : undefined });
        roots[symbol] = beginning;
      }
    slots = Math.max(slots, compiler.slots);
  }
  const { names: captureNames, watched } = compiler;
  return { captureNames, noNames: namesOf([]), watched, roots, slots };
}

interface Compiler {
  readonly grammar: GrammarTables;
  /** By name; anonymous tokens in quotes. */
  readonly symbols: ReadonlyMap<string, number>;
  /** Columns of symbols, by the names that a step accepts: few, and most steps share theirs. */
  readonly accepted: Map<string, Uint8Array>;
  readonly names: string[];
  readonly watched: number[];
  slots: number;
  /** Conditions of the current pattern that can be checked early; see earlyOf. */
  early: ReadonlyMap<string, Condition["holds"]>;
}

/**
 * Conditions on captures that occur once in the pattern: where one fails, no match can follow, so it is checked
 * during the search.
 */
function earlyOf(
  roots: readonly NodePattern[],
  conditions: readonly Condition[],
): ReadonlyMap<string, Condition["holds"]> {
  const places = new Map<string, number>();
  const count = ({ captures, children }: NodePattern): void => {
    for (const name of captures) places.set(name, (places.get(name) ?? 0) + 1);
    for (const { options } of children) options.forEach(count);
  };
  roots.forEach(count);
  const early = new Map<string, Condition["holds"]>();
  for (const { capture, holds } of conditions) {
    const other = early.get(capture);
    if (places.get(capture) === 1) early.set(capture, other ? (text) => other(text) && holds(text) : holds);
  }
  return early;
}

interface Place extends Pick<NodeStep, "slot" | "around" | "before" | "isNext" | "isLast"> {
  /** Set where the next part has to be its immediate sibling. */
  readonly isFollowed: boolean;
}

/** One step per option; options that differ by type alone are merged. */
function stepsOf(
  compiler: Compiler,
  options: readonly NodePattern[],
  place: Place,
  next: Step | undefined,
): readonly NodeStep[] {
  if (options.length === 1) return [stepOf(compiler, options, place, next)];
  const groups = new Map<string, NodePattern[]>();
  for (const one of options) {
    const isPlain = one.children.length === 0 && one.without.length === 0;
    const key = isPlain ? [one.field, one.supertype, ...one.captures].join(" ") : String(groups.size);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => stepOf(compiler, group, place, next));
}

function stepOf(
  compiler: Compiler,
  group: readonly NodePattern[],
  { isFollowed, ...place }: Place,
  next: Step | undefined,
): NodeStep {
  const { field, supertype, without, captures, children } = group[0]!;
  return {
    isChoice: false,
    ...place,
    accepts: acceptedBy(compiler, group),
    field: field === undefined ? 0 : fieldOf(compiler, field),
    without: without.map((name) => fieldOf(compiler, name)),
    supertype: supertype === undefined ? 0 : watch(compiler, supertype),
    captures: captures.map((name) => nameOf(compiler, name)),
    holds: earlyIn(compiler, group[0]!),
    isAnyEnough: !isFollowed && !group.some(hasCapture),
    next: inside(compiler, children, 0, { around: place.slot, before: -1 }, next),
  };
}

/** Steps for the children of a node, from one part on, then the steps that follow. */
function inside(
  compiler: Compiler,
  parts: readonly Part[],
  index: number,
  { around, before, isNext }: { around: number; before: number; isNext?: boolean },
  next: Step | undefined,
): Step | undefined {
  const part = parts[index];
  if (!part) return next;
  const following = parts[index + 1];
  const slot = compiler.slots++;
  const isFollowed = following?.isNext === true;
  const place = { slot, around, before, isNext: isNext ?? part.isNext, isLast: part.isLast, isFollowed };
  const rest = inside(compiler, parts, index + 1, { around, before: slot }, next);
  const take = (at: Place, then: Step | undefined): Step =>
    choiceOf(stepsOf(compiler, part.options, at, then));
  if (part.times === "once") return take(place, rest);
  if (part.isLast) throw new Error("What a query asks for at the end has to be there.");
  // Without the part, an anchor after it applies to what precedes it.
  const skipped = inside(
    compiler,
    parts,
    index + 1,
    {
      around,
      before,
      ...(isFollowed && before < 0 ? { isNext: place.isNext } : {}),
      ...(isFollowed && !place.isNext ? { isNext: false } : {}),
    },
    next,
  );
  if (part.times === "perhaps") return { isChoice: true, options: [take(place, rest), skipped], around };
  if (part.options.some(hasCapture)) throw new Error("What a query repeats has no capture.");
  const options: (Step | undefined)[] = [];
  const more: Choice = { isChoice: true, options, around: -1 };
  options.push(take({ ...place, before: slot }, more), rest);
  return { isChoice: true, options: [take(place, more), skipped], around };
}

/** Children in fields that every match requires; none for alternatives. */
function needsOf(compiler: Compiler, alternatives: readonly NodePattern[]): readonly Need[] {
  if (alternatives.length > 1) return [];
  return alternatives[0]!.children.flatMap(({ options, times }) => {
    const field = options[0]!.field;
    if (times !== "once" || field === undefined || options.some((one) => one.field !== field)) return [];
    return [
      {
        field: fieldOf(compiler, field),
        accepts: acceptedBy(compiler, options),
        holds: earlyIn(compiler, options[0]!),
        needs: needsOf(compiler, options),
      },
    ];
  });
}

const earlyIn = ({ early }: Compiler, { captures }: NodePattern): NodeStep["holds"] =>
  captures.map((name) => early.get(name)).find((one) => one !== undefined);

function fieldOf({ grammar }: Compiler, name: string): number {
  const number = grammar.fields.get(name);
  if (number === undefined) throw new Error(`The grammar has no field ${name}.`);
  return number;
}

const choiceOf = (steps: readonly NodeStep[]): Step =>
  steps.length === 1 ? steps[0]! : { isChoice: true, options: steps, around: -1 };

const hasCapture = (pattern: NodePattern): boolean =>
  pattern.captures.length > 0 || pattern.children.some(({ options }) => options.some(hasCapture));

function acceptedBy({ grammar, symbols, accepted }: Compiler, group: readonly NodePattern[]): Uint8Array {
  const key = group.map(nameOfSymbol).join(" ");
  const known = accepted.get(key);
  if (known) return known;
  const accepts = new Uint8Array(grammar.symbolCount + 1);
  for (const one of group) {
    const symbol = symbols.get(nameOfSymbol(one));
    if (symbol !== undefined) accepts[symbol] = 1;
    else if (one.type !== undefined) throw new Error(`The grammar has no node ${one.type}.`);
    else if (one.isNamed) accepts.set(grammar.named);
    else accepts.fill(1, 0, grammar.symbolCount);
  }
  accepted.set(key, accepts);
  return accepts;
}

/** Anonymous tokens in quotes; no symbol is called as a wildcard is. */
const nameOfSymbol = ({ type, isNamed }: Pick<NodePattern, "type" | "isNamed">): string =>
  type === undefined ? (isNamed ? "(_)" : "(") : isNamed ? type : `"${type}"`;

function symbolsOf({ types, named, visible, publicSymbols }: GrammarTables): ReadonlyMap<string, number> {
  const symbols = new Map<string, number>();
  for (const [symbol, shown] of visible.entries()) {
    const name = named[symbol] === 1 ? types[symbol]! : `"${types[symbol]}"`;
    if (shown === 1 && !symbols.has(name)) symbols.set(name, publicSymbols[symbol]!);
  }
  return symbols;
}

/** The bit that marks the children of a hidden node. */
function watch({ grammar, watched }: Compiler, supertype: string): number {
  const symbol = grammar.supertypes.get(supertype);
  if (symbol === undefined) throw new Error(`The grammar has no group of types ${supertype}.`);
  if (!watched.includes(symbol)) watched.push(symbol);
  if (watched.length > 8) throw new Error("A query names more than eight groups of types.");
  return 1 << watched.indexOf(symbol);
}

function nameOf({ names }: Compiler, name: string): number {
  if (!names.includes(name)) names.push(name);
  return names.indexOf(name);
}
