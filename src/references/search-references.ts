/**
 * Reference search: public repositories and files that are worth reading before something is written. Read this first.
 *
 * The method of spec 1 (a paper of 2024 on retrieval for code generation with GitHub's own search): three keywords,
 * six searches, summaries of READMEs, repositories narrowed on titles and summaries, files narrowed on README and
 * paths. No code stands in any question before the files are chosen. Beyond the paper: examples before inner modules,
 * licences, pinned commits, "nothing fits" as an answer, and all of it without a model, too.
 *
 * Every `step` is durable; what GitHub and the model said is kept by content besides, so that a step which is done again asks nobody.
 */
import { addUsage } from "../llm/budget.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import type { Step } from "../step.ts";
import { joinHits } from "./candidate.ts";
import { chooseKeywords } from "./choose-keywords.ts";
import { queriesOf } from "./keywords.ts";
import { isSource, languageInRequest } from "./language.ts";
import { licenceUse } from "./licence.ts";
import { narrowFiles } from "./narrow-files.ts";
import { narrowRepositories } from "./narrow-repositories.ts";
import type { ReferenceRequest, ReferenceTools } from "./options.ts";
import { type QueryHits, runQuery } from "./queries.ts";
import { readCandidates, type WeighedCandidate } from "./read-candidates.ts";
import type { Reference, ReferenceReport } from "./report.ts";

/** Hears how far the search is; `note` is one short line. */
export interface SearchNarrator {
  begin(part: "search" | "read" | "choose"): void;
  done(part: "search" | "read" | "choose", note: string): void;
}

export async function searchReferences(
  request: ReferenceRequest,
  tools: ReferenceTools,
  step: Step,
  narrator?: SearchNarrator,
): Promise<ReferenceReport> {
  const { text, target } = request;
  const language = request.language ?? languageInRequest(text);

  narrator?.begin("search");
  const chosen = await step("search-keywords", (signal) => chooseKeywords(text, tools, signal));
  const queries = queriesOf(chosen.keywords);
  const hits: QueryHits[] = [];
  for (const [at, keywords] of queries.entries())
    hits.push(await step(`search-query-${at + 1}`, () => runQuery(tools.code, keywords, language)));
  const joined = joinHits(hits, { language, target, most: tools.settings.candidates });
  const { candidates } = joined;
  narrator?.done(
    "search",
    `${chosen.keywords.join(", ")}: ${count(hits.length, "search", "searches")}, ${count(candidates.length, "candidate", "candidates")}`,
  );

  narrator?.begin("read");
  const reading = await step("search-read", (signal) =>
    readCandidates({ text, language }, candidates, tools, signal),
  );
  narrator?.done(
    "read",
    count(reading.weighed.filter(({ hasReadme }) => hasReadme).length, "README", "READMEs"),
  );

  narrator?.begin("choose");
  const narrowed = await step("search-repositories", (signal) =>
    narrowRepositories(text, reading.weighed, tools, signal),
  );
  const references: Reference[] = [];
  const asked: Asked[] = [chosen, reading, narrowed];
  for (const [at, { fullName, reason }] of narrowed.chosen.entries()) {
    const one = reading.weighed.find(({ candidate }) => candidate.fullName === fullName)!;
    const pinned = await step(`search-files-${at + 1}`, (signal) =>
      pinReference({ text, language }, one, reason, tools, signal),
    );
    asked.push(pinned.asked);
    if (pinned.reference) references.push(pinned.reference);
  }
  const files = references.reduce((sum, one) => sum + one.files.length, 0);
  narrator?.done(
    "choose",
    references.length === 0
      ? "nothing fits"
      : `${count(references.length, "repository", "repositories")}, ${count(files, "file", "files")}`,
  );
  const gone = narrowed.chosen.length - references.length;
  return {
    ...{ version: 1, request: text, language, keywords: chosen.keywords },
    queries: hits.map(({ items, ...hit }) => ({ ...hit, looked: items.length })),
    ...{ candidates: candidates.length, references },
    ...nothingSaid(narrowed.nothing, references),
    rejected: [...narrowed.rejected, ...joined.rejected],
    by: { keywords: chosen.by, summaries: reading.summariesBy, repositories: narrowed.by },
    notes: [
      ...new Set([
        ...hits.flatMap((hit) =>
          hit.incomplete
            ? [`GitHub ran out of time at the search "${hit.keywords.join(" ")}"; there may be more.`]
            : [],
        ),
        ...(narrowed.cut > 0 ? [`${narrowed.cut} summaries were cut to fit one question.`] : []),
        ...(gone > 0 ? [`${gone} of the chosen repositories could not be read any more.`] : []),
        ...asked.flatMap(({ notes }) => notes),
      ]),
    ],
    usage: asked.reduce((sum, { usage }) => addUsage(sum, usage), nothingAsked.usage),
  };
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

function nothingSaid(nothing: string | undefined, references: readonly Reference[]) {
  if (references.length > 0) return {};
  return { nothing: nothing ?? "What was chosen could not be read any more." };
}

/** One chosen repository at its newest commit: licence, files, and which of them to read. */
async function pinReference(
  request: { readonly text: string; readonly language: string | undefined },
  { candidate, summary }: WeighedCandidate,
  reason: string,
  { code, paid, settings }: ReferenceTools,
  signal: AbortSignal,
): Promise<{ readonly reference?: Reference; readonly asked: Asked }> {
  const { fullName, description, pushedAt, stars, archived } = candidate;
  const commit = await code.head(fullName, candidate.defaultBranch);
  const tree = commit === undefined ? undefined : await code.tree(fullName, commit);
  if (commit === undefined || tree === undefined) return { asked: nothingAsked };
  const licence = await code.licence(fullName, commit);
  const readme = await code.readme(fullName);
  const question = {
    ...{ request: request.text, language: request.language, fullName, description },
    readme: readme?.text,
  };
  const { files, by, nothing, cut, usage, notes } = await narrowFiles(
    { ...question, files: tree.files },
    { paid },
    signal,
  );
  const reference: Reference = {
    ...{ fullName, description, summary, reason, commit, pushedAt, stars, archived, files, filesBy: by },
    ...{
      licence: licence?.spdx,
      licencePath: licence?.path,
      use: licenceUse(licence?.spdx, settings.licences),
    },
    sources: tree.files.filter(({ path }) => isSource(path, request.language)).length,
    ...(nothing === undefined ? {} : { noFile: nothing }),
  };
  const said = cut === "" ? [] : [`${fullName}: ${cut} did not fit into the question.`];
  return { reference, asked: { usage, notes: [...notes, ...said] } };
}
