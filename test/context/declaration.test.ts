import { expect, test } from "@jest/globals";
import { declarationLines } from "../../src/context/declaration.ts";
import { createSheet } from "../../src/context/sheet.ts";
import { graphOf } from "../helpers/graph-of.ts";
import { timeOf } from "../helpers/time-of.ts";

test.each<[string, string, string, readonly [number, number]]>([
  ["one line", "def f(a)", "def f(a):\n    return a\n", [1, 1]],
  ["several, with a decorator", "def f( a, b, )", "@dec\ndef f(\n    a,\n    b,\n):\n    return a\n", [1, 5]],
  [
    "comments between",
    'def f( a, b="#x", )',
    'def f(\n    a,  # the a\n    # own line\n    b="#x",\n):  # noqa\n    # head\n    return a\n',
    [1, 5],
  ],
  ["a block", "int f(int a, int b)", "int f(int a, /* the a */\n  int b) // r\n{\n  return 1;\n}\n", [1, 2]],
  ["not as it is written", "def g(x)", "def f(a):\n    x\n    y\n    z\n    return a\n", [1, 3]],
])("%s", (_, signature, text, expected) => {
  const graph = graphOf([["a.py#f", 1, text.split("\n").length - 1, { signature }]]);
  const { from, to } = declarationLines(graph.node("a.py#f")!, createSheet("a.py", text));
  expect([from, to]).toEqual(expected);
});

test.each([
  ["lines", "a = 1\n".repeat(150_000)],
  ["comments that are never closed", `${"/*".repeat(9_000)}\n`.repeat(50)],
])("a signature that is not written is looked for in %s in one pass", async (_, text) => {
  const graph = graphOf([["a.py#f", 1, text.split("\n").length - 1, { signature: "def f(x)" }]]);
  const sheet = createSheet("a.py", text);
  expect(await timeOf(() => declarationLines(graph.node("a.py#f")!, sheet))).toBeLessThan(3000);
});
