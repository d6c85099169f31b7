import { describe, expect, test } from "@jest/globals";
import { notebookCode } from "../../src/languages/outlines/notebook-code.ts";
import { check, graphOf } from "./fixture.ts";

const cell = (type: string, source: readonly string[]) => ({
  cell_type: type,
  source,
  outputs: [],
  metadata: {},
});
const cells = [
  cell("markdown", ["def nothing(): pass\n", "# text"]),
  cell("code", ["%matplotlib inline\n", "from lib import f\n", "def g():\n", "    f()"]),
  cell("code", ["g()"]),
];
const edges = ["a.ipynb import lib.py", "a.ipynb#g call lib.py#f", "a.ipynb call a.ipynb#g"];
const lib = "//- lib.py\ndef f(): pass\n//- a.ipynb\n";

describe("notebooks", () => {
  test.each([1, 0])("JSON with an indentation of %d", (indent) =>
    check(lib + JSON.stringify({ cells }, null, indent), edges),
  );
  test("a picture among the outputs, which is one long line, costs no code", async () => {
    const outputs = [{ data: { "image/png": "A".repeat(30_000) } }];
    const shown = cells.map((one) => ({ ...one, outputs }));
    await check(lib + JSON.stringify({ cells: shown }, null, 1), edges);
  });
  test("a line of code that long is generated, as elsewhere", async () => {
    const long = [cell("code", [`x = "${"A".repeat(30_000)}"\n`, "def f(): pass"])];
    const graph = await graphOf(`//- a.ipynb\n${JSON.stringify({ cells: long }, null, 1)}`);
    expect(graph.nodes.filter(({ path }) => path === "a.ipynb")).toEqual([]);
  });
  test("lines are those of the file", async () => {
    const text = JSON.stringify({ cells }, null, 1);
    const graph = await graphOf(`//- a.ipynb\n${text}`);
    const line = graph.nodes.find(({ name }) => name === "g")!.startLine;
    expect(text.split("\n")[line - 1]).toContain("def g");
  });
  test("a line that is no text is none", () =>
    expect(notebookCode('{"cells":[{"cell_type":"code","source":[{"toString":1},"a = 1"]}]}')).toBe(
      "\na = 1",
    ));
  test.each(["{", "[]", "{}", "null", '{"cells": [1]}'])("%s is no notebook", (text) =>
    expect(notebookCode(text)).toBeUndefined(),
  );
});
