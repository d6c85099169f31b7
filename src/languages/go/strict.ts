import { topLevelFaults } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Tree } from "../parsing/parser.ts";

const ranks = new Map([
  ["package_clause", 0],
  ["import_declaration", 1],
  ...[
    "function_declaration",
    "method_declaration",
    "type_declaration",
    "var_declaration",
    "const_declaration",
  ].map((type) => [type, 2] as const),
]);

/** The grammar takes statements at the top of a file, and declarations in any order. */
export function faultsOfGo({ rootNode }: Tree): SyntaxFault[] {
  return topLevelFaults(rootNode, ranks);
}
