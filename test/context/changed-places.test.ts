import { expect, test } from "@jest/globals";
import { changedLineNumbers, changedPlaces } from "../../src/context/changed-places.ts";
import { unifiedDiff } from "../../src/edits/diff.ts";
import { graphOf } from "../graph/fixture.ts";

const before = `import os

LIMIT = 3


class Cart:
    """A cart."""

    def add(self, price):
        self.lines.append(price)

    def total(self):
        return sum(self.lines)
`;
const after = before
  .replace("LIMIT = 3", "LIMIT = 4")
  .replace(
    "        return sum(self.lines)\n",
    "        return sum(self.lines)\n\n    def count(self):\n        return len(self.lines)\n",
  )
  .replace("self.lines.append(price)", "self.lines.insert(0, price)");
const patch = unifiedDiff({ path: "cart.py", before, after }).replace(/^[\s\S]*?(?=@@)/, "");

test.each([
  ["old", [3, 10, 13]],
  ["new", [3, 10, 14]],
] as const)("lines that a diff changes, on its %s side", (side, lines) =>
  expect(changedLineNumbers(patch, side)).toEqual(lines),
);

test("what a diff changes, as anchors: definitions, and lines that stand in none", async () => {
  const graph = await graphOf(`//- cart.py\n${before}`);
  const files = [{ path: "cart.py", patch }, { path: "gone.py", patch }, { path: "logo.png" }];
  const places = changedPlaces(files, graph, { side: "old", from: "draft", score: 2 });
  expect(places.map(({ node, lines, score }) => [node.id, lines, score])).toEqual([
    ["cart.py", [3], 2],
    ["cart.py#Cart.add", undefined, 2],
    ["cart.py#Cart.total", undefined, 2],
  ]);
});
