import { expect, test } from "@jest/globals";
import { parseProblems } from "../../src/decompose/problem.ts";

const task = {
  name: "1_A. Theatre Square",
  description: "Flagstones cover a square.",
  public_tests: { input: ["6 6 4\n"], output: ["4\n"] },
  private_tests: { input: ["1 1 1\n", "2 1 1\n"], output: ["1\n", "2\n"] },
  generated_tests: { input: ["3 3 3\n"], output: ["1\n"] },
  time_limit: { seconds: 1, nanos: 500_000_000 },
  memory_limit_bytes: 64_000_000,
};
const small = { description: "Add two numbers.", public_tests: [{ input: "1 2", output: "3" }] };

test("a task of CodeContests is read with all that judges it, and with room for Python", () => {
  expect(parseProblems(JSON.stringify(task, null, 2), "a.json")).toEqual([
    {
      ...{ name: task.name, statement: task.description, seconds: 7.5, memoryBytes: 2 ** 28 },
      publicTests: [{ input: "6 6 4\n", output: "4\n" }],
      privateTests: [
        { input: "1 1 1\n", output: "1\n" },
        { input: "2 1 1\n", output: "2\n" },
        { input: "3 3 3\n", output: "1\n" },
      ],
    },
  ]);
});

test.each([
  ["one object", JSON.stringify(small), ["problem"]],
  ["a list", JSON.stringify([small, { ...small, name: "b" }]), ["problem", "b"]],
  ["one a line", `${JSON.stringify(task)}\n\n${JSON.stringify(small)}\n`, ["1_A. Theatre Square", "problem"]],
])("a file may hold %s", (_, text, names) => {
  expect(parseProblems(text, "a.json").map(({ name }) => name)).toEqual(names);
});

test("a limit of 0 is none", () => {
  const unknown = { ...small, time_limit: { seconds: 0, nanos: 0 }, memory_limit_bytes: 0 };
  expect(parseProblems(JSON.stringify(unknown), "a.json")).toEqual(
    parseProblems(JSON.stringify(small), "a.json"),
  );
});

test.each([
  ["nothing", "", /^a\.json is empty\.$/],
  ["no JSON", `${JSON.stringify(small)}\nhello`, /^a\.json, line 2: no JSON\.$/],
  [
    "no statement",
    JSON.stringify({ ...small, description: undefined }),
    /^a\.json, problem 1: description: /,
  ],
  [
    "no public test",
    JSON.stringify({ ...small, public_tests: [] }),
    /problem 1: there are no public tests\.$/,
  ],
  [
    "an input without an output",
    JSON.stringify({ ...small, public_tests: { input: ["1"], output: [] } }),
    /^a\.json, problem 1: public_tests: /,
  ],
])("%s is told with its place", (_, text, message) => {
  expect(() => parseProblems(text, "a.json")).toThrow(message);
});

test.each([
  [undefined, 10],
  [0.1, 2],
  [4, 20],
  [100, 60],
])("a limit of %s seconds is %s for Python", (limit, seconds) => {
  expect(parseProblems(JSON.stringify({ ...small, time_limit: limit }), "a.json")[0]!.seconds).toBe(seconds);
});
