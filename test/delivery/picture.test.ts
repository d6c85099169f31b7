import { describe, expect, test } from "@jest/globals";
import { drawDiagram } from "../../demo/page/diagram.ts";
import { blastRadius, blastTable } from "../../src/delivery/blast-radius.ts";
import { changedDefinitions } from "../../src/delivery/changed.ts";
import { pictureLegend, renderMermaid } from "../../src/delivery/mermaid.ts";
import { type Picture, pictureOf } from "../../src/delivery/picture.ts";
import { joinSections } from "../../src/delivery/sections.ts";
import { buildGraph } from "../../src/graph/build.ts";
import type { CodeGraph } from "../../src/graph/graph.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { loadProject } from "../../src/languages/rules.ts";
import { type EdgeRow, graphOf, type NodeRow } from "../helpers/graph-of.ts";

describe("changedDefinitions", () => {
  const before = "function a() {\n  one();\n}\n\nclass B {\n  c() {\n    two();\n  }\n}\n";
  const check = async (after: string | undefined, expected: readonly string[]): Promise<void> => {
    const graphs = {
      before: await graphOfTexts({ "x.js": before }),
      after: await graphOfTexts({ "x.js": after }),
    };
    const found = changedDefinitions([{ path: "x.js", before, after }], graphs);
    expect(found.map(({ node, kind }) => `${kind} ${node.id}`)).toEqual(expected);
  };
  const rows: [string, string | undefined, readonly string[]][] = [
    ["nothing", before, []],
    ["a line of a function", before.replace("one", "uno"), ["changed x.js#a"]],
    ["a line of a method", before.replace("two", "due"), ["changed x.js#B.c"]],
    ["a line of a class", before.replace("  c()", "  d = 1;\n  c()"), ["changed x.js#B"]],
    [
      "a new method, the class being what it was",
      before.replace("  c()", "  d() {}\n\n  c()"),
      ["new x.js#B.d"],
    ],
    ["a function before another", before.replace("class", "function f() {}\n\nclass"), ["new x.js#f"]],
    ["a line between", before.replace("\n\n", "\n\n\n"), []],
    ["a line at the top", `"use strict";\n${before}`, []],
    ["other line ends", before.replaceAll("\n", "\r\n"), []],
    ["another name", before.replace("function a", "function b"), ["new x.js#b", "deleted x.js#a"]],
    ["the whole file deleted", undefined, ["deleted x.js#a", "deleted x.js#B", "deleted x.js#B.c"]],
  ];
  test.each(rows)("%s", (_, after, expected) => check(after, expected));

  test("all of a new file are new, and of a file that the index did not read none", async () => {
    const [none, full] = [await graphOfTexts({}), await graphOfTexts({ "x.js": before })];
    const added = changedDefinitions([{ path: "x.js", before: undefined, after: before }], {
      before: none,
      after: full,
    });
    expect(added.map(({ kind }) => kind)).toEqual(["new", "new", "new"]);
    const unread = graphOf([["x.js", 1, 1]]);
    const change = { path: "x.js", before, after: before };
    expect(changedDefinitions([change], { before: unread, after: full })).toEqual([]);
    expect(changedDefinitions([change], { before: full, after: unread })).toEqual([]);
  });
});

test("blastRadius finds users one hop up and the tests that reach them", () => {
  const rows: NodeRow[] = [
    ["a.js#f", 1, 2],
    ["a.js#g", 3, 4],
    ["a.js#lonely", 5, 6],
    ["tests/t.js#t", 1, 2],
  ];
  const links: EdgeRow[] = [
    ["a.js#g", "Call", "a.js#f"],
    ["tests/t.js#t", "Call", "a.js#g"],
    ["a.js#lonely", "Call", "a.js#lonely"],
  ];
  const before = graphOf([...rows, ["a.js#gone", 7, 8]], [...links, ["a.js#g", "Call", "a.js#gone"]]);
  const after = graphOf(
    [...rows, ["a.js#New", 7, 9], ["a.js#New.m", 8, 8]],
    [...links, ["tests/t.js#t", "Call", "a.js#New.m"]],
  );
  const standing = (kind: "new" | "changed", ...ids: string[]) =>
    ids.map((id) => ({ node: after.node(id)!, kind }));
  const changed = [
    ...standing("changed", "a.js#f", "a.js#lonely", "tests/t.js#t"),
    ...standing("new", "a.js#New", "a.js#New.m"),
    { node: before.node("a.js#gone")!, kind: "deleted" as const },
  ];
  const found = blastRadius(changed, { before, after }).map(({ node, callers, tests }) => [
    ...[node.id, callers.map(({ id }) => id)],
    tests.map(({ id }) => id),
  ]);
  expect(found).toEqual([
    ["a.js#f", ["a.js#g"], ["tests/t.js#t"]],
    ["a.js#lonely", [], []],
    ["a.js#New", [], ["tests/t.js#t"]],
    ["a.js#gone", ["a.js#g"], ["tests/t.js#t"]],
  ]);
});

test("a type is not called untested", () => {
  const graph = graphOf([
    ["a.ts#T", 1, 1, { signature: "export type T = string" }],
    ["a.ts#f", 2, 2],
  ]);
  const changed = ["a.ts#T", "a.ts#f"].map((id) => ({ node: graph.node(id)!, kind: "changed" as const }));
  const graphs = { before: graph, after: graph };
  const place = { webUrl: undefined, owner: "o", name: "n", commit: "c" };
  const table = blastTable(blastRadius(changed, graphs), graphs, place).split("\n");
  expect(table[0]).toBe("Definitions: 2 changed. 1 of 2 is reached by no test that the code graph knows.");
  expect(table.slice(4)).toEqual(["| `a.ts#f` | – | ⚠️ none found |", "| `a.ts#T` | – | – (a type) |"]);
});

describe("pictureOf", () => {
  const rows: NodeRow[] = [
    ["a/x.js#old", 1, 2],
    ["a/x.js#caller", 3, 4],
    ["b/x.js#helper", 1, 2],
    ["b/x.js#readLinked", 3, 4],
    ["b/x.js#readAlone", 5, 6],
    ["tests/t.js#t", 1, 2],
    ["b/x.js#readByTest", 9, 10],
    ["b/x.js#gone", 7, 8],
  ];
  const links: EdgeRow[] = [
    ["a/x.js#caller", "Call", "a/x.js#old"],
    ["b/x.js#readLinked", "Call", "b/x.js#helper"],
    ["tests/t.js#t", "Call", "a/x.js#old"],
    ["tests/t.js#t", "Call", "b/x.js#readByTest"],
  ];
  const before = graphOf(rows, [...links, ["a/x.js#caller", "Call", "b/x.js#gone"]]);
  const after = graphOf(
    [...rows.filter(([id]) => !id.endsWith("gone")), ["a/x.js#fresh", 5, 6]],
    [...links, ["a/x.js#fresh", "Call", "b/x.js#helper"]],
  );
  const changed = [
    { node: after.node("a/x.js#old")!, kind: "changed" as const },
    { node: after.node("a/x.js#fresh")!, kind: "new" as const },
    { node: before.node("b/x.js#gone")!, kind: "deleted" as const },
  ];
  const picture = pictureOf(
    {
      changed,
      reused: ["b/x.js#helper", "no.js#where"],
      followed: [],
      read: ["b/x.js#readLinked", "b/x.js#readAlone", "b/x.js#readByTest"],
    },
    { before, after },
  );

  test("shows what is new, what it calls, who calls what changes, and of what was read only what is linked", () => {
    expect(picture.nodes.map(({ label, role }) => `${role} ${label.replace("\n", " ")}`)).toEqual([
      "changed old a/x.js",
      "new fresh a/x.js",
      "deleted gone b/x.js",
      "reused helper b/x.js",
      "neighbour caller a/x.js",
      "neighbour t t.js",
      "read readLinked b/x.js",
    ]);
    expect(picture.edges.map(({ from, to }) => `${from.split("#")[1]} ${to.split("#")[1]}`).sort()).toEqual([
      "caller gone",
      "caller old",
      "fresh helper",
      "readLinked helper",
      "t old",
    ]);
    expect(pictureLegend(picture)).toBe(
      "Green: new. Orange: changed. Red: deleted. Violet: reused. Blue: read for the change. Grey: calls or is called. Arrows: calls.",
    );
  });

  test("what was read is not linked by what everybody calls", () => {
    const callers = Array.from({ length: 12 }, (_, at) => `c.js#c${at}`);
    const graph = graphOf(
      [["a.js#f", 1, 2], ["a.js#log", 3, 4], ...callers.map((id): NodeRow => [id, 1, 2])],
      ["a.js#f", ...callers].map((id): EdgeRow => [id, "Call", "a.js#log"]),
    );
    const { nodes } = pictureOf(
      {
        changed: [{ node: graph.node("a.js#f")!, kind: "changed" }],
        reused: [],
        followed: [],
        read: callers,
      },
      { before: graph, after: graph },
    );
    expect(nodes.map(({ id }) => id)).toEqual(["a.js#f", "a.js#log"]);
  });

  test("is drawn on the page box by box, in its colours", () => {
    const svg = drawDiagram(sourceOf(picture))!;
    expect(svg.match(/<g class="box/g)).toHaveLength(7);
    expect(svg.match(/class="edge/g)).toHaveLength(5);
    for (const colour of ["green", "orange", "pink", "violet", "blue", "grey"])
      expect(svg).toContain(`<g class="box ${colour}"`);
    for (const text of ["fresh", "a/x.js"]) expect(svg).toContain(`>${text}</text>`);
  });

  test("stays small, holds no label that acts, and is drawn whatever the names are", () => {
    const names = Array.from(
      { length: 60 },
      (_, at) => `p/${at}.js#f"]:::x\n  click n0 "javascript:1" ${at}`,
    );
    const calls = names.flatMap((a, at) => names.slice(at + 1, at + 4).map((b) => [a, "Call", b] as const));
    const graph = graphOf(
      names.map((name) => [name, 1, 2]),
      calls,
    );
    const all = names.map((name) => ({ node: graph.node(name)!, kind: "new" as const }));
    const big = pictureOf(
      { changed: all, reused: names, followed: [], read: names },
      { before: graph, after: graph },
    );
    expect(big.nodes.length).toBeLessThanOrEqual(25);
    expect(big.edges.length).toBeLessThanOrEqual(40);
    const harmless =
      /^ {2}(?:n\d+\["(?:[^"[\]<>`]|<br>)*"\]:::\w+|n\d+ -->( n\d+)|n\d+ -\.->\|\w+\| n\d+|classDef \w+ [\w#:,]+)$/;
    const lines = sourceOf(big).split("\n").slice(1);
    expect(lines.filter((line) => !harmless.test(line))).toEqual([]);
    expect(drawDiagram(sourceOf(big))!.match(/<g class="box/g)).toHaveLength(big.nodes.length);
  });

  test("is nothing where nothing hangs together", () => {
    expect(renderMermaid({ nodes: [{ id: "a", label: "a", role: "changed" }], edges: [] })).toBe("");
  });
});

/** The diagram without its fence, as the page takes it out of the body. */
function sourceOf(picture: Picture): string {
  return renderMermaid(picture).split("\n").slice(1, -1).join("\n");
}

/** The graph of JavaScript files; those without a text are not there. */
async function graphOfTexts(texts: Readonly<Record<string, string | undefined>>): Promise<CodeGraph> {
  const files = Object.entries(texts).flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, hash: path, text }],
  );
  const { outlines } = await indexFiles(files, { workers: 0 }, AbortSignal.timeout(240_000));
  return buildGraph(outlines, await loadProject(Object.keys(texts), async () => new Map()));
}

describe("joinSections", () => {
  const part = (title: string, body: string, dispensable: number) => ({
    title,
    body,
    dispensable,
    shown: "folded" as const,
  });
  test("leaves out whole sections, the most dispensable first, and says so", () => {
    const body = joinSections(
      [part("A", "a", 0), part("B", "b".repeat(100), 2), part("C", "c".repeat(100), 1), part("D", "", 1)],
      260,
    );
    expect(body).toContain("ccc");
    expect(body).not.toContain("bbb");
    expect(body).toContain("left out: B");
    expect(body).not.toContain("D");
  });
});
