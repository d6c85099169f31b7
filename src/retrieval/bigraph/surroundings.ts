import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import { similarByWords } from "./similar.ts";
import type { Similar, Target } from "./target.ts";

/** What the signals may look at. */
export interface Surroundings {
  readonly target: Target;
  readonly graph: CodeGraph;
  readonly index: SearchIndex;
  /** Text of the target's file; empty where it cannot be read. */
  readonly source: string;
  /** The class that the target is, is a member of, or stands in a member of. */
  readonly owner: CodeNode | undefined;
  /** Definitions whose requirement is like the target's, best first (see similar.ts). */
  readonly similar: readonly Similar[];
}

/** Puts together what the signals look at. `similar`: found by words where not given. */
export async function surroundingsOf(
  target: Target,
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
  similar: readonly Similar[] = similarByWords(target, index),
): Promise<Surroundings> {
  const { path } = target.node;
  const source = (await readSource([path])).get(path) ?? "";
  return { target, graph, index, owner: classAround(graph, target.node), source, similar };
}

function classAround(graph: CodeGraph, node: CodeNode): CodeNode | undefined {
  let around: CodeNode | undefined = node;
  while (around && around.kind !== "Class")
    around = around.owner === undefined ? undefined : graph.node(around.owner);
  return around;
}
