import { expect, test } from "@jest/globals";
import { documentedAnchors } from "../../src/context/documented.ts";
import { routeText } from "../../src/retrieval/route.ts";
import { graphOf } from "../helpers/graph-of.ts";

const graph = graphOf([
  ["src/app.py#App", 1, 90],
  ["src/app.py#App.run_once", 2, 9],
  ["src/a.py#close", 1, 2],
  ["src/b.py#close", 1, 2],
  ["src/c.py#close", 1, 2],
  ["tests/test_app.py#test_run_once", 1, 3, { test: true }],
]);
const rows: readonly [string, string, readonly string[]][] = [
  ["a name in code", "Call `run_once()` first.", ["src/app.py#App.run_once"]],
  ["a name in a block of code", "```\napp.run_once()\n```", ["src/app.py#App.run_once"]],
  ["a name that many have", "Then `close()` it.", []],
  ["a test", "See `test_run_once`.", []],
  ["a file, for it is long", "See src/app.py.", []],
  ["what is shown already", "`App` and `run_once`.", ["src/app.py#App.run_once"]],
];
test.each(rows)("what new lines of documentation lead to: %s", (_, text, ids) => {
  const known = new Set(graph.named("App"));
  expect(documentedAnchors(text, graph, known).map(({ node }) => node.id)).toEqual(ids);
});

test("the way there is told", () => {
  const [anchor] = documentedAnchors("Call `run_once()`.", graph, new Set());
  expect(routeText(anchor!.route)).toBe('diff -> names "run_once" -> src/app.py#App.run_once');
});
