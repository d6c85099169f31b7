/** Entry of a thread that only parses: no query, no outline. The yardstick of bench/graph.ts. */
import { parentPort } from "node:worker_threads";
import { loadGrammar, withTree } from "../../src/languages/parser.ts";

export interface ParseInput {
  readonly language: string;
  readonly text: string;
}

const port = parentPort!;
port.on("message", async (inputs: readonly ParseInput[]) => {
  for (const { language, text } of inputs)
    withTree(await loadGrammar(language), text, (tree) => tree.rootNode.hasError);
  port.postMessage(inputs.length);
});
