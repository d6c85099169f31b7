import { faultAt } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";

/**
 * What a grammar of an indented language lets pass: an empty block, and statements of one block that do not
 * start in one column.
 */
export function indentationFaults(tree: Tree, limit: number): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  for (const block of [tree.rootNode, ...tree.rootNode.descendantsOfType("block")]) {
    faults.push(...blockFaults(block, block.id === tree.rootNode.id));
    if (faults.length >= limit) break;
  }
  return faults;
}

function blockFaults(block: Node, isFile: boolean): SyntaxFault[] {
  const statements = block.namedChildren.filter((child) => !child.isExtra);
  const first = statements[0];
  if (!first) return isFile ? [] : [faultAt(block, "expected an indented block")];
  const column = isFile ? 0 : first.startPosition.column;
  let row = -1;
  const faults: SyntaxFault[] = [];
  for (const statement of statements) {
    // Only the first statement of a line is indented; `a(); b()` has a second one.
    const { row: at, column: here } = statement.startPosition;
    if (at !== row && here !== column) faults.push(faultAt(statement, "unexpected indentation"));
    row = statement.endPosition.row;
  }
  return faults;
}

/**
 * The same of a text alone, by the begin of its lines: where the grammar stumbles over a block that lost its indentation, it
 * says so at the end of the block, or at a statement around it.
 */
export function lineFaults(text: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  const levels = [0];
  let before: LogicalLine | undefined;
  for (const line of logicalLines(text)) {
    const level = levels.at(-1)!;
    if (before?.opens && line.indent <= before.indent) faults.push(at(before, "expected an indented block"));
    else if (line.indent > level && !before?.opens) faults.push(at(line, "unexpected indentation"));
    if (line.indent > level) levels.push(line.indent);
    while (line.indent < levels.at(-1)!) levels.pop();
    if (line.indent > levels.at(-1)!) {
      faults.push(at(line, stray));
      levels.push(line.indent);
    }
    before = line;
  }
  if (before?.opens) faults.push(at(before, "expected an indented block"));
  return faults;
}

/** Of a text that the grammar takes: an `else` that stands between the columns of two `if`s. */
export const strayLines = (text: string): readonly SyntaxFault[] =>
  lineFaults(text).filter(({ message }) => message === stray);

const stray = "this indentation is that of no block around it";

const at = ({ row, start }: LogicalLine, message: string): SyntaxFault => ({
  ...{ line: row + 1, column: start + 1 },
  message,
});

/** A statement's first line to its last: what stands in brackets, in a string or behind a backslash goes on. */
interface LogicalLine {
  /** 0-based. */
  readonly row: number;
  /** In characters, and as Python counts it, with tabs to the next multiple of eight. */
  readonly start: number;
  readonly indent: number;
  /** It begins a block: `try:`; not `if a: b()`. */
  readonly opens: boolean;
}

const opener = /^(?:async\s+)?(?:if|elif|else|for|while|try|except|finally|with|def|class|match|case)\b/;
/** A comment, a string with its end or without, a bracket, the end of a line, a backslash before it, or anything else. */
const token =
  /#[^\n]*|("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|(["'])(?:\\[\s\S]|(?!\2)[^\\\n])*(?:\2|(?=\n)|$)|[([{]|[)\]}]|\\\n|\n|[^\S\n]+|[^\s#"'()[\]{}\\]+|./g;

/** The lines that Python sees in a text, also in one that does not parse; blank ones and comments are none. */
function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  let [row, lineStart, depth] = [0, 0, 0];
  let begun: { readonly row: number; readonly start: number; readonly at: number } | undefined;
  let last = "";
  const end = (): void => {
    if (!begun) return;
    const { row, start, at } = begun;
    const opens = last.endsWith(":") && opener.test(text.slice(at, at + 40));
    lines.push({ row, start, indent: width(text.slice(at - start, at)), opens });
    begun = undefined;
  };
  for (const { 0: piece, index } of text.matchAll(token)) {
    if (piece === "\n") {
      if (depth === 0) end();
    } else if (piece.trim() !== "" && !piece.startsWith("#") && piece !== "\\\n") {
      begun ??= { row, start: index - lineStart, at: index };
      if ("([{".includes(piece)) depth += 1;
      else if (")]}".includes(piece)) depth = Math.max(0, depth - 1);
      last = piece;
    }
    const breaks = piece.split("\n").length - 1;
    if (breaks > 0) [row, lineStart] = [row + breaks, index + piece.lastIndexOf("\n") + 1];
  }
  end();
  return lines;
}

function width(blanks: string): number {
  let columns = 0;
  for (const one of blanks)
    columns = one === "\t" ? columns + 8 - (columns % 8) : one === "\f" ? 0 : columns + 1;
  return columns;
}
