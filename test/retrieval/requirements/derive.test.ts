import { describe, expect, test } from "@jest/globals";
import {
  headComments,
  inWords,
  ownText,
  requirementTexts,
} from "../../../src/retrieval/requirements/derive.ts";
import { graphOf } from "../../helpers/graph-of.ts";

describe("a name in words", () => {
  test.each([
    ["parseConfig", "parse config"],
    ["parse_http_header", "parse http header"],
    ["HTTPServer", "http server"],
    ["readXMLFile2", "read xml file2"],
    ["__init__", "init"],
    ["$scope", "scope"],
    ["größeÄndern", "größe ändern"],
    ["x", "x"],
    ["", ""],
  ])("%s", (name, words) => expect(inWords(name)).toBe(words));
});

const graph = graphOf(
  [
    ["lib/settings.ts#Config", 1, 20],
    ["lib/settings.ts#Config.parseFile", 2, 9, { signature: "parseFile(path: string): Config" }],
    ["lib/settings.ts#told", 12, 15, { doc: "Tells what it does." }],
    ["lib/settings.ts#lonely", 17, 19],
    ["lib/main.ts#start", 1, 5],
    ["lib/main.ts#stop", 6, 8],
    ["tests/settings.test.ts#test_reads_a_file", 1, 3],
  ],
  [
    ["lib/main.ts#start", "Call", "lib/settings.ts#Config.parseFile"],
    ["lib/main.ts#start", "Call", "lib/main.ts#stop"],
    ["tests/settings.test.ts#test_reads_a_file", "Call", "lib/settings.ts#Config.parseFile"],
  ],
);
const source = [
  "class Config {",
  "  parseFile(path) {",
  "    // Reads the file,",
  "    // line by line.",
  "    return 1;",
  "  }",
  "}",
].join("\n");
const node = (id: string) => graph.node(id)!;
const read = async (paths: readonly string[]) =>
  new Map(paths.filter((path) => path === "lib/settings.ts").map((path) => [path, source]));

async function textOf(id: string, written: Readonly<Record<string, string>> = {}) {
  return (await requirementTexts([node(id)], graph, read, written)).get(id)!;
}

describe("a requirement", () => {
  test("is the documentation where there is one, whatever a model wrote", async () => {
    const id = "lib/settings.ts#told";
    expect(await textOf(id, { [id]: "Something else." })).toEqual({
      text: "Tells what it does.",
      source: "doc",
    });
  });

  test("else what a model wrote", async () => {
    const id = "lib/settings.ts#lonely";
    expect(await textOf(id, { [id]: "Is alone." })).toEqual({ text: "Is alone.", source: "model" });
  });

  test("else what the code says of itself", async () => {
    expect(await textOf("lib/settings.ts#Config.parseFile")).toEqual({
      text: [
        "parse file of config, in settings",
        "parseFile(path: string): Config",
        "Reads the file, line by line.",
        "Called by: start.",
        "Called beside: stop.",
        "Tested by: test reads a file.",
      ].join("\n"),
      source: "derived",
    });
    expect(await textOf("lib/settings.ts#lonely")).toEqual({
      text: "lonely, in settings\nlonely()",
      source: "derived",
    });
  });

  test("is bounded", async () => {
    const long = { ...node("lib/settings.ts#told"), doc: "x".repeat(99_999) };
    expect((await requirementTexts([long], graph, read)).get(long.id)!.text).toHaveLength(2_000);
  });

  test("that is embedded does not change with callers and tests", () => {
    const parse = node("lib/settings.ts#Config.parseFile");
    expect(ownText(parse, "Reads.")).toBe(
      "parse file of config, in settings\nparseFile(path: string): Config\nReads.",
    );
  });
});

describe("the comment at the head of a body", () => {
  test.each([
    ["hash comments", "def f():\n    # Reads\n    # all.\n    pass\n    # later", "Reads all."],
    ["a block", "f() {\n  /* Reads\n   * all. */\n  x();\n}", "Reads all."],
    ["a double dash", "function f()\n  -- Reads.\n  x()\nend", "Reads."],
    ["behind a long signature", "f(\n  a,\n  b,\n) {\n  // Adds.\n  x()\n}", "Adds."],
    ["not what the preprocessor reads", "int f() {\n#ifdef X\n  x();\n}", ""],
    ["not an attribute", "fn f() {\n  #[inline]\n  x()\n}", ""],
    ["not far below", `f() {\n${"  x();\n".repeat(9)}  // Late.\n}`, ""],
    ["none", "f() {\n  x();\n}", ""],
  ])("%s", async (_, text, expected) => {
    const one = { ...node("lib/main.ts#stop"), startLine: 1, endLine: text.split("\n").length };
    const heads = await headComments([one], async () => new Map([[one.path, text]]));
    expect(heads.get(one.id) ?? "").toBe(expected);
  });

  test("of a file that cannot be read is none", async () => {
    expect(await headComments([node("lib/main.ts#stop")], async () => new Map())).toEqual(new Map());
  });
});
