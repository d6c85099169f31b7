import { assembleContext } from "../../context/assemble.ts";
import type { Convention } from "../../context/conventions.ts";
import { diffAnchors } from "../../context/diff-anchors.ts";
import { touchedDefinitions, viewDiff } from "../../context/diff-view.ts";
import { documentedAnchors } from "../../context/documented.ts";
import { renderContext } from "../../context/render.ts";
import { type ToldDuplicate, tellDuplicates } from "../../delivery/review/duplicate.ts";
import type { LeftOut } from "../../delivery/review/left-out.ts";
import type { FileDiff } from "../../edits/file-diff.ts";
import { gitLines } from "../../edits/hunks.ts";
import { mostPullFiles } from "../../github/pull.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { countTokens } from "../../llm/tokens.ts";
import { createBoundary } from "../../llm/untrusted.ts";
import { similarIn } from "../../retrieval/bigraph/similar.ts";
import { findDuplicates } from "../../retrieval/duplicates.ts";
import { prose } from "../../retrieval/paragraphs.ts";
import { count, counted } from "../../source/counted.ts";
import type { JobRun } from "../job-run.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import { conventionsAt } from "../reading/prepare.ts";
import type { Surroundings } from "../surroundings.ts";
import { stillNamed } from "./gone-names.ts";
import { tellNamed } from "./named-lines.ts";
import { openDiff, type PullDiff } from "./pull-diff.ts";
import type { PullLook } from "./read-look.ts";
import { sharedNames } from "./shared-names.ts";
import { uncalledNames } from "./uncalled-names.ts";

/** What the model reads first, and what is known without it. Survives JSON. */
export interface ReviewBrief {
  readonly boundary: string;
  /** Empty where nothing is new. */
  readonly diff: string;
  readonly context: string;
  readonly conventions: readonly Convention[];
  readonly duplicates: readonly ToldDuplicate[];
  /** Not in what runs of earlier versions recorded. */
  readonly unseen?: readonly LeftOut[];
  readonly files: number;
  readonly definitions: number;
  readonly tokens: number;
  /** Findings that may be handed in. */
  readonly most: number;
}

/** Shares of the context's tokens: of the diff within its definitions, and of its hunks alone where they are many; the rest is for what lies around. */
const shares = { diff: 0.65, hunks: 0.9 };

export async function briefReview(
  { owner, name }: JobRun,
  look: PullLook,
  knowledge: Knowledge,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<ReviewBrief> {
  const { options, config, webUrl } = surroundings;
  const { workspace, graph, search } = await knowledge.index(look.head, signal);
  const whole = await openDiff(look, workspace, surroundings, signal);
  const diff = { ...whole, files: whole.files.filter(({ fresh }) => fresh.length > 0) };
  const [room, roomForHunks] = [shares.diff, shares.hunks].map((share) =>
    Math.floor(options.contextTokens * share),
  );
  const view = viewDiff(diff.files, graph, room!, {
    mostForHunks: roomForHunks!,
    deleted: whole.deleted,
  });
  // Around what nobody sees nothing is looked for: a pull request may touch thousands of definitions.
  const changed = diff.files.flatMap((file) =>
    touchedDefinitions(file, graph, view.shown.get(file.path) ?? []),
  );
  const lines = new Map(diff.files.map((file) => [file.path, file.added]));
  const named = new Map(diff.files.map((file) => [file.path, namesAdded(file)]));
  const added = diff.files.flatMap((file) => addedDefinitions(file, graph));
  const around = diffAnchors(changed, graph, similarIn(search), {
    ...{ shown: view.shown, lines, named, added: new Set(added) },
  });
  const manuals = diff.files.filter(({ path }) => prose.test(path)).flatMap(linesAdded);
  const known = new Set([...changed, ...around.map(({ node }) => node)]);
  const anchors = [...around, ...documentedAnchors(manuals.join("\n"), graph, known)];
  const pull = { look, files: diff.files, shown: view.shown };
  const gone = await stillNamed(pull, { workspace, graph }, surroundings, signal);
  const searches = [...(gone ? [gone] : []), uncalledNames(changed, pull, graph), sharedNames(pull, graph)];
  const names = await tellNamed(searches, workspace, signal);
  const shownTokens = view.tokens + names.reduce((sum, text) => sum + countTokens(text), 0);
  const context = await assembleContext(anchors, graph, workspace, {
    budget: Math.max(0, options.contextTokens - shownTokens),
    ...{ shown: view.shown, purpose: "review" },
  });
  const duplicates = await findDuplicates(added, graph, search, (paths) => workspace.readMany(paths));
  return {
    ...{
      boundary: createBoundary(),
      diff: view.text,
      context: [...names, renderContext(context)].filter((part) => part !== "").join("\n\n"),
    },
    // From the base, never from the pull request: who changes a rule is not judged by the changed one (I08).
    conventions: await conventionsAt({ branch: "", commit: look.mergeBase }, surroundings, signal),
    duplicates: tellDuplicates(
      duplicates,
      new Map(diff.files.map((file) => [file.path, file])),
      new Set(look.told.fingerprints),
      { webUrl, owner, name, commit: look.head.commit },
    ),
    unseen: leftOutOf(look, diff, view.leftOut),
    ...{
      files: view.shown.size,
      definitions: changed.length,
      tokens: shownTokens + context.tokens,
    },
    most: config.suggestions.most * 2,
  };
}

export function describeReview({ files, definitions, tokens, unseen = [] }: ReviewBrief): string {
  const left = unseen.length === 0 ? "" : `, ${counted(unseen.length, "file")} left out`;
  return `${counted(files, "file")}, ${counted(definitions, "definition")} touched, ${count(tokens)} tokens${left}`;
}

/** Code that nobody read comes before what is not worth it: where there are many, only the first are named. */
function leftOutOf(
  { files }: Pick<PullLook, "files">,
  { leftOut, deleted }: Pick<PullDiff, "leftOut" | "deleted">,
  roomless: readonly string[],
): readonly LeftOut[] {
  const unlisted = files.length >= mostPullFiles ? 1 : 0;
  const gone = new Set(deleted.map(({ path }) => path));
  const why = (path: string): string => (gone.has(path) ? "deleted, no room" : "no room");
  return leftOut.toSpliced(unlisted, 0, ...roomless.map((path) => ({ what: path, why: why(path) })));
}

function linesAdded({ after, added }: FileDiff): readonly string[] {
  const lines = gitLines(after);
  return added.flatMap(({ from, to }) => lines.slice(from - 1, to));
}

/** Names on the lines that the diff adds. */
const namesAdded = (file: FileDiff): ReadonlySet<string> =>
  new Set(linesAdded(file).flatMap((text) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));

/** Definitions that the diff brings in whole. */
function addedDefinitions({ path, added }: FileDiff, graph: CodeGraph): readonly CodeNode[] {
  return graph
    .inFile(path)
    .filter(
      ({ kind, startLine, endLine }) =>
        kind !== "Module" && added.some(({ from, to }) => from <= startLine && endLine <= to),
    );
}
