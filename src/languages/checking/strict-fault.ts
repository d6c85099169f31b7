import type { Node } from "../parsing/parser.ts";
import type { SyntaxFault } from "./syntax-fault.ts";

/** A fault at the begin of a node. */
export function faultAt(node: Node, message: string): SyntaxFault {
  return { line: node.startPosition.row + 1, column: node.startPosition.column + 1, message };
}

/** Children that are no comments. */
export function parts(node: Node): readonly Node[] {
  return node.namedChildren.filter((child) => !child.isExtra);
}

/**
 * The top of a file: `ranks` gives each node type that may stand there its place in their order, the lowest first;
 * of rank 0 there is one at most. Everything else belongs into a function or class that is not around it any more.
 */
export function topLevelFaults(root: Node, ranks: ReadonlyMap<string, number>): SyntaxFault[] {
  let reached = -1;
  return parts(root).flatMap((node) => {
    const rank = ranks.get(node.type);
    if (rank === undefined) return [faultAt(node, "this cannot stand at the top of a file")];
    if (rank < reached || (rank === 0 && reached === 0))
      return [faultAt(node, "this must stand further above, once")];
    reached = rank;
    return [];
  });
}

/** Escapes that no string of the language knows; `known` is tested against what follows the backslash. */
export function escapeFaults(root: Node, known: RegExp): SyntaxFault[] {
  return root
    .descendantsOfType("escape_sequence")
    .filter((node) => !known.test(node.text.slice(1)))
    .map((node) => faultAt(node, `unknown escape \`${node.text.slice(0, 4)}\``));
}
