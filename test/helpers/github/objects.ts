/**
 * Git's objects and refs of a repository on this disk, read and written in this process: to start a git for each of them
 * costs a large test process ten milliseconds. What is packed is asked of git.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { askGit } from "./ask-git.ts";

export interface GitObject {
  readonly type: string;
  readonly bytes: Buffer;
}

const isSha = (name: string): boolean => /^[0-9a-f]{40}$/.test(name);
const pathOf = (dir: string, sha: string): string => join(dir, "objects", sha.slice(0, 2), sha.slice(2));

export const readObject = async (dir: string, sha: string): Promise<GitObject | undefined> =>
  (await readLoose(dir, sha)) ?? readPacked(dir, sha);

/** Undefined where it does not lie in a file of its own. */
export async function readLoose(dir: string, sha: string): Promise<GitObject | undefined> {
  const packed = await readFile(pathOf(dir, sha)).catch(ignoreMissing);
  if (!packed) return undefined;
  const whole = await promisify(inflate)(packed);
  const end = whole.indexOf(0);
  const [type] = whole.subarray(0, end).toString().split(" ");
  return { type: type!, bytes: whole.subarray(end + 1) };
}

async function readPacked(dir: string, sha: string): Promise<GitObject | undefined> {
  const answer = await askGit(dir, ["cat-file", "--batch"], { input: `${sha}\n` });
  const end = answer?.indexOf("\n") ?? -1;
  const [, type, size] = answer?.subarray(0, end).toString().split(" ") ?? [];
  if (size === undefined) return undefined;
  return { type: type!, bytes: answer!.subarray(end + 1, end + 1 + Number(size)) };
}

/** Puts it in its place in one go, as git does. */
export async function writeObject(dir: string, type: string, content: Uint8Array): Promise<string> {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const sha = createHash("sha1").update(whole).digest("hex");
  const path = pathOf(dir, sha);
  const draft = join(dir, "objects", `draft-${randomUUID()}`);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(draft, await promisify(deflate)(whole));
  await rename(draft, path);
  return sha;
}

export interface Entry {
  readonly name: string;
  readonly mode: string;
  readonly sha: string;
}

const folder = "40000";

export function parseTree(bytes: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const [mode, ...name] = bytes.subarray(at, end).toString().split(" ");
    entries.push({
      mode: mode!,
      name: name.join(" "),
      sha: bytes.subarray(end + 1, end + 21).toString("hex"),
    });
    at = end + 21;
  }
  return entries;
}

/** Git sorts by bytes, with a slash behind the name of a folder. */
function treeBytes(entries: readonly Entry[]): Buffer {
  const key = ({ name, mode }: Entry): Buffer => Buffer.from(mode === folder ? `${name}/` : name);
  const sorted = [...entries].sort((one, two) => Buffer.compare(key(one), key(two)));
  return Buffer.concat(
    sorted.flatMap(({ mode, name, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]),
  );
}

/** One path to put into a tree; `sha: null` takes it out. */
export interface Placed {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | null;
}

/** Writes a folder with these paths put in, reading only what is on their way; undefined where nothing is left in it. */
export async function putInto(
  dir: string,
  tree: string | undefined,
  placed: readonly Placed[],
): Promise<string | undefined> {
  const old = tree === undefined ? undefined : await readObject(dir, tree);
  const here = new Map((old ? parseTree(old.bytes) : []).map((entry) => [entry.name, entry]));
  const below = new Map<string, Placed[]>();
  for (const { path, mode, sha } of placed) {
    const slash = path.indexOf("/");
    const name = slash < 0 ? path : path.slice(0, slash);
    if (slash >= 0) below.set(name, [...(below.get(name) ?? []), { path: path.slice(slash + 1), mode, sha }]);
    else if (sha === null) here.delete(name);
    else here.set(name, { name, mode, sha });
  }
  for (const [name, inside] of below) {
    const known = here.get(name);
    const sha = await putInto(dir, known?.mode === folder ? known.sha : undefined, inside);
    if (sha !== undefined) here.set(name, { name, mode: folder, sha });
    else if (known?.mode === folder) here.delete(name);
  }
  return here.size === 0 ? undefined : writeObject(dir, "tree", treeBytes([...here.values()]));
}

/** The SHA at a branch or `refs/...`; undefined where it lies in no file of its own. */
export async function readRef(dir: string, name: string): Promise<string | undefined> {
  if (isSha(name)) return name;
  const ref = name.startsWith("refs/") ? name : `refs/heads/${name}`;
  if (ref.includes("..") || !/^[\w./+@-]+$/.test(ref)) return undefined;
  const text = await readFile(join(dir, ref), "utf8").catch(ignoreMissing);
  return text && isSha(text.trim()) ? text.trim() : undefined;
}

/** Every ref that lies in a file of its own; undefined where some are packed. */
export async function looseRefs(dir: string): Promise<ReadonlyMap<string, string> | undefined> {
  if ((await readFile(join(dir, "packed-refs")).catch(ignoreMissing)) !== undefined) return undefined;
  const all = await readdir(join(dir, "refs"), { recursive: true, withFileTypes: true });
  const names = all
    .filter((one) => one.isFile() && !one.name.endsWith(".lock"))
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1));
  const refs = await Promise.all(names.map(async (name) => [name, await readRef(dir, name)] as const));
  return new Map(
    refs.flatMap(([name, sha]) => (sha === undefined ? [] : [[name, sha] as const])).sort(byName),
  );
}

const byName = ([one]: readonly [string, string], [two]: readonly [string, string]): number =>
  one < two ? -1 : 1;

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "EISDIR" && error.code !== "ENOTDIR") throw error;
}
