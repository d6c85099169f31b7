/** What an `implement` run does before the model is asked: find what the request needs, in the code of the pinned commit. */

import { assembleContext } from "../../context/assemble.ts";
import { changedPlaces } from "../../context/changed-places.ts";
import type { Context } from "../../context/context.ts";
import { type Convention, readConventions } from "../../context/conventions.ts";
import { type Nearest, nearestDefinitions } from "../../context/nearest.ts";
import { whatRan } from "../../context/what-ran.ts";
import type { BranchHead } from "../../github/forge.ts";
import type { PatchedFile } from "../../github/pull.ts";
import type { Usage } from "../../llm/model.ts";
import { createBoundary } from "../../llm/untrusted.ts";
import { type Anchor, findAnchors, firstOfEach } from "../../retrieval/anchors.ts";
import { releaseNotes } from "../../retrieval/history/release-notes.ts";
import { findMentions } from "../../retrieval/mentions.ts";
import { prose } from "../../retrieval/paragraphs.ts";
import type { Request, Requirement } from "../../retrieval/request.ts";
import { mentionedFiles } from "../../retrieval/resolve.ts";
import { count, counted } from "../../source/counted.ts";
import { asksForDocs } from "../../source/unread-source.ts";
import { visibleText, visibleTitle } from "../../source/visible-text.ts";
import type { Asked } from "../acceptance/freeze.ts";
import type { JobRun } from "../job-run.ts";
import type { Surroundings } from "../surroundings.ts";
import { draftSpokenOf } from "./earlier-draft.ts";
import type { IndexedRepository, Knowledge } from "./knowledge.ts";
import { openMeaning } from "./meaning.ts";
import { pullAnchors } from "./pull-anchors.ts";
import { type PullChecks, withChecks, wordsOf } from "./pull-checks.ts";
import type { PullContext } from "./pull-context.ts";
import { withReviews } from "./pull-reviews.ts";
import { type FoundReferences, type WantedReferences, wantedReferences } from "./references.ts";

/** Everything that the first prompt says, and the word by which it marks data. */
export interface Brief {
  readonly boundary: string;
  readonly requirements: readonly Requirement[];
  readonly context: Context;
  /** Not in what runs of earlier versions recorded. */
  readonly nearest?: readonly Nearest[];
  readonly conventions: readonly { readonly path: string; readonly text: string }[];
  /** What to look for in public code; absent where nothing is wanted. */
  readonly wanted?: WantedReferences;
  /** Public code that was looked at; absent where there was no reason to. */
  readonly references?: FoundReferences;
  /** What was paid before the first prompt, and what was done without; absent where none was asked. */
  readonly understanding?: { readonly usage: Usage; readonly notes: readonly string[] };
}

/** Finds what the request needs and fills the first prompt with it. */
export async function retrieve(
  run: JobRun,
  issue: Asked,
  base: BranchHead,
  knowledge: Knowledge,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Brief> {
  const indexed = await knowledge.index(base, signal);
  const { pull } = issue;
  const request = { ...issue, instruction: wordsOf(run, pull?.checks, pull?.thread) };
  const draft = draftSpokenOf(issue, run);
  const how = draft ? { draft: draft.files, checks: issue.draftChecks } : {};
  const { anchors, ...found } = await findCode(request, pull, indexed, surroundings, how, signal);
  const conventions = pull
    ? // Of the default branch: what a pull request says of the rules counts once it is merged.
      await conventionsAt(await surroundings.reader.base(), surroundings, signal)
    : await readConventions(indexed.workspace);
  const nearest = nearestDefinitions(found.requirements, anchors, indexed.search);
  const wanted = await wantedReferences(run, issue, indexed, surroundings);
  return { boundary: createBoundary(), ...found, nearest, conventions, ...(wanted && { wanted }) };
}

/** Code that a request is about, by the routes to it, and what finding it cost. */
export interface FoundCode extends Required<Pick<Brief, "requirements" | "context" | "understanding">> {
  readonly anchors: readonly Anchor[];
}

/**
 * Finds the code that a request is about and fills the budget of a first prompt with it; of a pull request, also what
 * it changes.
 *
 * @param how `isQuestion`: of functions that are too long to be shown the lines are that the request is about;
 * `draft`: what a change that the request may be about changed; `checks`: what its builds say.
 */
export async function findCode(
  request: Request,
  pull: PullContext | undefined,
  indexed: IndexedRepository,
  surroundings: Pick<Surroundings, "model" | "meaning" | "options">,
  {
    isQuestion = false,
    draft = [],
    checks = pull?.checks,
  }: {
    readonly isQuestion?: boolean;
    readonly draft?: readonly PatchedFile[];
    readonly checks?: PullChecks | undefined;
  },
  signal: AbortSignal,
): Promise<FoundCode> {
  const { options } = surroundings;
  const { workspace, graph, search } = indexed;
  const { shown, hidden } = asShown(request);
  const [meaning, past] = await Promise.all([
    openMeaning(pull ? wishOn(shown) : shown, indexed, surroundings, signal),
    workspace.past?.(signal),
  ]);
  const { requirements, rank } = meaning;
  const wide = withReviews(withChecks(request, checks), pull);
  const found = await findAnchors(wide, graph, (paths) => workspace.readMany(paths), {
    ...{ retrieval: options.retrieval, limit: mostAnchors, index: search, requirements, rank },
    ...{ history: past?.history, isPlaced: pull?.place !== undefined },
  });
  const ran =
    options.trace &&
    whatRan(options.trace, graph, found, { limit: mostAnchors, budget: options.contextTokens });
  const located = ran?.anchors ?? found;
  const score = located[0]?.score ?? 1;
  const places = [
    // A question comes with the diff, and may be about something else.
    ...(pull ? pullAnchors(isQuestion ? { ...pull, files: [] } : pull, graph, score) : []),
    ...changedPlaces(draft, graph, { side: "old", from: "draft", score }),
  ];
  const anchors = firstOfEach([...places, ...located]);
  const changed = [...(pull?.files ?? []), ...draft]
    .map(({ path }) => path)
    .filter((path) => workspace.entries.has(path));
  const mentioned = mentionedFiles(findMentions(shown), workspace.entries.keys());
  const wantsDocs = asksForDocs(shown);
  const manual = wantsDocs ? anchors.find(({ node }) => prose.test(node.path)) : undefined;
  const files = [
    ...new Set([
      ...mentioned.keys(),
      ...changed.slice(0, mostChanged),
      ...(manual ? [manual.node.path] : []),
    ]),
  ];
  const told = isQuestion ? undefined : past?.history && releaseNotes(past.history, workspace.entries);
  const context = await assembleContext(anchors, graph, workspace, {
    ...{ budget: options.contextTokens - (ran?.tokens ?? 0), always: alwaysSpent, files, named: mentioned },
    asked: `${shown.instruction}\n${shown.title}\n${shown.body}`,
    ...(told && { notes: told }),
    inParts: isQuestion,
  });
  const notes = [
    ...(hidden === 0 ? [] : [hiddenNote(hidden)]),
    ...meaning.notes(),
    ...(past?.note === undefined ? [] : [past.note]),
    ...(ran?.notes ?? []),
  ];
  return {
    ...{ requirements, anchors },
    context: ran
      ? { ...context, ran: ran.text, tokens: context.tokens + ran.tokens, budget: options.contextTokens }
      : context,
    understanding: { usage: meaning.spent(), notes },
  };
}

/** Files of a pull request that are shown whatever else is, and definitions that may be. */
const mostChanged = 10;
const mostAnchors = 80;

/**
 * Tokens of the first context that a small repository gets, too: a fifth of its files is less than one look-up costs,
 * which sends the whole prompt again (bench/results/thrift.md, "What may always be spent").
 */
export const alwaysSpent = 12_000;

/**
 * The request as its readers see it, before it is cut: a sentence that was cut out of a collapsed part no longer tells
 * that it was hidden. What is hidden may lead to code (traces are often collapsed), but asks for nothing.
 */
function asShown({ title, body, comments, instruction = "" }: Request): {
  readonly shown: Request;
  /** Parts of it that are not. */
  readonly hidden: number;
} {
  let hidden = 0;
  const seen = (markdown: string): string => {
    const { text, removed } = visibleText(markdown);
    hidden += removed;
    return text;
  };
  const shown = {
    ...{ title: visibleTitle(title).text, body: seen(body), instruction: seen(instruction) },
    comments: comments.map((comment) => ({ body: seen(comment.body) })),
  };
  return { shown, hidden };
}

/** Of security.md, I02. */
const hiddenNote = (parts: number): string =>
  `${counted(parts, "part")} of the request that GitHub hides from its readers (comments, collapsed sections, texts of images) ${parts === 1 ? "was" : "were"} not given to the model.`;

/** What is wanted on a pull request: the maintainer's words alone where there are any; the rest tells what it does already. */
function wishOn(shown: Request): Request {
  const words = (shown.instruction ?? "").replace(/`[^`]*`/g, "");
  return /\p{L}/u.test(words) ? { ...shown, title: "", body: "", comments: [] } : shown;
}

/** What the repository says of how its code is written, at another commit than the run's own. */
export async function conventionsAt(
  base: BranchHead,
  { openWorkspace }: Pick<Surroundings, "openWorkspace">,
  signal: AbortSignal,
): Promise<readonly Convention[]> {
  const workspace = await openWorkspace(base, signal);
  try {
    return await readConventions(workspace);
  } finally {
    await workspace.close();
  }
}

/** One line for people: how much was found, how much of it is shown. */
export function describeContext({ context, references }: Pick<Brief, "context" | "references">): string {
  const { passages, files, leftOut, tokens } = context;
  const left = leftOut.length === 0 ? "" : `, ${leftOut.length} found but left out`;
  const others = references ? `; ${references.excerpts.length} excerpts of public code` : "";
  return `${counted(passages.length, "passage")} of ${counted(files.length, "file")}, ${count(tokens)} tokens${left}${others}`;
}
