import { draw, type Pointed } from "../../checks/draw.ts";
import type { Complaint } from "../../errors.ts";

/** A fault with its place, drawn there as a compiler would. */
export function drawFault(path: string, text: string, fault: Pointed): string {
  return `${path}:${fault.line}:${fault.column}: ${fault.message}\n${draw(text, fault)}`;
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
