/** What a test command printed, whichever runner wrote it: the lines that name a failure, and a part worth showing. */

/** Characters of one failure, and failures of one output. */
const longest = { failure: 200, failures: 200 };
/** Lines around a failure that are shown. */
const around = { above: 4, below: 14 };

const namesFailure =
  /(?<![\w-])(?:FAIL|FAILED|FAILURE|ERROR|Failed|Error|error(?:\[\w+\]|:| [A-Z]+\d+))(?![\w-])|^\s*(?:[✕✗✖×●]|not ok\b|\d+\) |rspec \S|[\w:]+#test_\w+ \[)|\b(?:undefined reference|multiple definition|unresolved external symbol)\b/;
/** `1 failed, 63 passed in 0.12s`, `Tests: 2 failed`, `Tests run: 3, Failures: 1`: a sum, which changes with every test. */
const isSum =
  /\d+ (?:failed|failing|passed|passing|failures?|errors?|tests?|examples?|assertions?|warnings?|skipped)\b|\b(?:failures?|errors?|failed|tests? run|exit (?:code|status))\s*[:=]?\s*\d|\d exit status\b/i;
/** What differs from run to run, and with every line that a change adds. */
const changing =
  /[([]\s*\d+(?:[.,]\d+)*\s*(?:[munµ]?s|min|%)\s*[)\]]|\b\d+(?:\.\d+)?\s*(?:ms|s|seconds|sec)\b|:\d+(?::\d+)?|\(\d+,\d+\)|\blines? \d+|0x[\da-f]+/gi;
/** Marks by which a runner sets a line off. */
const marks = /^[\s=\-_#>|*]+(?:\d+\) )?|^\s*\d+\) |[\s=\-_#|*]+$/g;

/**
 * Lines that name a failing test or an error of a compiler, each once, without times and line numbers: by these two
 * runs are compared. Empty where nothing is recognised.
 */
export function failuresIn(output: string): readonly string[] {
  const found = new Set<string>();
  for (const line of output.split("\n")) {
    const failure = failureOf(line);
    if (failure !== undefined) found.add(failure);
    if (found.size >= longest.failures) break;
  }
  return [...found];
}

/** The lines around each failure of `wanted`, and the end of the output, within so many characters. */
export function excerptOf(output: string, wanted: ReadonlySet<string>, most: number): string {
  const lines = output.trimEnd().split("\n");
  const kept = new Set<number>();
  let left = most;
  const keep = (from: number, to: number, room: number): void => {
    for (let at = Math.max(0, from); at <= Math.min(to, lines.length - 1); at++) {
      if (kept.has(at)) continue;
      if (left - lines[at]!.length - 1 < room) return;
      kept.add(at);
      left -= lines[at]!.length + 1;
    }
  };
  // What a runner says last is mostly its summary.
  const atEnd = lastThatFit(lines, most / 3);
  keep(atEnd, lines.length - 1, 0);
  for (const [at, line] of lines.entries()) {
    const failure = failureOf(line);
    if (failure !== undefined && wanted.has(failure)) keep(at - around.above, at + around.below, 0);
  }
  // What is left shows what stands before the end.
  for (let at = atEnd - 1; at >= 0 && left > lines[at]!.length; at--) keep(at, at, 0);
  const shown: string[] = [];
  let before = -1;
  for (const at of [...kept].sort((a, b) => a - b)) {
    if (at > before + 1) shown.push(`[... ${at - before - 1} lines left out ...]`);
    shown.push(lines[at]!);
    before = at;
  }
  return shown.length > 0 ? shown.join("\n") : output.trimEnd().slice(-most);
}

function lastThatFit(lines: readonly string[], room: number): number {
  let at = lines.length;
  for (let left = room; at > 0 && left > lines[at - 1]!.length; at--) left -= lines[at - 1]!.length + 1;
  return at;
}

function failureOf(line: string): string | undefined {
  if (!namesFailure.test(line) || isSum.test(line)) return undefined;
  const said = line.replace(changing, "").replace(marks, "").replace(/\s+/g, " ").slice(0, longest.failure);
  // `FAIL` alone says which way it went, and not what.
  return /^(?:FAIL(?:ED|URES?)?|ERRORS?)?$/i.test(said) ? undefined : said;
}
