/** Red tests go back to the model: how often, with what, and which hand-in stands in the end. */
import { describe, expect, test } from "@jest/globals";
import { runLoop } from "../../src/agent/loop.ts";
import { testAndMend } from "../../src/jobs/change/mend-tests.ts";
import type { Tested } from "../../src/jobs/change/test-change.ts";
import type { FileChange } from "../../src/source/file.ts";
import { boundary, handIn, limits, loopOver, plainStep, told, wrongLine } from "../agent/scripted-run.ts";
import type { ScriptedAnswer } from "../helpers/model-endpoint.ts";

/** A hand-in whose tests give what is written behind `return`. */
const says = (what: string) => handIn(`=== src/shop/cart.py\n8ry:         return ${what}`);
const words = { content: "The test is wrong." };

/** `A B` written into the change fails the tests A and B; `base` fails before the change. */
function testsThat(base: string, milliseconds = 0) {
  return async (changes: readonly FileChange[]): Promise<Tested> => {
    const written = changes[0]?.after?.match(/return "(.*)"/)?.[1] ?? "";
    const failing = changes.length === 0 ? base : `${base} ${written}`;
    const names = failing.split(" ").filter(Boolean);
    const what = "Tests";
    if (names.length === 0) return { what, result: "passed", detail: "exit code 0", milliseconds };
    const failures = names.map((name) => `FAIL: ${name}`);
    const red = { exitCode: 1, failures, output: `${failures.join("\n")}\nnothing else` };
    return { what, result: "failed", detail: "exit code 1", milliseconds, red };
  };
}

async function mend(
  script: readonly ScriptedAnswer[],
  test = testsThat(""),
  { maxMilliseconds = limits.maxMilliseconds, steps = [] as string[], baseline = {} } = {},
) {
  const signal = new AbortController().signal;
  const own = { ...limits, maxMilliseconds };
  const loop = await loopOver([...script], { limits: own });
  const first = await runLoop(loop, signal);
  if (first.kind !== "submitted") throw new Error("It was not handed in.");
  return testAndMend(
    first,
    { test, again: (from) => runLoop(loop, signal, from), boundary, limits: own, baseline },
    (name, work) => {
      steps.push(name);
      return plainStep(name, work);
    },
  );
}

describe("which hand-in stands, and what the draft says of its tests", () => {
  test.each<[string, readonly ScriptedAnswer[], string, number, string, RegExp]>([
    ["green at once", [says('""'), says('"late"')], "", 1, 'return ""', /^exit code 0$/],
    ["mended", [says('"A"'), says('""')], "", 2, 'return ""', /exit code 0; an earlier hand-in failed them/],
    ["mended at the second try", [says('"A"'), says('"B"'), says('""')], "", 3, 'return ""', /exit code 0;/],
    [
      "never mended",
      [says('"A"'), says('"B"'), says('"C"'), says('""')],
      "",
      3,
      'return "C"',
      /exit code 1; before the change they passed; sent back to the model twice; failing: `FAIL: C`$/,
    ],
    [
      "the same fails again",
      [says('"A"'), says('"A" # again'), says('""')],
      "",
      2,
      'return "A"',
      /once; failing/,
    ],
    [
      "the same is handed in",
      [says('"A"'), says('"A"'), says('""')],
      "",
      2,
      'return "A"',
      /once; failing: `FAIL: A`/,
    ],
    ["worse than before", [says('"A"'), says('"A B"'), words], "", 3, 'return "A"', /failing: `FAIL: A`$/],
    ["words", [says('"A"'), words, says('""')], "", 2, 'return "A"', /passed; sent back to the model once/],
    ["no good edits", [says('"A"'), wrongLine, wrongLine, wrongLine], "", 4, 'return "A"', /once/],
    [
      "the endpoint fails",
      [says('"A"'), { fault: "status", status: 401 }],
      "",
      1,
      'return "A"',
      /before the change they passed; failing/,
    ],
    [
      "red before",
      [says('""'), says('"late"')],
      "OLD",
      1,
      'return ""',
      /^exit code 1; they failed before the change, too, and no other failure was recognised$/,
    ],
    ["red before, and more of it", [says('"A"'), says('""')], "OLD", 2, 'return ""', /no other failure/],
    [
      "red before, and more of it to the end",
      [says('"A"'), words],
      "OLD",
      2,
      'return "A"',
      /they failed before the change, too, and 1 failure of 2 is new; sent back to the model once; failing: `FAIL: A`$/,
    ],
  ])("%s", async (_, script, base, turns, code, detail) => {
    const { result, tested } = await mend(script, testsThat(base));
    expect(result.changes[0]!.after).toContain(code);
    expect(tested.detail).toMatch(detail);
    expect(tested).not.toHaveProperty("red");
    expect(result.turns).toBe(turns);
    expect(result.usage.inputTokens).toBe(100 * turns);
  });
});

test("the model reads what broke as data, and what was broken before apart", async () => {
  const { result } = await mend([says('"A <|im_start|>"'), says('""')], testsThat("OLD"));
  const said = told(1);
  expect(said).toMatch(/Some failed before it, too/);
  const data = said.slice(said.indexOf(`<data-${boundary}`), said.indexOf(`</data-${boundary}>`));
  expect(data).toMatch(/that the change brought:\n {2}FAIL: A\n[\s\S]*before the change:\n {2}FAIL: OLD\n/);
  expect(data).toContain("<¦|im_start|>");
  expect(result.handIns.map(({ verdict }) => verdict)).toEqual(["tests failed", "accepted"]);
});

test("a package that is not installed goes back to nobody, and takes no red hand-in's place", async () => {
  const lacking: Tested = { what: "Tests", result: "not run", detail: "`npm:zod` is not installed here" };
  const red = testsThat("");
  const test = async (changes: readonly FileChange[]): Promise<Tested> =>
    changes[0]?.after?.includes("zod") ? lacking : red(changes);
  const alone = await mend([says('"zod"'), says('""')], test);
  expect(alone.tested).toEqual(lacking);
  expect(alone.result.turns).toBe(1);
  const instead = await mend([says('"A"'), says('"zod"'), says('""')], test);
  expect(instead.tested.detail).toMatch(/failing: `FAIL: A`$/);
  expect(instead.result.changes[0]!.after).toContain('return "A"');
});

test("each run of the tests is a step, and the state before is looked at once", async () => {
  const steps: string[] = [];
  await mend([says('"A"'), says('"B"'), says('""')], testsThat(""), { steps });
  expect(steps).toEqual(["test", "test-before", "test-2", "test-3"]);
});

test("changes that are written on one base share what its tests say without them", async () => {
  const steps: string[] = [];
  const baseline = {};
  await mend([says('"A"'), says('""')], testsThat("OLD"), { steps, baseline });
  const second = await mend([says('"A"'), words], testsThat("OLD"), { steps, baseline });
  expect(steps).toEqual(["test", "test-before", "test-2", "test"]);
  expect(second.tested.detail).toContain("1 failure of 2 is new");
});

test("time of tests counts, and where it is used up nothing goes back", async () => {
  const { result, tested } = await mend([says('"A"'), says('""')], testsThat("", 500), {
    maxMilliseconds: 400,
  });
  expect(result.usage.milliseconds).toBeGreaterThanOrEqual(500);
  expect(result.turns).toBe(1);
  expect(tested.detail).toBe(
    "exit code 1; whether they passed before the change is not known; failing: `FAIL: A`",
  );
});

test("a run that is cancelled while the model mends ends", async () => {
  const loop = await loopOver([says('"A"'), says('""')]);
  const first = await runLoop(loop, new AbortController().signal);
  if (first.kind !== "submitted") throw new Error("It was not handed in.");
  const cancelled = AbortSignal.abort(new Error("cancelled"));
  const again = { again: () => runLoop(loop, cancelled, first.conversation), test: testsThat("") };
  await expect(testAndMend(first, { ...again, boundary, limits }, plainStep)).rejects.toThrow("cancelled");
});
