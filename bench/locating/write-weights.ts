import { writeFileSync } from "node:fs";
import {
  definitionSignalNames,
  fileSignalNames,
  folderSignalNames,
} from "../../src/retrieval/locating/places.ts";
import type { Learned } from "./learn.ts";

/**
 * Messages of commits hold no stack traces and hardly quote messages, so nothing can be learned of these from them: a
 * place that is named in such a way counts as one that is named by its name.
 */
const unlearned: Readonly<Record<string, string>> = {
  inTrace: "named",
  message: "named",
  holdsMessage: "holdsNamed",
};
const ofFiles: Readonly<Record<string, string>> = { ...unlearned, inTrace: "holdsNamed" };

export function writeWeights({ files, definitions, folders }: Learned): void {
  const file = new URL("../../src/retrieval/locating/weights.ts", import.meta.url);
  writeFileSync(
    file,
    `import type { DefinitionSignal, FileSignal, FolderSignal } from "./signals.ts";

export interface LocatingWeights {
  readonly files: Readonly<Record<FileSignal, number>>;
  readonly definitions: Readonly<Record<DefinitionSignal, number>>;
  readonly folders: Readonly<Record<FolderSignal, number>>;
}

/** Learned by \`bench/locating.ts\` (command and figures: bench/results/locating.md); never set by hand. */
export const weights: LocatingWeights = {
  files: {
${lines(fileSignalNames, files, ofFiles)}
  },
  definitions: {
${lines(definitionSignalNames, definitions, unlearned)}
  },
  folders: {
${lines(folderSignalNames, folders, {})}
  },
};
`,
  );
}

function lines(
  names: readonly string[],
  weights: Float64Array,
  instead: Readonly<Record<string, string>>,
): string {
  const of = (name: string): number => weights[names.indexOf(instead[name] ?? name)]!;
  return names.map((name) => `    ${name}: ${Number(of(name).toFixed(2))},`).join("\n");
}
