import type { CodeEdge, CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { Verdicts } from "./verdict.ts";

/** Receives the decisions about one file's edges. */
export interface Judgement {
  keep(edge: CodeEdge): void;
  /** The index has this edge, too. */
  confirm(edge: CodeEdge): void;
  drop(edge: CodeEdge): void;
  /** The index has this edge; ignored where the graph has it already. */
  add(from: CodeNode, to: CodeNode, kind: CodeEdge["kind"], line: number): void;
}

/** What the judges work with. */
export interface Evidence {
  readonly graph: CodeGraph;
  readonly verdict: Verdicts;
  /** Whether the index describes the file's current version. */
  readonly covers: (path: string) => boolean;
}
