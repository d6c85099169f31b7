import { spawnSync } from "node:child_process";
import { type UndeclaredImport, undeclaredImports } from "../../src/dependencies/undeclared.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import { type Commit, cloneOf } from "../edits/commits.ts";

const deadline = 60_000;

/** What a real commit begins to import and nothing stands behind, as the gate sees it. */
export interface ImportAlarm extends UndeclaredImport {
  readonly repository: string;
  readonly sha: string;
}

/** Judges what every commit begins to import, against the repository as it was before it. */
export async function importAlarms(
  commits: readonly Commit[],
  folder: string,
): Promise<readonly ImportAlarm[]> {
  const found: ImportAlarm[] = [];
  for (const commit of commits)
    for (const one of await judged(commit, folder)) {
      const { repository, sha } = commit;
      found.push({ ...one, repository, sha });
    }
  return found;
}

export function importTable(commits: readonly Commit[], alarms: readonly ImportAlarm[]): string {
  const rows = [...new Set(commits.map(({ repository }) => repository))].map((repository) => {
    const here = alarms.filter((one) => one.repository === repository);
    const shas = (certain: boolean) =>
      new Set(here.filter((one) => one.certain === certain).map(({ sha }) => sha));
    const all = commits.filter((one) => one.repository === repository).length;
    return `| ${repository} | ${all} | ${shas(true).size} | ${shas(false).size} |`;
  });
  const head = ["| repository | commits | import refused | import told |", "|---|--:|--:|--:|"];
  return [...head, ...rows].join("\n");
}

async function judged(
  { repository: name, parent, changes }: Commit,
  folder: string,
): Promise<readonly UndeclaredImport[]> {
  const clone = cloneOf(name, folder);
  const repository = { directory: clone, gitDir: clone };
  const signal = AbortSignal.timeout(deadline);
  const workspace = await readCommit(repository, parent, async () => undefined, signal);
  const mentioning = (word: string): readonly string[] => pathsWith(clone, parent, word);
  try {
    return await undeclaredImports(changes, { workspace, mentioning });
  } finally {
    await workspace.close();
  }
}

/** The product asks its index; a search through all text finds no fewer. */
function pathsWith(clone: string, commit: string, name: string): readonly string[] {
  const argv = ["-C", clone, "grep", "-l", "-z", "-I", "-F", "-e", name, commit];
  const { stdout } = spawnSync("git", argv, { encoding: "utf8", maxBuffer: 2 ** 30 });
  return stdout.split("\0").flatMap((row) => (row === "" ? [] : [row.slice(commit.length + 1)]));
}
