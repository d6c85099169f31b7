import type { Node, Tree } from "../parsing/parser.ts";
import { faultAt } from "./strict-fault.ts";
import type { SyntaxFault } from "./syntax-fault.ts";

/** A name that an import gives to its file. */
export interface ImportedName {
  readonly node: Node;
  readonly name: string;
}

/** The imports of a file that give it a name which an import above gave it already. */
export function twiceImported(names: readonly ImportedName[]): SyntaxFault[] {
  const lines = new Map<string, number>();
  return names.flatMap(({ node, name }) => {
    const first = lines.get(name);
    if (first !== undefined) return [faultAt(node, `\`${name}\` is imported already in line ${first}`)];
    lines.set(name, node.startPosition.row + 1);
    return [];
  });
}

/** A module of TypeScript or JavaScript: its grammar takes a name that is imported twice, and its compiler does not. */
export function faultsOfModule({ rootNode }: Tree): SyntaxFault[] {
  return twiceImported(
    rootNode.namedChildren
      .filter(({ type }) => type === "import_statement")
      .flatMap((statement) =>
        statement.descendantsOfType(["import_clause", "import_specifier", "namespace_import"]),
      )
      .flatMap(given)
      .map((node) => ({ node, name: node.text })),
  );
}

/** `a` of `import a`, `import * as a` and `import { b as a }`. */
function given(node: Node): readonly Node[] {
  if (node.type !== "import_specifier") return node.namedChildren.filter(({ type }) => type === "identifier");
  const name = node.childForFieldName("alias") ?? node.childForFieldName("name");
  return name?.type === "identifier" ? [name] : [];
}
