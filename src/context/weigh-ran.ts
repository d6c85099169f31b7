import type { CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";

/**
 * What having run counts beside the best anchor of a request, which has 1: for what was found as well, and for what was
 * not, the first and the last of it. Chosen on 41 commits of four repositories (bench/results/recorded-runs.md).
 */
const counts = { found: 0.3, first: 0.1, last: 0.3 };

/**
 * The anchors of a request and of a recorded run: the run says what takes part, the request which part of it is meant.
 * What ran late counts more than what ran early, for a run begins with what every run begins with.
 *
 * @param ran in the order of first calls
 */
export function weighRan(
  anchors: readonly Anchor[],
  ran: ReadonlySet<CodeNode>,
  limit: number,
): readonly Anchor[] {
  const best = anchors[0]?.score ?? 1;
  const found = anchors.map((anchor) => {
    const score = anchor.score / best;
    if (!ran.has(anchor.node)) return { ...anchor, score };
    return { ...anchor, score: score + counts.found, route: [...anchor.route, didRun] };
  });
  const known = new Set(anchors.map(({ node }) => node));
  const others = [...ran].filter((node) => !known.has(node));
  const added = others.map((node, at) => ({
    ...{ node, requirements: [], route: [didRun, { kind: "node", id: node.id } as const] },
    score: counts.first + ((counts.last - counts.first) * (at + 1)) / others.length,
  }));
  return [...found, ...added].sort((one, other) => other.score - one.score).slice(0, limit);
}

const didRun = { kind: "signal", text: "ran in the recorded run" } as const;
