import { coveredShare, nameWordsIn } from "../name-words.ts";
import { queryWords, words } from "../words.ts";
import type { Evidence } from "./evidence.ts";
import type { Surroundings } from "./surroundings.ts";

/** Hits of one search that are looked at. */
const hits = 400;

/** Definitions whose text, description or name is like the requirement (BM25 three times, over different fields). */
export function wordSignals({ target, index }: Surroundings, evidence: Evidence): void {
  const asked = queryWords(`${target.requirement}\n${target.node.signature}`);
  const searches = [
    ["words", index.bm25, asked],
    ["purpose", index.purposes, asked],
    ["nameWords", index.names, queryWords(target.requirement)],
  ] as const;
  for (const [signal, bm25, query] of searches) {
    const found = bm25.search(query, hits);
    const best = found[0]?.score ?? 1;
    for (const { document, score } of found) evidence.say(signal, index.nodes[document]!, score / best);
  }
  const said = new Set(words(target.requirement));
  const nameWords = nameWordsIn(index.names);
  for (const { node } of evidence.cases()) {
    const share = coveredShare(nameWords(node), said);
    evidence.say("nameCovered", node, share);
    if (share === 1) evidence.say("nameSaid", node, 1);
  }
}
