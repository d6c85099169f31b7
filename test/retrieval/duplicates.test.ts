import { expect, test } from "@jest/globals";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { findDuplicates } from "../../src/retrieval/duplicates.ts";
import { type EdgeRow, graphOf, type NodeRow } from "../helpers/graph-of.ts";
import { timeOf } from "../helpers/time-of.ts";

const original = `def clamp(value, low, high):
    """Keeps a value within limits."""
    if low > high:
        raise ValueError("limits")
    if value < low:
        return low
    if value > high:
        return high
    rest = value - low
    return float(value) + rest % 1
`;
const count = original.trimEnd().split("\n").length;

async function found(addition: string): Promise<readonly string[]> {
  const graph = graphOf([
    ["src/old.py#clamp", 1, count],
    ["src/new.py#limited", 1, addition.trimEnd().split("\n").length],
    ["tests/test_new.py#limited_again", 1, count, { test: true }],
  ]);
  const texts = new Map([
    ["src/old.py", original],
    ["src/new.py", addition],
    ["tests/test_new.py", original],
  ]);
  const read = async (paths: readonly string[]) =>
    new Map(paths.flatMap((path) => (texts.has(path) ? [[path, texts.get(path)!] as const] : [])));
  const index = await createSearchIndex(graph, read);
  const added = graph.nodes.filter(({ path, kind }) => path === "src/new.py" && kind === "Function");
  return (await findDuplicates(added, graph, index, read)).map(({ existing }) => existing.id);
}

const rows: readonly [string, string, readonly string[]][] = [
  ["a copy", original.replace("clamp", "limited"), ["src/old.py#clamp"]],
  [
    "a copy with other names and comments",
    original
      .replace("clamp", "limited")
      .replaceAll("value", "x")
      .replaceAll("low", "least")
      .replaceAll("high", "most")
      .replace('"""Keeps a value within limits."""', "# Other words."),
    ["src/old.py#clamp"],
  ],
  [
    "other calls",
    original
      .replace("clamp", "limited")
      .replace("float(value)", "store.save(value).result(timeout=3)")
      .replace("return low", "return self.lower.read(1)")
      .replace("return high", "notify(high); return None"),
    [],
  ],
  [
    "few lines",
    "def limited(value, low, high): return [max(low, min(high, x)) for x in sorted(value) if x > low and x < high or x == value]\n",
    [],
  ],
  ["a few words", "def limited(value):\n    return value\n", []],
];
test.each(rows)("%s", async (_, addition, expected) => expect(await found(addition)).toEqual(expected));

const near = original.replace("% 1", "% 2");
const heirs: readonly [string, string, boolean, readonly string[]][] = [
  ["a method of its base, and differs", near, true, []],
  ["a method of its base, and does not differ", original, true, ["src/old.py#Old.clamp"]],
  ["a method of a class that it knows nothing of", near, false, ["src/old.py#Old.clamp"]],
];
test.each(heirs)("a method that writes again %s", async (_, addition, inherits, expected) => {
  const graph = graphOf(
    [
      ["src/old.py#Old.clamp", 1, count],
      ["src/mid.py#Mid", 1, 1],
      ["src/old.py#Old", 1, count],
      ["src/new.py#New.clamp", 1, count],
      ["src/new.py#New", 1, count],
    ],
    inherits
      ? [
          ["src/new.py#New", "Inherit", "src/mid.py#Mid"],
          ["src/mid.py#Mid", "Inherit", "src/old.py#Old"],
        ]
      : [],
  );
  const texts = new Map([
    ["src/old.py", original],
    ["src/new.py", addition],
  ]);
  const read = async (paths: readonly string[]) =>
    new Map(paths.flatMap((path) => (texts.has(path) ? [[path, texts.get(path)!] as const] : [])));
  const index = await createSearchIndex(graph, read);
  const added = [graph.node("src/new.py#New.clamp")!];
  const all = await findDuplicates(added, graph, index, read);
  expect(all.map(({ existing }) => existing.id)).toEqual(expected);
});

/** One class a file, each with a method `clamp`; the first file adds it. */
async function foundAmong(classes: number, edges: readonly EdgeRow[]): Promise<number> {
  const names = Array.from({ length: classes }, (_, at) => `src/c${at}.py`);
  const graph = graphOf(
    [
      ["src/base.py#Base", 1, 3],
      ["src/base.py#Base.clamp", 2, 3],
      ...names.flatMap((path): readonly NodeRow[] => [
        [`${path}#Of`, 1, count],
        [`${path}#Of.clamp`, 1, count],
      ]),
    ],
    edges,
  );
  const read = async (paths: readonly string[]) => new Map(paths.map((path) => [path, original]));
  const index = await createSearchIndex(graph, read);
  return (await findDuplicates([graph.node("src/c0.py#Of.clamp")!], graph, index, read)).length;
}

test("methods that stand in place of one of a base are alike on purpose", async () => {
  const inherit = (path: string): EdgeRow => [`${path}#Of`, "Inherit", "src/base.py#Base"];
  expect(await foundAmong(2, [inherit("src/c0.py"), inherit("src/c1.py")])).toBe(0);
  expect(await foundAmong(2, [inherit("src/c0.py")])).toBe(1);
});

test("what many definitions have is how it is done there", async () => {
  expect(await foundAmong(6, [])).toBe(1);
  expect(await foundAmong(7, [])).toBe(0);
});

test("copies that come in numbers do not hide what they were copied from", async () => {
  const copies = Array.from({ length: 30 }, (_, at) => original.replace("clamp", `limited_${at}`));
  const graph = graphOf([
    ["src/old.py#clamp", 1, count],
    ...copies.map((_, at) => [`src/new.py#limited_${at}`, at * count + 1, (at + 1) * count] as const),
  ]);
  const texts = new Map([
    ["src/old.py", original],
    ["src/new.py", copies.join("")],
  ]);
  let reads = 0;
  const read = async (paths: readonly string[]) => {
    reads += paths.length;
    return new Map(paths.map((path) => [path, texts.get(path)!]));
  };
  const index = await createSearchIndex(graph, read);
  const added = graph.nodes.filter(({ path, kind }) => path === "src/new.py" && kind === "Function");
  reads = 0;
  const all = await findDuplicates(added, graph, index, read);
  expect(all.map(({ existing }) => existing.id)).toEqual(copies.map(() => "src/old.py#clamp"));
  // Each file once, however many definitions of it are compared.
  expect(reads).toBe(2);
});

test.each([
  ["comments that are never closed", `x = "${"/*".repeat(300_000)}"\n`],
  ["texts that are never closed", `${'\\"'.repeat(200_000)}\n`],
])("a body of %s is compared in one pass", async (_, body) => {
  expect(await timeOf(() => found(`def limited():\n${body}`))).toBeLessThan(5000);
});
