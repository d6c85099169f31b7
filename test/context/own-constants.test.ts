import { expect, test } from "@jest/globals";
import { ownConstants } from "../../src/context/own-constants.ts";
import { timeOf } from "../helpers/time-of.ts";

/** The declarations that `use(NAME)`, the last line, is shown with. */
const shownWith = (source: string, use: string): readonly string[] => {
  const lines = [...source.split("\n"), use];
  const range = { from: lines.length, to: lines.length };
  return ownConstants(lines, range).map(({ from, to }) => lines.slice(from - 1, to).join("\n"));
};

test.each([
  [
    "Java",
    "class A {\n    private static final int MAX_REDIRECTS = 20;\n}",
    "if (n >= MAX_REDIRECTS) {",
    ["    private static final int MAX_REDIRECTS = 20;"],
  ],
  [
    "Rust",
    "pub(crate) const BUF_LEN: usize = 4 * 1024;",
    "vec![0; BUF_LEN]",
    ["pub(crate) const BUF_LEN: usize = 4 * 1024;"],
  ],
  [
    "C",
    "#define LIMIT 10\nstatic const int SIZES[] = { 1, 2 };",
    "for (; i < LIMIT; i++) x += SIZES[i];",
    ["#define LIMIT 10", "static const int SIZES[] = { 1, 2 };"],
  ],
  [
    "Python",
    "import os\n\nTIMEOUT = 5.0\nKINDS = {\n    'a': 1,\n}",
    "return wait(TIMEOUT, KINDS)",
    ["TIMEOUT = 5.0", "KINDS = {\n    'a': 1,\n}"],
  ],
  [
    "TypeScript",
    "export const MAX_TRIES: number = 3;",
    "while (tries < MAX_TRIES) {}",
    ["export const MAX_TRIES: number = 3;"],
  ],
  [
    "C, a macro of several lines",
    "#define RETURN_ERROR(n, ...) \\\n    do { \\\n        return n; \\\n    } while (0)\nint x;",
    "RETURN_ERROR(3);",
    ["#define RETURN_ERROR(n, ...) \\\n    do { \\\n        return n; \\\n    } while (0)"],
  ],
  [
    "C, of a long macro the first",
    `#define LOOP(n) \\\n${"  n; \\\n".repeat(12)}  n`,
    "LOOP(3);",
    ["#define LOOP(n) \\"],
  ],
  ["of many lines the first", `TABLE = [\n${"  1,\n".repeat(9)}]`, "TABLE[0]", ["TABLE = ["]],
  ["no comparison, call or use", "if MAX_TRIES == 3:\nrun(MAX_TRIES)\nx = MAX_TRIES", "MAX_TRIES", []],
  ["nothing in other letters", "limit = 3\nA = 1\nURL = 2", "limit + A + URL", []],
  ["nothing far too long", `MAX_TRIES = "${"x".repeat(400)}"`, "MAX_TRIES", []],
])("%s", (_, source, use, expected) => expect(shownWith(source, use)).toEqual(expected));

test("what stands in the body itself is not looked for", () =>
  expect(ownConstants(["MAX_TRIES = 3", "use(MAX_TRIES)"], { from: 1, to: 2 })).toEqual([]));

test("a long line of a strange kind costs no time", async () => {
  const lines = Array.from({ length: 20_000 }, () => "a ".repeat(140));
  expect(await timeOf(() => ownConstants(lines, { from: 1, to: 1 }))).toBeLessThan(2_000);
});
