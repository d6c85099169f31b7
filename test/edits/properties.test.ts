import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { applyAnswer, applyEdits } from "../../src/edits/apply.ts";
import { deriveAnswer } from "../../src/edits/derive.ts";
import { numberLines } from "../../src/edits/number.ts";
import { parseEdits } from "../../src/edits/parse.ts";
import { joinLines, splitLines } from "../../src/source/lines.ts";
import { anyText } from "../helpers/any-text.ts";

/** Few different lines, so that they repeat; some look like the language itself. */
const line = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\t",
    "}",
    "  }",
    "x",
    "1: a",
    "2:",
    "=== f",
    "```",
    "~~~~",
    "_: x",
    "+: x",
    ">>",
    ">>>",
    "12bk: x",
    "3bk+ <<",
    "é漢😀",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }).filter((text) => !/[\r\n\uFEFF]/.test(text)),
);
const end = fc.constantFrom("\n", "\r\n");
const ended = (lines: readonly string[], separator: string, last: boolean): string =>
  lines.map((text, at) => text + (last || at < lines.length - 1 ? separator : "")).join("");

/** Two files with one kind of line end; the second is the first with some lines changed, or another file. */
const pair = fc
  .record({ lines: fc.array(line, { maxLength: 12 }), separator: end, last: fc.boolean(), bom: fc.boolean() })
  .chain(({ lines, separator, last, bom }) => {
    const mark = bom ? "\uFEFF" : "";
    const mutated = fc
      .array(fc.tuple(fc.nat(12), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 3 })
      .map((cuts) => {
        const after = [...lines];
        for (const [at, count, put] of cuts) after.splice(at, count, ...put);
        return after;
      });
    return fc.record({
      before: fc.constant(mark + ended(lines, separator, last)),
      after: fc
        .oneof(mutated, fc.array(line, { maxLength: 12 }))
        .map((after) => mark + ended(after, separator, last)),
      tags: fc.constantFrom("shown" as const, "hidden" as const),
    });
  })
  // An empty file has no line ends of its own to keep.
  .filter(({ before }) => splitLines(before).some(({ end }) => end !== ""));

describe("derived edits", () => {
  test("give exactly the other file", () => {
    fc.assert(
      fc.property(pair, ({ before, after, tags }) => {
        const answer = deriveAnswer([{ path: "f", before, after }], { tags });
        if (before === after) return;
        expect(answer).toBeDefined();
        const applied = applyAnswer(answer!, new Map([["f", before]]));
        expect(applied).toEqual({ complaints: [], changes: [{ path: "f", before, after }], moved: [] });
      }),
      { numRuns: 500 },
    );
  });

  test("make and delete files", () => {
    const text = fc
      .tuple(fc.array(line, { maxLength: 8 }), fc.boolean())
      .map(([lines, last]) => ended(lines, "\n", last));
    fc.assert(
      fc.property(text, text, (made, gone) => {
        const changes = [
          { path: "new", before: undefined, after: made },
          { path: "old", before: gone, after: undefined },
        ];
        expect(applyAnswer(deriveAnswer(changes)!, new Map([["old", gone]]))).toEqual({
          complaints: [],
          changes,
          moved: [],
        });
      }),
    );
  });

  test("say line ends, byte order marks and moves", () => {
    const made = (before: string, after: string, oldPath?: string): unknown => {
      const change = { path: "f", before, after, ...(oldPath === undefined ? {} : { oldPath }) };
      const answer = deriveAnswer([change])!;
      const { changes } = applyAnswer(answer, new Map([[oldPath ?? "f", before]]));
      return changes.map(({ path, after: text }) => [path, text]);
    };
    expect(made("a\nb\n", "a\r\nc\r\n")).toEqual([["f", "a\r\nc\r\n"]]);
    expect(made("a\r\nb\r\n", "a\nb\nc")).toEqual([["f", "a\nb\nc"]]);
    expect(made("a\n", "\uFEFFa\n")).toEqual([["f", "\uFEFFa\n"]]);
    expect(made("\uFEFFa\n", "b\n")).toEqual([["f", "b\n"]]);
    expect(made("a\n", "b\n", "old")).toEqual([
      ["old", undefined],
      ["f", "b\n"],
    ]);
    expect(made("a\n", "a\n", "old")).toEqual([
      ["old", undefined],
      ["f", "a\n"],
    ]);
  });

  test("say so where the language cannot: line ends that mix anew", () => {
    expect(deriveAnswer([{ path: "f", before: "a\nb\n", after: "a\nb\r\n" }])).toBeUndefined();
    expect(deriveAnswer([{ path: "f", before: undefined, after: "a\r\nb\n" }])).toBeUndefined();
  });
});

const lines = fc.oneof(
  anyText(),
  fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "\uFEFF", " ", "\t", "}", "\u2028") }),
);

test("the numbered view is an answer that changes nothing", () => {
  fc.assert(
    fc.property(lines, fc.constantFrom("shown" as const, "hidden" as const), (text, tags) => {
      // A carriage return inside a line cannot be told from a line end once the view is cut into lines again.
      fc.pre(splitLines(text).every((line) => !line.text.includes("\r")));
      const { changes, complaints } = applyAnswer(numberLines(text, { tags }), new Map([["f", text]]));
      expect(changes).toEqual([]);
      expect(complaints.map(({ kind }) => kind)).toEqual([
        splitLines(text.replace(/^\uFEFF/, "")).length > 0 ? "edit/no-change" : "edit/empty",
      ]);
    }),
    { numRuns: 300 },
  );
});

describe("garbage", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "1",
      "2",
      "3",
      "9",
      "0",
      "#k3",
      "#",
      "-",
      "+",
      "_",
      "=",
      "<<",
      ">>",
      "\n>>\n",
      "bk",
      ":",
      ": ",
      "\n",
      "\r\n",
      "```",
      "~~~",
      "=== ",
      "f",
      " (new)",
      " (delete)",
      " -> ",
      "g",
      "x",
    ),
    anyText({ maxLength: 4 }),
  );
  const garbage = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  test("never throws, and changes nothing where there is a complaint", () => {
    fc.assert(
      fc.property(garbage, lines, (answer, text) => {
        const files = new Map([["f", text]]);
        const parsed = parseEdits(answer);
        const applied = applyEdits(parsed.edits, files);
        if (parsed.complaints.length + applied.complaints.length > 0) expect(applied.changes).toEqual([]);
        else expect(applied.changes.length).toBeGreaterThan(0);
        expect(files.get("f")).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("changes no line that no edit names", () => {
    const lines = ["a0", "b1", "c2", "d3", "e4", "f5"];
    const file = ended(lines, "\n", true);
    fc.assert(
      fc.property(garbage, (answer) => {
        const parsed = parseEdits(answer);
        for (const { path, after } of applyEdits(parsed.edits, new Map([["f", file]])).changes) {
          if (path !== "f" || after === undefined) continue;
          const part = parsed.edits.files.filter((each) => each.path === undefined || each.path === "f");
          const named = part.flatMap((each) =>
            each.edits.flatMap((edit) =>
              edit.kind === "replace" ? [[edit.from.number, edit.to.number]] : [],
            ),
          );
          const kept = lines.filter((_, at) => !named.some(([from, to]) => from! <= at + 1 && at + 1 <= to!));
          const left = splitLines(after).map((each) => each.text);
          let from = 0;
          for (const text of kept) {
            const found = left.indexOf(text, from);
            expect(found).toBeGreaterThanOrEqual(from);
            from = found + 1;
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("every line of the answer is used or complained about", () => {
    // What may stand in an answer without a fence and say nothing: blank lines alone.
    const row = fc.oneof(
      line,
      fc.constantFrom("2 <<", "1-2 <<", "3+ <<", "+ <<", "_ <<<", ">>", "3-4: y", "2+: z"),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
        fc.pre(rows.every((text) => !/^ {0,3}(```|~~~)/.test(text)));
        const { edits, complaints } = parseEdits(joinLines(rows.map((text) => ({ text, end: "\n" }))));
        if (complaints.length > 0) return;
        const lines = edits.files.flatMap((file) => file.edits.flatMap((edit) => [...edit.lines]));
        const deletions = edits.files.flatMap((file) =>
          file.edits.filter((edit) => edit.kind === "replace" && edit.lines.length === 0),
        );
        const structure = rows.filter((text) => /^(=== f|.*<<+|>>+\s*)$/.test(text)).length;
        // An accepted answer: each row is a line of code, a deletion, a header, a block's end, or blank.
        const blank = rows.filter((text) => text.trim() === "").length;
        const used = lines.length + deletions.length + structure;
        expect(used).toBeGreaterThanOrEqual(rows.length - blank);
      }),
      { numRuns: 3000 },
    );
  });
});
