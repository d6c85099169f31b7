import { expect, test } from "@jest/globals";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { calledClues, placeClues, targetsOf } from "../../src/retrieval/located-clues.ts";
import { routeText } from "../../src/retrieval/route.ts";
import { graphOf } from "../helpers/graph-of.ts";

const callers = Array.from({ length: 11 }, (_, at) => `a.ts#other${at}`);
const helpers = Array.from({ length: 9 }, (_, at) => `a.ts#helper${at}`);
const graph = graphOf(
  [...["a.ts#go", "a.ts#part", "a.ts#often", "b.ts#far", "c.ts#big"], ...callers, ...helpers].map((id) => [
    id,
    1,
    2,
  ]),
  [
    ...["a.ts#often", "a.ts#part", "b.ts#far"].map((to) => ["a.ts#go", "Call", to] as const),
    ...callers.map((from) => [from, "Call", "a.ts#often"] as const),
    ...helpers.map((to) => ["a.ts#other0", "Call", to] as const),
  ],
);
const called = (id: string) =>
  calledClues(
    [
      {
        node: graph.node(id)!,
        requirement: "",
        requirements: ["R2"],
        route: [{ kind: "from", id: "R2" }],
        score: 1,
      },
    ],
    graph,
  ).map(({ node, score, route }) => `${node.id} ${score} ${routeText(route)}`);

test.each([
  [
    "what it calls in its own file, helpers of many last",
    "a.ts#go",
    ["a.ts#part 0.5 R2 -> calls -> a.ts#part", "a.ts#often 0.25 R2 -> calls -> a.ts#often"],
  ],
  ["nothing", "a.ts#part", []],
])("a place leads to %s", (_, id, expected) => expect(called(id)).toEqual(expected));

test("a place leads to eight that it calls", () => expect(called("a.ts#other0")).toHaveLength(8));

const newPlaceFor = (
  texts: readonly string[],
  named: Parameters<typeof placeClues>[2],
): readonly string[] => {
  const place = { folder: "", siblings: [graph.node("b.ts")!], score: 1, reasons: [] };
  const requirements = texts.map((text, at) => ({ id: `R${at + 1}`, text }));
  const located = { files: [], definitions: [], newPlaces: [place] };
  return placeClues(located, requirements, named).map(({ node }) => node.id);
};

test.each([
  ["the definition that it is about", "Add a limit to `go()`", 0.9, "a.ts#go", []],
  ["a definition of several of that name", "Add a limit to `go()`", 0.5, "a.ts#go", ["b.ts"]],
  ["a file", "Add a limit to `go()`", 0.9, "a.ts", ["b.ts"]],
  ["it elsewhere", "Add a limit", 0.9, "a.ts#go", ["b.ts"]],
])("a request that names %s: where something new would stand", (_, text, strength, id, expected) => {
  const mention = { kind: "identifier", text: "`go()`", names: ["go"], written: "code" } as const;
  expect(newPlaceFor([text], [{ mention, node: graph.node(id)!, strength }])).toEqual(expected);
});

test.each([
  ["an order that puts something into a function", "Add `limit` to the options in `go` for TLS", []],
  ["an order for something like a function", "Add a limit, with `go` as its model", ["b.ts"]],
  ["no order", "`limit` is not passed to `go`", ["b.ts"]],
])("behind a title, %s: where something new would stand", (_, text, expected) => {
  const mention = { kind: "identifier", text: "go", names: ["go"], written: "code" } as const;
  expect(newPlaceFor(["Limits", text], [{ mention, node: graph.node("a.ts#go")!, strength: 0.8 }])).toEqual(
    expected,
  );
});

test.each([
  ["lines of code", 1, "a.ts#go", []],
  ["a file", undefined, "a.ts", ["b.ts"]],
])("a request that links to %s: where something new would stand", (_, line, id, expected) => {
  const mention = { kind: "path", text: "https://x", path: "a.ts", line, written: "link" } as const;
  expect(newPlaceFor(["Limits"], [{ mention, node: graph.node(id)!, strength: 1 }])).toEqual(expected);
});

test.each([
  ["itself names", "`go` is slow", 'R1 -> names "go" -> a.ts#go'],
  ["does not name", "It is slow", 'request -> names "go" -> a.ts#go'],
])("the route to a place that a requirement %s", async (_, text, route) => {
  const index = await createSearchIndex(graph, async () => new Map());
  const detail = { kind: "mention", text: "go" } as const;
  const place = { node: graph.node("a.ts#go")!, score: 1, reasons: [{ text: "", detail }] };
  const located = { files: [], definitions: [place as never], newPlaces: [] };
  const [target] = targetsOf(located, [{ id: "R1", text }], [], index);
  expect(target!.requirements).toEqual(["R1"]);
  expect(routeText(target!.route)).toBe(route);
});

test("definitions count less where the best file is in a language that is not read", () => {
  const mixed = graphOf([
    ["Sources/Help.swift", 1, 9],
    ["Scripts/format.sh#run", 1, 2],
  ]);
  const place = (id: string, score: number) => ({ node: mixed.node(id)!, score, reasons: [] });
  const scores = (first: string, second: string): readonly string[] =>
    placeClues(
      {
        files: [place(first, 1), place(second, 0.25)],
        definitions: [place("Scripts/format.sh#run", 1)],
        newPlaces: [],
      },
      [],
      [],
    ).map(({ node, score }) => `${node.id} ${score}`);
  expect(scores("Sources/Help.swift", "Scripts/format.sh")).toEqual([
    "Scripts/format.sh#run 0.5",
    "Sources/Help.swift 1",
    "Scripts/format.sh 0.25",
  ]);
  expect(scores("Scripts/format.sh", "Sources/Help.swift")).toEqual([
    "Scripts/format.sh#run 1",
    "Scripts/format.sh 0.5",
    "Sources/Help.swift 0.5",
  ]);
});
