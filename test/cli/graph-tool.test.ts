import { expect, test } from "@jest/globals";
import { askGraph } from "../../src/cli/mcp/graph-tool.ts";
import { graphOf } from "../graph/fixture.ts";

const source = `//- Log.java
class Log { void say(String s) {} void say(int n) {} void both() { say(1); say("a"); } }
//- Other.java
class Other { void say() {} }
//- Shape.java
interface Shape { void draw(); }
class Square implements Shape { public void draw() {} }
class Pen { void paint(Shape shape, Square square) { shape.draw(); } void fill(Square square) { square.draw(); } }
`;

test.each([
  ["Log.say", "callers", ["Log.java#Log.both", "Log.java#Log.both"], []],
  ["Log.both", "callees", ["Log.java#Log.both", "Log.java#Log.both"], []],
  ["say", "callers", [], ["Log.java#Log.say", "Log.java#Log.say~2", "Other.java#Other.say"]],
  ["Square.draw", "callers", ["Shape.java#Pen.fill", "Shape.java#Pen.paint"], []],
  ["Shape.draw", "callers", ["Shape.java#Pen.paint"], []],
  ["Log.say", "show", [], ["Log.java#Log.say", "Log.java#Log.say~2"]],
] as const)("%s %s: overloads of one method are asked together, others are candidates", async (...row) => {
  const [symbol, question, from, candidates] = row;
  const { found } = askGraph(await graphOf(source), { symbol, question });
  expect(found.edges.map((edge) => edge.from)).toEqual(from);
  expect(found.candidates.map(({ id }) => id)).toEqual(candidates);
});

test("callers of what a method overrides stand apart, and both are told by show", async () => {
  const graph = await graphOf(source);
  const answer = (symbol: string, question: "callers" | "show") => askGraph(graph, { symbol, question }).text;
  expect(answer("Square.draw", "callers")).toBe(`  Shape.java#Pen.fill inferred Shape.java:3

through Shape.java#Shape.draw, in whose place it may run (1)
  Shape.java#Pen.paint inferred Shape.java:3`);
  expect(answer("Square.draw", "show")).toContain("\noverrides (1)\n  Shape.java#Shape.draw Shape.java:1-1");
  expect(answer("Shape.draw", "show")).toContain(
    "\noverridden by (1)\n  Shape.java#Square.draw Shape.java:2-2",
  );
});
