/** Entry of a thread that only parses, as web-tree-sitter does it by itself. The yardstick of bench/graph.ts. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import { Language, Parser } from "web-tree-sitter";

export interface ParseInput {
  readonly grammar: string;
  readonly text: string;
}

const port = parentPort!;
const wasm = join(
  dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json")),
  "wasm",
);
const grammars = new Map<string, Promise<Language>>();
await Parser.init();
const parser = new Parser();
port.on("message", async (inputs: readonly ParseInput[]) => {
  for (const { grammar, text } of inputs) {
    if (!grammars.has(grammar))
      grammars.set(grammar, Language.load(readFileSync(join(wasm, `tree-sitter-${grammar}.wasm`))));
    parser.setLanguage(await grammars.get(grammar)!);
    parser.parse(text)!.delete();
  }
  port.postMessage(inputs.length);
});
