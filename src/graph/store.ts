/** The graph as others read it: compressed sparse rows in typed arrays, edge objects made only when asked for. */
import { type EdgeColumns, edgeKinds, surenesses } from "./edges.ts";
import type { CodeEdge, CodeGraph, CodeNode, EdgeKind } from "./graph.ts";

export function createGraph(nodes: readonly CodeNode[], edges: EdgeColumns): CodeGraph {
  const numbers = new Map(nodes.map((node, index) => [node.id, index]));
  // Made when they are first asked for: many who load a graph only walk its edges.
  let files: ReadonlyMap<string, readonly CodeNode[]> | undefined;
  let names: ReadonlyMap<string, readonly CodeNode[]> | undefined;
  const out = rowsBy(edges.from, nodes.length);
  const into = rowsBy(edges.to, nodes.length);
  const read = (rows: Rows, id: string, kind: EdgeKind | undefined): readonly CodeEdge[] => {
    const number = numbers.get(id);
    if (number === undefined) return [];
    const found: CodeEdge[] = [];
    for (let at = rows.starts[number]!; at < rows.starts[number + 1]!; at++) {
      const edge = edgeAt(rows.order[at]!);
      if (kind === undefined || edge.kind === kind) found.push(edge);
    }
    return found;
  };
  const edgeAt = (index: number): CodeEdge => ({
    from: nodes[edges.from[index]!]!.id,
    to: nodes[edges.to[index]!]!.id,
    kind: edgeKinds[edges.kind[index]!]!,
    sureness: surenesses[edges.sureness[index]!]!,
    line: edges.line[index]!,
  });
  return {
    nodes,
    edgeCount: edges.from.length,
    node: (id) => nodes[numbers.get(id) ?? -1],
    outgoing: (id, kind) => read(out, id, kind),
    incoming: (id, kind) => read(into, id, kind),
    inFile: (path) => {
      files ??= grouped(nodes, (node) => node.path, moduleFirst);
      return files.get(path) ?? [];
    },
    named: (name) => {
      names ??= grouped(nodes, (node) => node.name, undefined);
      return names.get(name) ?? [];
    },
  };
}

/** Edge indices grouped by one of their ends: those of node n stand from `starts[n]` to `starts[n + 1]`. */
interface Rows {
  readonly starts: Int32Array;
  readonly order: Int32Array;
}

function rowsBy(ends: Int32Array, nodeCount: number): Rows {
  const starts = new Int32Array(nodeCount + 1);
  for (const end of ends) starts[end + 1]!++;
  for (let i = 0; i < nodeCount; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const order = new Int32Array(ends.length);
  ends.forEach((end, index) => {
    order[next[end]!++] = index;
  });
  return { starts, order };
}

const moduleFirst = (a: CodeNode, b: CodeNode): number =>
  Number(b.kind === "Module") - Number(a.kind === "Module") ||
  a.startLine - b.startLine ||
  b.endLine - a.endLine;

function grouped(
  nodes: readonly CodeNode[],
  key: (node: CodeNode) => string,
  order: ((a: CodeNode, b: CodeNode) => number) | undefined,
): ReadonlyMap<string, readonly CodeNode[]> {
  const groups = new Map<string, CodeNode[]>();
  for (const node of nodes) {
    const group = groups.get(key(node));
    if (group) group.push(node);
    else groups.set(key(node), [node]);
  }
  if (order) for (const group of groups.values()) group.sort(order);
  return groups;
}
