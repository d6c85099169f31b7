import { describe, expect, test } from "@jest/globals";
import type { ContextAnswer } from "../../../src/cli/context/answer.ts";
import { contextMarkdown } from "../../../src/cli/context/markdown.ts";
import { contextText } from "../../../src/cli/context/text.ts";
import { cut, wrap } from "../../../src/cli/wrap.ts";

const named = (id: string, score: number, ...reasons: readonly string[]) => ({
  ...{ id, kind: id.includes("#") ? ("Function" as const) : ("Module" as const), path: id.split("#")[0]! },
  ...{ startLine: 12, endLine: 20, score },
  signature: id.includes("#") ? `def ${id.split("#")[1]}( self, text: str, limit: int = 10, )` : "",
  reasons: reasons.map((text) => ({ signal: "words", text, share: 1 })),
});

const answer: ContextAnswer = {
  ...{ version: 1, requirement: "parse lists\n# not a heading", retrieval: "bigraph", target: null },
  repository: { directory: "/shop", commit: "1".repeat(40), uncommitted: 0 },
  places: {
    definitions: [
      named(
        "src/a/very/long/way/down/into/the/folders/of/a/repository/parser.py#Parser.parse_everything",
        1,
        "shares words with the request: parse, lists, numbers",
        "its file was found",
        "private",
      ),
      named("src/a.py#unlikely", 0.004, "shares words with the request"),
    ],
    files: [named("src/parser.py", 1, 'the request names it: "`parser.py`"')],
    newPlaces: [
      {
        folder: "src/",
        beside: ["src/a.py", "src/b.py"],
        score: 1,
        reasons: ["files here resemble the request: a, b"],
      },
    ],
  },
  support: [named("src/lists.py#split_\u001b[2Jlist", 0.5, "a member of the same class")],
  passages: [
    {
      path: "src/lists.py",
      startLine: 12,
      endLine: 13,
      kind: "body",
      node: null,
      route: "request",
      tokens: 9,
      text: "def f():\n    return '```'",
    },
  ],
  ran: {
    ...{ own: 2, others: 1_204, tokens: 20, notes: ["The trace has samples of the run."] },
    tree: `main src/app.py:3\n  load\u001b[2J :9\n${"  parse :12\n".repeat(50)}  save :99`,
  },
  leftOut: [{ what: "src/b.py#big", why: "over budget", tokens: 999 }],
  ...{ tokens: 1_234, budget: 8_000, milliseconds: { graph: 20.4, index: 30, answer: 5 } },
};

describe("the answer to a requirement", () => {
  test("as text", () => {
    const text = contextText(answer, { paint: (_, plain) => plain, width: 80, reasons: 2 });
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(text).toMatchSnapshot();
  });
  test("as text, of a place that was given and needs nothing", () => {
    const given = { ...answer, target: "src/a.py#load", support: [], leftOut: [] };
    expect(contextText(given, { paint: (_, plain) => plain, width: 80, reasons: 2 })).toMatchSnapshot();
  });
  test("says that nothing was found, and what helps", () => {
    const nothing = { definitions: [], files: [], newPlaces: [] };
    const empty = { ...answer, places: nothing, support: [], passages: [], leftOut: [] };
    const text = contextText(empty, { paint: (_, plain) => plain, width: 80, reasons: 2 });
    expect(text).toMatch(/^Nothing here has words like these\. [\s\S]*\n\n1,234 of 8,000 tokens/);
    expect(contextMarkdown(empty)).toContain("Nothing here has words like these.");
    expect(contextMarkdown(answer)).not.toContain("Nothing here");
  });
  test("a definition is no reason for itself, and what is cut from a list is counted", () => {
    const itself = "its file was found: a definition in it shares words with the request: f";
    const full = {
      ...answer,
      ...{ support: [named("a.py#f", 1, itself, "stands close by"), named("a.py#g", 1, itself)] },
      leftOut: Array.from({ length: 23 }, (_, at) => ({ what: `a${at}`, why: "over budget", tokens: 1 })),
    };
    const markdown = contextMarkdown(full);
    expect(markdown).toMatch(/`a\.py#f`.*\(stands close by\)\n.*`a\.py#g`.*words with the request: f\)/);
    expect(markdown).toMatch(/- `a19`: over budget\n- and 3 more\n$/);
  });
  test("as Markdown", () => expect(contextMarkdown(answer)).toMatchSnapshot());
});

test.each<[string, number, string, readonly string[]]>([
  ["a b c", 3, "", ["a b", "c"]],
  ["a b c", 4, "  ", ["  a", "  b", "  c"]],
  ["abcdef g", 3, "", ["abcdef", "g"]],
  ["", 3, "", []],
])("%j in %d columns", (text, width, indent, expected) =>
  expect(wrap(text, width, indent)).toEqual(expected),
);

test("a cut never splits a character", () =>
  expect([cut("a😀b", 3), cut("a😀bc", 3)]).toEqual(["a😀b", "a😀…"]));
