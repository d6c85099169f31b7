import type { CodeGraph } from "../graph/graph.ts";
import type { History } from "../workspace/history.ts";
import { type Anchor, type Board, credit, leaders, ranked } from "./board.ts";
import { createSearchIndex, type ReadSource, type SearchIndex } from "./documents.ts";
import {
  bySignals,
  calledClues,
  placeClues,
  type RankTarget,
  supportClues,
  targetsOf,
} from "./located-clues.ts";
import { findFailedTests } from "./locating/failed-tests.ts";
import { locateIn } from "./locating/locate.ts";
import { type Question, questionOf } from "./locating/question.ts";
import { findPlaces } from "./places.ts";
import { type Request, type Requirement, splitRequirements } from "./request.ts";
import { mentionClues, neighbourClues, traceClues, wordClues } from "./word-clues.ts";

export type { Anchor } from "./board.ts";

/** Each definition once, as it stands first. */
export const firstOfEach = (anchors: readonly Anchor[]): readonly Anchor[] =>
  [...Map.groupBy(anchors, ({ node }) => node).values()].map(([first]) => first!);

export interface AnchorOptions {
  /**
   * `none`: the baseline without retrieval. `bm25`: words only. `graph`: mentions, words and one hop in the graph.
   * `bigraph`: the places that the request is about, and what each of these needs.
   */
  readonly retrieval: "none" | "bm25" | "graph" | "bigraph";
  /** Most anchors to answer. */
  readonly limit: number;
  /** An index that exists already; built from the graph where it is not given. */
  readonly index?: SearchIndex;
  /** What commits changed; helps `bigraph` to find the place. */
  readonly history?: History | undefined;
  /** The request's requirements; cut by rules where not given. */
  readonly requirements?: readonly Requirement[] | undefined;
  /** Ranks what a target needs; by signals alone where not given. */
  readonly rank?: RankTarget | undefined;
  /** It was asked for on a line of code, so nothing is looked for beside which something new would stand. */
  readonly isPlaced?: boolean;
}

/** Definitions whose constants are looked for. */
const seeds = 24;
/** Places that are found for `bigraph`, files and definitions each. */
const places = 40;

/**
 * Ranks the definitions that a request needs.
 *
 * `bigraph` is the mapping of arXiv 2504.10046, section "Bigraph mapping", with the place found first: every
 * requirement leads to the place that it is probably about, and from there to what is needed there. `graph` puts the
 * one-hop neighbours in, at a discount, that the paper's GraphReason tool would offer.
 */
export async function findAnchors(
  request: Request,
  graph: CodeGraph,
  readSource: ReadSource,
  options: AnchorOptions,
): Promise<readonly Anchor[]> {
  const { retrieval, limit, history, requirements = splitRequirements(request) } = options;
  if (retrieval === "none") return [];
  const index = options.index ?? (await createSearchIndex(graph, readSource));
  const board: Board = new Map();
  if (retrieval === "bm25") {
    for (const clue of wordClues(request, requirements, index)) credit(board, clue);
  } else {
    const question = await questionOf(request, graph, index, readSource, history, requirements);
    if (retrieval === "graph") fillByGraph(question, board);
    else
      await fillByBigraph(question, board, {
        ...options,
        rank: options.rank ?? bySignals(graph, index, readSource),
      });
    for (const { module: node, ...place } of await findPlaces(leaders(board, seeds), question, readSource))
      credit(board, { ...place, node, requirement: undefined });
  }
  return ranked(board, isAboutTests(request), limit);
}

/** Also where a run of the tests was pasted that names the failed ones. */
const isAboutTests = ({ instruction = "", title, body }: Request): boolean =>
  /\btests?\b/i.test(`${instruction} ${title}`) || findFailedTests(body).length > 0;

function fillByGraph({ request, requirements, named, graph, index }: Question, board: Board): void {
  for (const clue of wordClues(request, requirements, index)) credit(board, clue);
  for (const clue of mentionClues(named, requirements)) credit(board, clue);
  for (const clue of neighbourClues(board, graph)) credit(board, clue);
}

async function fillByBigraph(
  question: Question,
  board: Board,
  { rank, isPlaced }: Pick<AnchorOptions, "isPlaced"> & { readonly rank: RankTarget },
): Promise<void> {
  const { requirements, named, index } = question;
  const found = locateIn(question, { limit: places });
  const located = isPlaced ? { ...found, newPlaces: [] } : found;
  for (const clue of [...placeClues(located, requirements, named), ...traceClues(named)]) credit(board, clue);
  const targets = targetsOf(located, requirements, named, index);
  for (const clue of [...(await supportClues(targets, rank)), ...calledClues(targets, question.graph)])
    credit(board, clue);
}
