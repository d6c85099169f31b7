import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeRepository, type TestFile, type TestFiles, type TestRepository } from "../repository.ts";

/** One repository to begin with; exactly one of `files`, `fromFolder` and `fromBare` says what is in it. */
export interface RepositorySeed {
  readonly owner: string;
  readonly name: string;
  readonly private?: boolean;
  readonly files?: TestFiles;
  /** Every file below this folder, but `.git`, as one commit. */
  readonly fromFolder?: string;
  /** A git repository on this disk, whose history is kept; its HEAD becomes `main`. */
  readonly fromBare?: string;
}

/** Puts the repository at `dir` as a bare one, in one go whatever its size. */
export async function importRepository(seed: RepositorySeed, dir: string): Promise<TestRepository> {
  if (seed.fromBare) return cloneBare(seed.fromBare, dir);
  const files = seed.fromFolder
    ? await filesBelow(seed.fromFolder)
    : (seed.files ?? { "README.md": "# Empty\n" });
  return makeRepository(files, { dir, bare: true });
}

/** Fetched over an empty first commit, so that `add` and `git` are the same as of any test repository. */
async function cloneBare(from: string, dir: string): Promise<TestRepository> {
  const opened = await makeRepository({}, { dir, bare: true });
  await opened.git("fetch", "--quiet", from, "+HEAD:refs/heads/main");
  return { ...opened, commit: await opened.git("rev-parse", "refs/heads/main") };
}

async function filesBelow(folder: string): Promise<ReadonlyMap<string, TestFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, TestFile>();
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path
      .slice(folder.length)
      .replace(/^[\\/]+/, "")
      .replaceAll("\\", "/");
    if (name === ".git" || name.startsWith(".git/")) continue;
    const content = await readFile(path);
    const executable = ((await stat(path)).mode & 0o100) !== 0;
    files.set(name, executable ? { mode: "100755", content } : content);
  }
  return files;
}
