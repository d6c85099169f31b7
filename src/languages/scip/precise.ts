/**
 * Precise mode: edges that a SCIP index judges become exact, and lead where it says. Other edges stay as inferred, as
 * do all in files that changed since the index was made.
 */
import { createEdgeCollector } from "../../graph/columns/edges.ts";
import { type BuiltGraph, createGraph } from "../../graph/columns/store.ts";
import type { CodeEdge, CodeNode } from "../../graph/graph.ts";
import { collect, createCollected, type FileFacts } from "./collect.ts";
import { judgeCalls } from "./judge-calls.ts";
import { judgeImports } from "./judge-imports.ts";
import { judgeInherits, knownBases } from "./judge-inherits.ts";
import type { Evidence, Judgement } from "./judgement.ts";
import type { ScipDocument } from "./read.ts";
import { createVerdicts } from "./verdict.ts";

/** Statistics of the judgement. */
export interface PreciseCounts {
  /** Files whose current version is indexed. */
  readonly files: number;
  /** Files that changed since, and were not judged. */
  readonly stale: number;
  /** Inferred or ambiguous edges that became exact. */
  readonly confirmed: number;
  readonly dropped: number;
  readonly added: number;
}

export interface PreciseGraph {
  readonly graph: BuiltGraph;
  readonly counts: PreciseCounts;
}

/** Accepts the documents of one or more indexes of a repository, then returns the refined graph. */
export interface Precision {
  /** @param path The document's file in the repository. @param text Its current content. In any order. */
  add(path: string, document: ScipDocument, text: string): void;
  finish(): PreciseGraph;
}

export function createPrecision(graph: BuiltGraph): Precision {
  const collected = createCollected();
  return {
    add: (path, document, text) => collect(collected, graph, path, document, text),
    finish: () => {
      const { files, stale } = collected;
      const verdict = createVerdicts(collected, graph);
      const evidence: Evidence = { graph, verdict, covers: (path) => files.has(path) };
      const bases = knownBases(collected, evidence);
      const edges = createEdges(graph);
      for (const node of graph.nodes)
        if (!files.has(node.path)) for (const edge of graph.outgoing(node.id)) edges.keep(edge);
      for (const facts of files.values()) judge(evidence, facts, bases, edges);
      return { graph: edges.finish(), counts: { files: files.size, stale, ...edges.counts } };
    },
  };
}

function judge(
  evidence: Evidence,
  facts: FileFacts,
  bases: ReturnType<typeof knownBases>,
  judgement: Judgement,
): void {
  const own = evidence.graph.inFile(facts.path).flatMap(({ id }) => evidence.graph.outgoing(id));
  for (const edge of own) if (edge.kind === "Contain") judgement.keep(edge);
  const of = (kind: CodeEdge["kind"]): readonly CodeEdge[] => own.filter((edge) => edge.kind === kind);
  judgeCalls(evidence, facts, of("Call"), judgement);
  judgeInherits(evidence, facts, bases, of("Inherit"), judgement);
  judgeImports(evidence, facts, of("Import"), judgement);
}

function createEdges(graph: BuiltGraph) {
  const { table } = graph;
  const collector = createEdgeCollector(table.length);
  const counts = { confirmed: 0, dropped: 0, added: 0 };
  const put = ({ from, to, kind, sureness, line }: CodeEdge): void =>
    collector.add(table.numberOf(from), table.numberOf(to), kind, sureness, line);
  const counted = new Set<string>();
  const count = (
    what: keyof typeof counts,
    { kind, from, to }: Omit<CodeEdge, "sureness" | "line">,
  ): void => {
    const key = `${kind} ${from} ${to}`;
    if (!counted.has(key)) counts[what]++;
    counted.add(key);
  };
  return {
    counts,
    keep: put,
    confirm: (edge: CodeEdge) => {
      if (edge.sureness !== "exact") count("confirmed", edge);
      put({ ...edge, sureness: "exact" });
    },
    drop: (edge: CodeEdge) => count("dropped", edge),
    add: (from: CodeNode, to: CodeNode, kind: CodeEdge["kind"], line: number) => {
      const edge: CodeEdge = { from: from.id, to: to.id, kind, sureness: "exact", line };
      count("added", edge);
      put(edge);
    },
    finish: () => createGraph(table, collector.finish(), graph.calls),
  };
}
