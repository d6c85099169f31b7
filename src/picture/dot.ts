import type { CodeEdge, CodeGraph, CodeNode } from "../graph/graph.ts";
import { edgesOf, shortNames } from "./edges.ts";

/** The graph in the language of Graphviz, each module a cluster of its definitions, in pieces for a stream. */
export function* graphAsDot(graph: CodeGraph): Generator<string> {
  const names = shortNames(graph);
  yield "digraph code {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const node of graph.nodes) {
    if (node.kind !== "Module") continue;
    const definitions = graph.inFile(node.path).filter((one) => one.kind !== "Module");
    yield `  subgraph cluster_${names.get(node.id)} {\n    label=${quote(node.path)};\n`;
    for (const one of [node, ...definitions]) yield `    ${nodeLine(names.get(one.id)!, one)}`;
    yield "  }\n";
  }
  for (const edge of edgesOf(graph)) {
    const attributes = `kind=${edge.kind}, sureness=${edge.sureness}, line=${edge.line}, style=${lineStyle(edge)}`;
    yield `  ${names.get(edge.from)} -> ${names.get(edge.to)} [${attributes}];\n`;
  }
  yield "}\n";
}

/** How sure an edge is, as a line. */
export const lineStyle = ({ sureness }: Pick<CodeEdge, "sureness">): string =>
  ({ exact: "solid", inferred: "dashed", ambiguous: "dotted" })[sureness];

/**
 * A quoted string that shows exactly this text: Graphviz reads backslashes and HTML entities in labels, and has no
 * way to write a control character.
 */
export function quote(text: string): string {
  const shown = text
    .toWellFormed()
    .replace(/[\0-\x1f\x7f]/g, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("&", "&amp;");
  return `"${shown}"`;
}

const nodeLine = (name: string, node: CodeNode): string =>
  `${name} [label=${quote(node.qualifiedName || node.name)}, id=${quote(node.id)}, kind=${node.kind}];\n`;
