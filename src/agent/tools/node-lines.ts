import type { CodeNode } from "../../graph/graph.ts";

const longestSignature = 240;
const longestDoc = 160;
/** Where many definitions are listed. */
const shortSignature = 140;

/** A definition in two or three short lines: id, signature, first line of its documentation. */
export function nodeLines(node: CodeNode): readonly string[] {
  const doc = firstLine(node.doc ?? "");
  return [
    `  ${node.id} (${node.kind}, lines ${node.startLine}-${node.endLine}${node.test ? ", test" : ""})`,
    ...(node.signature === "" ? [] : [`    ${cut(oneLine(node.signature), longestSignature)}`]),
    ...(doc === "" ? [] : [`    "${cut(doc, longestDoc)}"`]),
  ];
}

/** Words before a name that say no more than its place in the graph does. */
const keyword =
  /^(?:(?:export|default|public|pub|static|async|def|func|function|fn|class|interface|struct|type|final|abstract|override|readonly|const|local)\b\s*)*$/;

/**
 * A definition in few tokens below the path of its file: `#Cart.total(self) -> Decimal`. The id's part and what the
 * signature says beyond it; a module is its path.
 */
export function shortRow(node: CodeNode): string {
  if (node.kind === "Module") return node.path;
  const place = node.id.slice(node.path.length);
  const signature = cut(oneLine(node.signature), shortSignature);
  const at = signature.indexOf(node.name);
  if (at < 0) return signature === "" ? place : `${place}  ${signature}`;
  const rest = signature.slice(at + node.name.length).trimEnd();
  return keyword.test(signature.slice(0, at)) ? `${place}${rest}` : `${place}  ${signature}`;
}

function firstLine(text: string): string {
  return oneLine(text.trim().split("\n", 1)[0] ?? "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
