import { expect, test } from "@jest/globals";
import type { Context, Passage } from "../../src/context/context.ts";
import { type Taken, takenAnchors } from "../../src/context/taken.ts";
import { routeText } from "../../src/retrieval/route.ts";

const passage: Passage = {
  ...{ path: "src/a.py", startLine: 1, endLine: 2, kind: "body", score: 1, tokens: 1, text: "" },
  ...{
    node: "src/a.py#f",
    route: [
      { kind: "from", id: "R2" },
      { kind: "node", id: "src/a.py#f" },
    ],
  },
};
const context: Context = { passages: [passage], files: [], leftOut: [], tokens: 1, budget: 1 };
const took = (anchor: string, relation: Taken["relation"], node: string): Taken => ({
  ...{ anchor, node, path: node.split("#")[0]!, startLine: 1, endLine: 2, tokens: 9 },
  ...(relation === undefined ? {} : { relation }),
});
const routes = (...taken: Taken[]): readonly string[] =>
  takenAnchors(taken, context).map(({ route }) => routeText(route));

test("the route begins at the requirement that led to the anchor, and goes on over what was taken", () => {
  expect(
    routes(
      took("src/a.py#f", "calls", "src/b.py#g"),
      took("src/b.py#g", "has a similar purpose", "src/c.py#h"),
    ),
  ).toEqual([
    "R2 -> graph-reason -> src/a.py#f -> calls -> src/b.py#g",
    "R2 -> graph-reason -> src/a.py#f -> calls -> src/b.py#g -> has a similar purpose -> src/c.py#h",
  ]);
});

test("each definition once, by its first way", () => {
  expect(
    routes(took("src/a.py#f", "calls", "src/b.py#g"), took("src/x.py", "contains", "src/b.py#g")),
  ).toHaveLength(1);
});

test("what is no neighbour, or unknown to the context, has the shortest route", () => {
  expect(
    routes(took("src/x.py#y", undefined, "src/x.py#y"), took("src/a.py#other", undefined, "src/z.py#w")),
  ).toEqual(["request -> graph-reason -> src/x.py#y", "R2 -> graph-reason -> src/z.py#w"]);
});

test("a way without end is not told without end", () => {
  const chain = Array.from({ length: 50 }, (_, at) => took(`a#${at}`, "calls", `a#${at + 1}`));
  expect(Math.max(...takenAnchors(chain, context).map(({ route }) => route.length))).toBeLessThanOrEqual(14);
});
