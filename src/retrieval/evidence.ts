import type { CodeNode } from "../graph/graph.ts";
import { firstFew } from "./first-few.ts";

/** What speaks for one node (or folder). */
export interface Case<Note, N extends Named = CodeNode> {
  readonly node: N;
  /** A value a signal, in the order of the names with which the evidence was made. */
  readonly values: readonly number[];
  /** In the same order, where a signal gave one. */
  readonly notes: readonly (Note | undefined)[];
}

interface Named {
  readonly id: string;
}

/** Collects what the signals say. The strongest word of one signal on one node counts. */
export interface Evidence<S extends string, Note, N extends Named = CodeNode> {
  /** `note`: what a person would want to know besides. Values of 0 are not kept. */
  say(signal: S, node: N | undefined, value: number, note?: Note): void;
  value(signal: S, node: N): number;
  cases(): IterableIterator<Case<Note, N>>;
}

export interface EvidenceOptions<N extends Named> {
  /** Nodes of which nothing is kept. */
  readonly excluded?: (node: N) => boolean;
  /** Writes what holds for a node by itself, when something speaks for it for the first time. */
  readonly begin?: (node: N, values: number[]) => void;
}

export function collectEvidence<S extends string, Note, N extends Named = CodeNode>(
  names: readonly S[],
  { excluded, begin }: EvidenceOptions<N> = {},
): Evidence<S, Note, N> {
  interface Open extends Case<Note, N> {
    readonly values: number[];
    notes: (Note | undefined)[];
  }
  const column = new Map(names.map((name, index) => [name, index]));
  const cases = new Map<string, Open>();
  const nothing = noDoubles(names.length);
  /** Most nodes are spoken for without a note, and there are many of them. */
  const noNotes: (Note | undefined)[] = [];
  return {
    say: (signal, node, value, note) => {
      if (!node || value === 0) return;
      let one = cases.get(node.id);
      if (!one) {
        if (excluded?.(node)) return;
        one = { node, values: nothing.slice(), notes: noNotes };
        begin?.(node, one.values);
        cases.set(node.id, one);
      }
      const at = column.get(signal)!;
      if (value <= one.values[at]!) return;
      one.values[at] = value;
      if (note === undefined) return;
      if (one.notes === noNotes) one.notes = [];
      one.notes[at] = note;
    },
    value: (signal, node) => cases.get(node.id)?.values[column.get(signal)!] ?? 0,
    cases: () => cases.values(),
  };
}

/** Zeros, kept by the engine as doubles: a copy costs a fifth of a typed array, of which each has memory of its own. */
function noDoubles(length: number): number[] {
  return Array.from({ length }, () => 0.5).fill(0);
}

/** A case with its score: 1 for the best; how likely it is against the best. */
export interface Scored<Note, N extends Named = CodeNode> {
  readonly one: Case<Note, N>;
  readonly score: number;
}

/** The first by the weighted sum, best first; ties by id, so that an answer is the same on every machine. */
export function weigh<Note, N extends Named>(
  cases: Iterable<Case<Note, N>>,
  column: readonly number[],
  limit = Number.POSITIVE_INFINITY,
): readonly Scored<Note, N>[] {
  const summed = Array.from(cases, (one) => ({ one, sum: weighted(one.values, column) }));
  const first = firstFew(summed, limit, (a, b) => b.sum - a.sum || (a.one.node.id < b.one.node.id ? -1 : 1));
  const best = first[0]?.sum ?? 0;
  return first.map(({ one, sum }) => ({ one, score: Math.exp(sum - best) }));
}

function weighted(values: readonly number[], column: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < column.length; at++) sum += values[at]! * column[at]!;
  return sum;
}

/** What each signal brought to one case, the heaviest first; only what spoke for it. */
export function sharesOf<S extends string, Note, N extends Named>(
  { values, notes }: Case<Note, N>,
  names: readonly S[],
  column: readonly number[],
): readonly { readonly signal: S; readonly share: number; readonly note: Note | undefined }[] {
  return names
    .map((signal, at) => ({ signal, share: values[at]! * column[at]!, note: notes[at] }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}
