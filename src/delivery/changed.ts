import { diffLines } from "../edits/diff.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { FileChange } from "../source/file.ts";
import { splitLines } from "../source/lines.ts";

/**
 * The definitions of the base commit whose lines a change touches, the innermost of nested ones, in the order of
 * the files. New files have none; of a deleted file all are changed.
 */
export function changedDefinitions(changes: readonly FileChange[], graph: CodeGraph): readonly CodeNode[] {
  return changes.flatMap((change) => {
    if (change.before === undefined) return [];
    const nodes = graph.inFile(change.path).filter((node) => node.kind !== "Module");
    const hit = new Set<CodeNode>();
    for (const { from, to } of touched(change)) {
      const around = nodes.filter((node) => node.startLine <= from && to <= node.endLine);
      const innermost = around.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
      if (innermost) hit.add(innermost);
    }
    return nodes.filter((node) => hit.has(node));
  });
}

/** Old lines that are removed, and for what is only added the two old lines around it. 1-based, inclusive. */
function touched({ before, after }: FileChange): readonly { readonly from: number; readonly to: number }[] {
  const lines = (text: string): readonly string[] => splitLines(text).map((line) => line.text);
  const found: { from: number; to: number }[] = [];
  let line = 1;
  let replaced = false;
  for (const part of diffLines(lines(before ?? ""), lines(after ?? ""))) {
    if (part.kind === "removed")
      for (const at of part.lines.keys()) found.push({ from: line + at, to: line + at });
    if (part.kind === "added" && !replaced) found.push({ from: line - 1, to: line });
    if (part.kind !== "added") line += part.lines.length;
    replaced = part.kind === "removed";
  }
  return found;
}
