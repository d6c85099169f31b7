import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { drawDiagram } from "../../demo/page/diagram.ts";
import { parseFlowchart } from "../../demo/page/flowchart.ts";

const draw = (lines: string): string => drawDiagram(lines) ?? "";
const boxes = (svg: string): number => svg.match(/<g class="box/g)?.length ?? 0;
const lines = (svg: string): number => svg.match(/<path class="edge/g)?.length ?? 0;

describe("a diagram", () => {
  test.each([
    ["flowchart LR\n  a --> b", 2, 1],
    ["graph TB\na-->b-->c\nb-.->a", 3, 3],
    ['flowchart TD\n%% said\na["x (y) #quot;z#quot;"]:::k -->|calls| b["q"];\nclassDef k fill:#fff', 2, 1],
    ["flowchart LR\na --> a", 1, 1],
    ["flowchart LR\na --- b\nc ==> d\nclass a,c k", 4, 2],
    ["flowchart LR\na --> b\na --> b", 2, 2],
  ])("%j is drawn", (source, nodes, edges) => {
    const svg = draw(source);
    expect([boxes(svg), lines(svg)]).toEqual([nodes, edges]);
    expect(svg).not.toContain("NaN");
  });

  test.each([
    "",
    "pie",
    "flowchart LR",
    "flowchart RL\na --> b",
    "flowchart LR\na -->",
    "flowchart LR\na{what} --> b",
    "flowchart LR\nclick a href",
    "flowchart LR\nsubgraph s\na\nend",
    `flowchart LR\n${Array.from({ length: 41 }, (_, at) => `n${at}`).join("\n")}`,
  ])("%j is not", (source) => expect(drawDiagram(source)).toBeUndefined());

  test("dashes what is dashed, and gives a class the nearest of our colours", () => {
    const svg = draw(
      "flowchart LR\na:::x -.-> b:::y\nc:::z --- a\nclassDef x fill:#ffd8a8\nclassDef y fill:#d0ebff\nclassDef z fill:#f1f3f5",
    );
    expect(svg.match(/edge dashed/g)).toHaveLength(1);
    expect(svg.match(/class="head"/g)).toHaveLength(1);
    for (const colour of ["orange", "blue", "grey"]) expect(svg).toContain(`class="box ${colour}"`);
  });

  test("escapes labels", () => {
    const svg = draw('flowchart LR\na["</svg>#60;b#62;<br>two"] -->|<i>| b');
    expect(svg).toContain("&lt;/svg&gt;&lt;b&gt;</text>");
    expect(svg).toContain(">two</text>");
    expect(svg).toContain("&lt;i&gt;");
  });

  test("keeps boxes apart and inside the picture, whatever leads where", () => {
    const ends = fc.tuple(fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(
        fc.constantFrom("LR", "TD"),
        fc.array(ends, { minLength: 1, maxLength: 25 }),
        (direction, edges) => {
          const svg = draw(
            [`flowchart ${direction}`, ...edges.map(([a, b]) => `n${a} --> n${b}`)].join("\n"),
          );
          const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg)!.map(Number);
          const found = [
            ...svg.matchAll(/<g class="box"><rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g),
          ];
          const rects = found.map(
            ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
          );
          expect(rects).toHaveLength(new Set(edges.flat()).size);
          for (const [at, [x, y, w, h]] of rects.entries()) {
            expect(x >= 0 && y >= 0 && x + w <= width! && y + h <= height!).toBe(true);
            for (const [x2, y2, w2, h2] of rects.slice(at + 1))
              expect(x + w <= x2 || x2 + w2 <= x || y + h <= y2 || y2 + h2 <= y).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("reads any text without an error", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      '["',
      '"]',
      " --> ",
      "|",
      "-.->",
      ":::",
      "\n",
      "#quot;",
      "#999999;",
      "class ",
      "classDef ",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => void parseFlowchart(`flowchart LR\n${pieces.join("")}`)),
    );
  });
});
