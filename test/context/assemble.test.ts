import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { assembleContext } from "../../src/context/assemble.ts";
import { renderContext } from "../../src/context/render.ts";
import { countTokens } from "../../src/llm/tokens.ts";
import type { Anchor } from "../../src/retrieval/anchors.ts";
import { graphOf } from "../helpers/graph-of.ts";

const long = (name: string, lines: number) => [
  `function ${name}() {`,
  ...Array.from({ length: lines - 2 }, (_, at) => `  work(${at});`),
  "}",
];
const big = [
  "import { read } from './read.ts';",
  "",
  ...long("first", 100),
  ...long("second", 100),
  ...long("third", 300),
];
const files = new Map([
  ["src/big.ts", `${big.join("\n")}\n`],
  ["src/small.ts", "import x from 'x';\n\nexport class Small {\n  one() {}\n  two() {}\n}\n"],
  ["src/read.ts", "export function read() {\n  return 1;\n}\n"],
  ["notes.md", "# Notes\n"],
]);
const graph = graphOf(
  [
    ["src/big.ts#first", 3, 102, { signature: "function first()" }],
    ["src/big.ts#second", 103, 202, { signature: "function second()" }],
    ["src/big.ts#third", 203, 502, { signature: "function third()" }],
    ["src/small.ts#Small", 3, 6, { signature: "export class Small" }],
    ["src/small.ts#Small.one", 4, 4, { signature: "one()" }],
    ["src/small.ts#Small.two", 5, 5, { signature: "two()" }],
    ["src/read.ts#read", 1, 3, { signature: "export function read()" }],
  ],
  [["src/big.ts#first", "Call", "src/read.ts#read"]],
);
const anchor = (id: string, score: number): Anchor => ({
  ...{ node: graph.node(id)!, score, requirements: [] },
  route: [
    { kind: "from", id: "R1" },
    { kind: "node", id },
  ],
});
const readMany = async (paths: readonly string[]) =>
  new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!] as const] : [])));
const assemble = (anchors: readonly Anchor[], budget = 20_000, more = {}) =>
  assembleContext(anchors, graph, { readMany }, { budget, ...more });
const shown = (context: Awaited<ReturnType<typeof assemble>>) =>
  context.passages.map(({ path, startLine, endLine, kind }) => `${path}:${startLine}-${endLine} ${kind}`);

test("a type whose methods stand in a file that no anchor leads to", async () => {
  const split = graphOf(
    [
      ["src/read.ts#Read", 1, 3],
      ["src/small.ts#far", 4, 4],
    ],
    [["src/read.ts#Read", "Contain", "src/small.ts#far"]],
  );
  const only = { ...anchor("src/read.ts#read", 1), node: split.node("src/read.ts#Read")! };
  const context = await assembleContext([only], split, { readMany }, { budget: 20_000 });
  expect(context.files.map(({ path }) => path)).toEqual(["src/read.ts"]);
});

test("what an anchor calls in other files: short ones whole, long ones by signature, helpers of all and tests not", async () => {
  const callers = Array.from({ length: 31 }, (_, at) => `src/all.ts#use${at}`);
  const calls = graphOf(
    [
      ["src/go.ts#go", 1, 3],
      ["src/part.ts#part", 1, 3],
      ["src/part.ts#long", 11, 110, { signature: "function long() {" }],
      ["src/part.ts#often", 121, 123],
      ["test/part.test.ts#part", 1, 3],
      ...callers.map((id) => [id, 1, 1] as const),
    ],
    [
      ...["part", "long", "often"].map((name) => ["src/go.ts#go", "Call", `src/part.ts#${name}`] as const),
      ["src/go.ts#go", "Call", "test/part.test.ts#part"] as const,
      ...callers.map((from) => [from, "Call", "src/part.ts#often"] as const),
    ],
  );
  const apart = [
    "function part() {",
    "  work();",
    "}",
    ...Array(7).fill(""),
    ...long("long", 100),
    ...Array(10).fill(""),
  ];
  const read = async (paths: readonly string[]) =>
    new Map(
      [
        ["src/go.ts", "function go() {\n  part();\n}\n"],
        ["src/part.ts", [...apart, ...long("often", 3)].join("\n")],
        ["test/part.test.ts", "function part() {}\n"],
      ].filter(([path]) => paths.includes(path!)) as [string, string][],
    );
  const only = { ...anchor("src/read.ts#read", 1), node: calls.node("src/go.ts#go")! };
  const context = await assembleContext([only], calls, { readMany: read }, { budget: 20_000 });
  expect(shown(context)).toEqual([
    "src/go.ts:1-3 body",
    "src/part.ts:1-10 body",
    "src/part.ts:11-11 signature",
  ]);
  expect(context.passages[1]!.route.at(-1)).toEqual({ kind: "node", id: "src/part.ts#part" });
});

test.each([
  ["the newest part of a changelog", "log", ["a", "", "## Unreleased", ...Array(30).fill("- b")], "1-17"],
  ["the top of one without such a part", "log", Array(30).fill("- b"), "1-16"],
  ["a note of another change", "fragment", ["Unreleased:", "- b"], "1-2"],
] as const)("where a line about the change goes: %s", async (_, kind, lines, expected) => {
  const notes = { path: "CHANGES.md", kind };
  const read = { readMany: async () => new Map([["CHANGES.md", lines.join("\n")]]) };
  const context = await assembleContext([], graph, read, { budget: 20_000, notes });
  expect(shown(context)).toEqual([`CHANGES.md:${expected} body`]);
});

test("a test whose name the request says comes before those of the anchors", async () => {
  const tests = graphOf([
    ["src/read.ts#read", 1, 3],
    ["test/late-fee.test.ts", 1, 9],
    ["test/late-fee.test.ts#rounds", 1, 3],
    ["test/late-fee.test.ts#chargesTwice", 5, 7],
    ["test/late.test.ts", 1, 9],
  ]);
  const of = (id: string) => ({ ...anchor("src/read.ts#read", 1), node: tests.node(id)! });
  const text = [
    "function rounds() {",
    "  1;",
    "}",
    "",
    "function chargesTwice() {",
    "  2;",
    "}",
    "",
    "",
  ].join("\n");
  const read = { readMany: async (paths: readonly string[]) => new Map(paths.map((path) => [path, text])) };
  const asked = "A late fee is charged twice";
  const anchors = ["src/read.ts#read", "test/late.test.ts", "test/late-fee.test.ts"].map(of);
  const context = await assembleContext(anchors, tests, read, { budget: 20_000, asked, bodies: 1 });
  expect(shown(context).filter((one) => one.includes("body") && one.startsWith("test"))).toEqual([
    "test/late-fee.test.ts:1-8 body",
  ]);
});

test("the test file that was found first is shown beside the nearest ones, by its part that says what is asked", async () => {
  const tests = graphOf(
    [
      ["src/core.ts#request", 1, 300],
      ["test/helpers/server.ts", 1, 90],
      ["test/redirects.ts", 1, 90],
      ["test/retry.ts", 1, 90],
    ],
    [["test/retry.ts", "Call", "src/core.ts#request", { line: 50 }]],
  );
  const text = `${"line();\n".repeat(59)}charge(fee);\n${"line();\n".repeat(30)}`;
  const read = { readMany: async (paths: readonly string[]) => new Map(paths.map((path) => [path, text])) };
  const anchors = ["src/core.ts#request", "test/helpers/server.ts", "test/redirects.ts"].map((id) => ({
    ...anchor("src/read.ts#read", 1),
    node: tests.node(id)!,
  }));
  const options = { budget: 20_000, asked: "Charge the fee once" };
  const { passages } = await assembleContext(anchors, tests, read, options);
  const lines = passages.filter(({ path }) => /^test\/re/.test(path));
  expect(lines.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`)).toEqual([
    "test/redirects.ts:1-16",
    "test/redirects.ts:48-72",
    "test/retry.ts:1-16",
    "test/retry.ts:50-50",
  ]);
});

test("overloads above one of the likeliest functions, past the few lines around it", async () => {
  const stubs = Array.from({ length: 9 }, (_, at) => `function over(a: ${at}): void;`);
  const text = [...long("other", 700), ...stubs, ...long("over", 100)].join("\n");
  const one = graphOf([
    ["src/over.ts#other", 1, 700],
    ["src/over.ts#over", 710, 809],
  ]);
  const only = { ...anchor("src/read.ts#read", 1), node: one.node("src/over.ts#over")! };
  const read = { readMany: async () => new Map([["src/over.ts", text]]) };
  const context = await assembleContext([only], one, read, { budget: 20_000 });
  expect(shown(context)).toContain("src/over.ts:701-706 signature");
});

describe("assembleContext", () => {
  test("lines that the reader has already are not shown again, and tests beyond the anchors where they are wanted", async () => {
    const only = [anchor("src/big.ts#first", 1), anchor("src/read.ts#read", 0.9)];
    const lines = new Map([
      ["src/big.ts", [{ from: 1, to: 60 }]],
      ["src/read.ts", [{ from: 1, to: 3 }]],
    ]);
    const context = await assemble(only, 20_000, { shown: lines, purpose: "review" });
    expect(shown(context)).toEqual(["src/big.ts:61-105 body"]);
  });

  test("for a review shows of a long caller its calls, and of what is called alone what it calls in turn", async () => {
    const route = (relation: "is called by" | "calls", id: string): Anchor["route"] => [
      { kind: "from", id: "diff" },
      { kind: "edge", relation },
      { kind: "node", id },
    ];
    const calling = graphOf(
      graph.nodes.flatMap(({ id, startLine, endLine, kind, signature }) =>
        kind === "Module" ? [] : [[id, startLine, endLine, { signature }] as const],
      ),
      [
        ["src/big.ts#first", "Call", "src/big.ts#second"],
        ["src/small.ts#Small.two", "Call", "src/read.ts#read"],
      ],
    );
    const around = [
      { ...anchor("src/big.ts#first", 1), route: route("is called by", "src/big.ts#first"), lines: [50] },
      { ...anchor("src/small.ts#Small.two", 0.9), route: route("calls", "src/small.ts#Small.two") },
    ];
    const context = await assembleContext(
      around,
      calling,
      { readMany },
      { budget: 20_000, purpose: "review" },
    );
    expect(shown(context)).toEqual([
      "src/big.ts:1-3 body",
      "src/big.ts:40-60 body",
      "src/small.ts:1-1 file-head",
      "src/small.ts:2-6 body",
      "src/read.ts:1-3 body",
    ]);
  });

  test("for a question shows the parts of a too long function that say most of it, and for a change none", async () => {
    const asked = { asked: "Which function is the third?", inParts: true };
    const only = [
      anchor("src/big.ts#first", 3),
      anchor("src/read.ts#read", 2),
      anchor("src/small.ts#Small", 2),
    ];
    const bodies = async (more: object) =>
      shown(await assemble([...only, anchor("src/big.ts#third", 1)], 20_000, more)).filter((one) =>
        /big.ts:2\d\d/.test(one),
      );
    expect(await bodies(asked)).toEqual(["src/big.ts:203-215 body"]);
    expect(await bodies({ asked: asked.asked })).toEqual(["src/big.ts:203-203 signature"]);
  });

  test("of a long file in a language that is not read shows the parts that say what is asked, and not its head", async () => {
    const texts = new Map([
      ["src/Writer.kt", "package a\nimport b\n".concat("line()\n".repeat(300), "wrap(comment)\n")],
    ]);
    const unread = graphOf([["src/Writer.kt", 1, 303]]);
    const anchors = [{ ...anchor("src/read.ts#read", 1), node: unread.node("src/Writer.kt")! }];
    const options = { budget: 20_000, asked: "Wrap a long comment" };
    const context = await assembleContext(anchors, unread, { readMany: async () => texts }, options);
    expect(shown(context)).toEqual(["src/Writer.kt:291-303 body"]);
    // Of one that others come before by far, one part.
    texts.set("src/read.ts", files.get("src/read.ts")!);
    texts.set("src/Writer.kt", `${"line()\n".repeat(99)}wrap(comment)\n`.repeat(3));
    const windows = async (bodies: number) => {
      const all = [...anchors, anchor("src/read.ts#read", 2)].toReversed();
      const { passages } = await assembleContext(
        all,
        unread,
        { readMany: async () => texts },
        { ...options, bodies },
      );
      return passages.filter(({ path }) => path === "src/Writer.kt").length;
    };
    expect([await windows(2), await windows(1)]).toEqual([3, 1]);
  });

  test("of source in a language that is not read shows its test, and else the one that is found first", async () => {
    const texts = new Map([
      ["lua/path.lua", "line()\n".repeat(300)],
      ["tests/test-path.lua", "it()\n".repeat(100)],
      ["tests/other.lua", "it()\n".repeat(90).concat("joined(paths)\n", "it()\n".repeat(40))],
    ]);
    const shownOf = async (...paths: readonly string[]): Promise<readonly string[]> => {
      const unread = graphOf(paths.map((path) => [path, 1, 300]));
      const anchors = paths.map((path) => ({ ...anchor("src/read.ts#read", 1), node: unread.node(path)! }));
      const options = { budget: 20_000, asked: "Paths are joined twice" };
      const { passages } = await assembleContext(anchors, unread, { readMany: async () => texts }, options);
      return passages.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
    };
    expect(await shownOf("lua/path.lua", "tests/test-path.lua", "tests/other.lua")).toEqual([
      "tests/test-path.lua:1-16",
      "tests/test-path.lua:77-100",
    ]);
    expect(await shownOf("lua/path.lua", "tests/other.lua")).toEqual([
      "tests/other.lua:1-16",
      "tests/other.lua:79-103",
    ]);
  });

  test("of a long document that the request names shows the head and the part that it is about", async () => {
    const texts = new Map([["README.md", `# Shop\n${"\n".repeat(298)}The config file has a style.\n`]]);
    const one = graphOf([["README.md", 1, 300]]);
    const anchors = [{ ...anchor("src/read.ts#read", 1), node: one.node("README.md")! }];
    const options = { budget: 20_000, asked: "Document the style of the config", files: ["README.md"] };
    const context = await assembleContext(anchors, one, { readMany: async () => texts }, options);
    expect(shown(context)).toEqual(["README.md:1-40 file-head", "README.md:288-300 body"]);
  });

  test("of a long text that a pull request changes shows the changed lines, and its head where the request names it", async () => {
    const texts = new Map([["api.txt", "type A\n".repeat(500)]]);
    const one = graphOf([["api.txt", 1, 500]]);
    const changed = [{ ...anchor("src/read.ts#read", 1), node: one.node("api.txt")!, lines: [300] }];
    const shownWith = async (more: object): Promise<readonly string[]> => {
      const options = { budget: 20_000, files: ["api.txt"], ...more };
      return shown(await assembleContext(changed, one, { readMany: async () => texts }, options));
    };
    expect(await shownWith({})).toEqual(["api.txt:297-303 body"]);
    expect(await shownWith({ named: new Map([["api.txt", undefined]]) })).toEqual([
      "api.txt:1-40 file-head",
      "api.txt:297-303 body",
    ]);
  });

  test("shows a small file whole, a long one by its parts, each line once", async () => {
    const context = await assemble([
      anchor("src/big.ts#second", 3),
      anchor("src/small.ts#Small.one", 2),
      anchor("src/small.ts#Small", 1.9),
      anchor("src/big.ts#third", 1),
    ]);
    expect(shown(context)).toEqual([
      "src/big.ts:1-2 file-head",
      "src/big.ts:100-205 body",
      "src/small.ts:1-6 body",
    ]);
    // Its declaration stands in what is shown.
    expect(context.leftOut).toEqual([]);
  });

  test("shows the best anchor whole, though it is long", async () => {
    const context = await assemble([anchor("src/big.ts#third", 3)]);
    expect(shown(context)).toEqual(["src/big.ts:1-2 file-head", "src/big.ts:200-502 body"]);
  });

  test("puts a callee's file after its caller's, however well it scores", async () => {
    const context = await assemble([
      anchor("src/read.ts#read", 1),
      anchor("src/small.ts#Small", 2),
      anchor("src/big.ts#first", 3),
    ]);
    expect(context.files.map((file) => file.path)).toEqual(["src/big.ts", "src/read.ts", "src/small.ts"]);
  });

  test("names what did not fit even by its declaration", async () => {
    const context = await assemble([anchor("src/big.ts#first", 3), anchor("src/big.ts#second", 2)], 1_200);
    expect(context.tokens).toBeLessThanOrEqual(1_200);
    expect(context.leftOut).toEqual([]);
    expect(shown(context)).toEqual([
      "src/big.ts:1-3 signature",
      "src/big.ts:103-103 signature",
      "src/read.ts:1-3 body",
    ]);
    const less = await assemble([anchor("src/big.ts#first", 3), anchor("src/big.ts#second", 2)], 50);
    expect(less.leftOut.map(({ what, why }) => [what, why])).toEqual([
      ["src/big.ts#first", "over budget"],
      ["src/big.ts#second", "over budget"],
    ]);
    expect(shown(less)).toEqual([]);
  });

  test("shows a named file that the graph does not know", async () => {
    const context = await assemble([], 1_000, { files: ["notes.md", "gone.md"] });
    expect(shown(context)).toEqual(["notes.md:1-1 body"]);
    expect(context.leftOut).toEqual([{ what: "gone.md", why: "not readable", tokens: 0 }]);
  });

  test("shows what is built from other files after all else, but where the request names it, and no copy in it", async () => {
    const made = "priv/static/app.js";
    const both = graphOf([
      [`${made}#beat`, 1, 30],
      [`${made}#helper`, 901, 930],
      ["assets/socket.ts#beat", 1, 30],
    ]);
    const text = `${[...long("beat", 900), ...long("helper", 30)].join("\n")}\n`;
    const found = both.nodes
      .filter(({ kind }) => kind !== "Module")
      .map((node) => ({ ...anchor("src/read.ts#read", node.path === made ? 2 : 1), node }));
    const read = async (paths: readonly string[]) => new Map(paths.map((path) => [path, text]));
    const placesFor = async (more: object) => {
      const { passages } = await assembleContext(found, both, { readMany: read }, { budget: 500, ...more });
      const code = passages.filter(({ kind }) => kind !== "outline");
      return [
        ...new Set(code.map(({ path, startLine }) => `${path} ${startLine > 100 ? "helper" : "beat"}`)),
      ];
    };
    expect(await placesFor({})).toEqual(["assets/socket.ts beat"]);
    expect(await placesFor({ budget: 5_000 })).not.toContain(`${made} beat`);
    expect(await placesFor({ budget: 5_000 })).toContain(`${made} helper`);
    expect(await placesFor({ files: [made] })).toContain(`${made} helper`);
  });

  test("of a test file that no line ties to the code shows the test whose name says most of what is asked", async () => {
    const named = graphOf([
      ["src/Cart.cs#Cart", 1, 3, { kind: "Class" }],
      ["src/Cart.cs#Cart.Total", 2, 2],
      ["tests/CartTests.cs#CartTests.CanBeEmpty", 30, 33, { test: true, decorators: ["Fact"] }],
      // Words that most tests have tell little.
      ["tests/CartTests.cs#CartTests.CartHasAPrice", 34, 36, { test: true, decorators: ["Fact"] }],
      ["tests/CartTests.cs#CartTests.CartWithPrice", 37, 39, { test: true, decorators: ["Fact"] }],
      ["tests/CartTests.cs#CartTests.RoundsIt", 40, 44, { test: true, decorators: ["Fact"] }],
      ["tests/CartTests.cs#CartTests.RoundedPrice", 50, 52, { test: true }],
    ]);
    const context = await assembleContext(
      [{ node: named.node("src/Cart.cs#Cart.Total")!, score: 1, requirements: [], route: [] }],
      named,
      { readMany: async (paths) => new Map(paths.map((path) => [path, "x\n".repeat(300)])) },
      { budget: 20_000, asked: "Round the price" },
    );
    expect(shown(context)).toContain("tests/CartTests.cs:40-44 body");
    // The name of a class stands at the head of its own test class.
    const ofClass = await assembleContext(
      [{ node: named.node("src/Cart.cs#Cart")!, score: 1, requirements: [], route: [] }],
      named,
      { readMany: async (paths) => new Map(paths.map((path) => [path, "class CartTests\n".repeat(300)])) },
      { budget: 20_000, asked: "Round the price" },
    );
    expect(shown(ofClass)).toContain("tests/CartTests.cs:40-44 body");
  });

  test("gives vendored definitions no rows and no tests", async () => {
    const outline = graphOf(
      [
        ["src/a.go#Own", 1, 1],
        ["src/b.go#Other", 1, 1, { signature: "func Other()" }],
        ["vendor/c.go#Box", 1, 3, { kind: "Class" }],
        ["vendor/c.go#Box.get", 2, 2, { signature: "func get()", owner: "vendor/c.go#Box" }],
        ["vendor/d.go#far", 1, 1, { signature: "func far()" }],
        ["c_test.go#testBox", 1, 3, { test: true }],
      ],
      [["c_test.go#testBox", "Call", "vendor/c.go#Box"]],
    );
    const anchors = ["src/a.go#Own", "vendor/c.go#Box", "src/b.go#Other", "vendor/d.go#far"].map(
      (id, at) => ({ node: outline.node(id)!, score: 9 - at, requirements: [], route: [] }),
    );
    const readMany = async (paths: readonly string[]) =>
      new Map(paths.map((path) => [path, `func ${path}\n${"x\n".repeat(300)}`] as const));
    const { passages, leftOut } = await assembleContext(
      anchors,
      outline,
      { readMany },
      { budget: 9_000, bodies: 2 },
    );
    expect(passages.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "src/a.go body",
      "vendor/c.go body",
      "src/b.go outline",
    ]);
    expect(leftOut).toEqual([]);
  });

  test.each<[string, Record<string, number | undefined>, string]>([
    ["the head of a large file that is named", { "page.yaml": undefined }, "page.yaml:1-40 file-head"],
    ["the lines of it that are linked", { "page.yaml": 288 }, "page.yaml:285-307 body"],
    ["its head where it has no such line", { "page.yaml": 388 }, "page.yaml:1-40 file-head"],
  ])("shows %s", async (_, lines, expected) => {
    const text = Array.from({ length: 387 }, (__, at) => `key${at}:`).join("\n");
    const workspace = { readMany: async () => new Map([["page.yaml", text]]) };
    const named = new Map(Object.entries(lines));
    const context = await assembleContext([], graph, workspace, {
      budget: 9_000,
      files: ["page.yaml"],
      named,
    });
    expect(shown(context)).toEqual([expected]);
  });

  test("closes small gaps, and shows a file whole that is nearly shown", async () => {
    const text = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`).join("\n");
    const outline = graphOf([
      ["src/f.ts#a", 5, 110],
      ["src/f.ts#b", 141, 260],
      ["src/g.ts#c", 100, 120],
      ["src/g.ts#d", 131, 150],
      ["src/g.ts#e", 170, 180],
    ]);
    const texts = new Map([
      ["src/f.ts", `${text}\n`.repeat(4) + text.slice(0, text.indexOf("\nline 21"))],
      ["src/g.ts", `${text}\n`.repeat(5)],
    ]);
    const context = await assembleContext(
      outline.nodes
        .filter((node) => node.kind !== "Module")
        .map((node) => ({ node, score: node.path === "src/f.ts" ? 1 : 2, requirements: [], route: [] })),
      outline,
      { readMany: async () => texts },
      { budget: 20_000 },
    );
    expect(shown(context)).toEqual([
      "src/g.ts:1-40 file-head",
      "src/g.ts:97-127 body",
      "src/g.ts:128-153 body",
      "src/g.ts:167-183 body",
      "src/f.ts:1-1 file-head",
      "src/f.ts:2-137 body",
      "src/f.ts:138-260 body",
    ]);
  });

  test("gives signatures a share of the budget, so that an outline cannot take it all", async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `src/o.ts#f${at}`);
    const outline = graphOf(rows.map((id, at) => [id, at * 20 + 1, at * 20 + 20] as const));
    const readMany = async () => new Map([["src/o.ts", "function of() { // a line\n".repeat(8_000)]]);
    const module = outline.node("src/o.ts")!;
    const context = await assembleContext(
      [{ node: module, score: 1, requirements: [], route: [] }],
      outline,
      { readMany },
      { budget: 10_000 },
    );
    const signatures = context.passages.filter((passage) => passage.kind === "outline");
    expect(signatures.length).toBeGreaterThan(10);
    expect(signatures.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(800);
  });

  test("leaves of what many members may take something for others, and tells overloads in one row", async () => {
    const many = Array.from({ length: 400 }, (_, at) => `src/o.ts#Large.f${at}`);
    const few = ["src/p.ts#Small.g", "src/p.ts#Small.g~2", "src/p.ts#Small.g~3", "src/p.ts#Small.h"];
    const member = (owner: string) => (id: string, at: number) =>
      [id, at * 20 + 2, at * 20 + 21, { owner, name: /\.(\w+)(?:~\d)?$/.exec(id)![1]! }] as const;
    const outline = graphOf([
      ["src/o.ts#Large", 1, 8_001, { kind: "Class" }],
      ...many.map(member("src/o.ts#Large")),
      ["src/p.ts#Small", 1, 8_001, { kind: "Class" }],
      ...few.map(member("src/p.ts#Small")),
    ]);
    const text = "function of() { // a line\n".repeat(8_001);
    const readMany = async (paths: readonly string[]) => new Map(paths.map((path) => [path, text] as const));
    const { passages } = await assembleContext(
      ["src/o.ts#Large", "src/p.ts#Small"].map((id) => ({
        ...{ node: outline.node(id)!, score: 1, requirements: [], route: [] },
      })),
      outline,
      { readMany },
      { budget: 10_000 },
    );
    const rows = passages.filter(({ kind }) => kind === "outline");
    const told = (path: string) => rows.filter((row) => row.path === path).map((row) => row.text.trim());
    expect(told("src/o.ts").length).toBeGreaterThan(50);
    expect(told("src/p.ts")).toEqual([
      // The first stands where the class is declared.
      expect.stringMatching(/^#Small\.g~2.* {2}and 1 more of this name$/),
      expect.stringMatching(/^#Small\.h\b(?!.* more)/),
    ]);
    expect(rows.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(800);
  });

  test("tells forty candidates in a few hundred tokens, by file, with the route of each", async () => {
    const row = (at: number) => `src/m${at % 5}.ts#handle${at}`;
    const nodes = Array.from({ length: 60 }, (_, at) => row(at));
    const outline = graphOf(
      nodes.map((id, at) => {
        const name = id.split("#")[1]!;
        const from = Math.floor(at / 5) * 400 + 1;
        const doc = `Handles case ${at} of a request. More is said here.`;
        return [
          id,
          from,
          from + 390,
          { signature: `export function ${name}(request: Request): Answer`, doc },
        ];
      }),
    );
    const text = Array.from({ length: 12 * 400 }, (_, at) => `line(${at});`).join("\n");
    const readMany = async () => new Map(Array.from({ length: 5 }, (_, at) => [`src/m${at}.ts`, text]));
    const found = nodes.map((id, at) => ({
      ...{ node: outline.node(id)!, score: 60 - at, requirements: [] },
      route: [{ kind: "from", id: "R1" } as const, { kind: "node", id } as const],
    }));
    const context = await assembleContext(found, outline, { readMany }, { budget: 24_000 });
    const rows = context.passages.filter(({ kind }) => kind === "outline");
    expect(rows).toHaveLength(40);
    expect(rows.every(({ route, score }) => route.length === 2 && score > 0)).toBe(true);
    expect(rows.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThan(900);
    expect(renderContext(context)).toContain(
      "src/m0.ts\n  #handle20(request: Request): Answer  Handles case 20 of a request.\n  #handle25(",
    );
  });

  test("of a file that only seems likely shows no imports and no licence, but what its head says", async () => {
    const licence = `// Copyright 2025 The Authors.\n${"// Licensed as it says there.\n".repeat(11)}\n`;
    const imports = 'package a\n\nimport (\n\t"fmt"\n\tb "x/b"\n)\n\n';
    const table = '// Sizes of things.\nvar sizes = map[string]int{\n\t"a": 1,\n}\n\n';
    const body = "func one() {\n\tfmt.Println()\n}\n".repeat(100);
    const texts = new Map([
      ["a/plain.go", `${licence}${imports}${body}`],
      ["a/table.go", `${licence}${imports}${table}${body}`],
      ["a/body.go", `${licence}${imports}${body}`],
    ]);
    const likely = graphOf([
      ["a/plain.go#one", 21, 300, { signature: "func one()" }],
      ["a/table.go#two", 26, 300, { signature: "func two()" }],
      ["a/body.go#three", 21, 23, { signature: "func one()" }],
    ]);
    const ids = ["a/plain.go", "a/table.go", "a/body.go#three"];
    const context = await assembleContext(
      ids.map((id, at) => ({ node: likely.node(id)!, score: 3 - at, requirements: [], route: [] })),
      likely,
      { readMany: async () => texts },
      { budget: 20_000 },
    );
    expect(shown(context)).toEqual([
      "a/table.go:14-25 file-head",
      "a/body.go:14-17 file-head",
      "a/body.go:18-26 body",
      "a/plain.go:21-21 outline",
      "a/table.go:26-28 outline",
    ]);
    // Further down the list a file's head is chance.
    const few = await assembleContext(
      ids
        .toReversed()
        .map((id, at) => ({ node: likely.node(id)!, score: 3 - at, requirements: [], route: [] })),
      likely,
      { readMany: async () => texts },
      { budget: 20_000, bodies: 1 },
    );
    expect(shown(few).filter((passage) => passage.startsWith("a/table.go"))).toEqual([
      "a/table.go:26-28 outline",
    ]);
  });

  test("of a file of Rust or C shows no attributes of the crate, no notice of rights, and no rows of its tests", async () => {
    const body = `fn one() {\n${"    work();\n".repeat(300)}}\n`;
    const texts = new Map([
      ["a.rs", `${"#![warn(unused)]\n".repeat(19)}\nuse b;\n\n${body}mod tests {}\n`],
      ["a.c", `/*\n(C) 2015 A. Person\n${"as it says there\n".repeat(16)}*/\n\n#include "a.h"\n\n${body}`],
    ]);
    const inline = graphOf([
      ["a.rs#one", 33, 35, { signature: "fn one()" }],
      ["a.rs#tests.works", 308, 308, { signature: "fn works()", test: true }],
      ["a.rs#two", 309, 309, { signature: "fn two()" }],
      ["a.c#one", 33, 35, { signature: "fn one()" }],
    ]);
    const context = await assembleContext(
      ["a.rs#one", "a.c#one", "a.rs"].map((id, at) => ({
        ...{ node: inline.node(id)!, score: 3 - at, requirements: [], route: [] },
      })),
      inline,
      { readMany: async () => texts },
      { budget: 20_000 },
    );
    expect(shown(context)).toEqual([
      "a.rs:21-29 file-head",
      "a.rs:30-38 body",
      "a.c:21-29 file-head",
      "a.c:30-38 body",
      "a.rs:309-309 outline",
    ]);
  });

  test("shows a small file whole, without the licence above it", async () => {
    const text = `/*\n * Copyright (C) 2018 Square, Inc.\n${" * as it says there\n".repeat(12)} */\npackage a;\n\nimport b.B;\nimport b.C;\n\nclass A {\n${"  void f() {}\n".repeat(61)}}\n`;
    const small = graphOf([["a/A.java#A", 21, 83]]);
    const context = await assembleContext(
      [{ node: small.node("a/A.java#A")!, score: 1, requirements: [], route: [] }],
      small,
      { readMany: async () => new Map([["a/A.java", text]]) },
      { budget: 20_000 },
    );
    expect(shown(context)).toEqual(["a/A.java:16-83 body"]);
  });

  test("shows no lock file that is named, and no head of what is generated, vendored or a framed licence", async () => {
    const frame = `${"/* ---------------- */\n/* Copyright X Corp. */\n".repeat(20)}\n`;
    const body = `int sizes[] = {\n  1,\n  2,\n};\n\n${"int one(void) { return 1; }\n".repeat(300)}`;
    const texts = new Map([
      ["pdm.lock", "[[package]]\n".repeat(500)],
      ["src/tiny.c", "// Code generated by protoc. DO NOT EDIT.\nint tiny(void) { return 1; }\n"],
      ["src/lexer.c", `#line 1\n/* A lexical scanner generated by flex */\n${body}`],
      ["vendor/x.c", body],
      ["src/framed.c", frame + body],
    ]);
    const likely = graphOf([
      ["src/tiny.c#tiny", 2, 2, { signature: "int tiny(void)" }],
      ["src/lexer.c#one", 8, 67, { signature: "int one(void)" }],
      ["vendor/x.c#two", 6, 65, { signature: "int two(void)" }],
      ["src/framed.c#three", 47, 106, { signature: "int three(void)" }],
    ]);
    const ids = ["src/tiny.c", "src/lexer.c", "vendor/x.c", "src/framed.c"];
    const context = await assembleContext(
      ids.map((id, at) => ({ node: likely.node(id)!, score: 3 - at, requirements: [], route: [] })),
      likely,
      { readMany: async () => texts },
      { budget: 20_000, files: ["pdm.lock"] },
    );
    expect(shown(context).filter((passage) => !passage.endsWith("outline"))).toEqual([
      "src/framed.c:42-46 file-head",
    ]);
  });

  test("shows the constants of a body that its file declares far from it", async () => {
    const filler = (count: number) => "x();\n".repeat(count);
    const text = `${filler(60)}const MAX_TRIES = 3;\n${filler(300)}function go() {\n  while (tries < MAX_TRIES) x();\n}\n${filler(300)}`;
    const far = graphOf([["src/far.ts#go", 362, 364]]);
    const context = await assembleContext(
      [{ node: far.node("src/far.ts#go")!, score: 1, requirements: [], route: [] }],
      far,
      { readMany: async () => new Map([["src/far.ts", text]]) },
      { budget: 20_000 },
    );
    expect(shown(context)).toEqual([
      "src/far.ts:1-40 file-head",
      "src/far.ts:61-61 signature",
      "src/far.ts:359-367 body",
    ]);
  });

  test("shows the lines of a constant, and the head and a test of the nearest test file", async () => {
    const tested = graphOf(
      [
        ["src/t.ts#run", 1, 3],
        ["src/c.ts", 1, 300],
        ["test/t.test.ts", 1, 60],
        ["src/u.ts#run", 1, 3],
        ["test/u.test.ts", 1, 60],
      ],
      [
        ["test/t.test.ts", "Call", "src/t.ts#run", { line: 40 }],
        ["test/u.test.ts", "Import", "src/u.ts", { line: 1 }],
      ],
    );
    const numbered = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`).join("\n");
    const testText = [numbered(38), "test(() => {", "  run();", "});", numbered(19)].join("\n");
    const texts = new Map([
      ["src/t.ts", "function run() {\n  return 1;\n}\n"],
      ["src/c.ts", numbered(300)],
      ["test/t.test.ts", testText],
      ["src/u.ts", "function run() {\n  return 1;\n}\n"],
      ["test/u.test.ts", numbered(60)],
    ]);
    const context = await assembleContext(
      [
        { node: tested.node("src/t.ts#run")!, score: 2, requirements: [], route: [] },
        { node: tested.node("src/c.ts")!, score: 1, requirements: [], route: [], lines: [150] },
        { node: tested.node("src/u.ts#run")!, score: 0.5, requirements: [], route: [] },
      ],
      tested,
      { readMany: async () => texts },
      { budget: 20_000 },
    );
    expect(shown(context)).toEqual([
      "src/t.ts:1-3 body",
      "test/t.test.ts:1-16 file-head",
      "test/t.test.ts:39-41 body",
      "src/c.ts:147-153 body",
      "src/u.ts:1-3 body",
      "test/u.test.ts:1-16 file-head",
      // Where no line of it names what is tested.
      "test/u.test.ts:37-60 body",
    ]);
  });

  test("never passes its budget nor shows a line twice, whatever is wanted", async () => {
    const ids = graph.nodes.map((node) => node.id);
    const wanted = fc.array(
      fc.record({ id: fc.constantFrom(...ids), score: fc.double({ min: 0.1, max: 9, noNaN: true }) }),
    );
    await fc.assert(
      fc.asyncProperty(wanted, fc.integer({ min: 0, max: 6_000 }), async (list, budget) => {
        const context = await assemble(
          list.map(({ id, score }) => anchor(id, score)),
          budget,
          { bodies: list.length % 4 },
        );
        expect(context.passages.every(({ route, score }) => route.length > 0 && score > 0)).toBe(true);
        expect(context.tokens).toBeLessThanOrEqual(budget);
        expect(countTokens(renderContext({ ...context, leftOut: [] }))).toBeLessThanOrEqual(context.tokens);
        expect(countTokens(renderContext(context))).toBeLessThanOrEqual(budget);
        const lines = context.passages.flatMap(({ path, startLine, endLine }) =>
          Array.from({ length: endLine - startLine + 1 }, (_, at) => `${path}:${startLine + at}`),
        );
        expect(new Set(lines).size).toBe(lines.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe("renderContext", () => {
  test("shows windows in line order, names the gaps and says how each was found", async () => {
    const context = await assemble([
      anchor("src/read.ts#read", 5),
      anchor("src/small.ts#Small", 4),
      anchor("src/small.ts#Small.one", 3),
      anchor("src/big.ts#third", 2),
    ]);
    expect(renderContext(context)).toMatchInlineSnapshot(`
"=== src/read.ts#ysai (3 lines)
found by: R1 -> src/read.ts#read
1yi: export function read() {
2bs:   return 1;
3xx: }

=== src/small.ts#dqfj (6 lines)
found by: R1 -> src/small.ts#Small
1jq: import x from 'x';
2eu=:
3ir: export class Small {
4pn:   one() {}
5jf:   two() {}
6md: }

=== src/big.ts#nqzq (502 lines)
found by: R1 -> src/big.ts#third
... 202 lines not shown ...
203te: function third() {
... 299 lines not shown ..."
`);
  });

  test("does not let a path begin a section", () => {
    const passage = {
      startLine: 1,
      endLine: 1,
      kind: "body",
      route: [],
      score: 1,
      tokens: 1,
      text: "1aa: x",
    } as const;
    const path = "a\n=== b";
    const text = renderContext({
      ...{ passages: [{ ...passage, path }], files: [{ path, lineCount: 1 }] },
      ...{ leftOut: [], tokens: 1, budget: 9 },
    });
    expect(text).toBe('=== "a\\n=== b" (1 lines)\n1aa: x');
  });
});
