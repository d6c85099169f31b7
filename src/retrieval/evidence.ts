import type { CodeNode } from "../graph/graph.ts";

/** What speaks for one node (or folder): a value a signal, and a note where the signal gave one. */
export interface Case<S extends string, Note, N extends Named = CodeNode> {
  readonly node: N;
  /** In the order of the names with which the evidence was made. */
  readonly values: Float64Array;
  readonly notes: ReadonlyMap<S, Note>;
}

interface Named {
  readonly id: string;
}

/** Collects what the signals say. The strongest word of one signal on one node counts. */
export interface Evidence<S extends string, Note, N extends Named = CodeNode> {
  /** `note`: what a person would want to know besides. Values of 0 are not kept. */
  say(signal: S, node: N | undefined, value: number, note?: Note): void;
  value(signal: S, node: N): number;
  cases(): IterableIterator<Case<S, Note, N>>;
}

const nothing = (): boolean => false;

/** Most nodes are spoken for without a note, and there are many of them. */
const noNotes = new Map<never, never>();

/** `excluded`: nodes of which nothing is kept. */
export function collectEvidence<S extends string, Note, N extends Named = CodeNode>(
  names: readonly S[],
  excluded: (node: N) => boolean = nothing,
): Evidence<S, Note, N> {
  const column = new Map(names.map((name, index) => [name, index]));
  const cases = new Map<string, Case<S, Note, N> & { notes: Map<S, Note> }>();
  return {
    say: (signal, node, value, note) => {
      if (!node || value === 0 || excluded(node)) return;
      let one = cases.get(node.id);
      if (!one) {
        one = { node, values: new Float64Array(names.length), notes: noNotes };
        cases.set(node.id, one);
      }
      const at = column.get(signal)!;
      if (value <= one.values[at]!) return;
      one.values[at] = value;
      if (note === undefined) return;
      if (one.notes === noNotes) one.notes = new Map();
      one.notes.set(signal, note);
    },
    value: (signal, node) => cases.get(node.id)?.values[column.get(signal)!] ?? 0,
    cases: () => cases.values(),
  };
}

/** A case with its score: 1 for the best; how likely it is against the best. */
export interface Scored<S extends string, Note, N extends Named = CodeNode> {
  readonly one: Case<S, Note, N>;
  readonly score: number;
}

/** By the weighted sum, best first; ties by id, so that an answer is the same on every machine. */
export function weigh<S extends string, Note, N extends Named>(
  cases: readonly Case<S, Note, N>[],
  column: readonly number[],
): readonly Scored<S, Note, N>[] {
  const summed = cases
    .map((one) => ({ one, sum: one.values.reduce((sum, value, at) => sum + value * column[at]!, 0) }))
    .sort((a, b) => b.sum - a.sum || (a.one.node.id < b.one.node.id ? -1 : 1));
  const best = summed[0]?.sum ?? 0;
  return summed.map(({ one, sum }) => ({ one, score: Math.exp(sum - best) }));
}

/** What each signal brought to one case, the heaviest first; only what spoke for it. */
export function sharesOf<S extends string, Note, N extends Named>(
  { values, notes }: Case<S, Note, N>,
  names: readonly S[],
  column: readonly number[],
): readonly { readonly signal: S; readonly share: number; readonly note: Note | undefined }[] {
  return names
    .map((signal, at) => ({ signal, share: values[at]! * column[at]!, note: notes.get(signal) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}
