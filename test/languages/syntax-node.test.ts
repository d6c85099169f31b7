import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { notebookCode } from "../../src/languages/notebook-code.ts";
import {
  compiledQuery,
  loadGrammar,
  rawQuery,
  rawTree,
  type Node as Said,
  type Tree,
  withTree,
} from "../../src/languages/parser.ts";
import { eachMatch } from "../../src/languages/query-matches.ts";
import {
  childAt,
  fieldOf,
  isExtra,
  type Node,
  namedChildAt,
  namedChildrenOf,
  nodeAt,
  parentOf,
  type RawTree,
} from "../../src/languages/syntax-node.ts";

const folder = resolve(import.meta.dirname, "..", "fixtures", "captures");

const seen = (node: Node | undefined) =>
  node && [node.id, node.type, node.startIndex, node.endIndex, node.row, node.column];
const said = (node: Said | null) =>
  node
    ? [
        ...[node.id, node.type, node.startIndex, node.endIndex],
        ...[node.startPosition.row, node.startPosition.column],
      ]
    : undefined;

/** Throws where one of the two says something else of a node, or of what is around it. */
function compare(own: Node, theirs: Said, fields: readonly (string | null)[]): number {
  expect([seen(own), isExtra(own)]).toEqual([said(theirs), theirs.isExtra]);
  expect([seen(childAt(own, 1)), seen(parentOf(own))]).toEqual([said(theirs.child(1)), said(theirs.parent)]);
  expect([seen(namedChildAt(own, 0)), seen(namedChildAt(own, -1))]).toEqual([
    said(theirs.firstNamedChild),
    said(theirs.lastNamedChild),
  ]);
  for (const field of fields)
    if (field) expect(seen(fieldOf(own, field))).toEqual(said(theirs.childForFieldName(field)));
  const children = namedChildrenOf(own);
  expect(children.length).toBe(theirs.namedChildCount);
  return children.reduce((sum, child, at) => sum + compare(child, theirs.namedChild(at)!, fields), 1);
}

function rootOf(tree: RawTree, theirs: Tree): Node {
  (tree.memory as unknown as { _ts_tree_root_node_wasm(at: number): void })._ts_tree_root_node_wasm(
    (theirs as unknown as readonly [number])[0],
  );
  return nodeAt(tree, tree.transfer)!;
}

describe("nodes and matches read from memory are those that the parser itself gives", () => {
  test.each(readdirSync(folder))("%s", async (file) => {
    const grammar = await loadGrammar(file.slice(0, file.indexOf(".")));
    const written = readFileSync(join(folder, file), "utf8");
    const code = grammar.language.cells ? notebookCode(written)! : written;
    // What does not parse, and what takes two UTF-16 units, has nodes too.
    for (const text of [
      code,
      `${code.slice(0, code.length >> 1)} ((( "\u{1f600}\u00e9" ${code.slice(code.length >> 1)}`,
    ])
      withTree(grammar, text, (tree) => {
        const raw = rawTree(grammar, tree, text);
        const fields = raw.fields.slice(0, 12);
        expect(compare(rootOf(raw, tree), tree.rootNode, fields)).toBeGreaterThan(20);
        const own: unknown[] = [];
        eachMatch(
          rawQuery(grammar),
          raw,
          () => false,
          (names, nodes) => own.push(names.map((name, at) => [name, ...seen(nodes[at])!])),
        );
        const theirs = compiledQuery(grammar).matches(tree.rootNode);
        expect(own).toEqual(
          theirs.map(({ captures }) => captures.map(({ name, node }) => [name, ...said(node)!])),
        );
      });
  });
});
