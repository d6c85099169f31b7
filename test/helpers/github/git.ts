import { askGit } from "./ask-git.ts";
import {
  type GitObject,
  looseRefs,
  type Placed,
  parseTree,
  putInto,
  readLoose,
  readObject,
  readRef,
  writeObject,
} from "./objects.ts";

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

/** The full SHA that a branch, tag, `refs/...` or SHA stands for; undefined where there is none. */
export async function resolveCommit(dir: string, name: string): Promise<string | undefined> {
  const sha = await readRef(dir, name);
  if (sha !== undefined && (await readObject(dir, sha))?.type === "commit") return sha;
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
  const object = await readObject(dir, sha);
  if (object?.type !== "commit") return undefined;
  const text = object.bytes.toString();
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
  return writeObject(dir, "commit", Buffer.from(text));
}

/** The SHA of what `COMMIT`, `COMMIT:PATH` or a tree's SHA names; undefined where there is no such thing. */
export async function resolveTree(dir: string, treeish: string): Promise<string | undefined> {
  const [name, path = ""] = treeish.split(":") as [string, string?];
  let sha = (await readRef(dir, name)) ?? (await resolveCommit(dir, name));
  if (sha === undefined) return undefined;
  if ((await readObject(dir, sha))?.type === "commit") sha = (await readCommit(dir, sha))!.tree;
  for (const part of path.split("/").filter(Boolean)) {
    const object: GitObject | undefined = sha === undefined ? undefined : await readObject(dir, sha);
    if (object?.type !== "tree") return undefined;
    sha = parseTree(object.bytes).find((entry) => entry.name === part)?.sha;
  }
  return sha;
}

/** The bytes of a file at `COMMIT:PATH`; undefined where there is no file. */
export async function readFileAt(dir: string, commit: string, path: string): Promise<Buffer | undefined> {
  const sha = await resolveTree(dir, `${commit}:${path}`);
  const object = sha === undefined ? undefined : await readObject(dir, sha);
  return object?.type === "blob" ? object.bytes : undefined;
}

const types: Readonly<Record<string, string>> = { "40000": "tree", "160000": "commit" };

/** The entries of one tree, or of it and all below it. Undefined where there is no such tree. */
export async function readTree(
  dir: string,
  treeish: string,
  depth: "one" | "all",
): Promise<readonly TreeItem[] | undefined> {
  const tree = await resolveTree(dir, treeish);
  if (tree === undefined) return undefined;
  const loose = await looseTree(dir, tree, depth);
  if (loose) return loose;
  const argv = ["ls-tree", "-z", "-l", ...(depth === "all" ? ["-r", "-t"] : []), tree];
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

/** The same without asking git; undefined where a part of it is packed. */
async function looseTree(dir: string, tree: string, depth: "one" | "all"): Promise<TreeItem[] | undefined> {
  const object = await readLoose(dir, tree);
  if (object?.type !== "tree") return undefined;
  const items: TreeItem[] = [];
  for (const { name: path, mode, sha } of parseTree(object.bytes)) {
    const type = types[mode] ?? "blob";
    const item = { path, mode: mode.padStart(6, "0"), type, sha };
    const blob = type === "blob" ? await readLoose(dir, sha) : undefined;
    if (type === "blob" && !blob) return undefined;
    items.push(blob ? { ...item, size: blob.bytes.length } : item);
    if (type !== "tree" || depth === "one") continue;
    const below = await looseTree(dir, sha, "all");
    if (!below) return undefined;
    items.push(...below.map((one) => ({ ...one, path: `${path}/${one.path}` })));
  }
  return items;
}

/** Writes a tree: `base` with these entries put in, or taken out where `sha` is null. */
export const writeTree = async (
  dir: string,
  base: string | undefined,
  entries: readonly Placed[],
): Promise<string> => (await putInto(dir, base, entries)) ?? writeObject(dir, "tree", new Uint8Array());

/** Writes blobs and gives their SHAs in order. */
export const writeBlobs = (dir: string, contents: readonly (Uint8Array | string)[]): Promise<string[]> =>
  Promise.all(contents.map((content) => writeObject(dir, "blob", Buffer.from(content as string))));

/** `refs/heads/x` to SHA, for the refs that start with `prefix`, sorted by name. */
export async function listRefs(dir: string, prefix: string): Promise<ReadonlyMap<string, string>> {
  const loose = await looseRefs(dir);
  if (loose) return new Map([...loose].filter(([name]) => name.startsWith(prefix)));
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
