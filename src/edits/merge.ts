import { joinLines, splitLines } from "../source/lines.ts";
import { diffLines } from "./diff.ts";

/** One stretch of the base that became other lines; `from` to `to`, 0-based, exclusive end; equal for an insertion. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

export type Carried =
  | { readonly kind: "text"; readonly text: string }
  /** 1-based line of `current` near which both changed the same lines. */
  | { readonly kind: "conflict"; readonly line: number };

/** Lines that are only added have no place of their own: touching always is a conflict for them. */
export type Touching = "conflict" | "kept";

/**
 * A change carried onto a file that has changed meanwhile: the three-way merge of `diff3` and `git merge-file`, line
 * by line. What `base` became in `after` is done to `current`. Changes that overlap conflict, unless both are the same;
 * so do those that touch, unless they may: then the lines that we replace are still there, right beside others' new ones.
 */
export function carry(
  base: string,
  after: string,
  current: string,
  touching: Touching = "conflict",
): Carried {
  const old = linesOf(base);
  const theirs = hunks(old, linesOf(current));
  const result: string[] = [];
  let [at, next, shift] = [0, 0, 0];
  const copyTo = (line: number): void => {
    for (; at < line; at++) result.push(old[at]!);
  };
  const take = ({ from, to, lines }: Hunk): void => {
    copyTo(from);
    for (const line of lines) result.push(line);
    at = to;
  };
  for (const ours of hunks(old, linesOf(after))) {
    const apart = touching === "kept" && ours.from < ours.to ? 0 : 1;
    for (; next < theirs.length && theirs[next]!.to + apart <= ours.from; next++) {
      take(theirs[next]!);
      shift += theirs[next]!.lines.length - (theirs[next]!.to - theirs[next]!.from);
    }
    const other = theirs[next];
    if (other !== undefined && other.from < ours.to + apart) {
      if (!isSame(ours, other)) return { kind: "conflict", line: Math.max(1, ours.from + shift + 1) };
      continue;
    }
    take(ours);
  }
  for (; next < theirs.length; next++) take(theirs[next]!);
  copyTo(old.length);
  return { kind: "text", text: result.join("") };
}

/** Lines with their ends, so that a changed end is a change. */
function linesOf(text: string): readonly string[] {
  return splitLines(text).map((line) => joinLines([line]));
}

function hunks(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const found: Hunk[] = [];
  let at = 0;
  for (const { kind, lines } of diffLines(before, after)) {
    if (kind === "same") {
      at += lines.length;
      continue;
    }
    const last = found.at(-1);
    const open =
      last !== undefined && last.to === at ? (found.pop() as Hunk) : { from: at, to: at, lines: [] };
    if (kind === "removed") at += lines.length;
    found.push({ from: open.from, to: at, lines: kind === "added" ? [...open.lines, ...lines] : open.lines });
  }
  return found;
}

function isSame(one: Hunk, other: Hunk): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, index) => line === other.lines[index])
  );
}
