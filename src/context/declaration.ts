import type { CodeNode } from "../graph/graph.ts";
import type { Range, Sheet } from "./sheet.ts";

/** A declaration that is longer than this is cut: its first lines say what it is. */
const longest = 16;
/** Lines taken where the signature is not found as it is written. */
const guess = 3;

/**
 * The lines of a definition that declare it, with its decorators and the doc comment above, without its body.
 * They are found by looking for the signature in the source, blanks aside; the result is never longer than 16 lines.
 */
export function declarationLines(node: CodeNode, sheet: Sheet): Range {
  const wanted = squeeze(node.signature);
  const last = Math.min(node.endLine, sheet.lineCount);
  let text = "";
  let from = node.startLine;
  for (let line = node.startLine; line <= last; line++) {
    text += squeeze(sheet.lines[line - 1] ?? "");
    if (wanted === "" || !text.includes(wanted)) continue;
    // A long doc comment above the declaration gives way: the declaration itself must be shown.
    from = Math.max(from, line - longest + 1);
    return { from, to: line };
  }
  return { from, to: Math.min(last, from + guess - 1) };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
