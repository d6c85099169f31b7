import { faultAt, parts } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";
import { indentationFaults } from "./indentation.ts";

const most = 50;

/** The grammar takes any indentation, and arguments in any order. */
export function faultsOfPython(tree: Tree): SyntaxFault[] {
  return [
    ...indentationFaults(tree, most),
    ...tree.rootNode.descendantsOfType("argument_list").flatMap(lateArguments),
  ];
}

/** `f(a=1, b)`. */
function lateArguments(list: Node): SyntaxFault[] {
  let keyword = false;
  return parts(list).flatMap((node) => {
    if (node.type === "keyword_argument" || node.type === "dictionary_splat") keyword = true;
    else if (keyword && node.type !== "list_splat")
      return [faultAt(node, "a positional argument follows a keyword argument")];
    return [];
  });
}
