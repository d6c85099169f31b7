import { cleanOutput } from "../../sandbox/output.ts";
import { excerptOf, failuresIn } from "../change/test-output.ts";

/** What stands before every line of a log of GitHub Actions. */
const time = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/;
/** How a step begins in it; by which shell and environment it runs; how one that failed ends; what else the runner marks. */
const begin = /^##\[group\]Run /;
const shell = /^shell: /;
const endOfHead = /^##\[endgroup\]/;
const failed = /^##\[error\]Process completed with exit code/;
const error = /^##\[error\]/;
const marks = /^##\[(?:group|command|debug)\]|^\[command\]/;

/** What a failed job said, and the failures that it names, by which two jobs are compared. */
export interface Failure {
  readonly text: string;
  readonly failures: readonly string[];
}

/**
 * Of the log of a failed job the step that failed, without times and marks of the runner's: the lines around each
 * failure that it names, and its end, in at most so many characters. What runs behind it (caches, cleaning up) is left
 * out. A log of another form is taken as it is.
 */
export function failureInLog(log: string, most: number): Failure {
  const lines = log.split("\n").map((line) => line.replace(/\r$/, "").replace(time, ""));
  const text = cleanOutput(stepThatFailed(lines).join("\n"));
  const failures = failuresIn(text);
  return { text: excerptOf(text, new Set(failures), most), failures };
}

function stepThatFailed(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => failed.test(line));
  const last = end < 0 ? lines.findLastIndex((line) => error.test(line)) : end;
  const until = last < 0 ? lines : lines.slice(0, last + 1);
  const step = until.slice(
    Math.max(
      0,
      until.findLastIndex((line) => begin.test(line)),
    ),
  );
  const headEnds = step.findIndex((line) => endOfHead.test(line));
  const headBegins = step.findIndex((line) => shell.test(line));
  const isHead = (at: number): boolean => headBegins >= 0 && at >= headBegins && at < headEnds;
  return step
    .filter((line, at) => !isHead(at) && !endOfHead.test(line))
    .map((line) => line.replace(marks, "").replace(error, "Error: "));
}
