import type { CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";

/** What an anchor counts that ran, a function that ran and was not found, and an anchor that did not run. */
const share = { both: 1, ran: 0.4, found: 0.2 };

/**
 * The anchors of a request, those that ran before all others, and then what else ran, in the order of first calls: a
 * trace says what takes part in a feature, the request which part of it is asked about.
 */
export function ranFirst(
  anchors: readonly Anchor[],
  ran: ReadonlySet<CodeNode>,
  limit: number,
): readonly Anchor[] {
  const best = anchors[0]?.score ?? 1;
  const found = anchors.map((anchor) => {
    const score = anchor.score / best;
    if (!ran.has(anchor.node)) return { ...anchor, score: score * share.found };
    return {
      ...anchor,
      score: share.both + score,
      route: [...anchor.route, { kind: "signal", text: didRun } as const],
    };
  });
  const known = new Set(anchors.map(({ node }) => node));
  const others = [...ran].filter((node) => !known.has(node));
  const added = others.map((node, at) => ({
    ...{ node, score: share.ran * (2 - at / others.length), requirements: [] },
    route: [{ kind: "signal", text: didRun } as const, { kind: "node", id: node.id } as const],
  }));
  return [...found, ...added].sort((one, other) => other.score - one.score).slice(0, limit);
}

const didRun = "ran in the recorded run";
