import { diffLines } from "./diff.ts";
import { gitLines } from "./hunks.ts";

/** The number (1-based) that a line of `before` has in `now`; undefined where it is gone. */
export function carryLine(before: string, now: string, line: number): number | undefined {
  let [old, at] = [0, 0];
  for (const { kind, lines } of diffLines(gitLines(before), gitLines(now))) {
    const { length } = lines;
    if (kind === "same" && line <= old + length) return at + line - old;
    if (kind !== "added") old += length;
    if (kind !== "removed") at += length;
    if (line <= old) return undefined;
  }
  return undefined;
}
