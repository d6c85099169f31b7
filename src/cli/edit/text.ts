import { drawComplaints } from "../../agent/tools/draw.ts";
import type { Finding } from "../../checks/finding.ts";
import { unifiedDiff } from "../../edits/diff.ts";
import type { Complaint } from "../../errors.ts";
import { counted } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import { style, styleDiff } from "../style.ts";

/** A list of complaints with their excerpts, as it is drawn for a model, below a heading. */
export function complaintText(complaints: readonly Complaint[], heading: string): string {
  const count = counted(complaints.length, "complaint");
  return `${style(process.stderr, "red", heading)} ${count}:\n${visible(drawComplaints(complaints))}\n`;
}

/** One line: a note for whoever reviews the change. */
export function findingText({ kind, path, line, message }: Finding): string {
  const place = visible(line === undefined ? path : `${path}:${line}`);
  return `${style(process.stdout, "yellow", "note")} ${place}: ${visible(message)} ${style(process.stdout, "dim", kind)}\n`;
}

/** In a pipe every byte, so that it can be applied; on a terminal coloured, and without what would steer it. */
export function diffText(change: FileChange): string {
  const diff = unifiedDiff(change);
  return process.stdout.isTTY ? styleDiff(process.stdout, visible(diff)) : diff;
}

/** Text of a file or an answer for a terminal: tabs and line feeds stay, other controls are shown as escapes. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === "\n" || character === "\t" ? character : escaped(character),
  );
}

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;
