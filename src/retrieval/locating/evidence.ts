import type { CodeNode } from "../../graph/graph.ts";

/** What a person would want to know besides a signal's own words. */
export type Detail =
  /** Words of the request that a search found, heaviest first. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** What the request says, as it is written there. */
  | { readonly kind: "mention"; readonly text: string }
  /** A definition, file or commit in between. */
  | { readonly kind: "through"; readonly text: string };

/** Made when it is shown: most are not. */
export type LazyDetail = () => Detail;

/** What speaks for one place: a value a signal, and a detail in words where there is one. */
export interface Case<S extends string> {
  readonly node: CodeNode;
  /** In the order of the table of signals. */
  readonly values: Float64Array;
  readonly details: ReadonlyMap<S, LazyDetail>;
}

/** Collects what the signals say. The strongest word of one signal on one place counts. */
export interface Evidence<S extends string> {
  /** `detail`: see there. Values of 0 are not kept. */
  say(signal: S, node: CodeNode | undefined, value: number, detail?: LazyDetail): void;
  value(signal: S, node: CodeNode): number;
  cases(): IterableIterator<Case<S>>;
}

export function collectEvidence<S extends string>(names: readonly S[]): Evidence<S> {
  const column = new Map(names.map((name, index) => [name, index]));
  const cases = new Map<string, Case<S> & { readonly details: Map<S, LazyDetail> }>();
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

export const through = (text: string): LazyDetail => {
  return () => ({ kind: "through", text });
};
