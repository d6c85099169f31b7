/** Which commits are asked: a list that is kept, so that figures of different days are of the same commits. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTestPath } from "../../src/graph/tests/test-names.ts";
import { languageOf } from "../../src/languages/registry.ts";
import { resolveCommit } from "../../src/workspace/git.ts";
import { changedFiles, plainCommits } from "../../src/workspace/git-history.ts";

export interface Listed {
  /** `owner+name`, the folder of its bare clone. */
  readonly repository: string;
  readonly sha: string;
}

/** Those that the weights are learned on. */
export const usualList = join(import.meta.dirname, "commits.json");
/** Commits of one repository that change something, and others that add a file; files of one; commits looked through. */
const most = { changes: 28, additions: 8, files: 5, commits: 4_000 };
/** Subjects of commits that ask for nothing, and the shortest message that asks. */
const chores =
  /bump|release|version|changelog|typo|lint|format|black|pre-commit|docs?:|chore|type hint|annotation|merge|revert|deps/i;
const shortest = 60;

/** A file of a language that the code graph knows, and no test. */
export const isSource = (path: string): boolean => languageOf(path) !== undefined && !isTestPath(path);

export const listedCommits = (file: string): readonly Listed[] =>
  JSON.parse(readFileSync(file, "utf8")) as Listed[];

/** The newest commits of each repository whose message could be a request and that touch few source files. */
export async function writeCommits(
  repositories: readonly string[],
  folder: string,
  file: string,
): Promise<void> {
  const listed: Listed[] = [];
  for (const repository of repositories) {
    const gitDir = join(folder, repository, "repo");
    listed.push(...(await chosen(gitDir)).map((sha) => ({ repository, sha })));
  }
  writeFileSync(file, `[\n${listed.map((one) => `  ${JSON.stringify(one)}`).join(",\n")}\n]\n`);
}

async function chosen(gitDir: string): Promise<readonly string[]> {
  const bare = { directory: gitDir, gitDir };
  const head = await resolveCommit(bare, "HEAD");
  const [changes, additions]: [string[], string[]] = [[], []];
  for (const { commit, parents, message } of await plainCommits(bare, head!, most.commits)) {
    if (changes.length >= most.changes && additions.length >= most.additions) break;
    if (parents.length !== 1 || message.length < shortest || chores.test(message.split("\n")[0]!)) continue;
    const changed = (await changedFiles(bare, parents[0]!, commit)).filter(({ path }) => isSource(path));
    if (changed.length === 0 || changed.length > most.files) continue;
    const kind = changed.some(({ change }) => change === "added") ? "additions" : "changes";
    const list = kind === "additions" ? additions : changes;
    if (list.length < most[kind]) list.push(commit);
  }
  return [...changes, ...additions];
}
