import type { CodeNode } from "../graph/graph.ts";
import { rememberingEach } from "../retrieval/remember.ts";
import type { LineRange } from "../source/line-range.ts";
import type { Sheet } from "./sheet.ts";

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
export function outlineRanges(node: CodeNode, sheet: Sheet): readonly LineRange[] {
  const declaration = declarationLines(node, sheet);
  const last = Math.min(node.endLine, sheet.lineCount);
  if (last - declaration.to <= short.body)
    return [{ from: declaration.from, to: Math.max(last, declaration.to) }];
  return node.kind === "Class" ? [declaration, { from: last - short.tail + 1, to: last }] : [declaration];
}

/**
 * The lines of a definition that declare it, with its decorators and the doc comment above, without its body.
 * They are found by looking for the signature in the source, blanks aside, and where it is not there, comments aside;
 * the result is never longer than 16 lines.
 */
export const declarationLines = (node: CodeNode, { lines }: Sheet): LineRange => declaredIn(lines)(node);

const declaredIn = rememberingEach((lines: readonly string[], node: CodeNode): LineRange => {
  const last = Math.min(node.endLine, lines.length);
  const to = signatureEnd(node, lines, last, squeeze) ?? signatureEnd(node, lines, last, bare);
  if (to === undefined) return { from: node.startLine, to: Math.min(last, node.startLine + guess - 1) };
  // A long doc comment above the declaration gives way: the declaration itself must be shown.
  return { from: Math.max(node.startLine, to - longest + 1), to };
});

/** The line on which the signature ends; undefined where it is not found. */
function signatureEnd(
  { signature, startLine }: CodeNode,
  lines: readonly string[],
  last: number,
  view: (line: string) => string,
): number | undefined {
  const wanted = squeeze(signature);
  if (wanted === "") return undefined;
  let text = "";
  for (let line = startLine; line <= last; line++) {
    // Of the lines before it only as much as the signature may begin with: those were looked through already.
    text = text.slice(-wanted.length) + view(lines[line - 1] ?? "");
    if (text.includes(wanted)) return line;
  }
  return undefined;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

/** A line without the comment at its end and those on it; a sign in a string is taken for one as well. */
function bare(line: string): string {
  return squeeze(line.replace(/\/\*.{0,1000}?\*\/|(?:\/\/|(?<![\w"'`])#(?!\[|\{)).*$/g, ""));
}
