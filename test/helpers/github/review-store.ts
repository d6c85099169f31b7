import { carryLine } from "../../../src/edits/carry-line.ts";
import { hunkHolding, parsePatch } from "../../../src/edits/hunks.ts";
import { changedFiles } from "./changed-files.ts";
import { must, readFileAt } from "./git.ts";
import type { HostedRepository } from "./world.ts";

/** A comment on lines of a diff, as it was posted. */
export interface StoredComment {
  readonly id: number;
  readonly reviewId: number;
  readonly threadId: string;
  readonly repository: HostedRepository;
  readonly pull: number;
  readonly user: string;
  readonly body: string;
  readonly path: string;
  readonly commit: string;
  readonly line: number;
  readonly startLine: number | undefined;
  readonly side: string;
  readonly inReplyTo?: number;
  readonly createdAt: string;
}

export interface StoredReview {
  readonly id: number;
  readonly repository: HostedRepository;
  readonly pull: number;
  readonly user: string;
  readonly body: string;
  readonly commit: string;
  readonly state: string;
  readonly submittedAt: string;
}

/** Reviews, their comments and conversations of every repository of one emulated GitHub. */
export interface ReviewStore {
  readonly reviews: StoredReview[];
  readonly comments: StoredComment[];
  readonly resolved: Set<string>;
  nextId(): number;
}

export function createReviewStore(): ReviewStore {
  let lastId = 9_000;
  return {
    reviews: [],
    comments: [],
    resolved: new Set(),
    nextId: () => {
      lastId += 1;
      return lastId;
    },
  };
}

export interface WishedComment {
  readonly path?: string;
  readonly body?: string;
  readonly line?: number;
  readonly start_line?: number;
  readonly side?: string;
  readonly start_side?: string;
}

/** What GitHub says of a comment whose lines it cannot place in the diff between two commits; undefined: it can. */
export async function placingFault(
  repository: HostedRepository,
  range: { readonly merge: string; readonly head: string },
  wish: WishedComment,
): Promise<string | undefined> {
  const { path, body, line, start_line: start, side = "RIGHT", start_side: startSide = side } = wish;
  if (!path || !body?.trim() || line === undefined) return "Pull request review thread is invalid";
  if (body.length > 65_536) return "Body is too long (maximum is 65536 characters)";
  const file = (await changedFiles(repository, range.merge, range.head)).find(
    (one) => one["filename"] === path,
  );
  if (!file) return "Path could not be resolved";
  const hunks = parsePatch((file["patch"] as string | undefined) ?? "") ?? [];
  const mirrored = side === "LEFT" ? hunks.map(mirror) : hunks;
  const faults: string[] = [];
  const held = hunkHolding(mirrored, { from: line, to: line });
  if (!held) faults.push("Pull request review thread line must be part of the diff");
  if (start !== undefined) {
    if (start >= line) faults.push("Pull request review thread start line must precede the end line.");
    else if (!held || startSide !== side || !hunkHolding([held], { from: start, to: line }))
      faults.push("Pull request review thread start line must be part of the same hunk as the line.");
  }
  if (!held) faults.push("Pull request review thread diff hunk can't be blank");
  return faults.length === 0 ? undefined : faults.join(", and ");
}

const mirror = <Hunk extends { oldStart: number; oldLines: number; newStart: number; newLines: number }>(
  hunk: Hunk,
): Hunk => ({ ...hunk, newStart: hunk.oldStart, newLines: hunk.oldLines });

export async function textAt(
  { repository }: HostedRepository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  return (await readFileAt(repository.dir, commit, path))?.toString();
}

export async function mergeBase(repository: HostedRepository, one: string, two: string): Promise<string> {
  return (await must(repository.repository.dir, ["merge-base", one, two])).trim();
}

/**
 * The text of a comment's file at a newer head with its lines replaced; undefined where these lines changed since, which
 * is when GitHub calls a comment outdated.
 */
export async function replaceLines(
  comment: StoredComment,
  head: string,
  lines: readonly string[],
): Promise<{ readonly before: string; readonly after: string } | undefined> {
  const { repository, path, commit, line, startLine = line } = comment;
  const said = await textAt(repository, commit, path);
  const before = await textAt(repository, head, path);
  if (said === undefined || before === undefined) return undefined;
  const count = line - startLine + 1;
  const places = Array.from({ length: count }, (_, at) => carryLine(said, before, startLine + at));
  const from = places[0];
  if (from === undefined || places.some((place, at) => place !== from + at)) return undefined;
  const after = before
    .split("\n")
    .toSpliced(from - 1, count, ...lines)
    .join("\n");
  return { before, after };
}

/** Whether the lines that a comment is about are other ones by now. */
export async function isOutdated(comment: StoredComment, head: string): Promise<boolean> {
  return (await replaceLines(comment, head, ["\u0000 nobody wrote this"])) === undefined;
}
