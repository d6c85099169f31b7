import { expect, test } from "@jest/globals";
import { askGraph } from "../../src/cli/mcp/graph-tool.ts";
import { graphOf } from "../graph/fixture.ts";

const source = `//- Log.java
class Log { void say(String s) {} void say(int n) {} void both() { say(1); say("a"); } }
//- Other.java
class Other { void say() {} }
`;

test.each([
  ["Log.say", "callers", ["Log.java#Log.both", "Log.java#Log.both"], []],
  ["Log.both", "callees", ["Log.java#Log.both", "Log.java#Log.both"], []],
  ["say", "callers", [], ["Log.java#Log.say", "Log.java#Log.say~2", "Other.java#Other.say"]],
  ["Log.say", "show", [], ["Log.java#Log.say", "Log.java#Log.say~2"]],
] as const)("%s %s: overloads of one method are asked together, others are candidates", async (...row) => {
  const [symbol, question, from, candidates] = row;
  const { found } = askGraph(await graphOf(source), { symbol, question });
  expect(found.edges.map((edge) => edge.from)).toEqual(from);
  expect(found.candidates.map(({ id }) => id)).toEqual(candidates);
});
