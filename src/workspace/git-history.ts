import type { Repository } from "./git.ts";
import { checkedCommit } from "./git-names.ts";
import { runGit } from "./git-run.ts";

/**
 * What git knows of the past, read from objects alone. Only plumbing is called: the commands that people type obey
 * the repository's configuration, which may name programs to run (`log.showSignature`, `diff.external`).
 */

export interface PastCommit {
  readonly commit: string;
  /** The first is the one it was merged into; none for the first commit. */
  readonly parents: readonly string[];
  readonly message: string;
}

export interface ChangedFile {
  readonly path: string;
  readonly change: "added" | "deleted" | "modified";
}

/** Commits of one branch as they arrived, newest first: a merge is one of them, what it brought is not. */
export async function mergedCommits(
  repository: Repository,
  from: string,
  { skip, count }: { readonly skip: number; readonly count: number },
  signal?: AbortSignal,
): Promise<readonly PastCommit[]> {
  return commits(repository, from, ["--first-parent", `--skip=${whole(skip)}`], count, signal);
}

/** All commits that are no merges, newest first, up to and with one. */
export function plainCommits(
  repository: Repository,
  from: string,
  count: number,
  signal?: AbortSignal,
): Promise<readonly PastCommit[]> {
  return commits(repository, from, ["--no-merges"], count, signal);
}

async function commits(
  repository: Repository,
  from: string,
  which: readonly string[],
  count: number,
  signal: AbortSignal | undefined,
): Promise<readonly PastCommit[]> {
  const argv = [
    ...["rev-list", ...which, "--no-commit-header", "--format=%H %P%n%B%x00"],
    ...[`--max-count=${whole(count)}`, "--end-of-options", checkedCommit(from)],
  ];
  const listed = (await runGit({ ...repository, argv }, signal)).toString();
  return listed
    .split("\0")
    .map((entry) => entry.trimStart())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [head = "", ...message] = entry.split("\n");
      const [commit = "", ...parents] = head.trim().split(" ");
      return { commit, parents, message: message.join("\n").trim() };
    });
}

/**
 * Files that each commit changed, added or removed, by its SHA, in one process. Reads folders and no file. A first
 * commit, and the last one that a shallow clone has, changed nothing.
 */
export async function pathsOf(
  repository: Repository,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const argv = ["diff-tree", "--stdin", "-r", "-z", "--name-only", ...sameEverywhere];
  const input = Buffer.from(shas.map((sha) => `${checkedCommit(sha)}\n`).join(""));
  const fields = (await runGit({ ...repository, argv, input }, signal)).toString().split("\0");
  const asked = new Set(shas);
  const found = new Map<string, string[]>();
  let paths: string[] = [];
  for (const field of fields) {
    // A SHA alone on its field begins a commit; no commit that was asked for is a path at the same time.
    if (asked.has(field)) {
      paths = [];
      found.set(field, paths);
    } else if (field !== "") paths.push(field);
  }
  return found;
}

/** Files that differ between two commits; one that was moved is deleted and added. */
export async function changedFiles(
  repository: Repository,
  before: string,
  after: string,
  signal?: AbortSignal,
): Promise<readonly ChangedFile[]> {
  const argv = ["diff-tree", "-r", "-z", "--name-status", ...sameEverywhere, ...range(before, after)];
  const fields = (await runGit({ ...repository, argv }, signal)).toString().split("\0");
  const found: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const change = fields[at] === "A" ? "added" : fields[at] === "D" ? "deleted" : "modified";
    found.push({ path: fields[at + 1]!, change });
  }
  return found;
}

/** The differences of these files as a unified diff without lines around them; paths with odd characters are quoted. */
export async function diffOf(
  repository: Repository,
  before: string,
  after: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  if (paths.length === 0) return "";
  const form = ["-p", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", "--no-color"];
  const argv = ["diff-tree", "-r", ...form, ...sameEverywhere, ...range(before, after), "--", ...paths];
  const settings = [["core.quotePath", "false"]] as const;
  return (await runGit({ ...repository, argv, settings }, signal)).toString();
}

/** No program of the repository is asked how to compare, and its submodules are not looked at. */
const sameEverywhere = ["--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all"];

const range = (before: string, after: string): readonly string[] => [
  "--end-of-options",
  checkedCommit(before),
  checkedCommit(after),
];

function whole(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`Not a count: ${count}`);
  return count;
}
