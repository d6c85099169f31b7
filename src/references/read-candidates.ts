import type { PublicFile } from "../github/public-code/public-code.ts";
import { addUsage } from "../llm/budget.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { atOnce } from "./at-once.ts";
import type { Candidate } from "./candidate.ts";
import type { ReferenceTools } from "./options.ts";
import { rankFiles } from "./rank-files.ts";
import { type RankedCandidate, type ReadCandidate, rankRepositories } from "./rank-repositories.ts";
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
    return { candidate, readme: readme && seenReadme(readme), paths: undefined };
  });
  const first = rankRepositories(request.text, read, request.language);
  const likeliest = new Set(first.slice(0, most.trees).map(({ candidate }) => candidate.fullName));
  const listed = await atOnce(read, most.requests, async (one) => {
    const { fullName, defaultBranch } = one.candidate;
    if (!likeliest.has(fullName)) return one;
    signal.throwIfAborted();
    const files = (await tools.code.tree(fullName, defaultBranch))?.files;
    const code =
      tools.paid === undefined && files ? await likeliestCode(request, one, files, tools) : undefined;
    return { ...one, paths: files?.map(({ path }) => path), code };
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

/**
 * Without a model, the likeliest file of each listed candidate is read, too: small projects say little in their README,
 * and their code says what they do. Over the labelled repositories a useful one then stands first for seven of nine
 * requests instead of four. A program reads it for its words; nobody is shown it.
 */
function likeliestCode(
  { text, language }: { readonly text: string; readonly language: string | undefined },
  { candidate: { fullName, description }, readme }: ReadCandidate,
  files: readonly PublicFile[],
  { code }: Pick<ReferenceTools, "code">,
): Promise<string | undefined> {
  const name = fullName.split("/")[1] ?? "";
  const about = `${name}\n${description}`;
  const [best] = rankFiles({ request: text, language, name, about, readme, files });
  const file = files.find(({ path }) => path === best?.path);
  return file === undefined ? Promise.resolve(undefined) : code.text(fullName, file.blob);
}
