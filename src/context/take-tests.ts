import type { CodeGraph } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { isGenerated } from "../source/generated-paths.ts";
import { type Collector, reasonOf } from "./collect.ts";
import { headOf } from "./head.ts";
import { type NearestTest, nearestTest, testLines } from "./nearest-test.ts";
import type { Sheet } from "./sheet.ts";

/** A test that the change will stand next to, and the anchor that it tests. */
export interface WantedTest {
  readonly anchor: Anchor;
  readonly test: NearestTest;
}

/** Anchors whose tests are looked for, and test files shown. */
const limits = { anchors: 12, files: 3 };
/** Share of the budget that tests leave for signatures. */
const kept = 0.1;

/** The nearest tests of the best anchors, one of each test file; of what is vendored or generated none. */
export function wantedTests(anchors: readonly Anchor[], graph: CodeGraph): readonly WantedTest[] {
  const found = new Map<string, WantedTest>();
  for (const anchor of anchors.slice(0, limits.anchors)) {
    const { test: isTest, kind, path } = anchor.node;
    if (isTest || kind === "Module" || isGenerated(path)) continue;
    const test = nearestTest(anchor.node, graph);
    if (test && !found.has(test.path)) found.set(test.path, { anchor, test });
    if (found.size === limits.files) break;
  }
  return [...found.values()];
}

/** Shows the head of each test file and one test in it: the change shall extend it in its style. */
export function takeTests(
  wanted: readonly WantedTest[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  for (const { anchor, test } of wanted) {
    const sheet = sheets.get(test.path);
    if (!sheet) continue;
    const { route, score } = reasonOf(anchor);
    const reason = {
      route: [
        ...route,
        { kind: "edge", relation: "is tested by" } as const,
        { kind: "node", id: test.path } as const,
      ],
      score,
    };
    const lines = testLines(test, anchor.node.name, graph, sheet);
    if (lines) collector.take(sheet, lines, "body", reason, budget * kept);
    collector.take(sheet, headOf(graph, sheet), "file-head", reason, budget * kept);
  }
}
