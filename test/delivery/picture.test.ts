import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { blastRadius } from "../../src/delivery/blast-radius.ts";
import { changedDefinitions } from "../../src/delivery/changed.ts";
import { renderMermaid } from "../../src/delivery/mermaid.ts";
import { pictureOf } from "../../src/delivery/picture.ts";
import { cutMarkdown, joinSections } from "../../src/delivery/sections.ts";
import { graphOf } from "../helpers/graph-of.ts";

describe("changedDefinitions", () => {
  const before = "function a() {\n  one();\n}\n\nclass B {\n  c() {\n    two();\n  }\n}\n";
  const graph = graphOf([
    ["x.js#a", 1, 3],
    ["x.js#B", 5, 9],
    ["x.js#B.c", 6, 8],
  ]);
  const rows: [string, string | undefined, readonly string[]][] = [
    ["nothing", before, []],
    ["a line of a function", before.replace("one", "uno"), ["x.js#a"]],
    ["a line of a method", before.replace("two", "due"), ["x.js#B.c"]],
    ["a line added to a class", before.replace("  c()", "  d = 1;\n  c()"), ["x.js#B"]],
    ["a line added inside a method", before.replace("two();", "two();\n    three();"), ["x.js#B.c"]],
    ["a line added between", before.replace("\n\n", "\n\n// note\n"), []],
    ["a line added at the top", `// top\n${before}`, []],
    ["the whole file deleted", undefined, ["x.js#a", "x.js#B", "x.js#B.c"]],
  ];
  test.each(rows)("%s", (_, after, expected) => {
    expect(changedDefinitions([{ path: "x.js", before, after }], graph).map((node) => node.id)).toEqual(
      expected,
    );
  });
  test("a new file changes none", () => {
    expect(changedDefinitions([{ path: "x.js", before: undefined, after: before }], graph)).toEqual([]);
  });
});

test("blastRadius finds users one hop up and the tests that reach them", () => {
  const graph = graphOf(
    [
      ["a.js#f", 1, 2],
      ["a.js#g", 3, 4],
      ["a.js#lonely", 5, 6],
      ["tests/t.js#t", 1, 2],
    ],
    [
      ["a.js#g", "Call", "a.js#f"],
      ["tests/t.js#t", "Call", "a.js#g"],
      ["a.js#lonely", "Call", "a.js#lonely"],
    ],
  );
  const changed = [graph.node("a.js#f")!, graph.node("a.js#lonely")!, graph.node("tests/t.js#t")!];
  const found = blastRadius(changed, graph).map(({ node, callers, tests }) => [
    ...[node.id, callers.map(({ id }) => id)],
    tests.map(({ id }) => id),
  ]);
  expect(found).toEqual([
    ["a.js#f", ["a.js#g"], ["tests/t.js#t"]],
    ["a.js#lonely", [], []],
  ]);
});

describe("renderMermaid", () => {
  test("stays small and holds no label that acts", () => {
    const many = Array.from(
      { length: 60 },
      (_, at) => [`p/${at}.js#f"]:::x\n  click n0 "javascript:1" ${at}`, 1, 2] as const,
    );
    const links = many.flatMap(([a], at) => many.slice(at + 1, at + 4).map(([b]) => [a, "Call", b] as const));
    const graph = graphOf(many, links);
    const picture = pictureOf(
      graph.nodes.filter((node) => node.kind !== "Module"),
      {
        passages: many.map(([node], at) => ({
          ...{
            path: "",
            startLine: 1,
            endLine: 1,
            kind: "body" as const,
            route: [],
            score: at,
            tokens: 1,
            text: "",
          },
          node,
        })),
        files: [],
        leftOut: [],
        tokens: 0,
        budget: 0,
      },
      graph,
    );
    expect(picture.nodes.length).toBeLessThanOrEqual(25);
    expect(picture.edges.length).toBeLessThanOrEqual(40);
    const lines = renderMermaid(picture).split("\n");
    expect(
      lines
        .slice(2, -1)
        .filter(
          (line) =>
            !/^ {2}(?:n\d+\["[^"[\]<>`]*"\]:::\w+|n\d+ -->( n\d+)|n\d+ -\.->\|\w+\| n\d+|classDef \w+ [\w#:,]+)$/.test(
              line,
            ),
        ),
    ).toEqual([]);
  });
  test("draws nothing where nothing hangs together", () => {
    expect(renderMermaid({ nodes: [{ id: "a", label: "a", role: "changed" }], edges: [] })).toBe("");
  });
});

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

  test("cuts at a line and closes what is open", () => {
    const line = fc.constantFrom(
      "```",
      "````",
      "<details><summary>x</summary>",
      "</details>",
      "",
      "text",
      "x".repeat(50),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 150, max: 600 }), (lines, limit) => {
        const text = lines.join("\n");
        const cut = cutMarkdown(text, limit);
        expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0));
        if (text.length <= limit) expect(cut).toBe(text);
      }),
    );
  });
});
