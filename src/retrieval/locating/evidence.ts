import type { CodeNode } from "../../graph/graph.ts";

/** Words besides a signal's own; made when they are shown. */
export type Detail = string | (() => string);

/** What speaks for one place: a value a signal, and a detail in words where there is one. */
export interface Case<S extends string> {
  readonly node: CodeNode;
  /** In the order of the table of signals. */
  readonly values: Float64Array;
  readonly details: ReadonlyMap<S, Detail>;
}

/** Collects what the signals say. The strongest word of one signal on one place counts. */
export interface Evidence<S extends string> {
  /** `detail`: what a person would want to know besides, such as the words that were said. Values of 0 are not kept. */
  say(signal: S, node: CodeNode | undefined, value: number, detail?: Detail): void;
  value(signal: S, node: CodeNode): number;
  cases(): IterableIterator<Case<S>>;
}

export function collectEvidence<S extends string>(names: readonly S[]): Evidence<S> {
  const column = new Map(names.map((name, index) => [name, index]));
  const cases = new Map<string, Case<S> & { readonly details: Map<S, Detail> }>();
  return {
    say: (signal, node, value, detail) => {
      if (!node || value === 0) return;
      let one = cases.get(node.id);
      if (!one) {
        one = { node, values: new Float64Array(names.length), details: new Map() };
        cases.set(node.id, one);
      }
      const at = column.get(signal)!;
      if (value <= one.values[at]!) return;
      one.values[at] = value;
      if (detail !== undefined) one.details.set(signal, detail);
    },
    value: (signal, node) => cases.get(node.id)?.values[column.get(signal)!] ?? 0,
    cases: () => cases.values(),
  };
}
