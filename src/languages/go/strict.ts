import { topLevelFaults } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import { type ImportedName, twiceImported } from "../checking/twice-imported.ts";
import type { Node, Tree } from "../parsing/parser.ts";

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

/** The grammar takes statements at the top of a file, declarations in any order, and a package twice. */
export function faultsOfGo({ rootNode }: Tree): SyntaxFault[] {
  return [...topLevelFaults(rootNode, ranks), ...twiceImported(packagesOf(rootNode))];
}

/** By what they are called here, or where that is not said by their path; those that go by no name left out. */
function packagesOf(root: Node): readonly ImportedName[] {
  return root.descendantsOfType("import_spec").flatMap((node) => {
    const name = node.childForFieldName("name")?.text ?? node.childForFieldName("path")?.text ?? "";
    return name === "_" || name === "." || name === '"C"' ? [] : [{ node, name }];
  });
}
