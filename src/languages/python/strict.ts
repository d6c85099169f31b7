import { faultAt, parts } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";
import { indentationFaults, strayLines } from "./indentation.ts";

const most = 50;

/** The grammar takes any indentation, a `try` alone, and arguments in any order. */
export function faultsOfPython(tree: Tree): SyntaxFault[] {
  return [
    ...indentationFaults(tree, most),
    ...strayLines(tree.rootNode.text),
    ...tree.rootNode.descendantsOfType("try_statement").flatMap(withoutHandler),
    ...tree.rootNode.descendantsOfType("argument_list").flatMap(lateArguments),
  ];
}

function withoutHandler(statement: Node): SyntaxFault[] {
  return statement.namedChildren.some(({ type }) => /^(?:except|finally)/.test(type))
    ? []
    : [faultAt(statement, "`try` has neither `except` nor `finally`")];
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
