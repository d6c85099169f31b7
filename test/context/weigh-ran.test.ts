import { expect, test } from "@jest/globals";
import { weighRan } from "../../src/context/weigh-ran.ts";
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
  names.map((name, at) => ({ node: node(name), score: [8, 7, 2][at]!, route: [], requirements: ["R1"] }));

test.each<[what: string, found: readonly string[], ran: readonly string[], limit: number, order: string]>([
  ["what was found and ran goes up", ["found", "both"], ["both"], 9, "both found"],
  [
    "what else ran stands below what was found well, the later the higher",
    ["found"],
    ["first", "also", "later"],
    9,
    "found later also first",
  ],
  [
    "and above what was hardly found",
    ["found", "both", "also"],
    ["first", "later"],
    9,
    "found both later also first",
  ],
  ["nothing was found", [], ["first", "later"], 9, "later first"],
  ["no more than are wanted", ["found", "both"], ["both", "first", "later"], 2, "both found"],
])("%s", (_what, found, ran, limit, order) => {
  const ordered = weighRan(anchors(...found), new Set(ran.map(node)), limit);
  expect(ordered.map((anchor) => anchor.node.name).join(" ")).toBe(order);
  const scores = ordered.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  for (const { node, route, requirements } of ordered) {
    expect(route.some((hop) => hop.kind === "signal")).toBe(ran.includes(node.name));
    expect(requirements).toEqual(found.includes(node.name) ? ["R1"] : []);
  }
});
