import { describe, expect, test } from "@jest/globals";
import type { CheckDetails, CommitChecks } from "../../src/github/builds/commit-checks.ts";
import {
  asksOfChecks,
  checksTold,
  describeChecks,
  readPullChecks,
  unreadChecks,
  withChecks,
  wordsOf,
} from "../../src/jobs/reading/pull-checks.ts";

describe("whether a request is about what builds say", () => {
  test.each([
    "",
    "  --attempts 2 ",
    "CI",
    "get CI green",
    "why does CI fail?",
    "the tests",
    "tests",
    "the lint please",
    "mend the failing tests",
    "the build is broken",
    "make the type checks pass",
    "look at this:\nthe integration test times out",
    "the workflow is red",
  ])("%j is", (request) => expect(asksOfChecks({ request, place: undefined })).toBe(true));

  test.each([
    "rename Cart to Basket",
    "add a test for empty carts",
    "add tests",
    "check that the percent is below 100",
    "use the builder here",
    "errors should name the file",
    "a circuit breaker",
  ])("%j is not", (request) => expect(asksOfChecks({ request, place: undefined })).toBe(false));

  test("nothing said on a line of the diff is about that line", () => {
    const place = {
      path: "a.ts",
      line: 1,
      startLine: undefined,
      side: "RIGHT",
      hunk: "",
      thread: 1,
    } as const;
    expect(asksOfChecks({ request: "", place })).toBe(false);
    expect(asksOfChecks({ request: "CI is red because of this", place })).toBe(true);
  });
});

const details = (more: Partial<CheckDetails>): CheckDetails => ({
  ...{ said: "", annotations: [], log: undefined, skipped: 0 },
  ...more,
});
const log = (...lines: readonly string[]): string =>
  ["##[group]Run pytest", ...lines, "##[error]Process completed with exit code 1."].join("\n");

const read = (failed: CommitChecks["failed"], onBase: readonly string[] = [], more = {}) =>
  readPullChecks(
    { head: "h", base: "b" },
    {
      checks: async (commit) => ({
        ...{ passed: 3, unfinished: 0, unread: 0, ...more },
        failed: commit === "h" ? failed : onBase.map((name) => ({ name })),
      }),
    },
  );

describe("what failed checks say", () => {
  test("stands with their lines, and alike ones and those of the base are told apart", async () => {
    const red = log("FAILED tests/test_cart.py::test_total - assert 1 == 2");
    const annotation = { path: "shop/cart.py", line: 9, message: "Line\ntoo long" };
    const exit = { path: ".github", line: 1, message: "Process completed with exit code 1." };
    const checks = await read(
      [
        { name: "test (3.12)", details: details({ log: red, annotations: [exit] }) },
        { name: "test (3.13)", details: details({ log: red, annotations: [exit] }) },
        { name: "lint", details: details({ said: "1 error", annotations: [annotation] }) },
        { name: "silent\nname", details: details({}) },
        { name: "docs", alsoPassed: true },
      ],
      ["docs", "lint"],
      { unfinished: 2 },
    );
    expect(describeChecks(checks)).toBe(
      [
        "Its checks at this commit: 5 failed, 3 passed, 2 not done yet.",
        'Check "test (3.12)" failed:\nRun pytest\nFAILED tests/test_cart.py::test_total - assert 1 == 2\nError: Process completed with exit code 1.',
        'Check "lint" failed, and at the base of the pull request, too:\nshop/cart.py:9: Line too long\n1 error',
        'Check "silent name" failed:\n(it says no more)',
        'Also failed: "test (3.13)" like "test (3.12)", "docs", and at the base of the pull request, too, while another run of it passed on this commit.',
      ].join("\n\n"),
    );
    expect(checksTold(checks)).toMatchObject({ note: "2 checks had not ended." });
  });

  test("stays within its room, whatever they print", async () => {
    const long = (mark: string): string =>
      log(...Array.from({ length: 9_000 }, (_, at) => `${mark} ${at} ${"x".repeat(90)}`));
    const failed = ["a", "b", "c", "d", "e"].map((name) => ({
      ...{ name },
      details: details({ log: long(`FAILED ${name}`), skipped: 70, said: "s".repeat(60_000) }),
    }));
    const text = describeChecks(await read(failed));
    expect(text.length).toBeLessThan(18_000);
    // Each has its share, and what is cut says so.
    for (const { name } of failed) expect(text).toContain(`FAILED ${name} 8999`);
    expect(text.match(/lines left out/g)).toHaveLength(5);
    expect(text).toContain("[... the first 70 bytes of the log were not read ...]");
  });

  test("has the room of those that say the same", async () => {
    const lines = Array.from({ length: 120 }, (_, at) => `${at} ${"x".repeat(40)}`);
    const red = log("FAILED tests/test_cart.py::test_total", ...lines);
    const rows = ["3.11", "3.12", "3.13", "3.14", "3.15"].map((name) => ({
      ...{ name, details: details({ log: red }) },
    }));
    const text = describeChecks(await read(rows));
    expect(text).not.toContain("left out");
    expect(text).toContain('Also failed: "3.12" like "3.11", ');
  });

  test("that none has failed, and that they could not be read, is said", async () => {
    expect(describeChecks(await read([]))).toBe(
      "Its checks at this commit: 0 failed, 3 passed, 0 not done yet.",
    );
    expect(checksTold(await read([]))).toBeUndefined();
    expect(describeChecks("withheld")).toMatch(/could not be read/);
    expect(checksTold("unanswered")).toEqual({
      failed: [],
      note: "They were not read: GitHub did not answer.",
    });
    expect(unreadChecks("withheld")).toEqual([
      expect.stringMatching(/not read: CodeRAG may not read them here/),
    ]);
    expect(unreadChecks(await read([]))).toEqual([]);
  });

  test("that one kind of them could not be read is said where nothing else is red", async () => {
    const lacking = { kind: "commit statuses", why: "withheld" } as const;
    const said = expect.stringMatching(/^Its commit statuses, .* CodeRAG may not read them here\.$/);
    const green = await read([], [], { lacking });
    expect(describeChecks(green)).toMatch(/0 not done yet; its commit statuses could not be read\.$/);
    expect(checksTold(green)).toEqual({ failed: [], note: said });
    expect(unreadChecks(green)).toEqual([said]);
    const red = await read([{ name: "lint" }], [], { lacking });
    expect(checksTold(red)).toEqual({ failed: [expect.anything()], note: undefined });
    expect(unreadChecks(red)).toEqual([]);
  });
});

describe("what is asked for", () => {
  const failed = [
    { name: "test", details: details({ log: log('File "shop/cart.py", line 9') }) },
    { name: "lint" },
  ];

  test("without a word is that what failed passes, where anything failed", async () => {
    const checks = await read(failed);
    expect(wordsOf({ request: "", place: undefined }, checks)).toBe(
      "Make the 2 failed checks of this pull request pass.",
    );
    expect(wordsOf({ request: "the tests", place: undefined }, checks)).toBe("the tests");
    expect(wordsOf({ request: "", place: undefined }, await read([]))).toBe("");
    expect(wordsOf({ request: "", place: undefined }, "withheld")).toBe("");
  });

  test("leads to code by what the checks print, and not by our own words", async () => {
    const checks = await read(failed);
    const request = { title: "t", body: "b", comments: [{ body: "c" }] };
    const instruction = wordsOf({ request: "", place: undefined }, checks);
    const looked = withChecks({ ...request, instruction }, checks);
    expect(looked.instruction).toBe("");
    expect(looked.comments.map(({ body }) => body)).toEqual(["c", expect.stringContaining("shop/cart.py")]);
    expect(withChecks({ ...request, instruction: "the tests" }, checks).instruction).toBe("the tests");
    expect(withChecks(request, undefined)).toBe(request);
  });
});
