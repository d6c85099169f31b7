import { viewFile } from "../../context/file-view.ts";
import { createSheet, type Sheet } from "../../context/sheet.ts";
import { carryLine } from "../../edits/carry-line.ts";
import { diffLines } from "../../edits/diff.ts";
import { gitLines } from "../../edits/hunks.ts";
import { fileHeader } from "../../edits/number.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import type { FileChange } from "../../source/file.ts";
import type { CarriedOnto } from "./carry.ts";

type Conflict = Extract<CarriedOnto, { kind: "conflict" }>;

/** Lines of a file that is shown whole. */
const whole = 240;

/**
 * The files of a change as they stand on another base, ready to be edited, those that conflict first: small ones whole,
 * of others what lies around the places of the change.
 *
 * @param texts of the new base, by path.
 */
export function filesNow(
  changes: readonly FileChange[],
  { places }: Pick<Conflict, "places">,
  texts: ReadonlyMap<string, string>,
  graph: CodeGraph,
): string {
  const conflicts = (path: string): boolean => places.some((place) => place.path === path);
  return changes
    .toSorted((a, b) => Number(conflicts(b.path)) - Number(conflicts(a.path)))
    .flatMap((change) => {
      const text = texts.get(change.path);
      if (text === undefined) return [];
      const sheet = createSheet(change.path, text);
      const lines = places.flatMap(({ path, line }) => (path === change.path && line ? [line] : []));
      return [
        `${fileHeader(change.path, text)}\n${shown(sheet, [...lines, ...placesOf(change, text)], graph)}`,
      ];
    })
    .join("\n\n");
}

function shown(sheet: Sheet, lines: readonly number[], graph: CodeGraph): string {
  if (sheet.lineCount <= whole) return sheet.show({ from: 1, to: sheet.lineCount });
  const inside = lines.map((line) => Math.min(Math.max(1, line), sheet.lineCount));
  return viewFile(sheet, graph, { places: inside.map((line) => ({ from: line, to: line })) }).text;
}

/** Where the lines stand now that the change replaces, or below which it adds. */
function placesOf({ before = "", after = "" }: FileChange, now: string): readonly number[] {
  const found: number[] = [];
  let line = 0;
  for (const { kind, lines } of diffLines(gitLines(before), gitLines(after))) {
    if (kind === "added") found.push(line);
    if (kind === "removed") found.push(line + 1, line + lines.length);
    if (kind !== "added") line += lines.length;
  }
  return found.flatMap((at) => carryLine(before, now, at) ?? []);
}
