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
