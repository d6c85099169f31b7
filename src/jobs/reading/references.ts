import { takeFlags } from "../../command/flags.ts";
import { namesDependencies, readDependencies } from "../../dependencies/read-dependencies.ts";
import type { IssueSnapshot } from "../../github/forge.ts";
import type { Usage } from "../../llm/model.ts";
import { type ReferenceExcerpt, readExcerpts } from "../../references/excerpts.ts";
import { languageOfFiles } from "../../references/language.ts";
import { markReferences } from "../../references/mark-references.ts";
import type { MarkedText } from "../../references/marks.ts";
import { searchReferences } from "../../references/search-references.ts";
import { newName, type WantedBecause } from "../../references/wanted.ts";
import { withoutSteps } from "../../retrieval/settled.ts";
import { words } from "../../retrieval/words.ts";
import { visibleText, visibleTitle } from "../../source/visible-text.ts";
import type { Step } from "../../step.ts";
import type { JobRun } from "../job-run.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Narrator } from "../telling/narrator.ts";
import { showingWaits } from "../telling/showing-waits.ts";
import type { IndexedRepository } from "./knowledge.ts";

/** Public code that an `implement` run looked at before it wrote. Survives JSON. */
export interface FoundReferences {
  readonly because: WantedBecause;
  /** What entered the prompt; may be none. */
  readonly excerpts: readonly ReferenceExcerpt[];
  /** What a change is compared with; not in what runs of earlier versions recorded. */
  readonly marked?: readonly MarkedText[];
  readonly notes: readonly string[];
  readonly usage: Usage;
}

/** A search that a change is worth. Survives JSON. */
export interface WantedReferences {
  readonly text: string;
  readonly language: string | undefined;
  readonly because: WantedBecause;
}

/** Undefined where no public code is wanted, or the run has no way to GitHub. */
export async function findReferences(
  run: JobRun,
  wanted: WantedReferences | undefined,
  { references: tools }: Surroundings,
  narrator: Narrator,
  step: Step,
): Promise<FoundReferences | undefined> {
  if (!tools || !wanted) return undefined;
  const { text, language, because } = wanted;
  const within: Step = (name, work) => step(`retrieve-${name}`, work);
  const target = `${run.owner}/${run.name}`;
  const report = await searchReferences({ text, language, target }, tools, showingWaits(within, narrator));
  const excerpts = await within("search-excerpts", () =>
    readExcerpts(text, report.references, { code: tools.code, licences: tools.settings.licences }),
  );
  const marked = await within("search-marks", () =>
    markReferences(report.references, { code: tools.code, licences: tools.settings.licences }),
  );
  return { because, excerpts, marked, notes: noteOf(report.nothing, excerpts), usage: report.usage };
}

function noteOf(nothing: string | undefined, excerpts: readonly ReferenceExcerpt[]): readonly string[] {
  if (nothing !== undefined) return [`No public code was found that fits: ${nothing}`];
  return excerpts.length > 0 ? [] : ["Public code was found, but none under a licence that may be shown."];
}

/** Characters of an issue that say what is wanted; what follows is how it came about. */
const mostBody = 2_000;

/**
 * What to search for, where the maintainer asks for it or the request names what the repository does not have yet.
 * Undefined where that is not so, and where the repository switched `search` off. The text is the maintainer's words and
 * the issue as its readers see them.
 */
export async function wantedReferences(
  run: JobRun,
  issue: IssueSnapshot,
  indexed: IndexedRepository,
  { config }: Pick<Surroundings, "config">,
): Promise<WantedReferences | undefined> {
  if (config.verbs.search === false) return undefined;
  const { refs: asked, rest } = takeFlags(run.request);
  const body = withoutSteps(issue.body.slice(0, mostBody).toWellFormed());
  const words = [visibleTitle(issue.title), visibleText(rest), visibleText(body)].map(
    ({ text: seen }) => seen,
  );
  const text = words.filter((part) => part !== "").join("\n");
  const name = asked ? undefined : newName(text, await knownNames(indexed));
  if (!asked && name === undefined) return undefined;
  return {
    ...{ text, language: languageOfFiles(indexed.workspace.entries.keys()) },
    because: name === undefined ? { kind: "asked" } : { kind: "new-name", name },
  };
}

/** Whether the repository's manifests or its code speak of a name. */
async function knownNames({ workspace, search }: IndexedRepository): Promise<(name: string) => boolean> {
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const paths = [...workspace.entries.values()]
    .filter(({ path, size = 0 }) => size <= 1_000_000 && namesDependencies(path))
    .map(({ path }) => path);
  const { dependencies } = readDependencies(await workspace.readMany(paths));
  const needed = new Set(dependencies.map(({ name }) => letters(name)));
  return (name) => needed.has(letters(name)) || words(name).every((word) => search.files.idf(word) > 0);
}
