import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { lastName } from "../../src/languages/chains/chain.ts";
import { codeIn } from "../../src/languages/outlines/outline-one.ts";
import { eachMatch } from "../../src/languages/parsing/match-patterns.ts";
import {
  type Grammar,
  loadGrammar,
  patternsOf,
  syntaxOf,
  withTree,
} from "../../src/languages/parsing/parser.ts";
import { allLanguages, queryText } from "../../src/languages/registry.ts";

/**
 * What a language's query captures, said in the source itself: a comment below a line points with `^` at a column of
 * that line (`<-`: at the column of the comment's own sign) and names what starts there; with `!`, what does not.
 * `definition.KIND` is the name of a class, function, object or namespace, `reference.call` the name that is called,
 * and every other word a capture as the query has it.
 */
const folder = resolve(import.meta.dirname, "..", "fixtures", "captures");

interface Claim {
  /** 0-based. */
  readonly row: number;
  readonly column: number;
  readonly label: string;
}

const pointer = /^\s*(?:#|\/\/)(?:(\s*)\^|(<-)) ?(!?[a-zA-Z.]+)$/;

function claimsOf(lines: readonly string[]): Claim[] {
  let row = 0;
  return lines.flatMap((line, index) => {
    const match = pointer.exec(line);
    if (!match) row = index;
    const column = match?.[2] ? line.search(/\S/) : line.indexOf("^");
    return match ? [{ row, column, label: match[3]! }] : [];
  });
}

/** `row column label` of all that the query captures. */
function capturesOf(grammar: Grammar, text: string): Set<string> {
  const found = new Set<string>();
  withTree(grammar, text, (tree) => {
    const never = () => false;
    eachMatch(patternsOf(grammar), syntaxOf(grammar, tree), text, never, ({ list: names }, nodes) => {
      const kind = names.find((name) => /^(?:class|function|object|namespace)$/.test(name));
      for (const [index, name] of names.entries()) {
        const isName = kind !== undefined && /^name\b/.test(name);
        const node = nodes[index]!;
        const { startIndex } = name === "callee" ? lastName(node, grammar.language.expressions) : node;
        const before = text.slice(0, startIndex).split("\n");
        const [row, column] = [before.length - 1, before.at(-1)!.length];
        const label = isName ? `definition.${kind}` : name === "callee" ? "reference.call" : name;
        found.add(`${row} ${column} ${label}`);
      }
    });
  });
  return found;
}

describe("captures are where the carets point", () => {
  test("in every language", () => {
    const names = readdirSync(folder).map((file) => file.slice(0, file.indexOf(".")));
    expect(names.sort()).toEqual([...allLanguages().keys()].sort());
  });

  test.each(readdirSync(folder))("%s", async (file) => {
    const grammar = await loadGrammar(file.slice(0, file.indexOf(".")));
    const written = readFileSync(join(folder, file), "utf8");
    const text = codeIn(grammar.language, written)!;
    const lines = text.split("\n");
    const claims = claimsOf(lines);
    expect(claims.length).toBeGreaterThan(3);
    const found = capturesOf(grammar, lines.map((line) => (pointer.test(line) ? "" : line)).join("\n"));
    const wrong = claims.filter(
      ({ row, column, label }) =>
        found.has(`${row} ${column} ${label.replace("!", "")}`) === label.startsWith("!"),
    );
    expect(wrong.map(({ row, column, label }) => `${row + 1}:${column} ${label}`)).toEqual([]);
  });
});

test("docs/captures.md lists every capture of the queries, and no other", () => {
  const queries = [...new Set([...allLanguages().values()].map(queryText))].join("\n");
  const bare = queries.replace(/^\s*;.*$/gm, "").replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const used = new Set(Array.from(bare.matchAll(/@([a-zA-Z][\w.]*)/g), ([, name]) => name));
  const page = readFileSync(resolve(import.meta.dirname, "..", "..", "docs", "captures.md"), "utf8");
  const listed = new Set(Array.from(page.matchAll(/`@([\w.]+)`/g), ([, name]) => name));
  expect([...listed].sort()).toEqual([...used].sort());
});
