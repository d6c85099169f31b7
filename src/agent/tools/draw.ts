import type { Complaint } from "../../errors.ts";
import type { SyntaxFault } from "../../languages/syntax.ts";
import { splitByteOrderMark, splitLines } from "../../source/lines.ts";

const around = 2;
const widestLine = 160;

/** A fault drawn at its place, as a compiler would: models count lines and columns badly. */
export function drawFault(path: string, text: string, fault: SyntaxFault): string {
  const lines = splitLines(splitByteOrderMark(text).body).map((line) => line.text.slice(0, widestLine));
  const from = Math.max(1, fault.line - around);
  const width = String(fault.line + around).length;
  const shown = lines.slice(from - 1, fault.line + around).flatMap((line, index) => {
    const number = from + index;
    const row = `${String(number).padStart(width)} | ${line}`;
    if (number !== fault.line) return [row];
    const pad = line.slice(0, fault.column - 1).replace(/[^\t]/g, " ");
    return [row, `${" ".repeat(width)} | ${pad}^ ${fault.message}`];
  });
  return [`${path}:${fault.line}:${fault.column}: ${fault.message}`, ...shown].join("\n");
}

/** Complaints as a numbered list, each with its place and the excerpt that it brings. */
export function drawComplaints(complaints: readonly Complaint[]): string {
  return complaints
    .map((complaint, index) => {
      const place = placeOf(complaint);
      const head = `${index + 1}. ${place === "" ? "" : `${place}: `}${complaint.message}`;
      return complaint.excerpt === undefined ? head : `${head}\n${complaint.excerpt}`;
    })
    .join("\n");
}

function placeOf({ path, line }: Complaint): string {
  if (path === undefined) return line === undefined ? "" : `line ${line} of your edits`;
  return line === undefined ? path : `${path}:${line}`;
}
