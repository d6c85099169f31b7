import type { CodeNode } from "../../graph/graph.ts";

/** The place that is to be written or changed, and what it shall do. */
export interface Target {
  /** The definition that is to be filled or changed, or the module in which a new one will stand. */
  readonly node: CodeNode;
  /** The requirement in plain words, with the signature where it says more than the node's. */
  readonly requirement: string;
}

/** A Similarity edge of the requirement graph that leaves the target; `share`: 1 for the most similar. */
export interface Similar {
  readonly node: CodeNode;
  readonly share: number;
}
