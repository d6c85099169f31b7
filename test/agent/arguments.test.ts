import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { checkArguments, parseArguments } from "../../src/agent/arguments.ts";

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));

describe("arguments of a call", () => {
  test("valid JSON is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(parseArguments(JSON.stringify(value))).toEqual({
          kind: "value",
          value: JSON.parse(JSON.stringify(value)),
        });
      }),
    );
  });

  test("a fence and prose around an object change nothing", () => {
    const prose = fc.string().map((text) => text.replace(/[{}"[\]]/g, ""));
    fc.assert(
      fc.property(object, prose, prose, (value, before, after) => {
        const text = `${before}\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n${after}`;
        expect(parseArguments(text)).toEqual({ kind: "value", value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });

  test("raw control characters in strings are read as they were meant", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const raw = JSON.stringify(text)
          .replaceAll("\\n", "\n")
          .replaceAll("\\t", "\t")
          .replaceAll("\\r", "\r");
        fc.pre(!/\\\n|\\\t|\\\r/.test(raw));
        expect(parseArguments(`{"edits": ${raw}}`)).toEqual({ kind: "value", value: { edits: text } });
      }),
    );
  });

  test.each([
    ["too long", JSON.stringify({ edits: "x".repeat(2_500_000) }), /at most 2500000 are read/],
    ["too deep", `{"a":${"[".repeat(40)}${"]".repeat(40)}}`, /nested deeper/],
  ])("what is %s is not read", (_, text, problem) => {
    expect(parseArguments(text)).toEqual({ kind: "problem", problem: expect.stringMatching(problem) });
  });

  test("no text makes it throw, and a value is always an object", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseArguments(text);
        if (parsed.kind === "value")
          expect(Object.prototype.toString.call(parsed.value)).toBe("[object Object]");
        else expect(parsed.problem).not.toBe("");
      }),
    );
  });
});

describe("a schema is met after mending types once", () => {
  const schema = z.object({
    line: z.number().int(),
    tags: z.array(z.string()).default([]),
    nested: z.object({ on: z.boolean() }).optional(),
    text: z.string().optional(),
  });
  test.each<[unknown, unknown]>([
    [{ line: "5" }, { line: 5, tags: [] }],
    [
      { line: 5, tags: '["a","b"]' },
      { line: 5, tags: ["a", "b"] },
    ],
    [
      { line: 5, tags: null, nested: null, text: null },
      { line: 5, tags: [] },
    ],
    [
      { line: 5, nested: { on: "true" } },
      { line: 5, tags: [], nested: { on: true } },
    ],
    [
      { line: 5, nested: '{"on": false}' },
      { line: 5, tags: [], nested: { on: false } },
    ],
    [
      { line: 5, text: "7" },
      { line: 5, tags: [], text: "7" },
    ],
  ])("%j", (value, expected) => {
    expect(checkArguments(schema, value)).toEqual({ kind: "value", value: expected });
  });
  test.each<[unknown, RegExp]>([
    [{ line: "five" }, /expected number.*line/s],
    [{}, /line/],
    [{ line: null }, /line/],
    [{ line: 5, text: 7 }, /expected string/],
  ])("%j is refused in words", (value, words) => {
    expect(checkArguments(schema, value)).toMatchObject({
      kind: "problem",
      problem: expect.stringMatching(words),
    });
  });
  const named = z.object({
    reuse: z.array(z.object({ definition: z.string().min(1), reason: z.string().default("") })),
  });
  test.each<[string, unknown, unknown]>([
    [
      "one missing field under another name",
      { existing: "a#b", reason: "it fits" },
      { definition: "a#b", reason: "it fits" },
    ],
    [
      "a further field that nobody knows",
      { definition: "a#b", because: "x" },
      { definition: "a#b", reason: "" },
    ],
  ])("%s is read as it was meant", (_, row, expected) =>
    expect(checkArguments(named, { reuse: [row] })).toEqual({ kind: "value", value: { reuse: [expected] } }),
  );
  test.each<[string, unknown, RegExp]>([
    [
      "of two one",
      { existing: "a", other: "b" },
      /reuse\[0\]\.definition\nNot in the schema: reuse\.0\.existing, reuse\.0\.other\./,
    ],
    ["of none", {}, /reuse\[0\]\.definition$/],
    ["of another type", { existing: 7 }, /Not in the schema: reuse\.0\.existing\.$/],
  ])("%s is not guessed, and what is unknown is told", (_, row, words) =>
    expect(checkArguments(named, { reuse: [row] })).toEqual({
      kind: "problem",
      problem: expect.stringMatching(words),
    }),
  );
  test("the model's value itself is not changed", () => {
    const value = { line: "5" };
    checkArguments(schema, value);
    expect(value).toEqual({ line: "5" });
  });
});
