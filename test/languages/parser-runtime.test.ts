import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadGrammar, type Tree, withTree } from "../../src/languages/parsing/parser.ts";

const require = createRequire(import.meta.url);
const shape = ({ rootNode }: Tree): readonly unknown[] => {
  const last = rootNode.lastChild;
  return [rootNode.toString(), rootNode.descendantCount, rootNode.endIndex, last?.startIndex, last?.endIndex];
};

/** A runtime that nobody has started before: it takes its text as it does by itself. */
async function ownTree(text: string): Promise<readonly unknown[]> {
  const { Language, Parser } = require("web-tree-sitter") as typeof import("web-tree-sitter");
  await Parser.init();
  const folder = dirname(require.resolve("@vscode/tree-sitter-wasm/package.json"));
  const python = await Language.load(readFileSync(join(folder, "wasm", "tree-sitter-python.wasm")));
  const parser = new Parser();
  parser.setLanguage(python);
  return shape(parser.parse(text)!);
}

describe("the text that the parser gets", () => {
  /** Units that the parser takes at once. */
  const piece = 5_119;
  const filled = (length: number): string => `s = "${"a".repeat(length)}`;
  const rows: readonly [string, string][] = [
    ["none", ""],
    ["one piece", `${filled(piece - 6)}"\n`],
    ["one piece and a character", `${filled(piece - 5)}"\n`],
    ["a character of two units over the edge", `${filled(piece - 6)}\u{1f600}"\nf(1)\n`],
    ["half a character at the edge", `${filled(piece - 6)}\ud83d"\nf(1)\n`],
    ["letters of one byte, then of two", `${"abc = 1\n".repeat(900)}ж = "ü"\n${"x(y)\n".repeat(2_000)}`],
    ["what grows the memory", `${"def f(a, b):\n    return g(a)[b] + {1: [2]}\n".repeat(12_000)}`],
    ["after the memory has grown", 'ü = "\u{1f600}"\n'],
  ];
  test.each(rows)("is what it would read by itself: %s", async (_, text) => {
    const given = withTree(await loadGrammar("python"), text, shape);
    expect(given).toEqual(await ownTree(text));
  });
});
