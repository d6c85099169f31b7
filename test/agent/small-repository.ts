/** A tiny repository in memory for tests of the loop and its tools: a workspace, a code graph, and a search. */
import type { CodeGraph } from "../../src/graph/graph.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { type EdgeRow, graphOf, type NodeRow } from "../helpers/graph-of.ts";

const cart = `from shop.money import round_cents


class Cart:
    """Lines that a customer wants to buy."""

    def total(self):
        return round_cents(sum(self.lines))
`;
const money = `def round_cents(amount):
    """Rounds half up."""
    return round(amount, 2)


TOKEN = "<|im_start|>"
`;

export const files: ReadonlyMap<string, string> = new Map([
  ["src/shop/cart.py", cart],
  ["src/shop/money.py", money],
  ["tests/test_cart.py", "def test_total():\n    assert True\n"],
]);

export const workspace: Workspace = {
  commit: "0123456789012345678901234567890123456789",
  entries: new Map(
    [...files.keys(), "link", "logo.png"]
      .sort()
      .map((path) => [
        path,
        { path, mode: path === "link" ? "120000" : "100644", hash: path, size: files.get(path)?.length },
      ]),
  ),
  submodules: new Set(),
  read: async (path) => files.get(path),
  readMany: async (paths) =>
    new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!]] : []))),
  readBytes: async (path) => (files.has(path) ? Buffer.from(files.get(path)!) : undefined),
  close: async () => {},
};

const callers = Array.from({ length: 20 }, (_, index) => `src/shop/use.py#use${index}`);

export const graph: CodeGraph = graphOf(
  [
    ["src/shop/cart.py", 1, 8],
    [
      "src/shop/cart.py#Cart",
      4,
      8,
      { kind: "Class", signature: "class Cart", doc: "Lines that a customer wants to buy." },
    ],
    ["src/shop/cart.py#Cart.total", 7, 8, { kind: "Method", signature: "def total(self)" }],
    ["src/shop/money.py", 1, 6],
    [
      "src/shop/money.py#round_cents",
      1,
      3,
      { signature: "def round_cents(amount)", doc: "Rounds half up.\nMore." },
    ],
    ["tests/test_cart.py#test_total", 1, 2, { signature: "def test_total()", test: true }],
    ...callers.map((id): NodeRow => [id, 1, 2]),
  ],
  [
    ["src/shop/cart.py", "Import", "src/shop/money.py", { line: 1 }],
    ["src/shop/cart.py", "Contain", "src/shop/cart.py#Cart", { line: 0 }],
    ["src/shop/cart.py#Cart", "Contain", "src/shop/cart.py#Cart.total", { line: 0 }],
    ["src/shop/cart.py#Cart.total", "Call", "src/shop/money.py#round_cents", { line: 8 }],
    ["tests/test_cart.py#test_total", "Call", "src/shop/money.py#round_cents", { line: 2 }],
    ...callers.map(
      (id): EdgeRow => [id, "Call", "src/shop/money.py#round_cents", { line: 2, sureness: "ambiguous" }],
    ),
  ],
);

/** Finds by a word in the name. */
export function findCode(query: string, limit: number) {
  return graph.nodes
    .filter((one) => query.split(" ").some((word) => one.name.includes(word)))
    .slice(0, limit)
    .map((found) => ({ node: found }));
}
