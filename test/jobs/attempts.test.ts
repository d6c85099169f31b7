import { describe, expect, test } from "@jest/globals";
import { nothingSpent, type Spent, spentBefore } from "../../src/agent/conversation.ts";
import { UserError } from "../../src/errors.ts";
import { type Attempt, type AttemptsOptions, bestOfAttempts } from "../../src/jobs/change/attempts.ts";
import type { Tested } from "../../src/jobs/change/test-change.ts";
import type { Stopped, Written } from "../../src/jobs/change/write-and-test.ts";
import { addUsage } from "../../src/llm/budget.ts";
import type { FileChange } from "../../src/source/file.ts";
import { limits, plainStep } from "../agent/scripted-run.ts";

const usage = {
  inputTokens: 100,
  outputTokens: 10,
  cachedTokens: 0,
  estimated: false,
  cost: 0.5,
  milliseconds: 1000,
};

const uses = [{ tool: "submit-edits", calls: 1, faults: 0, tokens: 2 }];

/** What an attempt comes to: the file that it writes, and how its tests end. */
const written = (
  after: string,
  result: "passed" | "failed" | "not run",
  broken?: number,
  { undone = 0, tests = "" } = {},
): Written =>
  ({
    kind: "written",
    result: {
      ...{ usage, turns: 2, uses, handIns: [] },
      changes: [
        { path: "a.py", before: "x = 1\n", after },
        ...(tests === "" ? [] : [{ path: "tests/test_a.py", before: undefined, after: tests }]),
      ],
      submission: {
        requirements: [{ status: "done" }, ...Array.from({ length: undone }, () => ({ status: "partly" }))],
      },
    },
    tested: { what: "Tests", result, detail: "exit code" },
    ...(broken !== undefined && { broken }),
  }) as unknown as Written;
const stopped = {
  kind: "stopped",
  reason: "turns",
  detail: "",
  ...nothingSpent,
  usage,
  turns: 2,
} as unknown as Stopped;

/** As the loop gives it: with what was spent before. */
function behind(made: Written | Stopped, spent: Spent): Written | Stopped {
  const more = <Result extends Spent>(result: Result) => ({
    ...result,
    turns: spent.turns + result.turns,
    usage: addUsage(spent.usage, result.usage),
    uses: [...spent.uses, ...result.uses],
  });
  return made.kind === "written" ? { ...made, result: more(made.result) } : more(made);
}

/** Tests pass where the code has their text in it. */
const cross = async (changes: readonly FileChange[]): Promise<Tested> => {
  const [code, tests] = changes.map(({ after }) => after!);
  const result = code!.includes(tests!) ? "passed" : "failed";
  return { what: "Tests", result, detail: "exit code", milliseconds: 10 };
};

async function best(
  made: readonly (Written | Stopped | Error)[],
  most = made.length,
  own = limits,
  { test = cross, baseline = {}, spent = nothingSpent }: Partial<AttemptsOptions> = {},
) {
  const attempts: Attempt[] = [];
  const steps: string[] = [];
  const result = await bestOfAttempts(
    {
      ...{ most, limits: own, spent, baseline, embedder: undefined, test },
      write: async (attempt) => {
        attempts.push(attempt);
        await attempt.step("turn-1", async () => 1);
        const next = made[attempts.length - 1]!;
        if (!(next instanceof Error)) return behind(next, attempt.spent);
        attempt.onEvent({
          ...{ kind: "turn", turn: attempt.spent.turns + 1, model: "", usage },
          ...{ total: addUsage(attempt.spent.usage, usage), uses: attempt.spent.uses },
        });
        throw next;
      },
    },
    (name, work) => {
      steps.push(name);
      return plainStep(name, work);
    },
  );
  return { result, attempts, steps };
}

const long = "def f():\n    return 1\n\n\ndef g():\n    return f()\n";
const short = "def f():\n    return 1\n";

test("one attempt is what it always was", async () => {
  const only = written(long, "failed", 3);
  const { result, steps } = await best([only]);
  expect(result).toEqual(only);
  expect(steps).toEqual(["turn-1"]);
});

test.each<[string, readonly (Written | Stopped)[], string, RegExp]>([
  [
    "the one that passes",
    [written(short, "failed", 1), written(long, "passed")],
    long,
    /; the best of 2 attempts, of which 1 broke no test$/,
  ],
  [
    "of two that pass the smaller change",
    [written(long, "passed"), written(short, "passed"), written(long, "passed")],
    short,
    /the best of 3 attempts, of which 3 broke no test$/,
  ],
  [
    "the first of two alike",
    [written(short, "passed"), written(`${short}`, "passed")],
    short,
    /of which 2 broke no test$/,
  ],
  [
    "the one that breaks nothing where tests were red before",
    [written(long, "failed", 1), written(short, "failed", 0)],
    short,
    /of which 1 broke no test$/,
  ],
  [
    "the one that turns green what was red before",
    [written(short, "failed", 0), written(long, "passed")],
    long,
    /of which 2 broke no test$/,
  ],
  [
    "the larger one that does more of the request",
    [written(short, "passed", 0, { undone: 1 }), written(long, "passed")],
    long,
    /of which 2 broke no test$/,
  ],
  [
    "the smaller change, however many tests it brings",
    [written(long, "passed"), written(short, "passed", 0, { tests: long.repeat(9) })],
    short,
    /of which 2 broke no test$/,
  ],
  [
    "the one that breaks less",
    [written(short, "failed", 3), written(long, "failed", 1)],
    long,
    /of which 0 broke no test$/,
  ],
  [
    "the one that breaks something over one that was stopped",
    [written(long, "failed"), written(short, "failed", 9)],
    short,
    /of which 0 broke no test$/,
  ],
  [
    "what was written, where a later attempt stops",
    [written(long, "failed", 1), stopped],
    long,
    /the best of 2 attempts, of which 0 broke no test$/,
  ],
])("%s stands", async (_, made, after, detail) => {
  const { result } = await best(made);
  if (result.kind !== "written") throw new Error("Nothing was written.");
  expect(result.result.changes[0]).toMatchObject({ after });
  expect(result.tested.detail).toMatch(detail);
  // All of them were paid for.
  expect(result.result.uses).toHaveLength(made.filter(({ kind }) => kind === "written").length);
  expect(result.result.turns).toBe(2 * made.length);
  expect(result.result.usage).toMatchObject({ inputTokens: 100 * made.length, cost: 0.5 * made.length });
});

test("of changes that pass their own tests the one stands that passes most of the others'", async () => {
  const tests = { g: { tests: "def g" }, f: { tests: "def f" } };
  const { result, steps } = await best([
    written(short, "passed", 0, tests.f),
    written(long, "passed", 0, tests.g),
    written(`${short}# careless\n`, "passed", 0, tests.f),
    // What broke something puts nobody to the test, and is put to none.
    written(short, "failed", 1, tests.g),
  ]);
  expect(result).toMatchObject({
    result: { changes: [{ after: long }, {}] },
    tested: {
      detail:
        "exit code; the best of 4 attempts, of which 3 broke no test; with it the tests of 2 of 2 others pass",
    },
  });
  expect(steps.filter((name) => name.startsWith("attempts-"))).toEqual([
    ...["attempts-1-by-2", "attempts-1-by-3", "attempts-2-by-1"],
    ...["attempts-2-by-3", "attempts-3-by-1", "attempts-3-by-2"],
  ]);
  // Tests take of the run's time.
  if (result.kind === "written") expect(result.result.usage.milliseconds).toBe(4 * 1000 + 6 * 10);
});

describe("where tests failed before", () => {
  const red = (...failures: readonly string[]): Tested => ({
    ...{ what: "Tests", result: "failed", detail: "exit code", milliseconds: 10 },
    red: { exitCode: 1, failures, output: "" },
  });
  /** Old failures are there whatever is tested; new ones where the code lacks the tests' text. */
  const testWith = (old: readonly string[]) => async (changes: readonly FileChange[]) => {
    const [code, tests] = changes.map(({ after }) => after!);
    return red(...old, ...(code!.includes(tests!) ? [] : ["test_new"]));
  };
  const made = [
    written(short, "failed", 0, { tests: "def f" }),
    written(long, "failed", 0, { tests: "def g" }),
  ];

  test("these count against none, and the change that passes more of the others' tests stands", async () => {
    const [test, baseline] = [testWith(["test_old"]), { tested: red("test_old") }];
    const { result } = await best(made, 2, limits, { test, baseline });
    expect(result).toMatchObject({
      result: { changes: [{ after: long }, {}] },
      tested: { detail: expect.stringMatching(/; with it the tests of 1 of 1 other pass$/) },
    });
  });

  test("and nothing of them is recognised, changes are not put to each other's tests", async () => {
    const { result, steps } = await best(made, 2, limits, {
      ...{ test: testWith([]), baseline: { tested: red() } },
    });
    expect(steps.filter((name) => name.startsWith("attempts-"))).toEqual([]);
    expect(result).toMatchObject({ result: { changes: [{ after: short }, {}] } });
  });
});

test("what was paid before the first attempt counts within the limits, and is no part of an attempt's price", async () => {
  const passing = [1, 2, 3].map(() => written(short, "passed"));
  const before = { spent: spentBefore({ ...usage, inputTokens: 1000, outputTokens: 0 }) };
  // 1,000 before, 110 each.
  const { result, attempts } = await best(passing, 3, { ...limits, maxTokens: 1_300 }, before);
  expect(attempts.map(({ spent }) => spent.usage.inputTokens)).toEqual([1000, 1100]);
  expect(result).toMatchObject({ result: { usage: { inputTokens: 1200 }, turns: 4 } });
});

test("attempts are not put to each other's tests where that takes longer than the run may", async () => {
  const made = [long, short, long].map((after) => written(after, "passed", 0, { tests: "def f" }));
  const { result, steps } = await best(made, 3, { ...limits, maxMilliseconds: 3_025 });
  expect(steps.filter((name) => name.startsWith("attempts-"))).toHaveLength(1);
  expect(result).toMatchObject({
    result: { changes: [{ after: short }, {}] },
    tested: { detail: "exit code; the best of 3 attempts, of which 3 broke no test" },
  });
  // The one that showed it took its time all the same.
  if (result.kind === "written") expect(result.result.usage.milliseconds).toBe(3 * 1000 + 10);
});

test("the last attempt is shown functions of those that passed, and no other is", async () => {
  const { attempts, steps } = await best([
    written(long, "passed"),
    written(short.replaceAll("f", "wrong"), "failed", 1),
    written(short, "passed"),
  ]);
  expect(attempts.map(({ relevant }) => relevant.functions.map(({ name }) => name).sort())).toEqual([
    [],
    [],
    ["a.py#f", "a.py#g"],
  ]);
  expect(attempts[2]!.relevant.functions.find(({ name }) => name === "a.py#f")!.text).toBe(
    "def f():\n    return 1",
  );
  expect(steps).toEqual(["turn-1", "attempt-2-turn-1", "attempt-3-functions", "attempt-3-turn-1"]);
});

test("whoever waits is told what became of the attempt before", async () => {
  const { attempts } = await best([
    written(short, "failed", 2),
    written(short, "passed"),
    written(short, "failed", 0),
    written(short, "not run"),
    stopped,
    written(short, "passed"),
  ]);
  expect(attempts.map(({ before }) => before)).toEqual([
    "",
    "the one before broke tests",
    "the one before broke no test",
    "the one before broke no test",
    "the one before could not be tested",
    "the one before came to nothing",
  ]);
  expect(attempts.at(-1)!.title).toBe("attempt 6 of 6");
});

const untested = written(short, "not run");
const told = { ...untested.tested, detail: "exit code; one attempt; nothing else tells several apart" };
test.each<[string, Written | Stopped, Written | Stopped]>([
  ["tests that do not run", untested, { ...untested, tested: told }],
  ["a run that stops", stopped, stopped],
])("after %s nothing is written again", async (_, first, expected) => {
  const { result, attempts } = await best([first, written(long, "passed")], 3);
  expect(attempts).toHaveLength(1);
  expect(result).toEqual(expected);
});

test("what was written is not lost where the model cannot be asked any more; a bug of ours is none of that", async () => {
  const { result } = await best(
    [written(short, "passed"), new UserError("The endpoint is gone.", "Start it.")],
    3,
  );
  expect(result).toMatchObject({
    kind: "written",
    tested: { detail: "exit code; one attempt; the model could not be asked for another" },
    // A turn of the second was paid for.
    result: { turns: 3, usage: { inputTokens: 200, cost: 1 } },
  });
  await expect(best([written(short, "passed"), new Error("a bug")], 3)).rejects.toThrow("a bug");
});

test.each([
  ["tokens", { maxTokens: 250 }],
  ["turns", { maxTurns: 5 }],
  ["time", { maxMilliseconds: 2500 }],
  ["money", { maxCost: 1.2 }],
])("an attempt that %s cannot pay is not begun, and the draft says so", async (lack, own) => {
  const passing = [1, 2, 3, 4].map(() => written(short, "passed"));
  const { result, attempts } = await best(passing, 4, { ...limits, ...own });
  expect(attempts).toHaveLength(2);
  expect(result).toMatchObject({
    tested: {
      detail: `exit code; the best of 2 attempts, of which 2 broke no test; the ${lack} that a run may use did not suffice for 4`,
    },
  });
});
