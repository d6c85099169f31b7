import { expect, test } from "@jest/globals";
import { ranFirst } from "../../src/context/ran-first.ts";
import { graphOf } from "../helpers/graph-of.ts";

const graph = graphOf([
  ["a.py#found", 1, 2],
  ["a.py#both", 4, 5],
  ["a.py#also", 7, 8],
  ["a.py#first", 10, 11],
  ["a.py#later", 13, 14],
]);
const node = (name: string) => graph.node(`a.py#${name}`)!;
const anchors = (...names: readonly string[]) =>
  names.map((name, at) => ({ node: node(name), score: 8 - at, route: [], requirements: ["R1"] }));

test.each<[what: string, found: readonly string[], ran: readonly string[], limit: number, order: string]>([
  [
    "what ran of what was found, what else ran in its order, the rest",
    ["found", "both", "also"],
    ["first", "also", "both", "later"],
    9,
    "both also first later found",
  ],
  ["nothing was found", [], ["later", "first"], 9, "later first"],
  ["nothing that was found ran", ["found"], ["first"], 9, "first found"],
  ["no more than are wanted", ["found", "both"], ["both", "first", "later"], 2, "both first"],
])("%s", (_what, found, ran, limit, order) => {
  const ordered = ranFirst(anchors(...found), new Set(ran.map(node)), limit);
  expect(ordered.map((anchor) => anchor.node.name).join(" ")).toBe(order);
  const scores = ordered.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  for (const { node, route, requirements } of ordered) {
    expect(route.some((hop) => hop.kind === "signal")).toBe(ran.includes(node.name));
    expect(requirements).toEqual(found.includes(node.name) ? ["R1"] : []);
  }
});
