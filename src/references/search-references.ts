/**
 * Reference search: public repositories and files that are worth reading before something is written. Read this first.
 *
 * The method of spec 1 (a paper of 2024 on retrieval for code generation with GitHub's own search): three keywords,
 * six searches, summaries of READMEs, repositories narrowed on titles and summaries, files narrowed on README and
 * paths. No code stands in any question before the files are chosen. Beyond the paper: examples before inner modules,
 * licences, pinned commits, a last look at the code of what was chosen, "nothing fits" as an answer, and all of it
 * without a model, too.
 *
 * Every `step` is durable; what GitHub and the model said is kept by content besides, so that a step which is done again asks nobody.
 */
import { addUsage } from "../llm/budget.ts";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { counted } from "../source/counted.ts";
import { visibleText } from "../source/visible-text.ts";
import type { Step } from "../step.ts";
import { type JoinedHits, joinHits } from "./candidate.ts";
import { chooseKeywords } from "./choose-keywords.ts";
import { isEnglish } from "./is-english.ts";
import { languageInRequest, languageNamed } from "./language.ts";
import { narrowRepositories } from "./narrow-repositories.ts";
import type { ReferenceRequest, ReferenceTools } from "./options.ts";
import {
  fewCandidates,
  furtherQueries,
  type Listings,
  listingsShown,
  type Query,
  type QueryHits,
  runQuery,
  sixQueries,
} from "./queries.ts";
import { readCandidates } from "./read-candidates.ts";
import type { ReferenceReport } from "./report.ts";
import { settle } from "./settle.ts";

/** Hears how far the search is; `note` is one short line. */
export interface SearchNarrator {
  begin(part: "search" | "read" | "choose"): void;
  done(part: "search" | "read" | "choose", note: string): void;
}

const nothingToAsk =
  "The request has no word that could be searched for: say in plain words what you want to write.";

/** Searches take the request's own words, and hardly a README has them but in English. */
const inEnglish = (text: string): readonly string[] =>
  isEnglish(text)
    ? []
    : [
        "Most READMEs are in English: the same request in English finds more, and so does a model that chooses the words.",
      ];

export async function searchReferences(
  request: ReferenceRequest,
  tools: ReferenceTools,
  step: Step,
  narrator?: SearchNarrator,
): Promise<ReferenceReport> {
  const { target } = request;
  // From here on no question, of a model or of GitHub, can hold a secret that stands in the request, nor what its
  // readers do not see: instructions of an issue's template, or somebody's own.
  const text = tools.redact(visibleText(request.text).text);
  const { language: given } = request;
  const language = given === undefined ? languageInRequest(text) : (languageNamed(given) ?? given);

  narrator?.begin("search");
  const chosen = await step("search-keywords", (signal) => chooseKeywords(text, language, tools, signal));
  const hits: QueryHits[] = [];
  const ask = async (queries: readonly Query[], unsure: Listings): Promise<JoinedHits> => {
    for (const query of queries) {
      const shown = listingsShown(hits, language);
      const listings = shown === "all" ? shown : unsure;
      hits.push(
        await step(`search-query-${hits.length + 1}`, () => runQuery(tools.code, query, language, listings)),
      );
    }
    return joinHits(hits, { language, target, most: tools.settings.candidates });
  };
  let joined = await ask(sixQueries(chosen.keywords), "unsure");
  if (joined.candidates.length < fewCandidates)
    joined = await ask(furtherQueries(chosen.keywords, chosen.further), "own");
  const { candidates } = joined;
  narrator?.done(
    "search",
    `${chosen.keywords.join(", ") || "no keyword"}: ${counted(hits.length, "search", "searches")}, ${counted(candidates.length, "candidate")}`,
  );

  narrator?.begin("read");
  const reading = await step("search-read", (signal) =>
    readCandidates({ text, language }, candidates, tools, signal),
  );
  narrator?.done("read", counted(reading.weighed.filter(({ hasReadme }) => hasReadme).length, "README"));

  narrator?.begin("choose");
  const narrowed = await step("search-repositories", (signal) =>
    narrowRepositories(text, reading.weighed, tools, signal),
  );
  const settled = await settle({ text, language }, narrowed, reading.weighed, tools, step);
  const { references } = settled;
  const asked: Asked[] = [chosen, reading, narrowed, settled];
  const files = references.reduce((sum, one) => sum + one.files.length, 0);
  narrator?.done(
    "choose",
    references.length === 0
      ? "nothing fits"
      : `${counted(references.length, "repository", "repositories")}, ${counted(files, "file")}`,
  );
  return {
    ...{ version: 1, request: text, language, keywords: chosen.keywords },
    queries: hits.map(({ items, ...hit }) => ({ ...hit, looked: items.length })),
    ...{ candidates: candidates.length, references },
    ...(settled.nothing === undefined
      ? {}
      : {
          nothing:
            hits.length === 0
              ? nothingToAsk
              : [settled.nothing, ...(chosen.by === "rules" ? inEnglish(text) : [])].join(" "),
        }),
    rejected: [...settled.rejected, ...joined.rejected],
    by: { keywords: chosen.by, summaries: reading.summariesBy, repositories: narrowed.by },
    looked: settled.looked,
    notes: [
      ...new Set([
        ...hits.flatMap((hit) =>
          hit.incomplete
            ? [`GitHub ran out of time at the search "${hit.keywords.join(" ")}"; there may be more.`]
            : [],
        ),
        ...(narrowed.cut > 0
          ? [`To fit one question, ${counted(narrowed.cut, "summary was", "summaries were")} cut.`]
          : []),
        ...asked.flatMap(({ notes }) => notes),
      ]),
    ],
    usage: asked.reduce((sum, { usage }) => addUsage(sum, usage), nothingAsked.usage),
  };
}
