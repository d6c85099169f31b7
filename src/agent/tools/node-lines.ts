import type { CodeNode } from "../../graph/graph.ts";
import { oneLine } from "../../source/lines.ts";

const longestSignature = 240;
const longestDoc = 160;

/** A definition in two or three short lines: id, signature, first line of its documentation. */
export function nodeLines(node: CodeNode): readonly string[] {
  const doc = firstLine(node.doc ?? "");
  return [
    `  ${node.id} (${node.kind}, lines ${node.startLine}-${node.endLine}${node.test ? ", test" : ""})`,
    // A file's is its path, which its id says.
    ...(node.signature === "" || node.signature === node.id
      ? []
      : [`    ${cut(oneLine(node.signature), longestSignature)}`]),
    ...(doc === "" ? [] : [`    "${cut(doc, longestDoc)}"`]),
  ];
}

function firstLine(text: string): string {
  return oneLine(text.trim().split("\n", 1)[0] ?? "");
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
