import { describe, expect, test } from "@jest/globals";
import type { Told } from "../../src/agent/tool.ts";
import { createGraphReason } from "../../src/agent/tools/graph-reason.ts";
import type { CodeNode } from "../../src/graph/graph.ts";
import { graphOf } from "../helpers/graph-of.ts";
import { graph, workspace } from "./small-repository.ts";

const total = "src/shop/cart.py#Cart.total";
const cents = "src/shop/money.py#round_cents";
/** Only the total is similar to anything: to the rounding, which it calls, and to the first use. */
const findSimilar = (node: CodeNode) =>
  node.id === total ? [graph.node(cents)!, graph.node("src/shop/use.py#use0")!] : [];
const tool = createGraphReason(graph, workspace, findSimilar);
const ask = async (input: object): Promise<Told> =>
  (await tool.run(tool.input.parse(input), new AbortController().signal)) as Told;

describe("graph-reason shows", () => {
  test("what a definition calls and what resembles it, nothing twice, own file without its path", async () => {
    const { text, taken } = await ask({ id: total });
    expect(text).toBe(
      [
        "src/shop/cart.py#Cart.total (Method, lines 7-8)",
        "  def total(self)",
        "calls:",
        "  src/shop/money.py#round_cents(amount) line 8",
        "contained in:",
        "  #Cart",
        "similar purpose:",
        "  src/shop/use.py#use0()",
        "No caller is known; uses of types and constants, and calls of values whose type is not known, are no edges.",
      ].join("\n"),
    );
    expect(taken).toEqual([]);
  });

  test("the surest callers first, each file once, and how many there are", async () => {
    const lines = (await ask({ id: cents })).text.split("\n");
    const at = lines.indexOf("called by (8 of 22):");
    expect(lines.slice(at + 1, at + 6)).toEqual([
      "  src/shop/cart.py#Cart.total(self) line 8",
      "  tests/test_cart.py#test_total() line 2",
      "  src/shop/use.py",
      "    ?#use0() line 2",
      "    ?#use1() line 2",
    ]);
  });

  test("one relation alone, with more of it", async () => {
    const { text } = await ask({ id: cents, relation: "called by" });
    expect(text.match(/#use\d+/g)).toHaveLength(20);
    expect(text).not.toContain("contained in");
    expect((await ask({ id: cents, relation: "inherits from" })).text).toMatch(/inherits from: nothing$/);
  });
});

test("graph-reason shows who calls the method that another one stands behind", async () => {
  const pay = "src/shop/cart.py#Cart.pay";
  const through = graphOf(
    [
      ["src/shop/cart.py#Cart", 1, 9],
      [pay, 2, 4],
      ["src/shop/till.py#Payable", 1, 9],
      ["src/shop/till.py#Payable.pay", 2, 2],
      ...Array.from({ length: 8 }, (_, at) => [`src/shop/use.py#use${at}`, at, at] as const),
    ],
    [
      ["src/shop/cart.py#Cart", "Inherit", "src/shop/till.py#Payable"],
      ...Array.from(
        { length: 8 },
        (_, at) => [`src/shop/use.py#use${at}`, "Call", "src/shop/till.py#Payable.pay"] as const,
      ),
    ],
  );
  const reason = createGraphReason(through, workspace, () => []);
  const told = async (input: object): Promise<string> =>
    ((await reason.run(reason.input.parse(input), new AbortController().signal)) as Told).text;
  const text = await told({ id: pay });
  expect(text).toContain(
    "called through src/shop/till.py#Payable.pay, in whose place it may run (6 of 8):\n  src/shop/use.py\n    #use0",
  );
  expect(text).toMatch(/\nNo call by its own type is known; uses of types/);
  expect((await told({ id: pay, relation: "called by" })).match(/#use\d/g)).toHaveLength(8);
});

describe("graph-reason takes", () => {
  test("source instead of neighbours, and remembers how it stands to what was asked", async () => {
    const { text, taken } = await ask({
      id: total,
      take: ["#Cart", "src/shop/money.py#round_cents(amount)"],
    });
    expect(text).not.toContain("calls:");
    expect(text).toContain("=== src/shop/money.py#ktdh\n(src/shop/money.py#round_cents)\n1ws");
    expect(taken).toMatchObject([
      { anchor: total, relation: "is part of", node: "src/shop/cart.py#Cart", startLine: 4, endLine: 8 },
      {
        anchor: total,
        relation: "calls",
        node: cents,
        path: "src/shop/money.py",
        tokens: expect.any(Number),
      },
    ]);
  });

  test("the definition itself with its neighbours", async () => {
    const { text, taken } = await ask({ id: total, take: [total] });
    expect(text).toMatch(/calls:[\s\S]*\n7ap: {5}def total\(self\):\n8ry:/);
    expect(taken).toMatchObject([{ anchor: total, node: total }]);
    expect(taken![0]).not.toHaveProperty("relation");
  });

  test("nothing that is not there", async () => {
    const { text, taken } = await ask({ id: "nowhere", take: ["zebra", total] });
    expect(text).toMatch(/No definition has the id zebra, and none has that name/);
    expect(taken).toMatchObject([{ anchor: total, node: total }]);
  });
});

test.each([
  [
    "Cart.total",
    /No definition has the id Cart\.total\. Perhaps one of these:\n {2}src\/shop\/cart\.py#Cart\.total/,
  ],
  ["src/shop/cart.py#Basket", /Perhaps one of these:\n {2}src\/shop\/cart\.py/],
  ["zebra", /No definition has the id zebra, and none has that name/],
])("knows no %s, and says what may be meant", async (id, expected) => {
  expect((await tool.run(tool.input.parse({ id }), new AbortController().signal)) as string).toMatch(
    expected,
  );
});
