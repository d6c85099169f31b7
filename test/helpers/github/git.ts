import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A commit object, taken apart. Dates are ISO 8601 to the second, as GitHub writes them. */
export interface CommitObject {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface TreeItem {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

/** Runs git in a bare repository and gives its bytes; undefined where git says no. */
export async function askGit(
  dir: string,
  argv: readonly string[],
  options: { readonly input?: Uint8Array | string; readonly environment?: Record<string, string> } = {},
): Promise<Buffer | undefined> {
  const child = spawn("git", ["-C", dir, ...argv], {
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...options.environment,
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined); // git may end before it has read everything
  child.stdin.end(options.input);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on("close", resolve);
    child.on("error", reject);
  });
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  return (await closed) === 0 ? Buffer.concat(parts) : undefined;
}

/** The full SHA that a branch, tag, `refs/...` or SHA stands for; undefined where there is none. */
export async function resolveCommit(dir: string, name: string): Promise<string | undefined> {
  const found = await askGit(dir, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{commit}`,
  ]);
  return found?.toString().trim();
}

export async function readCommit(dir: string, sha: string): Promise<CommitObject | undefined> {
  const text = (await askGit(dir, ["cat-file", "commit", sha]))?.toString();
  if (text === undefined) return undefined;
  const end = text.indexOf("\n\n");
  const headers = text.slice(0, end).split("\n");
  const all = (name: string) =>
    headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  return {
    sha,
    tree: all("tree")[0]!,
    parents: all("parent"),
    author: signatureOf(all("author")[0]!),
    committer: signatureOf(all("committer")[0]!),
    message: text.slice(end + 2),
  };
}

export async function writeCommit(dir: string, commit: Omit<CommitObject, "sha">): Promise<string> {
  const line = ({ name, email, date }: Signature) =>
    `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
  const text = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${line(commit.author)}`,
    `committer ${line(commit.committer)}`,
    "",
    commit.message,
  ].join("\n");
  return (await must(dir, ["hash-object", "-t", "commit", "-w", "--stdin"], text)).trim();
}

/** The entries of one tree, or of it and all below it. Undefined where there is no such tree. */
export async function readTree(
  dir: string,
  treeish: string,
  depth: "one" | "all",
): Promise<readonly TreeItem[] | undefined> {
  const argv = ["ls-tree", "-z", "-l", ...(depth === "all" ? ["-r", "-t"] : []), treeish];
  const listing = await askGit(dir, argv);
  return listing
    ?.toString()
    .split("\0")
    .filter(Boolean)
    .map((line) => {
      const [, mode, type, sha, size, path] = /^(\d+) (\w+) (\w+)\s+(\S+)\t(.*)$/s.exec(line)!;
      const item = { path: path!, mode: mode!, type: type!, sha: sha! };
      return type === "blob" ? { ...item, size: Number(size) } : item;
    });
}

/** Writes a tree: `base` with these entries put in, or taken out where `sha` is null. */
export async function writeTree(
  dir: string,
  base: string | undefined,
  entries: readonly { readonly path: string; readonly mode: string; readonly sha: string | null }[],
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "coderag-index-"));
  const environment = { GIT_INDEX_FILE: join(scratch, "index") };
  try {
    await must(dir, base ? ["read-tree", base] : ["read-tree", "--empty"], "", environment);
    const lines = entries.map(({ path, mode, sha }) =>
      sha === null ? `0 ${"0".repeat(40)}\t${path}` : `${mode} ${sha}\t${path}`,
    );
    await must(
      dir,
      ["update-index", "-z", "--replace", "--index-info"],
      `${lines.join("\0")}\0`,
      environment,
    );
    return (await must(dir, ["write-tree"], "", environment)).trim();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes blobs, all with one process, and gives their SHAs in order. */
export async function writeBlobs(dir: string, contents: readonly (Uint8Array | string)[]): Promise<string[]> {
  const blobs = contents.map((content) => Buffer.from(content as string));
  if (blobs.length === 0) return [];
  const stream = blobs.flatMap((bytes) => [
    Buffer.from(`blob\ndata ${bytes.length}\n`),
    bytes,
    Buffer.from("\n"),
  ]);
  await must(dir, ["fast-import", "--quiet"], Buffer.concat(stream));
  return blobs.map((bytes) =>
    createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex"),
  );
}

/** `refs/heads/x` to SHA, for the refs that start with `prefix`, sorted by name. */
export async function listRefs(dir: string, prefix: string): Promise<ReadonlyMap<string, string>> {
  const text = (await must(dir, ["for-each-ref", "--format=%(refname) %(objectname)"])).trim();
  const pairs = text.split("\n").map((line) => line.split(" ") as [string, string]);
  return new Map(pairs.filter(([name]) => name.startsWith(prefix)));
}

/** Like `askGit`, in text; a refusal is a bug of the test. */
export async function must(
  dir: string,
  argv: readonly string[],
  input: Uint8Array | string = "",
  environment: Record<string, string> = {},
): Promise<string> {
  const answer = await askGit(dir, argv, { input, environment });
  if (answer === undefined) throw new Error(`git ${argv.join(" ")} failed in ${dir}`);
  return answer.toString();
}

function signatureOf(line: string): Signature {
  const [, name, email, seconds] = /^(.*?) ?<(.*?)> (\d+) /.exec(line)!;
  return { name: name!, email: email!, date: secondsOf(new Date(Number(seconds) * 1000)) };
}

/** A date as GitHub writes it: to the second. */
export const secondsOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");
