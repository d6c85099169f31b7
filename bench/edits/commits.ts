/** The list of commits that are measured, and what each changed: read from bare repositories with two git processes each. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "../../src/languages/registry.ts";
import type { FileChange } from "../../src/source/file.ts";
import { textOf } from "../../src/workspace/read-commit.ts";

/** One row of bench/edits/commits.txt: `owner/name language learn|aside`, then its commits. */
export interface Listed {
  readonly repository: string;
  readonly language: string;
  /** The language was made better on `learn` only; `aside` is a third of the repositories. */
  readonly part: "learn" | "aside";
  readonly shas: readonly string[];
}

export interface CommitChange extends FileChange {
  /** Where a file was moved: the path that it had. */
  readonly oldPath?: string;
  /** Hashes of the blobs before and after. */
  readonly blobs: readonly [string | undefined, string | undefined];
}

export interface Commit {
  readonly repository: string;
  readonly part: Listed["part"];
  readonly sha: string;
  readonly parent: string;
  readonly changes: readonly CommitChange[];
  /** Files that are no text or changed their mode only; no edit language speaks of them. */
  readonly leftOut: number;
}

const file = new URL("commits.txt", import.meta.url);
/** Commits of a repository, files of a commit, changed bytes of a commit. */
const most = { commits: 84, files: 20, bytes: 400_000 };

export function listedCommits(): readonly Listed[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((row) => {
      const [repository, language, part, ...shas] = row.split(" ");
      return { repository: repository!, language: language!, part: part as Listed["part"], shas };
    });
}

/** Where the clone of a repository stands: `owner+name.git`, `owner+name/repo` or `owner+name`, all bare. */
export function cloneOf(repository: string, folder: string): string {
  const name = join(folder, repository.replace("/", "+"));
  for (const directory of [`${name}.git`, join(name, "repo"), name])
    if (existsSync(join(directory, "HEAD"))) return directory;
  throw new Error(
    `No bare clone of ${repository}: git clone --bare https://github.com/${repository} ${name}.git`,
  );
}

/** Spreads the choice over the whole history: commits without merges that change text, at least one source file. */
export function writeCommits(chosen: readonly (readonly [string, string])[], folder: string): void {
  const rows = chosen.map(([repository, language], index) => {
    const clone = cloneOf(repository, folder);
    const argv = ["rev-list", "--no-merges", "--min-parents=1", "HEAD"];
    const all = git(clone, argv).toString().trim().split("\n");
    const shas: string[] = [];
    const tried = most.commits * 3;
    const sample = Array.from(
      { length: Math.min(tried, all.length) },
      (_, at) => all[Math.floor((at * all.length) / tried)]!,
    );
    const found = readCommits({ repository, language, part: "learn", shas: [...new Set(sample)] }, folder);
    for (const { sha, changes } of found) {
      const source = changes.some(({ path }) => languageOf(path) !== undefined);
      const bytes = changes.reduce(
        (sum, { before = "", after = "" }) => sum + before.length + after.length,
        0,
      );
      if (source && changes.length <= most.files && bytes <= most.bytes && shas.length < most.commits)
        shas.push(sha.slice(0, 12));
    }
    return [repository, language, index % 3 === 2 ? "aside" : "learn", ...shas].join(" ");
  });
  writeFileSync(file, `${rows.join("\n")}\n`);
}

/** All commits of one row with their changes as texts. */
export function readCommits(listed: Listed, folder: string): readonly Commit[] {
  const clone = cloneOf(listed.repository, folder);
  const raw = rawChanges(clone, listed.shas);
  const texts = readTexts(
    clone,
    raw.flatMap(({ files }) => files.flatMap((one) => [one.old, one.now])),
  );
  return raw.map(({ sha, parent, files }) => {
    const changes = files.map((one) => changeOf(one, texts)).filter((one) => one !== undefined);
    const { repository, part } = listed;
    return { repository, part, sha, parent, changes, leftOut: files.length - changes.length };
  });
}

interface RawFile {
  readonly status: string;
  readonly modes: readonly [string, string];
  /** Hashes of blobs; undefined where there is none. */
  readonly old: string | undefined;
  readonly now: string | undefined;
  readonly path: string;
  readonly oldPath: string | undefined;
}

function rawChanges(
  clone: string,
  shas: readonly string[],
): { readonly sha: string; readonly parent: string; readonly files: readonly RawFile[] }[] {
  const named = git(clone, ["rev-list", "--no-walk=unsorted", "--parents", ...shas])
    .toString()
    .trim()
    .split("\n")
    .map((row) => row.split(" ") as [string, string]);
  const argv = ["diff-tree", "--stdin", "-r", "-z", "-M", "--raw", "--no-abbrev", "--ignore-submodules=all"];
  const input = named.map(([sha]) => `${sha}\n`).join("");
  const fields = git(clone, argv, input).toString().split("\0");
  const found = new Map<string, RawFile[]>();
  let files: RawFile[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!.trim();
    if (/^[0-9a-f]{40}$/.test(field)) {
      files = [];
      found.set(field, files);
    }
    if (!field.startsWith(":")) continue;
    const [oldMode, newMode, old, now, status] = field.slice(1).split(" ") as [
      string,
      string,
      string,
      string,
      string,
    ];
    const first = fields[++at]!;
    const moved = /^[RC]/.test(status);
    files.push({
      status,
      modes: [oldMode, newMode],
      old: isNothing(old) ? undefined : old,
      now: isNothing(now) ? undefined : now,
      path: moved ? fields[++at]! : first,
      oldPath: moved ? first : undefined,
    });
  }
  return named.map(([sha, parent]) => ({ sha, parent, files: found.get(sha) ?? [] }));
}

const isNothing = (hash: string): boolean => /^0+$/.test(hash);
/** No submodule and no link: neither has lines. */
const isFile = (mode: string): boolean => mode === "000000" || mode.startsWith("100");

function changeOf(one: RawFile, texts: ReadonlyMap<string, string>): CommitChange | undefined {
  const before = one.old === undefined ? undefined : texts.get(one.old);
  const after = one.now === undefined ? undefined : texts.get(one.now);
  const read =
    (one.old === undefined) === (before === undefined) && (one.now === undefined) === (after === undefined);
  if (!read || !one.modes.every(isFile)) return undefined;
  if (one.oldPath === undefined && before === after) return undefined;
  const { path, oldPath } = one;
  return { path, before, after, blobs: [one.old, one.now], ...(oldPath === undefined ? {} : { oldPath }) };
}

/** Texts of blobs by hash; those that are no UTF-8 text are absent. */
export function readTexts(
  clone: string,
  hashes: readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  const wanted = [...new Set(hashes.filter((hash) => hash !== undefined))];
  if (wanted.length === 0) return new Map();
  const output = git(clone, ["cat-file", "--batch", "--buffer"], `${wanted.join("\n")}\n`);
  const texts = new Map<string, string>();
  for (const [hash, content] of parseObjects(output)) {
    const text = textOf(content);
    if (text !== undefined) texts.set(hash, text);
  }
  return texts;
}

export function git(clone: string, argv: readonly string[], input = ""): Buffer {
  const options = { input, maxBuffer: 2 ** 31, stdio: ["pipe", "pipe", "ignore"] as ("pipe" | "ignore")[] };
  return execFileSync("git", ["--git-dir", clone, ...argv], options);
}

/** The objects of `cat-file --batch`; those that are missing are absent. */
function parseObjects(output: Buffer): ReadonlyMap<string, Buffer> {
  const objects = new Map<string, Buffer>();
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(10, start);
    const [hash, type, size] = output.toString("latin1", start, end).split(" ");
    start = end + 1;
    if (type === "missing") continue;
    objects.set(hash!, output.subarray(start, start + Number(size)));
    start += Number(size) + 1;
  }
  return objects;
}
