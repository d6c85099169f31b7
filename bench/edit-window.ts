/**
 * What a large file costs a model: windows around what matters, with the rest folded and its outline kept, against all
 * of it with line numbers, and bare.
 *
 *     npm exec -c 'node bench/edit-window.ts FOLDER... [--lines 2000] [--each 3] [--files 40]'
 *
 * Of every source file with at least `--lines` lines `--each` definitions are drawn at random, always the same ones;
 * each is what a reader asks to see. Tokens are OpenAI's o200k.
 */
import { parseArgs } from "node:util";
import { viewFile } from "../src/context/file-view.ts";
import { createSheet } from "../src/context/sheet.ts";
import { numberLines } from "../src/edits/number.ts";
import type { CodeNode } from "../src/graph/graph.ts";
import { countTokens } from "../src/llm/tokens.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { randomFrom } from "./gate/damage.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: "string", default: "2000" },
    each: { type: "string", default: "3" },
    files: { type: "string", default: "40" },
  },
});
if (positionals.length === 0) throw new Error("Name at least one clone.");
const signal = AbortSignal.timeout(1_200_000);
const random = randomFrom(1);

interface Asked {
  readonly lines: number;
  readonly bare: number;
  readonly numbered: number;
  readonly window: number;
  /** Tokens of the definition itself, bare. */
  readonly wanted: number;
}

const asked: Asked[] = [];
const files = new Set<string>();
for (const folder of positionals) {
  const workspace = await openLocal(folder, signal);
  try {
    const { graph } = await indexWorkspace(workspace, {}, signal);
    const modules = graph.nodes.filter(({ kind }) => kind === "Module").map(({ path }) => path);
    for (const [path, text] of await workspace.readMany(modules)) {
      const lineCount = text.split("\n").length;
      const definitions = graph.inFile(path).filter(({ kind }) => kind !== "Module");
      if (lineCount < Number(values.lines) || definitions.length < 10 || files.size >= Number(values.files))
        continue;
      files.add(`${folder} ${path}`);
      const whole = { lines: lineCount, bare: countTokens(text), numbered: countTokens(numberLines(text)) };
      for (let at = 0; at < Number(values.each); at++) {
        const node = definitions[Math.floor(random() * definitions.length)]!;
        const view = viewFile(createSheet(path, text), graph, { places: [node] });
        asked.push({ ...whole, window: countTokens(view.text), wanted: countTokens(sourceOf(node, text)) });
      }
    }
  } finally {
    await workspace.close();
  }
}

const rows: readonly (readonly [string, (one: Asked) => number])[] = [
  ["lines of the file", ({ lines }) => lines],
  ["tokens of the file, bare", ({ bare }) => bare],
  ["tokens of the file, numbered", ({ numbered }) => numbered],
  ["tokens of the definition asked for, bare", ({ wanted }) => wanted],
  ["tokens of the windows, numbered, with the outline", ({ window }) => window],
  ["windows, share of the bare file", ({ window, bare }) => window / bare],
  ["windows, share of the numbered file", ({ window, numbered }) => window / numbered],
];
console.log(`${files.size} files, ${asked.length} views\n`);
console.log("| | 10 % | median | 90 % |\n|---|---|---|---|");
for (const [title, measure] of rows) {
  const sorted = asked.map(measure).sort((a, b) => a - b);
  const at = (share: number): string => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
    return value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString("en");
  };
  console.log(`| ${title} | ${at(0.1)} | ${at(0.5)} | ${at(0.9)} |`);
}

function sourceOf({ startLine, endLine }: CodeNode, text: string): string {
  return text
    .split("\n")
    .slice(startLine - 1, endLine)
    .join("\n");
}
