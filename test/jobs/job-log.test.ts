import { describe, expect, test } from "@jest/globals";
import { failureInLog } from "../../src/jobs/reading/job-log.ts";

/** Each line as a runner of GitHub Actions writes it. */
const log = (...lines: readonly string[]): string =>
  lines.map((line) => `2026-08-14T05:58:42.0838714Z ${line}`).join("\n");

const checkout = [
  "##[group]Run actions/checkout@v4",
  "with:",
  "  depth: 1",
  "##[endgroup]",
  "Error: a retry",
];
const head = [
  ...["##[group]Run npm test", "\x1b[36;1mnpm test\x1b[0m", "shell: /usr/bin/bash -e {0}", "env:"],
  ...["  TOKEN: ***", "##[endgroup]"],
];
const exit = "##[error]Process completed with exit code 1.";
const cleaning = ["Post job cleanup.", "[command]/usr/bin/git version", "##[warning]Cache not saved"];

describe("of a log of GitHub Actions", () => {
  test("the step that failed is taken, without times, environment, marks, and what runs behind it", () => {
    const text = log(
      ...checkout,
      ...head,
      "",
      "FAIL test/a.test.ts",
      "  \x1b[31m✕ adds\x1b[39m",
      exit,
      ...cleaning,
    );
    expect(failureInLog(`\uFEFF${text}`, 2_000)).toEqual({
      text: "Run npm test\nnpm test\n\nFAIL test/a.test.ts\n  ✕ adds\nError: Process completed with exit code 1.",
      failures: ["FAIL test/a.test.ts", "✕ adds"],
    });
  });

  test("an error that the step tells in lines of its own is no end", () => {
    const told = ["##[error]src/a.ts(284,3): error TS2322: no", "  Type 'x'", " Tasks: 1"];
    const text = log(...head, "##[group]web:typecheck", "##[endgroup]", ...told, exit, ...cleaning);
    expect(failureInLog(text, 2_000).text).toBe(
      "Run npm test\nnpm test\nweb:typecheck\nError: src/a.ts(284,3): error TS2322: no\n  Type 'x'\n Tasks: 1\nError: Process completed with exit code 1.",
    );
  });

  test("an action that failed without an exit code ends with its last error", () => {
    expect(failureInLog(log(...checkout, "##[error]No such ref", ...cleaning), 2_000).text).toBe(
      "Run actions/checkout@v4\nwith:\n  depth: 1\nError: a retry\nError: No such ref",
    );
  });

  test("lines without a time, of another runner or cut in the middle, are kept", () => {
    expect(failureInLog(`cut off\r\n${exit}`, 2_000).text).toBe(
      "cut off\nError: Process completed with exit code 1.",
    );
    expect(failureInLog("no marks\nat all\n", 2_000).text).toBe("no marks\nat all");
    expect(failureInLog("", 2_000)).toEqual({ text: "", failures: [] });
  });

  test("of a long one the failures and the end are kept", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `ok ${at}`);
    const text = log(...head, ...many, "not ok 7 - rounds", "  expected 2", ...many, exit);
    const { text: shown } = failureInLog(text, 1_500);
    expect(shown.length).toBeLessThan(1_700);
    expect(shown).toContain("not ok 7 - rounds\n  expected 2");
    expect(shown).toMatch(/exit code 1\.$/);
    expect(shown).toMatch(/\[\.\.\. \d+ lines left out \.\.\.\]/);
  });
});
