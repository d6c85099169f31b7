import { addUsage } from "../../llm/budget.ts";
import type { Usage } from "../../llm/model.ts";
import { rankSupport } from "../../retrieval/bigraph/rank.ts";
import type { RankTarget } from "../../retrieval/located-clues.ts";
import type { Request, Requirement } from "../../retrieval/request.ts";
import { candidatesOf, judgeCandidates } from "../../retrieval/requirements/judge.ts";
import { rankByLabels } from "../../retrieval/requirements/label.ts";
import { openSemantics } from "../../retrieval/requirements/semantics.ts";
import { splitRequest } from "../../retrieval/requirements/split.ts";
import type { Surroundings } from "../surroundings.ts";
import type { IndexedRepository } from "./knowledge.ts";

/** What models say of a request and of the definitions around it; where none is asked, rules and words alone. */
export interface Meaning {
  readonly requirements: readonly Requirement[];
  readonly rank: RankTarget;
  /** What asking cost so far. Embeddings are told in the notes. */
  spent(): Usage;
  /** What was answered by rules and words alone although a model is configured, and why. */
  notes(): readonly string[];
}

/** Targets whose candidates a model judges in one run: the likeliest, because each costs two questions. */
const judgedTargets = 1;

/**
 * Everything that a model says is kept by content (`DerivedStore`), so a run that dies here and goes on elsewhere pays
 * once although this is no step of its own.
 */
export async function openMeaning(
  request: Request,
  { graph, search: index, workspace }: IndexedRepository,
  { model, meaning }: Pick<Surroundings, "model" | "meaning">,
  signal: AbortSignal,
): Promise<Meaning> {
  const read = (paths: readonly string[]) => workspace.readMany(paths);
  const paid = model && meaning?.asksModel ? { model, store: meaning.store } : undefined;
  const embedWith = meaning?.embedder && { embedder: meaning.embedder, store: meaning.store };
  const split = await splitRequest(request, paid, signal);
  const semantics = await openSemantics(graph, index, read, embedWith, {}, signal);
  const notes = new Set(split.notes);
  let spent = split.usage;
  let judged = 0;
  return {
    requirements: split.requirements,
    async rank(target, limit) {
      const similar = await semantics.similar(target, signal);
      const ranking = await rankSupport(target, graph, index, read, { limit: 2 * limit, similar });
      if (!paid || judged++ >= judgedTargets) return ranking.slice(0, limit);
      const candidates = candidatesOf(ranking, similar);
      const verdict = await judgeCandidates(target, candidates, graph, read, paid, signal);
      spent = addUsage(spent, verdict.usage);
      for (const note of verdict.notes) notes.add(note);
      return rankByLabels(ranking, verdict).slice(0, limit);
    },
    spent: () => spent,
    notes: () => [...new Set([...notes, ...semantics.notes()])],
  };
}
