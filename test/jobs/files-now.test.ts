import { expect, test } from "@jest/globals";
import { filesNow } from "../../src/jobs/change/files-now.ts";
import { graphOf } from "../graph/fixture.ts";

const functions = (count: number): string =>
  Array.from({ length: count }, (_, at) => `def f${at}():\n    return ${at}\n\n\n`).join("");
const long = functions(300);

test("of a large file what lies around the places of the change, and first what conflicts", async () => {
  const now = `${functions(2)}X = 1\n\n\n${long.slice(functions(2).length)}`.replace(
    "return 200",
    "return -200",
  );
  const changes = [
    { path: "long.py", before: long, after: long.replace("return 100\n", "return 100 + 1\n") },
    { path: "small.py", before: "a = 1\n", after: "a = 2\n" },
    { path: "new.py", before: undefined, after: "b = 1\n" },
  ];
  const texts = new Map([
    ["long.py", now],
    ["small.py", "a = 3\n"],
  ]);
  const graph = await graphOf(`//- long.py\n${now}`);
  const text = filesNow(changes, { places: [{ path: "small.py", line: 1 }] }, texts, graph);
  expect(text).toMatch(/^=== small\.py#\w+\n1\w\w: a = 3\n\n=== long\.py#\w+\n/);
  // Four lines a function, and three more at the top by now.
  expect(text).toMatch(/^ 405\w\w: {5}return 100$/m);
  expect(text).not.toContain("return 200");
  expect(text).toContain("lines not shown ...");
  expect(text.length).toBeLessThan(now.length / 2);

  const there = filesNow(changes, { places: [{ path: "long.py", line: 805 }] }, texts, graph);
  expect(there).toMatch(/^=== long\.py#/);
  expect(there).toContain("return -200");
});
