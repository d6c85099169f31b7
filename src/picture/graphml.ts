import type { CodeEdge, CodeGraph, CodeNode } from "../graph/graph.ts";
import { edgesOf, shortNames } from "./edges.ts";

const nodeKeys = [
  ...(
    [
      "id",
      "kind",
      "name",
      "qualifiedName",
      "path",
      "signature",
      "doc",
      "owner",
      "visibility",
      "decorators",
    ] as const
  ).map((key) => [key, "string"] as const),
  ...(["startLine", "endLine"] as const).map((key) => [key, "int"] as const),
  ["test", "boolean"] as const,
] satisfies readonly (readonly [keyof CodeNode, string])[];

const edgeKeys = [
  ["kind", "string"],
  ["sureness", "string"],
  ["line", "int"],
] as const satisfies readonly (readonly [keyof CodeEdge, string])[];

/**
 * The graph as GraphML 1.0, for yEd, Gephi or NetworkX, in pieces for a stream. The format allows only name tokens
 * as identifiers, so nodes are `n0`, `n1`, and their own id is the data key `id`.
 */
export function* graphAsGraphml(graph: CodeGraph): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const [key, type] of nodeKeys) yield declared("node", key, type);
  for (const [key, type] of edgeKeys) yield declared("edge", key, type);
  yield '<graph id="code" edgedefault="directed">\n';
  const names = shortNames(graph);
  for (const node of graph.nodes)
    yield `<node id="${names.get(node.id)}">${nodeKeys.map(([key]) => data("node", key, node[key])).join("")}</node>\n`;
  for (const edge of edgesOf(graph)) {
    const ends = `source="${names.get(edge.from)}" target="${names.get(edge.to)}"`;
    yield `<edge ${ends}>${edgeKeys.map(([key]) => data("edge", key, edge[key])).join("")}</edge>\n`;
  }
  yield "</graph>\n</graphml>\n";
}

const declared = (of: "node" | "edge", key: string, type: string): string =>
  `<key id="${of}-${key}" for="${of}" attr.name="${key}" attr.type="${type}"/>\n`;

type Value = string | number | boolean | readonly string[] | undefined;

/** GraphML has no lists: of several values each stands on a line of its own, and of none there is no element. */
function data(of: "node" | "edge", key: string, value: Value): string {
  const text = typeof value === "object" ? value.join("\n") || undefined : value;
  return text === undefined ? "" : `<data key="${of}-${key}">${escapeXml(String(text))}</data>`;
}

const entities: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" },
  ...{ "\r": "&#13;", "\n": "&#10;", "\t": "&#9;" },
};

/** Text for an element or attribute. XML 1.0 has no way to write most control characters: they become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"\r\n\t]/g, (character) => entities[character]!);
}
