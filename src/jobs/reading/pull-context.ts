import type { ReviewPlace } from "../../command/delivery.ts";
import type { BranchHead, IssueComment, Onto, OpenTalk } from "../../github/forge.ts";
import type { PatchedFile } from "../../github/pull.ts";
import { counted } from "../../source/counted.ts";
import { type ForkPush, forkPush, unknownFork } from "../change/fork-push.ts";
import type { JobRun } from "../job-run.ts";
import { type Declined, declined } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";
import { asksOfChecks, describeChecks, type PullChecks, readPullChecks } from "./pull-checks.ts";
import { asksOfReviews, describeReviews, readPullReviews } from "./pull-reviews.ts";
import { readSpeakers, type Speakers, saidBy } from "./speakers.ts";

/** The pull request that a command was given on, as it stood when the run began. Texts are strangers'. Survives JSON. */
export interface PullContext {
  readonly number: number;
  readonly url: string;
  readonly head: BranchHead;
  readonly base: string;
  readonly fork: boolean;
  /** Of a fork. Not in what runs of earlier versions recorded. */
  readonly push?: ForkPush;
  /** It waits in a merge queue. */
  readonly queued: boolean;
  /** What it changes, for as long as there is room; the patch is absent for what is too long or no text. */
  readonly files: readonly PatchedFile[];
  /** Where the command stands on its diff. */
  readonly place?: ReviewPlace;
  /** What its builds say, where the request is about that. */
  readonly checks?: PullChecks;
  /** What its reviewers wrote, where the request is about that. */
  readonly reviews?: OpenTalk;
  /** What was said at that place before, oldest first. */
  readonly thread: readonly IssueComment[];
  /** Not in what runs of earlier versions recorded. */
  readonly speakers?: Speakers;
  /** Comments on its diff, and reviews, that somebody hid and that were left out, where there are any. */
  readonly hidden?: number;
}

/** Characters of all patches together. */
const longestPatches = 30_000;
const mostFiles = 300;

export async function readPullContext(run: JobRun, surroundings: Surroundings): Promise<PullContext> {
  const { reader } = surroundings;
  const pull = await reader.pull(run.issueNumber);
  const { head, base, url } = pull;
  const queued = await reader.isInMergeQueue(run.issueNumber);
  const files = withinRoom(await reader.pullFiles(run.issueNumber, { most: mostFiles }));
  const { place, delivery } = run;
  const said = place && (await reader.reviewThread(run.issueNumber, place.thread, run.frozenAt));
  const thread = (said?.comments ?? []).filter(({ id }) => id !== delivery?.comment.id);
  const reviews = asksOfReviews(run) ? await readPullReviews(run, surroundings) : undefined;
  const hidden = (said?.hidden ?? 0) + (reviews?.hidden ?? 0);
  const all = [
    ...thread,
    ...(reviews ? [...reviews.reviews, ...reviews.threads.flatMap((one) => one.comments)] : []),
  ];
  return {
    ...{ number: run.issueNumber, url, base: base.branch, fork: head.fork, queued, files },
    ...(head.fork && { push: await forkPush(pull, surroundings) }),
    head: { branch: head.branch, commit: head.commit },
    ...(place && { place }),
    ...(asksOfChecks(run) && {
      checks: await readPullChecks({ head: head.commit, base: base.commit }, reader),
    }),
    ...(reviews && { reviews }),
    thread,
    ...(hidden > 0 && { hidden }),
    speakers: await readSpeakers(pull.author.login, all, reader),
  };
}

/** Patches for as long as there is room. */
export function withinRoom(changed: readonly PatchedFile[]): readonly PatchedFile[] {
  let room = longestPatches;
  return changed.map(({ path, patch }) => {
    if (patch === undefined || patch.length > room) return { path };
    room -= patch.length;
    return { path, patch };
  });
}

/** What is changed, file by file, each behind its path. */
export const patchesText = (files: readonly PatchedFile[]): readonly string[] =>
  files.map(({ path, patch }) => (patch === undefined ? `--- ${path} (not shown)` : `--- ${path}\n${patch}`));

/** A push would throw it out of the queue. */
export const inQueue = {
  cause: "This pull request waits in the merge queue, so nothing was pushed.",
  cure: "Take it out of the queue and give the command again, or open an issue for the rest.",
} as const;

/** Where the change of a run on a pull request goes; a fork that may not be pushed to gets it as suggestions. */
export function ontoOf({ number, url, fork, push = unknownFork }: PullContext): Onto {
  if (!fork) return { number, url };
  if (push.kind === "allowed") return { number, url, fork: push.fork };
  const { cause, cure } = push;
  return { number, url, barred: { cause, cure } };
}

/** Why no change may be made for this pull request; undefined where it may. */
export function whyNotPush({ fork, queued, head }: PullContext, { delivery }: JobRun): Declined | undefined {
  if (queued) return { kind: "declined", ...inQueue };
  // A fork has a default branch of its own, from which its owner may open a pull request and let it be edited.
  if (!fork && head.branch === delivery?.repository.defaultBranch)
    return declined(
      `This pull request comes from \`${head.branch}\`, the default branch, and CodeRAG never pushes to it.`,
      "Open an issue that asks for the change, or use `/coderag suggest`.",
    );
  return undefined;
}

/** The pull request and the place in words, for the model. All of it is data. */
export function describePull(pull: PullContext): string {
  const { head, base, files, place, thread, checks, reviews, speakers } = pull;
  const lines = place && [
    `The request was written on \`${place.path}\`${linesOf(place)} of the ${place.side === "LEFT" ? "old" : "new"} side of the diff:`,
    place.hunk,
    ...(thread.length > 0 ? ["What was said there before:"] : []),
    ...thread.map((comment) => saidBy(comment, speakers)),
  ];
  return [
    `Branch ${head.branch}, to be merged into ${base}. Its code is what the context shows.`,
    ...(lines ?? []),
    ...(checks ? [describeChecks(checks)] : []),
    ...(reviews ? [describeReviews(reviews, speakers)] : []),
    `It changes ${counted(files.length, "file")}:`,
    ...patchesText(files),
  ].join("\n\n");
}

function linesOf({ line, startLine }: ReviewPlace): string {
  if (line === undefined) return "";
  return startLine === undefined || startLine === line ? `, line ${line}` : `, lines ${startLine} to ${line}`;
}
