import { faultAt } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";

const reserved = new Set(
  "begin case class def do else elsif end ensure for if in module rescue then undef unless until when while".split(
    " ",
  ),
);
/** Where any word is a name: `a.class`, `def end`, `alias end stop`. */
const named = new Set(["method", "singleton_method", "alias", "undef", "scope_resolution"]);

/** The grammar takes `end` for a name where no block is open. */
export const strayWords = ({ rootNode }: Tree): SyntaxFault[] =>
  rootNode
    .descendantsOfType("identifier")
    .filter((node) => reserved.has(node.text) && !isName(node))
    .map((node) => faultAt(node, `unexpected \`${node.text}\``));

/** Those, and yields and calls that Ruby refuses and the grammar takes. */
export function faultsOfRuby(tree: Tree): SyntaxFault[] {
  const { rootNode } = tree;
  return [
    ...strayWords(tree),
    ...rootNode.descendantsOfType("call").flatMap(oddCall),
    ...rootNode
      .descendantsOfType("yield")
      .filter((node) => !isInside(node))
      .map((node) => faultAt(node, "`yield` outside of a method")),
  ];
}

function isName({ parent, id }: Node): boolean {
  if (parent === null) return false;
  if (parent.type === "call") return parent.childForFieldName("receiver") !== null && !isArgument(parent, id);
  return named.has(parent.type);
}

const isArgument = (call: Node, id: number): boolean => call.childForFieldName("method")?.id !== id;

/** `@a b`, where an operator or a comma is missing; `[a, b c]`. */
function oddCall(node: Node): SyntaxFault[] {
  const method = node.childForFieldName("method");
  const values = node.childForFieldName("arguments");
  if (method === null || values === null) return [];
  if (/^(?:instance|class|global)_variable$/.test(method.type))
    return [faultAt(values, `unexpected \`${values.text.split(/\s/, 1)[0]!.slice(0, 40)}\``)];
  const bare = values.child(0)?.type !== "(" && node.childForFieldName("block") === null;
  return bare && node.parent?.type === "array" ? [faultAt(values, "expected `,` or `(`")] : [];
}

/** A block may be the body of a method that is defined by a call, so only a class's own body is surely outside. */
function isInside(node: Node): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (/^(?:method|singleton_method|block|do_block|lambda)$/.test(around.type)) return true;
    if (/^(?:class|module|singleton_class|program)$/.test(around.type)) return false;
  }
  return false;
}
