import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { createSearchIndex, type ReadSource, type SearchIndex, searchWords } from "./documents.ts";
import { oneHop } from "./expand.ts";
import { findMentions } from "./mentions.ts";
import { resolveMessages } from "./messages.ts";
import { findPlaces } from "./places.ts";
import { type Request, type Requirement, splitRequirements } from "./request.ts";
import { resolveMentions } from "./resolve.ts";
import type { RouteHop } from "./route.ts";
import { queryWords, spellings } from "./words.ts";

/** A definition taken into the context, with the way by which it was found. */
export interface Anchor {
  readonly node: CodeNode;
  /** The way that brought most of the score. */
  readonly route: readonly RouteHop[];
  /** Comparable within one answer only; above 0. */
  readonly score: number;
  /** Requirements that led here (`R1`), the strongest first; empty where only the request as a whole did. */
  readonly requirements: readonly string[];
  /** Of a module: lines that matter and stand in no definition, in order (constants, documentation). */
  readonly lines?: readonly number[];
}

export interface AnchorOptions {
  /** `none`: the baseline without retrieval. `bm25`: words only. `graph`: mentions, words and one hop in the graph. */
  readonly retrieval: "none" | "bm25" | "graph";
  /** Most anchors to answer. */
  readonly limit: number;
  /** An index that exists already; built from the graph where it is not given. */
  readonly index?: SearchIndex;
}

/** Shares of one ranking. A named place outweighs any likeness of words; the whole request outweighs one sentence. */
const share = { mention: 1.6, whole: 1, title: 0.7, requirement: 0.5, again: 0.3, test: 0.5 };
/** Hits of each search that are kept, and seeds whose neighbours are looked at. */
const depth = { whole: 60, requirement: 25, seeds: 24 };

/**
 * Ranks the definitions that a request needs: places that it names, definitions whose words are like its words
 * (BM25, for the whole and for each requirement), and what stands one hop from the best of these.
 *
 * This is the bigraph's mapping without a model: arXiv 2504.10046, section "Bigraph mapping", with the one-hop
 * neighbours that its GraphReason tool would offer put in at a discount.
 */
export async function findAnchors(
  request: Request,
  graph: CodeGraph,
  readSource: ReadSource,
  options: AnchorOptions,
): Promise<readonly Anchor[]> {
  if (options.retrieval === "none") return [];
  const index = options.index ?? (await createSearchIndex(graph, readSource));
  const requirements = splitRequirements(request);
  const board = new Map<CodeNode, Tally>();
  for (const clue of searchClues(request, requirements, index)) credit(board, clue);
  if (options.retrieval === "graph") {
    const mentions = findMentions(request);
    const named = [
      ...resolveMentions(mentions, graph),
      ...(await resolveMessages(mentions, index, readSource)),
    ];
    for (const { mention, node, strength } of named) {
      const from = requirements.find((requirement) => requirement.text.includes(mention.text))?.id;
      const route: RouteHop[] = [
        ...[
          { kind: "from", id: from ?? "request" } as const,
          { kind: "mention", text: mention.text } as const,
        ],
        { kind: "node", id: node.id },
      ];
      credit(board, { node, score: share.mention * strength, route, requirement: from });
    }
    spread(board, graph);
    for (const { module: node, ...place } of await findPlaces(seeds(board), named, graph, readSource))
      credit(board, { ...place, node, requirement: undefined });
  }
  return ranked(board, /\btests?\b/i.test(`${request.instruction ?? ""} ${request.title}`), options.limit);
}

/** One reason to take a definition. */
interface Clue {
  readonly node: CodeNode;
  readonly score: number;
  readonly route: readonly RouteHop[];
  readonly requirement: string | undefined;
  readonly line?: number;
}

/** What speaks for one definition so far. The best clue counts whole, the others in part: they are not independent. */
interface Tally {
  best: Clue;
  sum: number;
  readonly requirements: Map<string, number>;
  readonly lines: Set<number>;
}

function credit(board: Map<CodeNode, Tally>, clue: Clue): void {
  let tally = board.get(clue.node);
  if (!tally) {
    tally = { best: clue, sum: 0, requirements: new Map(), lines: new Set() };
    board.set(clue.node, tally);
  }
  tally.sum += clue.score;
  if (clue.line !== undefined) tally.lines.add(clue.line);
  if (clue.score > tally.best.score) tally.best = clue;
  if (clue.requirement !== undefined) {
    const before = tally.requirements.get(clue.requirement) ?? 0;
    tally.requirements.set(clue.requirement, Math.max(before, clue.score));
  }
}

function total(tally: Tally): number {
  return tally.best.score + share.again * (tally.sum - tally.best.score);
}

/** BM25 for the whole request, its title, and each requirement; each search counts relative to its own best hit. */
function searchClues(
  request: Request,
  requirements: readonly Requirement[],
  index: SearchIndex,
): readonly Clue[] {
  const whole = [request.instruction ?? "", request.title, request.title, request.body].join("\n");
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

/** Gives the neighbours of the best definitions their share, with the route that goes on from there. */
function spread(board: Map<CodeNode, Tally>, graph: CodeGraph): void {
  const clues = seeds(board).flatMap(({ node: seed, tally, score, route }) => {
    const [requirement] = strongest(tally);
    return oneHop(graph, seed).map(({ node, relation, weight }) => ({
      ...{ node, requirement, score: score * weight },
      route: [...route, { kind: "edge", relation } as const, { kind: "node", id: node.id } as const],
    }));
  });
  for (const clue of clues) credit(board, clue);
}

/** The definitions that lead so far. */
function seeds(board: ReadonlyMap<CodeNode, Tally>) {
  return [...board]
    .map(([node, tally]) => ({ node, tally, score: total(tally), route: tally.best.route }))
    .sort((a, b) => b.score - a.score || order(a.node, b.node))
    .slice(0, depth.seeds);
}

function ranked(board: ReadonlyMap<CodeNode, Tally>, testsWanted: boolean, limit: number): readonly Anchor[] {
  return [...board]
    .map(([node, tally]) => ({
      ...{ node, route: tally.best.route, requirements: strongest(tally) },
      score: total(tally) * (node.test && !testsWanted ? share.test : 1),
      ...(tally.lines.size > 0 ? { lines: [...tally.lines].sort((a, b) => a - b) } : {}),
    }))
    .sort((a, b) => b.score - a.score || order(a.node, b.node))
    .slice(0, limit);
}

function strongest(tally: Tally): readonly string[] {
  return [...tally.requirements].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** Ties are broken by id, so that an answer is the same on every machine. */
function order(a: CodeNode, b: CodeNode): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
