import { saysGenerated } from "../../checks/generated.ts";
import type { LeftOut } from "../../delivery/review/left-out.ts";
import { type FileDiff, fileDiff } from "../../edits/file-diff.ts";
import { hunksFit, parsePatch } from "../../edits/hunks.ts";
import { mostPullFiles, type PullFile } from "../../github/pull.ts";
import { languageOf } from "../../languages/registry.ts";
import { isGenerated, isLockFile } from "../../source/generated-paths.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { Surroundings } from "../surroundings.ts";
import { isGone, type PullLook } from "./read-look.ts";

/** The diff of a pull request, file by file. */
export interface PullDiff {
  /** Code first, then tests and the rest; of each those with the most changed lines first. */
  readonly files: readonly FileDiff[];
  /** Files that are gone, with their lines as removed ones; code first, of each the shortest first. */
  readonly deleted: readonly FileDiff[];
  /** Changed files that are not looked at. */
  readonly leftOut: readonly LeftOut[];
  /** The head that was looked at last; undefined at the first look, and where that commit is gone. */
  readonly since: string | undefined;
}

const mostFiles = 300;

export interface DiffOptions {
  /**
   * The files that are asked for, as GitHub shows them now; all of the look unless given. Where it gives a patch that
   * fits the head, its hunks count: only there can a review speak. Where it gives none, for large files, hunks are computed.
   */
  readonly shown?: readonly PullFile[];
}

/** Reads both sides of the diff out of git, and what the head was when it was looked at last. */
export async function openDiff(
  look: PullLook,
  workspace: CommitWorkspace,
  surroundings: Surroundings,
  signal: AbortSignal,
  { shown }: DiffOptions = {},
): Promise<PullDiff> {
  const listed = shown ?? look.files;
  const leftOut: LeftOut[] = [];
  const isKept = (path: string, whyNot: string | undefined): boolean => {
    if (whyNot !== undefined) leftOut.push({ what: path, why: whyNot });
    return whyNot === undefined;
  };
  // What is not worth a look takes no place among those that are looked at.
  const wanted = ordered(listed)
    .filter(({ status }) => status !== "removed")
    .filter(({ path }) => isKept(path, unworthy(path)))
    .filter(({ path }, at) => isKept(path, at < mostFiles ? undefined : `beyond the first ${mostFiles}`));
  const texts = await workspace.readMany(wanted.map(({ path }) => path));
  const read = wanted.filter(({ path }) => isKept(path, unreadable(path, texts.get(path), workspace)));
  const gone = listed.filter(({ status }) => status === "removed").map(({ path }) => path);
  const worthy = gone.filter((path) => unworthy(path) === undefined).slice(0, mostFiles);
  const before = await textsAt(look.mergeBase, [...read.map(oldPath), ...worthy], surroundings, signal);
  const since = await earlierTexts(
    look.since,
    [...read.flatMap((file) => [file.path, oldPath(file)]), ...worthy],
    surroundings,
    signal,
  );
  const patches = new Map(shown?.map(({ path, patch }) => [path, patch]));
  const files = read.map((file) => {
    const after = texts.get(file.path)!;
    // A file that was renamed since then is the one of its old name, not a new one.
    const earlier = since && (since.get(file.path) ?? since.get(oldPath(file)) ?? "");
    const sides = { before: before.get(oldPath(file)), after, since: earlier };
    const patch = patches.get(file.path);
    const hunks = patch === undefined ? undefined : parsePatch(patch);
    const fitting = hunks && hunksFit(hunks, after) ? hunks : undefined;
    return { ...fileDiff(file.path, sides, fitting), previousPath: file.previousPath };
  });
  if (!since)
    for (const { path: what, hunks, previousPath: was } of files)
      if (hunks.length === 0)
        leftOut.push({ what, why: "no line is new", ...(was !== undefined && { was }) });
  // What was deleted before the last look is nothing new.
  const textsGone = since ?? before;
  const deleted = worthy.flatMap((path) => {
    const text = textsGone.get(path);
    return text === undefined || saysGenerated(text.split("\n", 10))
      ? []
      : fileDiff(path, { before: text, after: "" });
  });
  if (!since) {
    const read = new Set(deleted.map(({ path }) => path));
    for (const path of gone) if (!read.has(path)) isKept(path, "deleted");
  }
  if (listed.length >= mostPullFiles)
    leftOut.unshift({
      what: `whatever is beyond the first ${mostPullFiles} files, which are all that GitHub lists`,
      why: "",
    });
  return {
    ...{ files: mostChanged(files), deleted: shortestFirst(deleted) },
    ...{ leftOut, since: since && look.since },
  };
}

const oldPath = ({ path, previousPath }: Pick<PullFile, "path" | "previousPath">): string =>
  previousPath ?? path;

/** Why nobody reads a file, by its name. */
function unworthy(path: string): string | undefined {
  if (isLockFile(path)) return "a lock file";
  return isGenerated(path) ? "generated" : undefined;
}

/** Why nobody reads it, by its text or for want of one. */
function unreadable(
  path: string,
  text: string | undefined,
  { entries, submodules }: CommitWorkspace,
): string | undefined {
  if (submodules.has(path)) return "a submodule";
  if (entries.get(path)?.mode === "120000") return "a symbolic link";
  if (text === undefined) return "no text that is read";
  return saysGenerated(text.split("\n", 10)) ? "generated, as it says" : undefined;
}

const isTest = (path: string): boolean => /(?:^|[/._-])(?:tests?|spec|__tests__)(?:[/._-]|$)/i.test(path);

/** What is about the code, as a manual's configuration or an example, comes after it. */
export const isBeside = (path: string): boolean =>
  isTest(path) || /(?:^|\/)(?:docs?|examples?)\//i.test(path);

const rankOf = ({ path }: Pick<PullFile, "path">): number =>
  languageOf(path) === undefined ? 2 : isBeside(path) ? 1 : 0;

const ordered = <File extends Pick<PullFile, "path">>(files: readonly File[]): readonly File[] =>
  [...files].sort((a, b) => rankOf(a) - rankOf(b));

/** Where there is no room for all, it is for what changed most; in GitHub's order it would be for the first of the alphabet. */
const mostChanged = (files: readonly FileDiff[]): readonly FileDiff[] =>
  [...files].sort((a, b) => rankOf(a) - rankOf(b) || changedLines(b) - changedLines(a));

const shortestFirst = (files: readonly FileDiff[]): readonly FileDiff[] =>
  [...files].sort((a, b) => rankOf(a) - rankOf(b) || changedLines(a) - changedLines(b));

const changedLines = ({ fresh }: FileDiff): number =>
  fresh.reduce((sum, { rows }) => sum + rows.filter(({ kind }) => kind !== "same").length, 0);

async function textsAt(
  commit: string,
  paths: readonly string[],
  { openWorkspace }: Surroundings,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const workspace = await openWorkspace({ branch: "", commit }, signal);
  try {
    return await workspace.readMany(paths);
  } finally {
    await workspace.close();
  }
}

async function earlierTexts(
  commit: string | undefined,
  paths: readonly string[],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (commit === undefined) return undefined;
  try {
    return await textsAt(commit, paths, surroundings, signal);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
