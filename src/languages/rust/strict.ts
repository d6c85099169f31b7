import { escapeFaults, faultAt, parts } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";

const escapes = /^(?:[nrt0\\'"\n\r]|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]{1,12}\})/;
const lists = ["source_file", "declaration_list", "field_declaration_list", "enum_variant_list", "block"];
/** Keywords that the grammar takes for types. */
const reserved = new Set(
  "as async await break const continue else enum extern fn for if impl in let loop match mod move mut pub ref return static struct trait type unsafe use where while".split(
    " ",
  ),
);

/** The grammar takes statements at the top of a file, macros without their `;`, and documentation of nothing. */
export function faultsOfRust({ rootNode }: Tree): SyntaxFault[] {
  return [
    ...parts(rootNode)
      .filter(isStatement)
      .map((node) => faultAt(node, "this cannot stand at the top of a file")),
    ...[rootNode, ...rootNode.descendantsOfType(["block", "declaration_list"])].flatMap(openMacros),
    ...[rootNode, ...rootNode.descendantsOfType(lists)].flatMap(danglingDocs),
    ...rootNode
      .descendantsOfType("type_identifier")
      .filter((node) => reserved.has(node.text))
      .map((node) => faultAt(node, `unexpected \`${node.text}\``)),
    ...escapeFaults(rootNode, escapes),
  ];
}

function isStatement(node: Node): boolean {
  if (node.type === "let_declaration") return true;
  return node.type === "expression_statement" && node.namedChild(0)?.type !== "macro_invocation";
}

/** `a!(1) b!(2)`: with `(` or `[` a macro is closed by `;`, unless it is the value of its block. */
function openMacros(list: Node): SyntaxFault[] {
  const nodes = parts(list);
  return nodes.flatMap((node, at) => {
    if (node.type !== "macro_invocation" || (list.type === "block" && at === nodes.length - 1)) return [];
    const body = node.namedChildren.findLast((child) => child.type === "token_tree");
    const closed = node.nextSibling?.type === ";" || node.nextNamedSibling?.type === "empty_statement";
    return closed || body === undefined || body.text.startsWith("{")
      ? []
      : [faultAt(node, "expected `;` after this macro")];
  });
}

/** `///` speaks of what follows, and nothing does. */
function danglingDocs(list: Node): SyntaxFault[] {
  const last = list.namedChildren.findLast((node) => node.type !== "attribute_item" && !isRemark(node));
  return last !== undefined && isDoc(last) ? [faultAt(last, "nothing follows that this documents")] : [];
}

const isRemark = (node: Node): boolean => node.isExtra && !isDoc(node);
const isDoc = (node: Node): boolean =>
  node.namedChildren.some(({ type }) => type === "outer_doc_comment_marker");
