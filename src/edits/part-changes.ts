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
 * A cure in parts, each a suggestion on these hunks, in the order in which they can be committed one by one; an empty
 * list where one suggestion says it better, or no button can commit all of it. A part that only brings names in comes first
 * (an import before its use), one that only takes names away comes last.
 */
export function partChanges(
  changes: readonly FileChange[],
  hunksOf: (path: string) => readonly Hunk[],
): readonly FileChange[] {
  for (const apart of [mostCarried + 1, closestApart]) {
    const parts = changes.flatMap((change) => splitChange(change, apart));
    if (parts.length > most) break;
    if (parts.every((part) => anchorChange(part, hunksOf(part.path)).kind === "suggestion"))
      return parts.length === 1 ? [] : parts.toSorted((a, b) => turnOf(a) - turnOf(b));
  }
  return [];
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
