import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { viewFile } from "../../src/context/file-view.ts";
import { createSheet } from "../../src/context/sheet.ts";
import { parseEdits } from "../../src/edits/parse.ts";
import { graphOf } from "../helpers/graph-of.ts";

const text = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}\n`).join("");
const graph = graphOf([
  ["a.py#Cart", 51, 400, { signature: "class Cart" }],
  ["a.py#Cart.add", 60, 80, { signature: "def add(self,\n  item)" }],
  ["a.py#Cart.total", 100, 390, { signature: "def total(self)" }],
  ["a.py#sell", 500, 520, { signature: `def sell(${"x".repeat(200)})` }],
  ["a.py#late", 900, 900, { signature: ": odd" }],
]);
const sheet = () => createSheet("a.py", text);
const windows = (places: Parameters<typeof viewFile>[2]["places"]): readonly string[] =>
  viewFile(sheet(), graph, { places }).windows.map(({ from, to }) => `${from}-${to}`);

describe("viewFile chooses", () => {
  test.each([
    ["the head alone", [], ["1-40"]],
    ["a short definition with its class", [graph.node("a.py#Cart.add")!], ["1-40", "51-83"]],
    ["all of a long function", [graph.node("a.py#Cart.total")!], ["1-40", "51-53", "97-393"]],
    ["of a long class the declaration", [graph.node("a.py#Cart")!], ["1-40", "51-53", "399-400"]],
    ["the function around a line", [{ from: 510, to: 510 }], ["1-40", "497-523"]],
    ["some lines in a long function", [{ from: 200, to: 200 }], ["1-40", "51-53", "100-102", "177-223"]],
    ["lines as they are named", [{ from: 600, to: 800 }], ["1-40", "597-803"]],
    ["small gaps, too", [{ from: 48, to: 60 }], ["1-63"]],
    ["up to the end", [{ from: 990, to: 994 }], ["1-40", "987-1000"]],
    ["nothing of a module", [graph.node("a.py")!], ["1-40"]],
  ])("%s", (_, places, expected) => expect(windows(places)).toEqual(expected));

  test("the whole of a small file", () => {
    const small = viewFile(createSheet("b.txt", "one\ntwo\n"), graph, { places: [] });
    expect(small).toMatchObject({ windows: [{ from: 1, to: 2 }], lines: 2 });
    expect(small.text).not.toContain("not shown");
    expect(viewFile(createSheet("b.txt", ""), graph, { places: [] }).text).toBe("");
  });
});

describe("what is folded", () => {
  test("is counted, and its definitions are named with their lines", () => {
    const { text: shown } = viewFile(sheet(), graph, { places: [{ from: 510, to: 510 }] });
    const rows = shown.split("\n").filter((row) => !/^ *\d+[a-z]{2}[:=]/.test(row));
    expect(rows).toEqual([
      "... 456 lines not shown ...",
      "  51-400 class Cart",
      "    60-80 def add(self, item)",
      "    100-390 def total(self)",
      "... 477 lines not shown ...",
      "  900 odd",
    ]);
  });

  test("keeps to its budget: outer ones first, the rest counted", () => {
    const { text: shown } = viewFile(sheet(), graph, { places: [], outlineTokens: 20 });
    expect(shown.split("\n").slice(40)).toEqual([
      "... 960 lines not shown ...",
      "  51-400 class Cart",
      "  and 4 more definitions",
    ]);
  });

  test("is never taken for an edit", () => {
    const shown = viewFile(sheet(), graph, { places: [] }).text;
    const { complaints } = parseEdits(`=== a.py\n${shown}`);
    expect(complaints.map(({ kind }) => kind)).toEqual(["edit/not-an-edit"]);
  });
});

test("every line is shown or counted, whatever is asked", () => {
  const place = fc.record({
    from: fc.integer({ min: 1, max: 1_000 }),
    length: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 5 }), (asked) => {
      const places = asked.map(({ from, length }) => ({ from, to: Math.min(1_000, from + length) }));
      const view = viewFile(sheet(), graph, { places });
      const rows = view.text.split("\n");
      const shown = rows.filter((row) => /^ *\d+[a-z]{2}[:=]/.test(row)).length;
      const hidden = rows.map((row) => Number(/^\.\.\. (\d+) lines? not shown/.exec(row)?.[1] ?? 0));
      expect(shown).toBe(view.lines);
      expect(shown + hidden.reduce((sum, count) => sum + count, 0)).toBe(1_000);
      for (const { from, to } of places)
        expect(view.windows.some((window) => window.from <= from && to <= window.to)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
