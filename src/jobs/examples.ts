/**
 * `/coderag examples NAME[@VERSION]`: how public code uses one dependency, in the run's own comment. Without a name it
 * begins the living issue, which `keep-watch.ts` keeps. What this repository calls of it is known from its code graph's
 * outlines, and that is what the examples show.
 */

import { safeLine } from "../delivery/markdown.ts";
import { folded } from "../delivery/sections.ts";
import { usesOf } from "../dependencies/uses.ts";
import { UserError } from "../errors.ts";
import { chooseDependency } from "../examples/choose-dependency.ts";
import { createHomeFinder } from "../examples/find-home.ts";
import { lookUp, type Need } from "../examples/look-up.ts";
import { readNeeds } from "../examples/read-repository.ts";
import { entryHeadline, renderEntry } from "../examples/render-issue.ts";
import type { BranchHead } from "../github/forge.ts";
import { count, counted } from "../source/counted.ts";
import type { Step } from "../step.ts";
import { authorise } from "./acceptance/authorise.ts";
import { bumpExamples } from "./bump.ts";
import type { JobRun } from "./job-run.ts";
import { type Declined, declined, type Outcome } from "./outcome.ts";
import { createKnowledge, type Knowledge } from "./reading/knowledge.ts";
import { cloneStep, pin } from "./reading/pin.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";
import { showingWaits } from "./telling/showing-waits.ts";

export async function examples(
  run: JobRun,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
): Promise<Outcome> {
  if (run.occasion) return bumpExamples(run, surroundings, step);
  const { references, packages, webUrl } = surroundings;
  if (!references) throw new Error("This run was made without a way to public code.");
  const refusal = await authorise("authorise", run, surroundings, step);
  if (refusal) return refusal;
  if (run.request.trim() === "") return begin(surroundings, narrator, step);
  const knowledge = createKnowledge(surroundings);
  try {
    const base = await cloneStep((signal) => pin(undefined, surroundings, knowledge, signal), narrator, step);

    narrator.begin("index");
    const need = await step("index", (signal) => needOf(run.request, base, knowledge, surroundings, signal));
    if ("kind" in need) return need;
    narrator.done("index", describeUses(need.uses));

    narrator.begin("search");
    const { code, settings } = references;
    const home = createHomeFinder(code, packages);
    const target = `${run.owner}/${run.name}`;
    const parts = { code, home, licences: settings.licences, target, now: () => new Date() };
    const entry = await showingWaits(step, narrator)("search", (signal) => lookUp(need, parts, signal));
    narrator.done("search", counted(entry.examples.length, "example"));

    const withdrawn = await authorise("authorise-again", run, surroundings, step);
    if (withdrawn) return withdrawn;
    const place = { webUrl, owner: run.owner, name: run.name };
    return {
      kind: "answered",
      headline: entryHeadline(entry),
      body: [renderEntry(entry, place), ...unread(need)].join("\n\n"),
    };
  } finally {
    await knowledge.close();
  }
}

/** Absent in what an older version recorded. */
interface NotedNeed extends Need {
  readonly notes?: readonly string[];
}

const unread = ({ notes = [] }: NotedNeed): readonly string[] =>
  notes.length === 0 ? [] : [folded("Not read", notes.map((note) => `- ${safeLine(note, 300)}`).join("\n"))];

/** One line for people: `2 of its names called in 1 file`. */
export function describeUses({ apis, files }: Need["uses"]): string {
  return `${count(apis.length)} of its names called in ${counted(files.length, "file")}`;
}

/** Without a name: the issue that shows examples of all dependencies that are new or have a new major. */
async function begin({ beginWatch }: Surroundings, narrator: Narrator, step: Step): Promise<Outcome> {
  if (!beginWatch)
    return declined(
      "No dependency was named.",
      "Name one, for example `coderag examples zod`; the living issue is kept on GitHub only.",
    );
  const kept = await showingWaits(step, narrator)("search-all", (signal) => beginWatch(signal));
  if (kept.kind === "closed")
    return declined(
      "The issue of examples was closed while it was being written.",
      "Give the command again: it begins a new one.",
    );
  if (kept.kind === "archived")
    return declined(
      "This repository is archived, so nothing can be written to it.",
      "Give the command again when it is open.",
    );
  if (kept.kind === "no-issues")
    return declined(
      "This repository has its issues switched off, so there is no place for the examples.",
      "Ask for one dependency at a time, on a pull request: `/coderag examples NAME`.",
    );
  return {
    kind: "answered",
    headline: "Examples of this repository's dependencies stand in an issue, and are kept up to date there.",
    // A headline's number would be shown as code; here GitHub makes a link of it.
    body: `It is #${kept.number}, edited in place, weekly unless \`.github/coderag.yml\` says otherwise (\`examples: { schedule: monthly }\`), and not touched where nothing changed. Close it to stop.`,
  };
}

/** What is asked for and what the repository calls of it, or what the person has to say better. */
async function needOf(
  asked: string,
  base: BranchHead,
  knowledge: Knowledge,
  { options }: Surroundings,
  signal: AbortSignal,
): Promise<NotedNeed | Declined> {
  const { dependencies, outlines, isPrivate, notes } = await readNeeds(
    await knowledge.workspace(base, signal),
    options,
    signal,
  );
  try {
    const chosen = chooseDependency(asked, dependencies, isPrivate, notes);
    return { ...chosen, uses: usesOf(chosen.dependency, outlines, dependencies), commit: base.commit, notes };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return declined(error.message, error.cure);
  }
}
