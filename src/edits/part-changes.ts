import type { FileChange } from "../source/file.ts";
import { anchorChange } from "./anchor.ts";
import { diffLines } from "./diff.ts";
import type { Hunk } from "./hunks.ts";
import { closestApart, splitChange } from "./split-change.ts";

/** More buttons than these for one cure nobody presses in a row. */
const most = 4;
/** Unchanged lines that a suggestion may carry between two places: beyond them what changes is hard to see. */
const mostCarried = 10;

/**
 * The ways to commit a cure with buttons, the best first: cut where a suggestion would carry too much, in one, cut wherever
 * it can be. Each is a list of changes of which every one is a suggestion on these hunks, in the order in which they can be
 * committed one by one: a part that only brings names in comes first (an import before its use), one that only takes names
 * away comes last. Empty where no buttons can commit all of it.
 */
export function partChanges(
  changes: readonly FileChange[],
  hunksOf: (path: string) => readonly Hunk[],
): readonly (readonly FileChange[])[] {
  const cut = (apart: number) => changes.flatMap((change) => splitChange(change, apart));
  const whole = changes.length === 1 ? changes : [];
  return [cut(mostCarried + 1), whole, cut(closestApart)]
    .filter(({ length }, at, all) => all.findIndex((other) => other.length === length) === at)
    .filter(({ length }) => 0 < length && length <= most)
    .filter((parts) => parts.every((part) => anchorChange(part, hunksOf(part.path)).kind === "suggestion"))
    .map((parts) => parts.toSorted((a, b) => turnOf(a) - turnOf(b)));
}

function turnOf({ before = "", after = "" }: FileChange): number {
  const parts = diffLines(before.split("\n"), after.split("\n"));
  const [gone, come] = (["removed", "added"] as const).map((side) =>
    parts.flatMap(({ kind, lines }) => (kind === side ? lines : [])).join("\n"),
  ) as [string, string];
  const names = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}\p{N}_$]+/gu));
  if (names(gone).isSubsetOf(names(come))) return 0;
  return names(come).isSubsetOf(names(gone)) ? 2 : 1;
}
