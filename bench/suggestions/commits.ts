/** Which commits are replayed: a list that is kept, so that figures of different days are of the same commits. */
import { readFileSync, writeFileSync } from "node:fs";
import { languageOf } from "../../src/languages/registry.ts";
import { isGenerated } from "../../src/source/generated-paths.ts";
import { resolveCommit } from "../../src/workspace/git.ts";
import { changedFiles, plainCommits } from "../../src/workspace/git-history.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import { type Case, type ChangedText, makeCase } from "./case.ts";

export interface Listed {
  /** `owner+name`. */
  readonly repository: string;
  readonly sha: string;
}

const file = new URL("commits.json", import.meta.url);
/** Commits looked through and files of one commit. */
const most = { looked: 1_500, files: 8 };

export const listedCommits = (): readonly Listed[] => JSON.parse(readFileSync(file, "utf8")) as Listed[];

/** From the newest back, the first `count` commits of each repository from which something can be held back. */
export async function writeCommits(
  repositories: readonly { readonly name: string; readonly gitDir: string }[],
  count: number,
): Promise<void> {
  const listed: Listed[] = [];
  for (const { name, gitDir } of repositories) {
    const bare = { directory: gitDir, gitDir };
    const newest = await resolveCommit(bare, "HEAD");
    let found = 0;
    for (const { commit, parents } of await plainCommits(bare, newest!, most.looked)) {
      if (found === count) break;
      if (parents.length !== 1 || !(await readCase({ repository: name, sha: commit }, gitDir))) continue;
      listed.push({ repository: name, sha: commit });
      found += 1;
    }
  }
  writeFileSync(
    file,
    `[\n${listed.map(({ repository, sha }) => `  { "repository": "${repository}", "sha": "${sha}" }`).join(",\n")}\n]\n`,
  );
}

/** The case of a commit; undefined where nothing can be held back. */
export async function readCase({ repository, sha }: Listed, gitDir: string): Promise<Case | undefined> {
  const bare = { directory: gitDir, gitDir };
  const [{ parents } = { parents: [] }] = await plainCommits(bare, sha, 1);
  const parent = parents[0];
  if (parent === undefined) return undefined;
  const all = await changedFiles(bare, parent, sha);
  const changed = all.filter(({ change, path }) => change === "modified" && isReviewed(path));
  if (changed.length === 0 || all.length > most.files) return undefined;
  const [before, after] = await Promise.all([
    textsAt(gitDir, parent, changed),
    textsAt(gitDir, sha, changed),
  ]);
  const texts = changed.flatMap(({ path }): readonly ChangedText[] => {
    const now = after.get(path);
    return now === undefined || now === before.get(path)
      ? []
      : [{ path, before: before.get(path), after: now }];
  });
  return makeCase(repository, sha, texts);
}

const isReviewed = (path: string): boolean => languageOf(path) !== undefined && !isGenerated(path);

async function textsAt(
  gitDir: string,
  commit: string,
  files: readonly { readonly path: string }[],
): Promise<ReadonlyMap<string, string>> {
  const workspace = await readCommit({ directory: gitDir, gitDir }, commit, async () => undefined);
  const texts = await workspace.readMany(files.map(({ path }) => path));
  await workspace.close();
  return texts;
}
