import type { CodeNode } from "../../graph/graph.ts";
import { remembering } from "../remember.ts";
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
  for (const { node } of [...evidence.cases()]) nameSignals(node, said, index.names.idf, evidence);
}

/** How much of a definition's name the requirement says; rare words count more. */
function nameSignals(
  node: CodeNode,
  said: ReadonlySet<string>,
  idf: (word: string) => number,
  evidence: Evidence,
): void {
  const parts = nameParts(node);
  let [covered, all] = [0, 0];
  for (const part of parts) {
    const weight = idf(part) || 1;
    all += weight;
    if (said.has(part)) covered += weight;
  }
  if (covered === 0) return;
  evidence.say("nameCovered", node, covered / all);
  if (covered === all) evidence.say("nameSaid", node, 1);
}

/** The words of a definition's name, without the whole name that `words` adds to them. */
const nameParts = remembering(({ name }: CodeNode): readonly string[] => {
  const parts = new Set(words(name));
  if (parts.size > 1) parts.delete(name.replace(/[_$]+/g, "").toLowerCase());
  return [...parts];
});
