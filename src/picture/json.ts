import type { CodeGraph } from "../graph/graph.ts";
import { edgesOf } from "./edges.ts";

/** The graph as one JSON object `{ nodes, edges }`, a line a node or edge, in pieces for a stream. */
export function* graphAsJson(graph: CodeGraph): Generator<string> {
  yield '{"nodes":[';
  yield* rows(graph.nodes);
  yield '\n],"edges":[';
  yield* rows(edgesOf(graph));
  yield "\n]}\n";
}

function* rows(values: Iterable<unknown>): Generator<string> {
  let separator = "\n";
  for (const value of values) {
    yield separator + JSON.stringify(value);
    separator = ",\n";
  }
}
