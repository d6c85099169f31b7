import { expect, test } from "@jest/globals";
import { findMentions } from "../../src/retrieval/mentions.ts";
import { resolveMentions } from "../../src/retrieval/resolve.ts";
import { routeText } from "../../src/retrieval/route.ts";
import { traceClues } from "../../src/retrieval/word-clues.ts";
import { graphOf } from "../helpers/graph-of.ts";

const graph = graphOf([
  ["src/a.py#outer", 1, 9],
  ["src/b.py#Inner.fail", 1, 9],
  ["tests/test_a.py#test_outer", 1, 9],
  ["lib/tree/tree.go#Tree.drop", 20, 40],
  ["lib/tree/tree.go#Tree.Delete", 10, 12],
  ["lib/build.go#build", 1, 200],
  ...Array.from({ length: 8 }, (_, at) => [`deep/f${at}.js#call${at}`, 1, 9] as const),
]);

const rows: [string, string, readonly string[]][] = [
  [
    "of Python, which writes the innermost call last; no test",
    '  File "/x/tests/test_a.py", line 3, in test_outer\n  File "/x/src/a.py", line 4, in outer\n  File "/x/src/b.py", line 5, in fail',
    ["fail", "outer"],
  ],
  [
    "of Python, as pytest writes it",
    "src/a.py:4: in outer\n    x\nsrc/b.py:5: ValueError",
    ["fail", "outer"],
  ],
  [
    "where a compiler finds errors, the first first",
    "src/a.py:4: error: x\nsrc/b.py:5: error: y",
    ["outer", "fail"],
  ],
  [
    "of Go, by the line",
    "panic: out of range\n\nexample.com/x/lib/tree.(*Tree[...]).drop(0x1)\n\texample.com/x/lib/tree/tree.go:25 +0x84\nexample.com/x/lib/tree.(*Tree[...]).Delete(...)\n\texample.com/x/lib/tree/tree.go:11\nmain.build()\n\texample.com/x/lib/build.go:106 +0xa4",
    ["drop", "Delete", "build"],
  ],
  [
    "of a long one the first five",
    Array.from({ length: 8 }, (_, at) => `    at call${at} (/x/deep/f${at}.js:2:1)`).join("\n"),
    ["call0", "call1", "call2", "call3", "call4"],
  ],
  ["of no trace", "`outer` fails", []],
];
test.each(rows)("calls %s", (_, text, expected) => {
  const mentions = findMentions({ title: "It fails", body: `\`\`\`\n${text}\n\`\`\``, comments: [] });
  const clues = traceClues(resolveMentions(mentions, graph));
  expect(clues.map(({ node }) => node.name)).toEqual(expected);
  const scores = clues.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  for (const { route, node } of clues) expect(routeText(route)).toMatch(`-> ${node.id}`);
});
