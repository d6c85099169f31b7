import type { CodeNode } from "../../graph/graph.ts";
import { type Signal, signalNames } from "./signals.ts";

/** What speaks for one definition: a value a signal, and by whom it came where somebody stands between. */
export interface Case {
  readonly node: CodeNode;
  /** In the order of `signalNames`. */
  readonly values: Float64Array;
  readonly via: ReadonlyMap<Signal, CodeNode>;
}

/** Collects what the signals say. The strongest word of one signal on one definition counts. */
export interface Evidence {
  /** `via`: the definition that led here, such as the sibling that calls it. Values of 0 are not kept. */
  say(signal: Signal, node: CodeNode | undefined, value: number, via?: CodeNode): void;
  value(signal: Signal, node: CodeNode): number;
  cases(): Iterable<Case>;
}

const column = new Map(signalNames.map((name, index) => [name, index]));

/** Most definitions are spoken for directly. */
const nobody: Map<Signal, CodeNode> = new Map();

/** `excluded`: the target itself, which is never its own support, and modules, which are no definitions. */
export function collectEvidence(excluded: (node: CodeNode) => boolean): Evidence {
  const cases = new Map<string, Case & { via: Map<Signal, CodeNode> }>();
  return {
    say: (signal, node, value, via) => {
      if (!node || value === 0 || excluded(node)) return;
      let one = cases.get(node.id);
      if (!one) {
        one = { node, values: new Float64Array(signalNames.length), via: nobody };
        cases.set(node.id, one);
      }
      const at = column.get(signal)!;
      if (value <= one.values[at]!) return;
      one.values[at] = value;
      if (!via) return;
      if (one.via === nobody) one.via = new Map();
      one.via.set(signal, via);
    },
    value: (signal, node) => cases.get(node.id)?.values[column.get(signal)!] ?? 0,
    cases: () => cases.values(),
  };
}
