import { faultAt } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";
import { type LogicalLine, logicalLines } from "./logical-lines.ts";

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
