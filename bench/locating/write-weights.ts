import { writeFileSync } from "node:fs";
import { definitionSignalNames, fileSignalNames } from "../../src/retrieval/locating/places.ts";
import type { Learned } from "./learn.ts";

export function writeWeights({ files, definitions }: Learned): void {
  const file = new URL("../../src/retrieval/locating/weights.ts", import.meta.url);
  writeFileSync(
    file,
    `import type { DefinitionSignal, FileSignal } from "./signals.ts";

export interface LocatingWeights {
  readonly files: Readonly<Record<FileSignal, number>>;
  readonly definitions: Readonly<Record<DefinitionSignal, number>>;
}

/** Learned by \`bench/locating.ts\` (command and figures: bench/results/locating.md); never set by hand. */
export const weights: LocatingWeights = {
  files: {
${lines(fileSignalNames, files)}
  },
  definitions: {
${lines(definitionSignalNames, definitions)}
  },
};
`,
  );
}

function lines(names: readonly string[], weights: Float64Array): string {
  return names.map((name, at) => `    ${name}: ${Number(weights[at]!.toFixed(2))},`).join("\n");
}
