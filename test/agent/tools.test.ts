import { describe, expect, test } from "@jest/globals";
import type { z } from "zod";
import type { Tool } from "../../src/agent/tool.ts";
import { declareTool } from "../../src/agent/tool.ts";
import { createCodeTest } from "../../src/agent/tools/code-test.ts";
import { createFindLines } from "../../src/agent/tools/find-lines.ts";
import { createGraphReason } from "../../src/agent/tools/graph-reason.ts";
import { createReadFile } from "../../src/agent/tools/read-file.ts";
import { createSearchCode, ownFirst } from "../../src/agent/tools/search-code.ts";
import { createSubmitEdits } from "../../src/agent/tools/submit-edits.ts";
import { marksOf } from "../../src/context/draw-diff.ts";
import { fileDiff } from "../../src/edits/file-diff.ts";
import { graphOf, type NodeRow } from "../helpers/graph-of.ts";
import { findCode, graph, workspace } from "./small-repository.ts";

const signal = new AbortController().signal;

async function answerOf<T>(tool: Tool<T>, input: unknown): Promise<string> {
  const answer = await tool.run((tool.input as z.ZodType<T>).parse(input), signal);
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

describe("read-file", () => {
  const tool = createReadFile(workspace);
  test("shows a window, numbered for editing", async () => {
    expect(await answerOf(tool, { path: "src/shop/cart.py", from: 4, to: 5 })).toBe(
      '=== src/shop/cart.py#fswd\n(lines 4 to 5 of 8)\n4xz: class Cart:\n5wp:     """Lines that a customer wants to buy."""',
    );
  });
  test.each<[string, object, RegExp]>([
    ["to the end of the file", { path: "src/shop/money.py", from: 5, to: 999 }, /lines 5 to 6 of 6/],
    ["nothing beyond the end", { path: "src/shop/money.py", from: 7 }, /has 6 lines; there is no line 7/],
    ["nothing backwards", { path: "src/shop/money.py", from: 3, to: 2 }, /line 2 stands before line 3/i],
    ["no untracked file, but a likely one", { path: "cart.py" }, /not tracked.*src\/shop\/cart\.py/],
    ["no path out of the repository", { path: "../../etc/passwd" }, /not tracked/],
    ["no absolute path", { path: "/etc/passwd" }, /not tracked/],
    ["no git directory", { path: ".git/config" }, /not tracked/],
    ["no symbolic link", { path: "link" }, /symbolic link/],
    ["no binary", { path: "logo.png" }, /binary/],
  ])("shows %s", async (_, input, expected) => {
    expect(await answerOf(tool, input)).toMatch(expected);
  });
});

test("read-file says of a diff's files what is new and what is gone", async () => {
  const before = (await workspace.read("src/shop/cart.py"))!;
  const diff = async () =>
    marksOf(
      [
        { ...fileDiff("src/shop/cart.py", { before: `# Old.\n${before}# Last.\n`, after: before }) },
        fileDiff("src/shop/money.py", { before: "", after: (await workspace.read("src/shop/money.py"))! }),
      ],
      [fileDiff("src/shop/gone.py", { before: "gone = 1\n", after: "" })],
    );
  const tool = createReadFile(workspace, { diff });
  const cart = (await answerOf(tool, { path: "src/shop/cart.py" })).split("\n");
  expect(cart.slice(1, 4)).toEqual([
    "(lines 1 to 8 of 8)",
    "added or changed lines: none, only removed ones",
    "- # Old.",
  ]);
  expect(cart.at(-1)).toBe("- # Last.");
  const part = await answerOf(tool, { path: "src/shop/cart.py", from: 4, to: 5 });
  expect(part).toContain("only removed ones");
  expect(part).not.toContain("# Last.");
  expect(await answerOf(tool, { path: "src/shop/money.py" })).toContain("\nadded or changed lines: 1-6\n");
  expect(await answerOf(tool, { path: "src/shop/gone.py" })).toBe(
    "=== src/shop/gone.py (deleted, 1 line)\n- gone = 1",
  );
  expect(tool.description).toContain("pull request");
  expect(createReadFile(workspace).description).not.toContain("pull request");
});

test("read-file names what a large file has besides the lines shown", async () => {
  const text = Array.from({ length: 900 }, (_, at) => `line ${at + 1}\n`).join("");
  const large = graphOf([
    ["a.py#near", 10, 20],
    ["a.py#far", 700, 760],
  ]);
  const tool = createReadFile({ ...workspace, read: async () => text }, { graph: large });
  const rows = (await answerOf(tool, { path: "a.py" })).split("\n");
  expect(rows.slice(-2)).toEqual(["... 500 lines not shown ...", "  700-760 far()"]);
  expect(await answerOf(tool, { path: "a.py", from: 1, to: 5 })).not.toContain("not shown");
});

describe("search-code", () => {
  const tool = createSearchCode(findCode, createFindLines(workspace));
  test("shows exact lines first, then id, signature and the first line of the documentation", async () => {
    expect(await answerOf(tool, { query: "round_cents" })).toBe(
      [
        "Lines that hold it as written:",
        "  src/shop/cart.py:1: from shop.money import round_cents",
        "  src/shop/cart.py:8: return round_cents(sum(self.lines))",
        "  src/shop/money.py:1: def round_cents(amount):",
        "Definitions by its words:",
        "  src/shop/money.py#round_cents (Function, lines 1-3)",
        "    def round_cents(amount)",
        '    "Rounds half up."',
      ].join("\n"),
    );
  });
  test("folds further hits in one class", async () => {
    const methods = graphOf([
      ["a.py#Box", 1, 40, { kind: "Class" }],
      ...Array.from(
        { length: 12 },
        (_, at): NodeRow => [`a.py#Box.get${at}`, at + 2, at + 2, { owner: "a.py#Box" }],
      ),
      ["b.py#get", 1, 2],
    ]).nodes.filter(({ name }) => name.startsWith("get"));
    const many = createSearchCode(() => methods.map((node) => ({ node })), createFindLines(workspace));
    expect((await answerOf(many, { query: "get zebra" })).match(/and .*|b\.py#get/g)).toEqual([
      "and 11 more there: #Box.get1, #Box.get2, #Box.get3, #Box.get4, #Box.get5, #Box.get6, #Box.get7, #Box.get8, ...",
      "b.py#get",
    ]);
  });
  test.each([
    ["a constant", "token =", "Lines that hold it as written:\n  src/shop/money.py:6: TOKEN = "],
    ["a quoted line of a test", '"assert True"', "  tests/test_cart.py:2: assert True"],
    ["files by a part of their path", "Shop/c", "Files whose path holds it:\n  src/shop/cart.py"],
    ["words that only definitions hold", "cents round_cents", "No line holds the query as it is written."],
  ])("shows %s", async (_, query, expected) => {
    expect(await answerOf(tool, { query })).toContain(expected);
  });
  test("says of a file its path once", async () => {
    const [file] = graphOf([["a.py", 1, 9, { kind: "Module", signature: "a.py" }]]).nodes;
    const found = createSearchCode(() => [{ node: file! }], createFindLines(workspace));
    expect(await answerOf(found, { query: "zebra" })).toMatch(/\n {2}a\.py \(Module, lines 1-9\)$/);
  });
  test("tells no file by words beside files and lines that hold the query, and how many files it does not name", async () => {
    const nodes = graphOf([
      ["news/1.md", 1, 1, { kind: "Module", signature: "news/1.md" }],
      ["a.py#news", 1, 2],
    ]).nodes;
    const paths = Array.from({ length: 14 }, (_, at) => `news/${at}.fix.md`);
    const found = createSearchCode(
      () => nodes.map((node) => ({ node })),
      async () => ({ named: paths, lines: [], also: [], complete: "all" }),
    );
    const answer = await answerOf(found, { query: ".fix.md" });
    expect(answer).toContain("  news/11.fix.md\n  and 2 more\nDefinitions by its words:\n  a.py#news");
    expect(answer).not.toContain("Module");
  });
  test("tells vendored and generated code last", () => {
    const nodes = graphOf([
      ["vendor/a.py#news", 1, 2],
      ["b.py#news", 1, 2],
    ]).nodes.filter(({ name }) => name === "news");
    const find = ownFirst(() => nodes.map((node) => ({ node })));
    expect([1, 2].map((limit) => find("news", limit).map(({ node }) => node.path))).toEqual([
      ["b.py"],
      ["b.py", "vendor/a.py"],
    ]);
  });
  test("names further files like those that it shows", async () => {
    const paths = Array.from({ length: 26 }, (_, at) => `i18n/${String.fromCharCode(97 + at)}.json`);
    const found = createSearchCode(
      () => [],
      async () => ({
        named: [],
        lines: [{ path: paths[0]!, line: 2, text: '"a": 1' }],
        also: paths.slice(1),
        complete: "all",
      }),
    );
    expect(await answerOf(found, { query: "needle" })).toMatch(
      /i18n\/a\.json:2: "a": 1\n {2}and in 25 files like these: i18n\/b\.json, [^\n]*i18n\/u\.json, and 5 more$/,
    );
  });
  test("says when nothing matches", async () => {
    expect(await answerOf(tool, { query: "zebra" })).toMatch(/Nothing matches/);
  });
});

describe("code-test", () => {
  const tool = createCodeTest(workspace);
  test.each<[string, object, RegExp]>([
    ["a snippet that parses", { code: "x = 1\n", path: "x.py" }, /^x\.py: parses\.$/],
    [
      "a fault at its place",
      { code: "a = 1\ndef f(:\n    pass\n", path: "x.py" },
      /x\.py:2:\d+: .*\n1 \| a = 1\n2 \| def f\(:\n {2}\| +\^ /,
    ],
    ["an unknown language", { code: "x", path: "x.zzz" }, /not known/],
    [
      "edits that parse",
      { edits: "=== src/shop/cart.py\n8ry:         return 1" },
      /cart\.py: applies and parses/,
    ],
    ["edits that do not", { edits: "=== src/shop/cart.py\n8ry:         return (1" }, /cart\.py:\d+:\d+: /],
    [
      "edits that do not apply",
      { edits: "=== src/shop/cart.py\n99: x" },
      /cannot be applied\.\n1\. src\/shop\/cart\.py:99/,
    ],
    [
      "what edits would do",
      { edits: "=== src/shop/cart.py\n8ry:         return 1" },
      /@@ -7,2 \+7,2 @@\n .*\n-.*round_cents.*\n\+ {8}return 1$/,
    ],
    ["a deletion", { edits: "=== src/shop/cart.py (delete)" }, /deleted/],
  ])("tells of %s", async (_, input, expected) => {
    expect(await answerOf(tool, input)).toMatch(expected);
  });
  test("wants either edits or code", () => {
    expect(tool.input.safeParse({}).success).toBe(false);
    expect(tool.input.safeParse({ code: "x", edits: "y" }).success).toBe(false);
  });
});

describe("submit-edits", () => {
  const submission = { title: "T", summary: "S" };
  const none = { complaints: [], findings: [] };
  test("hands the changes to the check and comes back with its report", async () => {
    const seen: string[] = [];
    const tool = createSubmitEdits(workspace, async (changes) => {
      seen.push(...changes.map((change) => change.path));
      return none;
    });
    const answer = await tool.run(
      tool.input.parse({ ...submission, edits: "=== a.py (new)\n+: x = 1" }),
      signal,
    );
    expect(seen).toEqual(["a.py"]);
    expect(answer).toMatchObject({
      kind: "accepted",
      changes: [{ path: "a.py", after: "x = 1\n" }],
      report: none,
    });
  });
  test("numbers the check's complaints and keeps the changes as a partial result", async () => {
    const tool = createSubmitEdits(workspace, async () => ({
      findings: [],
      complaints: [
        { kind: "a", message: "Leave it.", path: "a.py", line: 1, excerpt: "1 | x" },
        { kind: "b", message: "Too large." },
      ],
    }));
    const answer = await tool.run(
      tool.input.parse({ ...submission, edits: "=== a.py (new)\n+: x = 1" }),
      signal,
    );
    expect(answer).toMatchObject({
      kind: "refused",
      complaints: "1. a.py:1: Leave it.\n1 | x\n2. Too large.",
      partial: { changes: [{ path: "a.py" }] },
    });
  });
  test("does not take a file that cannot be read for a new one", async () => {
    const tool = createSubmitEdits(workspace, async () => none);
    const answer = await tool.run(
      tool.input.parse({ ...submission, edits: "=== logo.png (new)\n+: x" }),
      signal,
    );
    expect(answer).toMatchObject({
      kind: "refused",
      complaints: expect.stringMatching(/logo\.png: .*binary/),
    });
  });
});

test("every tool is declared with a description and a JSON schema of an object", () => {
  const tools = [
    createGraphReason(graph, workspace),
    createSearchCode(findCode, createFindLines(workspace)),
    createReadFile(workspace),
    createCodeTest(workspace),
    createSubmitEdits(workspace, async () => ({ complaints: [], findings: [] })),
  ] as const;
  for (const declared of tools.map((tool) => declareTool(tool))) {
    expect(declared.name).toMatch(/^[a-z-]+$/);
    expect(declared.description.length).toBeGreaterThan(20);
    expect(declared.parameters).toMatchObject({ type: "object", properties: expect.any(Object) });
  }
});
