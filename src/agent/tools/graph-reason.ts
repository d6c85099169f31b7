/**
 * GraphReason of CodeRAG (arXiv 2504.10046, section "Code-oriented agentic reasoning"): shows the one-hop
 * neighbourhood of an anchor; the model takes what it needs, and what it takes can be asked next.
 */
import { z } from "zod";
import { numberLines } from "../../edits/number.ts";
import type { CodeEdge, CodeGraph, CodeNode, EdgeKind } from "../../graph/graph.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool } from "../tool.ts";
import { nodeLine, nodeLines } from "./node-lines.ts";

const mostPerRelation = 12;
const mostLinesTaken = 120;
const mostSuggestions = 8;

const input = z.object({
  id: z
    .string()
    .min(1)
    .max(1000)
    .describe("Id of a definition or path of a file: src/a.py#Parser.parse, src/a.py."),
  take: z
    .array(z.string().min(1).max(1000))
    .max(5)
    .default([])
    .describe("Ids whose source you want to see now, numbered for editing."),
});

interface Relation {
  readonly title: string;
  readonly kind: EdgeKind;
  readonly direction: "outgoing" | "incoming";
}

/** What new code will call comes first, then who depends on this, then the frame. */
const relations: readonly Relation[] = [
  { title: "calls", kind: "Call", direction: "outgoing" },
  { title: "called by", kind: "Call", direction: "incoming" },
  { title: "inherits from", kind: "Inherit", direction: "outgoing" },
  { title: "inherited by", kind: "Inherit", direction: "incoming" },
  { title: "contained in", kind: "Contain", direction: "incoming" },
  { title: "contains", kind: "Contain", direction: "outgoing" },
  { title: "imports", kind: "Import", direction: "outgoing" },
  { title: "imported by", kind: "Import", direction: "incoming" },
];

/** One hop around a definition, in few tokens; `take` adds the source of chosen definitions. */
export function createGraphReason(graph: CodeGraph, workspace: Workspace): Tool<z.infer<typeof input>> {
  return {
    name: "graph-reason",
    description: renderPrompt("tool-graph-reason"),
    input,
    async run({ id, take }) {
      const node = graph.node(id);
      const parts = [node === undefined ? unknownId(graph, id) : neighbourhood(graph, node)];
      for (const one of new Set(take)) parts.push(await sourceOf(graph, workspace, one));
      return parts.join("\n\n");
    },
  };
}

function neighbourhood(graph: CodeGraph, node: CodeNode): string {
  const lines = [...nodeLines(node)].map((line) => line.slice(2));
  let unsure = false;
  for (const { title, kind, direction } of relations) {
    const edges = graph[direction](node.id, kind);
    const others = ranked(edges, direction, graph);
    if (others.length === 0) continue;
    const shown = others.slice(0, mostPerRelation);
    lines.push(
      others.length > shown.length ? `${title} (${shown.length} of ${others.length}):` : `${title}:`,
    );
    for (const { edge, other } of shown) {
      unsure ||= edge.sureness !== "exact";
      lines.push(`  ${marks[edge.sureness]}${nodeLine(other)}${edge.line > 0 ? ` (line ${edge.line})` : ""}`);
    }
  }
  if (unsure) lines.push("~ inferred from a type or assignment; ? one of several candidates of that name.");
  if (node.kind !== "Module" && graph.incoming(node.id).every(({ kind }) => kind === "Contain"))
    lines.push(
      `No caller is known. Uses of types, constants and references are no edges; search-code finds them as text: ${node.name}`,
    );
  lines.push("Every id above can be asked next, or taken.");
  return lines.join("\n");
}

const marks = { exact: "", inferred: "~", ambiguous: "?" } as const;
const order = { exact: 0, inferred: 1, ambiguous: 2 } as const;

/** Surest first, code before tests, each neighbour once. */
function ranked(edges: readonly CodeEdge[], direction: Relation["direction"], graph: CodeGraph) {
  const found = new Map<string, { readonly edge: CodeEdge; readonly other: CodeNode }>();
  for (const edge of edges) {
    const other = graph.node(direction === "outgoing" ? edge.to : edge.from);
    if (other === undefined) continue;
    const known = found.get(other.id);
    if (known === undefined || order[edge.sureness] < order[known.edge.sureness])
      found.set(other.id, { edge, other });
  }
  return [...found.values()].sort(
    (a, b) =>
      order[a.edge.sureness] - order[b.edge.sureness] ||
      Number(a.other.test) - Number(b.other.test) ||
      (a.other.id < b.other.id ? -1 : 1),
  );
}

async function sourceOf(graph: CodeGraph, workspace: Workspace, id: string): Promise<string> {
  const node = graph.node(id);
  if (node === undefined) return unknownId(graph, id);
  const text = await workspace.read(node.path);
  if (text === undefined) return `${node.path} cannot be read.`;
  const last = Math.min(node.endLine, node.startLine + mostLinesTaken - 1);
  const rest = node.endLine > last ? `\n... up to line ${node.endLine}; use read-file for more` : "";
  return `=== ${node.path}\n(${id})\n${numberLines(text, { from: node.startLine, to: last })}${rest}`;
}

function unknownId(graph: CodeGraph, id: string): string {
  const name = id.split(/[#./\\:]/).findLast((part) => part !== "") ?? id;
  const near = [...graph.inFile(id.split("#")[0] ?? id), ...graph.named(name)];
  const ids = [...new Set(near.map((node) => node.id))].slice(0, mostSuggestions);
  return ids.length === 0
    ? `No definition has the id ${id}. Use search-code to find one.`
    : `No definition has the id ${id}. Perhaps one of these:\n${ids.map((one) => `  ${one}`).join("\n")}`;
}
