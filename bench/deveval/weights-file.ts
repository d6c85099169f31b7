import { writeFileSync } from "node:fs";
import { type Signal, signalNames } from "../../src/retrieval/bigraph/signals.ts";
import { weights as product, type Weights } from "../../src/retrieval/bigraph/weights.ts";

/** Weights as the product keeps them. */
export const named = (weights: Float64Array): Weights =>
  Object.fromEntries(signalNames.map((name, at) => [name, Number(weights[at]!.toFixed(2))])) as Record<
    Signal,
    number
  >;

/** Puts weights into the product, for Python or for all other languages; the others stay. */
export function writeWeights(languages: keyof typeof product, learned: Weights): void {
  const all = { ...product, [languages]: learned };
  const lines = (weights: Weights) => signalNames.map((name) => `    ${name}: ${weights[name]},`).join("\n");
  writeFileSync(
    new URL("../../src/retrieval/bigraph/weights.ts", import.meta.url),
    `import { familyOf } from "../../languages/registry.ts";
import type { Signal } from "./signals.ts";

export type Weights = Readonly<Record<Signal, number>>;

/**
 * Learned, never set by hand: for Python on DevEval (\`bench/learn-weights.ts\`), for all other languages on functions of
 * public repositories (\`bench/hidden-bodies.ts\`). Figures: bench/results/retrieval.md.
 */
export const weights = {
  python: {
${lines(all.python)}
  },
  others: {
${lines(all.others)}
  },
} as const satisfies Record<string, Weights>;

/** The weights for what stands in a file. */
export const weightsFor = (path: string): Weights =>
  familyOf(path) === "python" ? weights.python : weights.others;
`,
  );
}
