import type { CodeEdge, CodeGraph, CodeNode, EdgeKind } from "../../src/graph/graph.ts";

/** A code graph written by hand, for tests of what stands above the graph: `["src/a.ts#parse", 3, 9]`. */
export type NodeRow = readonly [id: string, startLine: number, endLine: number, more?: Partial<CodeNode>];
export type EdgeRow = readonly [from: string, kind: EdgeKind, to: string, more?: Partial<CodeEdge>];

/** Modules and Contain edges are added by themselves; a capital letter makes a Class, an owner a Method. */
export function graphOf(rows: readonly NodeRow[], links: readonly EdgeRow[] = []): CodeGraph {
  const nodes = new Map<string, CodeNode>();
  const edges: CodeEdge[] = [];
  const put = (node: CodeNode): void => void nodes.set(node.id, node);
  for (const [id, , endLine] of rows) {
    const path = id.split("#")[0]!;
    const end = Math.max(endLine, nodes.get(path)?.endLine ?? 0);
    put({ ...blank(path), kind: "Module", name: path.split("/").at(-1)!, path, endLine: end });
  }
  for (const [id, startLine, endLine, more] of rows) {
    const [path, qualifiedName] = id.split("#") as [string, string | undefined];
    if (qualifiedName === undefined) continue;
    const parts = qualifiedName.split(".");
    const name = parts.at(-1)!;
    const owner = parts.length > 1 ? `${path}#${parts.slice(0, -1).join(".")}` : undefined;
    const kind = owner ? "Method" : /^\p{Lu}/u.test(name) ? "Class" : "Function";
    put({
      ...blank(id),
      kind,
      name,
      qualifiedName,
      path,
      startLine,
      endLine,
      owner,
      signature: `${name}()`,
      ...more,
    });
    edges.push({ from: owner ?? path, to: id, kind: "Contain", sureness: "exact", line: 0 });
  }
  for (const [from, kind, to, more] of links)
    edges.push({ from, to, kind, sureness: "exact", line: 1, ...more });
  const all = [...nodes.values()];
  const of = (end: "from" | "to") => (id: string, kind?: EdgeKind) =>
    edges.filter((edge) => edge[end] === id && (kind === undefined || edge.kind === kind));
  return {
    nodes: all,
    edgeCount: edges.length,
    node: (id) => nodes.get(id),
    outgoing: of("from"),
    incoming: of("to"),
    inFile: (path) =>
      all
        .filter((node) => node.path === path)
        .sort(
          (a, b) => Number(b.kind === "Module") - Number(a.kind === "Module") || a.startLine - b.startLine,
        ),
    named: (name) => all.filter((node) => node.name === name),
  };
}

function blank(id: string): CodeNode {
  const test = /(?:^|\/)tests?\//.test(id);
  const empty = { qualifiedName: "", signature: "", doc: undefined, owner: undefined, decorators: [] };
  return {
    ...empty,
    id,
    kind: "Function",
    name: id,
    path: id,
    startLine: 1,
    endLine: 1,
    test,
    visibility: "public",
  };
}
