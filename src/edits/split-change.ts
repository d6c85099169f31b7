import type { FileChange } from "../source/file.ts";
import { diffLines } from "./diff.ts";

/** Unchanged lines between two places that are then read, and committed, apart. */
export const closestApart = 3;

/**
 * A change of one file in the places where it changes something, with at least `apart` unchanged lines between them: each
 * part is a change of the same text that does only what is done there. All of them together are the whole. A file that
 * comes or goes has one part.
 */
export function splitChange(change: FileChange, apart = closestApart): readonly FileChange[] {
  const { path, before, after } = change;
  if (before === undefined || after === undefined) return [change];
  const parts = diffLines(before.split("\n"), after.split("\n"));
  let count = 0;
  let since = apart;
  const places = parts.map(({ kind, lines }) => {
    if (kind === "same") {
      since += lines.length;
      return 0;
    }
    if (since >= apart) count += 1;
    since = 0;
    return count;
  });
  if (count <= 1) return [change];
  return Array.from({ length: count }, (_, index) => {
    const lines = parts.flatMap((part, at) => {
      const here = places[at] === 0 || places[at] === index + 1;
      return part.kind === "same" || (part.kind === "added") === here ? part.lines : [];
    });
    return { path, before, after: lines.join("\n") };
  });
}
