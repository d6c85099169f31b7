import { expect, test } from "@jest/globals";
import { pullAnchors } from "../../src/jobs/reading/pull-anchors.ts";
import type { PullContext } from "../../src/jobs/reading/pull-context.ts";
import { graphOf } from "../graph/fixture.ts";

const text = "def one():\n    return 1\n\n\ndef two():\n    return 2\n";
const files = [{ path: "a.py", patch: "@@ -1,2 +1,2 @@\n def one():\n-    return 0\n+    return 1" }];
const at = (line: number, side: "LEFT" | "RIGHT"): PullContext["place"] => ({
  ...{ path: "a.py", line, startLine: undefined, side, hunk: "", thread: 1 },
});

test.each<[string, PullContext["place"], readonly string[]]>([
  ["the line that it was written on comes first", at(6, "RIGHT"), ["a.py#two", "a.py#one"]],
  ["what is changed there stands once", at(2, "RIGHT"), ["a.py#one"]],
  ["a line of the base may be gone", at(6, "LEFT"), ["a.py#one"]],
  ["in the conversation there is none", undefined, ["a.py#one"]],
])("what a request on a pull request is about: %s", async (_name, place, ids) => {
  const graph = await graphOf(`//- a.py\n${text}`);
  const found = pullAnchors({ files, ...(place && { place }) }, graph, 3);
  expect(found.map(({ node, score }) => [node.id, score])).toEqual(ids.map((id) => [id, 3]));
});

test("lines that reviewers wrote on come before what is changed, those of older commits not", async () => {
  const graph = await graphOf(`//- a.py\n${text}`);
  const threads = [
    { path: "a.py", line: 6, comments: [] },
    { path: "a.py", comments: [] },
  ];
  const found = pullAnchors({ files, reviews: { threads, reviews: [] } }, graph, 3);
  expect(found.map(({ node }) => node.id)).toEqual(["a.py#two", "a.py#one"]);
});
