import { UserError } from "../errors.ts";
import type { CodeGraph } from "../graph/graph.ts";
import { countTokens } from "../llm/tokens.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { counted } from "../source/counted.ts";
import { callTree, functionsOf } from "../traces/call-tree.ts";
import type { RecordedRun } from "../traces/trace.ts";
import { treeText } from "../traces/tree-text.ts";
import { weighRan } from "./weigh-ran.ts";

/** What a recorded run says of a request. */
export interface WhatRan {
  /** Those of the request and of the run, by `weighRan`. */
  readonly anchors: readonly Anchor[];
  /** The call tree, one function a line. */
  readonly text: string;
  readonly tokens: number;
  /** Functions of the repository that ran, and of others. */
  readonly functions: { readonly own: number; readonly others: number };
  readonly notes: readonly string[];
}

export interface WhatRanOptions {
  /** Most anchors. */
  readonly limit: number;
  /** Of what is shown in all; the tree takes a quarter of it at most. */
  readonly budget: number;
}

const treeShare = 0.25;

/** Throws a `UserError` where nothing of the repository ran. */
export function whatRan(
  run: RecordedRun,
  graph: CodeGraph,
  anchors: readonly Anchor[],
  { limit, budget }: WhatRanOptions,
): WhatRan {
  const { trace } = run;
  const tree = callTree(run, graph);
  const functions = functionsOf(tree);
  if (functions.size === 0)
    throw new UserError(
      `None of the ${counted(trace.frames.length, "function")} in the trace is one of this repository${run.startup ? " that its start-up does not call" : ""}.`,
      "Record a run of this repository's code, as docs/traces.md says.",
    );
  const text = treeText(tree, Math.floor(budget * treeShare));
  const sampled =
    trace.kind === "samples"
      ? ["The trace has samples of the run: functions that were over quickly may be missing."]
      : [];
  return {
    anchors: weighRan(anchors, functions, limit),
    ...{ text, tokens: countTokens(text) },
    functions: { own: functions.size, others: tree.outside },
    notes: [
      `The trace (${trace.format}) has ${counted(functions.size, "function")} of this repository; ${counted(tree.outside, "other is", "others are")} not shown.`,
      ...sampled,
    ],
  };
}
