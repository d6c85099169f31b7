import type { CodeNode } from "../graph/graph.ts";
import { rememberingEach } from "../retrieval/remember.ts";
import type { Range, Sheet } from "./sheet.ts";

/** A declaration that is longer than this is cut: its first lines say what it is. */
const longest = 16;
/** Lines taken where the signature is not found as it is written. */
const guess = 3;
/** A body of so few lines is shown with its declaration; last lines of a type or class, where additions go. */
const short = { body: 4, tail: 2 };

/**
 * What stands for a definition that is not shown whole: its declaration; all of it where little is left; of a class
 * or type also the last lines.
 */
export function outlineRanges(node: CodeNode, sheet: Sheet): readonly Range[] {
  const declaration = declarationLines(node, sheet);
  const last = Math.min(node.endLine, sheet.lineCount);
  if (last - declaration.to <= short.body)
    return [{ from: declaration.from, to: Math.max(last, declaration.to) }];
  return node.kind === "Class" ? [declaration, { from: last - short.tail + 1, to: last }] : [declaration];
}

/**
 * The lines of a definition that declare it, with its decorators and the doc comment above, without its body.
 * They are found by looking for the signature in the source, blanks aside; the result is never longer than 16 lines.
 */
export const declarationLines = (node: CodeNode, { lines }: Sheet): Range => declaredIn(lines)(node);

const declaredIn = rememberingEach((lines: readonly string[], node: CodeNode): Range => {
  const wanted = squeeze(node.signature);
  const last = Math.min(node.endLine, lines.length);
  let text = "";
  let from = node.startLine;
  for (let line = node.startLine; line <= last; line++) {
    text += squeeze(lines[line - 1] ?? "");
    if (wanted === "" || !text.includes(wanted)) continue;
    // A long doc comment above the declaration gives way: the declaration itself must be shown.
    from = Math.max(from, line - longest + 1);
    return { from, to: line };
  }
  return { from, to: Math.min(last, from + guess - 1) };
});

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
