import type { CodeEdge, CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { Verdicts } from "./verdict.ts";

/** What is decided about the edges of one file. */
export interface Judgement {
  keep(edge: CodeEdge): void;
  /** The index says this edge too. */
  confirm(edge: CodeEdge): void;
  drop(edge: CodeEdge): void;
  /** The index says it; no harm where it is known. */
  add(from: CodeNode, to: CodeNode, kind: CodeEdge["kind"], line: number): void;
}

/** What the judges look things up in. */
export interface Evidence {
  readonly graph: CodeGraph;
  readonly verdict: Verdicts;
  /** Whether the index knows this file as it is. */
  readonly covers: (path: string) => boolean;
}
