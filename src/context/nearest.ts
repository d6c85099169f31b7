import type { Anchor } from "../retrieval/anchors.ts";
import type { SearchIndex } from "../retrieval/documents.ts";
import type { Requirement } from "../retrieval/request.ts";
import { queryWords, spellings } from "../retrieval/words.ts";
import { isGenerated } from "../source/generated-paths.ts";

/** The existing definitions whose name, signature and description are nearest to a requirement. Survives JSON. */
export interface Nearest {
  readonly requirement: string;
  /** Best first. */
  readonly definitions: readonly NearDefinition[];
}

export interface NearDefinition {
  readonly id: string;
  readonly signature: string;
  /** Words of the requirement that it has, as written there, the heaviest first. */
  readonly words: readonly string[];
}

/** Definitions told for one requirement, hits that are looked at, and words that are told as the reason. */
const most = { definitions: 3, hits: 24, words: 4 };
/** How much the request as a whole counts: a definition that it leads to first is twice as near as one that it does not. */
const wholeRequest = 1;
/**
 * Share of the best hit's score, share of the requirement's words by weight (of what nothing else of the request leads
 * to: `alone`), and words: what has less is not near.
 */
const least = { score: 0.6, covered: 0.25, alone: 0.5, words: 2 };

/**
 * The reuse warning: for each requirement the two or three existing definitions that may do it already, or nearly.
 * Similarity edges of the requirement graph (arXiv 2504.10046, section "Requirement graph") that leave a requirement,
 * by words alone: names, signatures and descriptions under BM25, what `anchors` of the whole request hold before the
 * rest. Other people's code in the repository and what a program wrote are nothing to reuse. Requirements with nothing near
 * are left out.
 */
export function nearestDefinitions(
  requirements: readonly Requirement[],
  anchors: readonly Pick<Anchor, "node" | "score">[],
  index: SearchIndex,
): readonly Nearest[] {
  const best = Math.max(...anchors.map(({ score }) => score), Number.MIN_VALUE);
  const wanted = new Map(anchors.map(({ node, score }) => [node.id, score / best]));
  return requirements.flatMap(({ id, text }) => {
    const definitions = nearTo(text, wanted, index);
    return definitions.length === 0 ? [] : [{ requirement: id, definitions }];
  });
}

function nearTo(
  text: string,
  wanted: ReadonlyMap<string, number>,
  { nodes, purposes }: SearchIndex,
): readonly NearDefinition[] {
  const asked = queryWords(text);
  const written = spellings(text);
  const weigh = (terms: Iterable<string>): number =>
    [...terms].reduce((sum, term) => sum + purposes.idf(term), 0);
  const whole = weigh(asked.keys());
  const hits = purposes
    .search(asked, most.hits)
    .map(({ document, score, terms }) => {
      const node = nodes[document]!;
      return { node, terms, score: score * (1 + wholeRequest * (wanted.get(node.id) ?? 0)) };
    })
    .filter(({ node }) => node.kind !== "Module" && !node.test && !isGenerated(node.path))
    .filter(
      ({ node, terms }) =>
        terms.length >= least.words &&
        weigh(terms) >= whole * (wanted.has(node.id) ? least.covered : least.alone),
    )
    .sort((a, b) => b.score - a.score || (a.node.id < b.node.id ? -1 : 1));
  const best = hits[0]?.score ?? 0;
  const near = hits.filter(({ score }) => score >= best * least.score);
  const named = new Map<string, (typeof near)[number]>();
  for (const hit of near) if (!named.has(hit.node.name)) named.set(hit.node.name, hit);
  return [...named.values()].slice(0, most.definitions).map(({ node, terms }) => {
    // A stub and its implementation are one thing to reuse.
    const code = hits.find((hit) => hit.node.name === node.name && !stub.test(hit.node.path))?.node ?? node;
    const said = new Set(terms.map((term) => written.get(term) ?? term));
    return { id: code.id, signature: code.signature, words: [...said].slice(0, most.words) };
  });
}

const stub = /\.(?:pyi|d\.[cm]?ts)$/;
