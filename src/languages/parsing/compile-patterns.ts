/** Makes steps of patterns: names become numbers of a grammar, and each step knows the next. */
import { type CapturedNames, namesOf } from "./captured-names.ts";
import type { GrammarTables } from "./grammar-tables.ts";
import type { Condition, NodePattern, Part, Pattern } from "./pattern.ts";

/** Something to find, then what to find next; where nothing is next a match is whole. */
export type Step = NodeStep | Choice;

export interface NodeStep {
  readonly isChoice: false;
  /** Where the node that is found is noted; where that around it is; and the one before it, -1 for none. */
  readonly slot: number;
  readonly around: number;
  readonly before: number;
  /** Symbol to 1 where it may be. */
  readonly accepts: Uint8Array;
  /** 0 for any. */
  readonly field: number;
  readonly without: readonly number[];
  /** The bit that has to be set in `SyntaxTree.around`, 0 for none. */
  readonly supertype: number;
  readonly isNext: boolean;
  readonly isLast: boolean;
  /** Numbers of names. */
  readonly captures: readonly number[];
  /** What the text of the node has to be, where a condition of the pattern says that. */
  readonly holds: ((text: string) => boolean) | undefined;
  /** Set where the first that leads to a match is as good as any other. */
  readonly isAnyEnough: boolean;
  readonly next: Step | undefined;
}

export interface Choice {
  readonly isChoice: true;
  readonly options: readonly (Step | undefined)[];
  /**
   * Where the second option goes on without the part that the first one finds, the slot of the node around it, else -1.
   * A match of the second counts only if none of the first has all that it has.
   */
  readonly around: number;
}

export interface Root {
  readonly step: NodeStep;
  /** What every match has directly inside of the node that it begins with. */
  readonly needs: readonly Need[];
  readonly conditions:
    | readonly { readonly capture: number; readonly holds: (text: string) => boolean }[]
    | undefined;
}

/** A child in a field, of one of these symbols, with this text, and what it has inside of it in its turn. */
export interface Need extends Pick<NodeStep, "field" | "accepts" | "holds"> {
  readonly needs: readonly Need[];
}

/** The patterns of a query for one grammar. */
export interface CompiledPatterns {
  readonly captureNames: readonly string[];
  /** Of a match that has captured nothing; the others are found from there. */
  readonly noNames: CapturedNames;
  /** Symbols of hidden nodes that `readTree` has to note. */
  readonly watched: readonly number[];
  /** By the symbol that they may begin with, in their order. */
  readonly roots: readonly (readonly Root[] | undefined)[];
  /** How many nodes a match has at most, those without a name included. */
  readonly slots: number;
}

/** @throws Error where a pattern names what the grammar has not, or is of a kind that is not read. */
export function compilePatterns(patterns: readonly Pattern[], grammar: GrammarTables): CompiledPatterns {
  const symbols = symbolsOf(grammar);
  const compiler: Compiler = { grammar, symbols, names: [], watched: [], slots: 0, early: new Map() };
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
  /** By name; words and signs in quotes. */
  readonly symbols: ReadonlyMap<string, number>;
  readonly names: string[];
  readonly watched: number[];
  slots: number;
  /** Of the pattern that is being compiled; see earlyOf. */
  early: ReadonlyMap<string, Condition["holds"]>;
}

/**
 * The conditions on captures that a pattern has in one place: where one does not hold there, no match comes of the node,
 * so the rest need not be searched.
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
  /** Set where the part behind it has to be next to it. */
  readonly isFollowed: boolean;
}

/** A step for each option; those that differ by nothing but their types are one. */
function stepsOf(
  compiler: Compiler,
  options: readonly NodePattern[],
  place: Place,
  next: Step | undefined,
): readonly NodeStep[] {
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

/** What is to be found among the children of a node, from one part on, and then what comes after. */
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
  // Without the part what follows is next to nothing, or to what the part was next to.
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

/** What every match of a pattern has inside of it, in fields; of alternatives nothing is said. */
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

function acceptedBy({ grammar, symbols }: Compiler, group: readonly NodePattern[]): Uint8Array {
  const { symbolCount, named } = grammar;
  const accepts = new Uint8Array(symbolCount + 1);
  for (const { type, isNamed } of group) {
    if (type === undefined && isNamed) accepts.set(named);
    else if (type === undefined) accepts.fill(1, 0, symbolCount);
    else {
      const symbol = symbols.get(isNamed ? type : `"${type}"`);
      if (symbol === undefined) throw new Error(`The grammar has no node ${type}.`);
      accepts[symbol] = 1;
    }
  }
  return accepts;
}

function symbolsOf({ types, named, visible, publicSymbols }: GrammarTables): ReadonlyMap<string, number> {
  const symbols = new Map<string, number>();
  for (const [symbol, shown] of visible.entries()) {
    const name = named[symbol] === 1 ? types[symbol]! : `"${types[symbol]}"`;
    if (shown === 1 && !symbols.has(name)) symbols.set(name, publicSymbols[symbol]!);
  }
  return symbols;
}

/** The bit by which nodes inside of a hidden one are known. */
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
