import type { CodeGraph } from "../graph/graph.ts";
import { type Board, type Clue, leaders, strongest } from "./board.ts";
import { type SearchIndex, searchWords } from "./documents.ts";
import { oneHop } from "./expand.ts";
import { type Request, type Requirement, wholeText } from "./request.ts";
import type { Resolved } from "./resolve.ts";
import { queryWords, spellings } from "./words.ts";

/** Shares of one ranking. A named place outweighs any likeness of words; the whole request outweighs one sentence. */
const share = { mention: 1.6, whole: 1, title: 0.7, requirement: 0.5 };
/** Hits of each search that are kept, and definitions whose neighbours are looked at. */
const depth = { whole: 60, requirement: 25, seeds: 24 };

/** BM25 for the whole request, its title, and each requirement; each search counts relative to its own best hit. */
export function wordClues(
  request: Request,
  requirements: readonly Requirement[],
  index: SearchIndex,
): readonly Clue[] {
  const whole = wholeText(request);
  const searches = [
    { id: "request", text: whole, weight: share.whole, limit: depth.whole },
    { id: "request", text: request.title, weight: share.title, limit: depth.requirement },
    ...requirements.map(({ id, text }) => ({
      ...{ id, text, weight: share.requirement, limit: depth.requirement },
    })),
  ];
  return searches.flatMap(({ id, text, weight, limit }) => {
    const hits = searchWords(index, queryWords(text), limit);
    const best = hits[0]?.score ?? 1;
    const written = spellings(text);
    return hits.map(({ node, score, terms }) => ({
      node,
      score: (weight * score) / best,
      route: [
        ...[
          { kind: "from", id } as const,
          { kind: "bm25", words: terms.slice(0, 8).map((term) => written.get(term) ?? term) } as const,
        ],
        { kind: "node", id: node.id } as const,
      ],
      requirement: id === "request" ? undefined : id,
    }));
  });
}

/** Places that the request names. */
export function mentionClues(
  named: readonly Resolved[],
  requirements: readonly Requirement[],
): readonly Clue[] {
  return named.map(({ mention, node, strength }) => {
    const from = requirements.find((requirement) => requirement.text.includes(mention.text))?.id;
    return {
      ...{ node, score: share.mention * strength, requirement: from },
      route: [
        { kind: "from", id: from ?? "request" },
        { kind: "mention", text: mention.text },
        { kind: "node", id: node.id },
      ],
    };
  });
}

/** The neighbours of the best definitions with their share, and the route that goes on from there. */
export function neighbourClues(board: Board, graph: CodeGraph): readonly Clue[] {
  return leaders(board, depth.seeds).flatMap(({ node: seed, tally, score, route }) => {
    const [requirement] = strongest(tally);
    return oneHop(graph, seed).map(({ node, relation, weight }) => ({
      ...{ node, requirement, score: score * weight },
      route: [...route, { kind: "edge", relation } as const, { kind: "node", id: node.id } as const],
    }));
  });
}

/** Definitions taken of the traces of a request; what the innermost earns, and how much less each further one does. */
const mostFrames = 5;
const earns = { innermost: 0.7, less: 0.05 };

/**
 * The definitions that the stack traces of a request go through, the innermost first: what failed is often handed on
 * wrongly one or two calls before, so these are shown whatever else is likely.
 */
export function traceClues(named: readonly Resolved[]): readonly Clue[] {
  const frames = named.filter(({ mention, node }) => mention.kind === "frame" && node.kind !== "Module");
  // Python writes the innermost call last, everybody else first.
  const [python, others] = [frames.filter(isPython), frames.filter((one) => !isPython(one))];
  const nodes = new Map([...python.toReversed(), ...others].map((one) => [one.node, one]));
  return [...nodes.values()]
    .filter(({ node }) => !node.test)
    .slice(0, mostFrames)
    .map(({ mention, node }, at) => ({
      ...{ node, score: earns.innermost - at * earns.less, requirement: undefined },
      route: [
        { kind: "from", id: "request" },
        { kind: "mention", text: mention.text },
        { kind: "node", id: node.id },
      ],
    }));
}

/** Also as pytest writes it: `src/config.py:12: in parse`, `src/config.py:12: ValueError`. */
const isPython = ({ mention }: Resolved): boolean => /^File "|\.py:\d+: (?:in |[A-Z])/.test(mention.text);
