import { expect, test } from "@jest/globals";
import { findAnchors } from "../../src/retrieval/anchors.ts";
import { routeText } from "../../src/retrieval/route.ts";
import { graphOf } from "../helpers/graph-of.ts";

const files = new Map([
  [
    "src/schemas.ts",
    [
      "import * as core from './core.ts';",
      "import {",
      "  LIMIT,",
      "} from './limits.ts';",
      "export function hostname() {",
      "  return core.regexes.hostname.test(LIMIT);",
      "}",
    ].join("\n"),
  ],
  ["src/core.ts", 'export * as regexes from "./regexes.ts";\n'],
  ["src/regexes.ts", "// patterns\nexport const hex: RegExp = /h/;\nexport const hostname: RegExp = /x/;\n"],
  ["src/limits.ts", "export const LIMIT = 3;\n"],
  [
    "src/choose.ts",
    `function complain(value) {\n  fail(\`value '\${value}' is not one of\\n(Did you mean \${near}?)\`);\n}\n`,
  ],
  [
    "tests/choose.test.ts",
    "test('complains', () => {\n  choose('x');\n  // tells it\n  expect(said).toBe(\"value 'x' is not one of\");\n});\n",
  ],
  ["tests/other.test.ts", "test('other', () => value);\n"],
  ["docs/choosing.md", "# Choosing\n\nAnything else is refused:\n\n    value 'y' is not one of\n"],
  ["README.md", "# Use\n\nCall hostname first.\n\n## `hostname`\n\nA host.\n"],
]);
const graph = graphOf(
  [
    ["src/schemas.ts#hostname", 5, 7],
    ["src/choose.ts#complain", 1, 3],
    ...["tests/choose.test.ts", "tests/other.test.ts", "docs/choosing.md"].map(
      (path) => [path, 1, 5] as const,
    ),
    ...["src/core.ts", "src/regexes.ts", "src/limits.ts", "README.md"].map((path) => [path, 1, 3] as const),
  ],
  [
    ["src/schemas.ts", "Import", "src/core.ts", { line: 1 }],
    ["src/schemas.ts", "Import", "src/limits.ts", { line: 2 }],
    ["src/core.ts", "Import", "src/regexes.ts", { line: 1 }],
  ],
);
const read = async (paths: readonly string[]) =>
  new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!] as const] : [])));
const ask = (title: string, body = "") =>
  findAnchors({ title, body, comments: [] }, graph, read, { retrieval: "graph", limit: 20 });

test.each([
  ["a constant, through a module that passes it on", "src/regexes.ts", [3], / -> uses -> src\/regexes\.ts$/],
  ["a constant of a long import", "src/limits.ts", [1], / -> uses -> src\/limits\.ts$/],
  ["the heading about what is named", "README.md", [5], /names "hostname" -> README\.md$/],
])("finds %s", async (_, path, lines, route) => {
  const anchor = (await ask("Add a format like `hostname`")).find(({ node }) => node.id === path);
  expect(anchor?.lines).toEqual(lines);
  expect(routeText(anchor!.route)).toMatch(route);
});

test.each([
  ["a test", "tests/choose.test.ts", [4]],
  ["a document", "docs/choosing.md", [5]],
  ["not a test that says something else", "tests/other.test.ts", undefined],
])("a quoted message leads to %s that repeats what code says", async (_, path, lines) => {
  const anchor = (await ask("Wrong words", "It says \"value 'z' is not one of\"")).find(
    ({ node }) => node.id === path,
  );
  expect(anchor?.lines).toEqual(lines);
  if (lines)
    expect(routeText(anchor!.route)).toMatch(
      /names "value 'z' is not one of" -> src\/choose\.ts#complain -> what it says is repeated there -> /,
    );
});

test("a name that no definition has leads to the lines that hold it: code first, no tests, nothing of the house", async () => {
  const paths = ["conf/app.json", "src/load.ts", "src/zones.ts", "tests/load.test.ts"];
  const many = Array.from({ length: 13 }, (_, at) => `src/part${at}.ts`);
  const all = graphOf([...paths, ...many].map((path) => [path, 1, 2] as const));
  const texts = new Map([
    ["conf/app.json", '{\n  "cache_time": 5\n}\n'],
    ["src/load.ts", "// loads\nset(config['cache_time']);\nconst old_cache_time = 1;\n"],
    ["src/zones.ts", "export const zones = [\n  'PST8PDT',\n];\n"],
    ["tests/load.test.ts", "load({ cache_time: 5 });\n"],
    ...many.map((path) => [path, "my_house();\n"] as const),
  ]);
  const held = async (body: string) => {
    const request = { title: "Broken", body, comments: [] };
    const anchors = await findAnchors(request, all, async () => texts, { retrieval: "graph", limit: 40 });
    return anchors.flatMap(({ node, lines = [] }) => lines.map((line) => `${node.path}:${line}`)).sort();
  };
  expect(await held('The "cache_time" is not respected')).toEqual(["conf/app.json:2", "src/load.ts:2"]);
  expect(await held("It says 'No zone found with key PST8PDT'")).toEqual(["src/zones.ts:2"]);
  expect(await held("`my_house` is slow")).toEqual([]);
  expect(await held("```\ncache_time(1)\n```")).toEqual([]);
});

test.each([
  ["in inline code, with its hole filled", "Then it says `(Did you mean medium?)`."],
  ["in pasted output", "```\nvalue 'x' is not one of\n```"],
])("finds the definition that holds a message %s", async (_, body) => {
  const [first] = await ask("Wrong words", body);
  expect(first?.node.id).toBe("src/choose.ts#complain");
  expect(first?.route.some((hop) => hop.kind === "mention")).toBe(true);
});

test("the program's own name, which most documents hold, leads to none of them; another name does", async () => {
  const documents = ["README.md", "NEWS.md", "docs/a.md", "docs/b.md", "docs/c.md", "docs/d.md"];
  const shop = graphOf(
    [
      ["src/shop.ts#shop", 1, 3],
      ["src/shop.ts#refund", 4, 6],
      ...documents.map((path) => [path, 1, 2] as const),
    ],
    [],
  );
  const documentsFor = async (title: string, line = "- `refund()`") => {
    const texts = new Map(
      documents.map((path) => [path, `# shop\n${path === "docs/c.md" ? line : "more"}\n`]),
    );
    const request = { title, body: "", comments: [] };
    const anchors = await findAnchors(request, shop, async () => texts, { retrieval: "graph", limit: 20 });
    return anchors.flatMap(({ node, lines }) => (lines ? node.path : []));
  };
  expect(await documentsFor("`shop` is slow")).toEqual([]);
  expect(await documentsFor("`refund` of `shop` is slow")).toEqual(["docs/c.md"]);
  // A word of the language is only meant where it is written as code.
  for (const line of ["Use `refund`.", "shop.refund() is slow", "## refund", "Shop::refund", "refund(1)"])
    expect(await documentsFor("`refund` is slow", line)).toEqual(["docs/c.md"]);
  for (const line of [
    "Then ask for a refund.",
    "`shop refund --now`",
    "See `my.refund` and [it](#refund).",
    "refunded",
    "A.refund_all()",
  ])
    expect(await documentsFor("`refund` is slow", line)).toEqual([]);
  expect(await documentsFor("`Shop.refund` is slow", "Of Shop.refund, more.")).toEqual(["docs/c.md"]);
});
