import { addUsage } from "../llm/budget.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { atOnce } from "./at-once.ts";
import type { Candidate } from "./candidate.ts";
import type { ReferenceTools } from "./options.ts";
import { type RankedCandidate, rankRepositories } from "./rank-repositories.ts";
import { seenReadme } from "./readme.ts";
import { summarise } from "./summarise.ts";

/** A candidate as it is narrowed: what it is, its README's summary, and what the rules think of it. Survives JSON. */
export interface WeighedCandidate extends Omit<RankedCandidate, "readme" | "paths"> {
  readonly summary: string;
  readonly hasReadme: boolean;
}

export interface Reading extends Asked {
  /** Best first, by rules. */
  readonly weighed: readonly WeighedCandidate[];
  readonly summariesBy: "model" | "rules" | "both";
}

/** Requests at once (GitHub takes a hundred), and candidates whose files are listed: the likeliest. */
const most = { requests: 6, questions: 4, trees: 10 };

/** READMEs and their summaries of all candidates, lists of files of the likeliest, and the ranking by rules. */
export async function readCandidates(
  request: { readonly text: string; readonly language: string | undefined },
  candidates: readonly Candidate[],
  tools: ReferenceTools,
  signal: AbortSignal,
): Promise<Reading> {
  const read = await atOnce(candidates, most.requests, async (candidate) => {
    signal.throwIfAborted();
    const readme = await tools.code.readme(candidate.fullName);
    return { candidate, readme: readme && seenReadme(readme.text).text, paths: undefined };
  });
  const first = rankRepositories(request.text, read, request.language);
  const likeliest = new Set(first.slice(0, most.trees).map(({ candidate }) => candidate.fullName));
  const listed = await atOnce(read, most.requests, async (one) => {
    const { fullName, defaultBranch } = one.candidate;
    if (!likeliest.has(fullName)) return one;
    signal.throwIfAborted();
    const tree = await tools.code.tree(fullName, defaultBranch);
    return { ...one, paths: tree?.files.map(({ path }) => path) };
  });
  const ranked = rankRepositories(request.text, listed, request.language);
  const summaries = await atOnce(ranked, most.questions, ({ readme }) => summarise(readme, tools, signal));
  const byModel = summaries.filter(({ by }) => by === "model").length;
  return {
    weighed: ranked.map(({ readme, paths: _, ...one }, at) => ({
      ...{ ...one, summary: summaries[at]!.text, hasReadme: readme !== undefined },
    })),
    summariesBy: byModel === 0 ? "rules" : byModel === summaries.length ? "model" : "both",
    usage: summaries.reduce((sum, { usage }) => addUsage(sum, usage), nothingAsked.usage),
    notes: [...new Set(summaries.flatMap(({ notes }) => notes))],
  };
}
