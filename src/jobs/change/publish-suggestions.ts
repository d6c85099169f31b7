import type { Submitted } from "../../agent/loop.ts";
import { type CheckReport, checkChanges } from "../../checks/gate.ts";
import { standingIn } from "../../checks/standing.ts";
import { safeLine } from "../../delivery/markdown.ts";
import { createChangeReview } from "../../delivery/review/change-review.ts";
import { anchorChange, commitSuggestion, type Suggestion } from "../../edits/anchor.ts";
import { hunksFit, parsePatch } from "../../edits/hunks.ts";
import { splitChange } from "../../edits/split-change.ts";
import type { Barred, Draft } from "../../github/forge.ts";
import type { ReviewDraft } from "../../github/review.ts";
import { counted } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import type { Step } from "../../step.ts";
import type { Outcome } from "../outcome.ts";
import { inQueue } from "../reading/pull-context.ts";
import type { Surroundings } from "../surroundings.ts";
import { howToGoOn } from "../telling/words.ts";
import type { GatedDraft } from "./gate-draft.ts";
import { onMovingHead } from "./on-moving-head.ts";

/** More buttons than these nobody presses; the rest is shown as diffs. */
const mostSuggestions = 10;

/**
 * For a pull request whose branch we may not push to: the draft as one review. Each place where it changes something
 * becomes a suggestion, where GitHub shows these lines and the file parses no worse with it; the rest is shown as a diff.
 */
export async function publishSuggestions(
  draft: GatedDraft,
  barred: Barred,
  { submission, usage, uses }: Submitted,
  surroundings: Surroundings,
  step: Step,
): Promise<Outcome> {
  const { publisher, reader } = surroundings;
  const posted = await onMovingHead(
    draft,
    { name: "publish-suggestions", done: "suggested" },
    async (at, signal) => {
      if (await reader.isInMergeQueue(draft.issueNumber)) return { kind: "refused", ...queued } as const;
      const review = await reviewOf(at, submission.summary, barred, surroundings, signal);
      const outcome = await publisher.review(review);
      return outcome.kind === "posted" ? { ...outcome, of: review.comments.length } : outcome;
    },
    surroundings,
    step,
  );
  const ended = { usage, ...(uses && { uses }) };
  if (posted.kind === "posted") {
    const missing = (draft.notDone ?? []).map((line) => `- Not done: ${safeLine(line, 300)}`);
    const link = posted.url === "" ? [] : [`- [The review](${posted.url})`];
    return {
      kind: "answered",
      headline: `Nothing was pushed to the fork: the change is in a review${posted.of > 0 ? `, with ${counted(posted.of, "suggestion")} to commit` : ""}.`,
      body: [`${barred.cause} ${barred.cure}`, [...link, ...missing].join("\n")].join("\n\n").trim(),
      ...ended,
    };
  }
  if (posted.kind === "ended")
    return {
      kind: "declined",
      cause: `The pull request was ${posted.why} meanwhile, so nothing was suggested.`,
      cure: howToGoOn(posted.why, "give the command once more"),
      ...ended,
    };
  return { kind: "declined", cause: posted.cause, cure: posted.cure, ...ended };
}

const queued = { ...inQueue, cause: "This pull request waits in the merge queue, so nothing was suggested." };

async function reviewOf(
  { runId, issueNumber, title, base, changes }: Draft,
  summary: string,
  barred: Barred,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<ReviewDraft> {
  const { reader, openWorkspace, options, redact = (text) => text } = surroundings;
  const files = await reader.pullFiles(issueNumber, { only: new Set(changes.map(({ path }) => path)) });
  const shown = new Map(files.map(({ path, patch }) => [path, patch]));
  const workspace = await openWorkspace(base, signal);
  const judge = async (some: readonly FileChange[]): Promise<CheckReport> =>
    checkChanges(some, { ...options.checks, ...(await standingIn(workspace, some)) });
  const isSound = async (change: FileChange): Promise<boolean> =>
    (await judge([change])).complaints.length === 0;
  // The last gate lets no suggestion pass that holds what looks like a secret, also where it stood there before.
  const isSayable = (code: string): boolean => redact(code) === code;
  try {
    const suggestions: Suggestion[] = [];
    const rest: FileChange[] = [];
    for (const change of changes) {
      const room = mostSuggestions - suggestions.length;
      const parted = await suggestionsFor(change, shown.get(change.path), room, { isSound, isSayable });
      suggestions.push(...parted.suggestions);
      rest.push(...parted.rest);
    }
    return createChangeReview({
      ...{ runId, pullNumber: issueNumber, commit: base.commit, title: redact(title), summary },
      ...{ barred, suggestions, rest, noticed: (await judge(changes)).findings },
    });
  } finally {
    await workspace.close();
  }
}

interface PartJudges {
  readonly isSound: (change: FileChange) => Promise<boolean>;
  readonly isSayable: (code: string) => boolean;
}

/** One file's change as suggestions that are good alone and together; what cannot be one stays a change. */
async function suggestionsFor(
  change: FileChange,
  patch: string | undefined,
  room: number,
  { isSound, isSayable }: PartJudges,
): Promise<{ readonly suggestions: readonly Suggestion[]; readonly rest: readonly FileChange[] }> {
  const { path, before = "" } = change;
  const parsed = parsePatch(patch ?? "") ?? [];
  const hunks = hunksFit(parsed, before) ? parsed : [];
  const suggestions: Suggestion[] = [];
  const rest: FileChange[] = [];
  for (const part of splitChange(change)) {
    const anchored = suggestions.length < room ? anchorChange(part, hunks) : undefined;
    const fits = anchored?.kind === "suggestion" && isSayable(anchored.suggestion.lines.join("\n"));
    const together = fits ? [...suggestions, anchored.suggestion] : [];
    // From below, so that the lines above keep their numbers.
    const after = together.toReversed().reduce(commitSuggestion, before);
    if (together.length > 0 && (await isSound(part)) && (await isSound({ path, before, after })))
      suggestions.push(together.at(-1)!);
    else rest.push(part);
  }
  return { suggestions, rest };
}
