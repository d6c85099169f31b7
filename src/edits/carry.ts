import type { FileChange } from "../source/file.ts";
import { diffLines } from "./diff.ts";

/**
 * A change of one file, made for `change.before`, on a text that has moved on: every replaced line must stand there as
 * it did, together, and lines are only inserted between the two lines that they were meant for. Undefined where that
 * is not so: somebody else changed the same place.
 */
export function carryChange({ before, after }: FileChange, now: string | undefined): string | undefined {
  if (now === before) return after;
  if (before === undefined || now === undefined || after === undefined) return undefined;
  const [old, there] = [withEnds(before), withEnds(now)];
  const places = linesKept(old, there);
  const result = [...there];
  let line = 0;
  const pieces: { readonly at: number; readonly count: number; readonly lines: readonly string[] }[] = [];
  const parts = diffLines(old, withEnds(after));
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    if (part.kind === "same") {
      line += part.lines.length;
      continue;
    }
    const removed = part.kind === "removed" ? part.lines.length : 0;
    const next = parts[index + 1];
    const added = part.kind === "added" ? part : next?.kind === "added" ? next : undefined;
    if (part.kind === "removed" && added) index += 1;
    const at = placeOf(places, line, removed, old.length, there.length);
    if (at === undefined) return undefined;
    pieces.push({ at, count: removed, lines: added?.lines ?? [] });
    line += removed;
  }
  // From the end, so that the places of those before stay true.
  for (const { at, count, lines } of pieces.reverse()) result.splice(at, count, ...lines);
  return result.join("");
}

/** The number (1-based) that a line of `before` has in `now`; undefined where it is gone. */
export function carryLine(before: string, now: string, line: number): number | undefined {
  const at = linesKept(withEnds(before), withEnds(now))[line - 1];
  return at === undefined ? undefined : at + 1;
}

/** Of each old line its index in the new text; undefined where it is gone. */
function linesKept(old: readonly string[], now: readonly string[]): readonly (number | undefined)[] {
  const places: (number | undefined)[] = [];
  let at = 0;
  for (const { kind, lines } of diffLines(old, now)) {
    if (kind === "added") at += lines.length;
    else for (const _ of lines) places.push(kind === "same" ? at++ : undefined);
  }
  return places;
}

/** Where `count` old lines from `line` on (0-based) stand together; for none, the place between their neighbours. */
function placeOf(
  places: readonly (number | undefined)[],
  line: number,
  count: number,
  oldLength: number,
  newLength: number,
): number | undefined {
  if (count > 0) {
    const at = places[line];
    for (let index = 0; index < count; index += 1)
      if (at === undefined || places[line + index] !== at + index) return undefined;
    return at;
  }
  const above = line === 0 ? -1 : places[line - 1];
  const below = line === oldLength ? newLength : places[line];
  return above !== undefined && below === above + 1 ? below : undefined;
}

const withEnds = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
