import { blobLimit, listTree, type Repository, readObjects } from "./git.ts";
import type { TreeEntry, Workspace } from "./workspace.ts";

/** Bytes of objects that one git process is asked for; keeps memory flat for repositories of any size. */
const batchBytes = 8 * 2 ** 20;

/**
 * A workspace over the objects of one commit. Objects never change, so what is read is what was committed,
 * whatever happens to branches and work trees meanwhile. `release` is called once, on close.
 */
export async function readCommit(
  repository: Repository,
  commit: string,
  release: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Workspace> {
  const entries = parseTree(await listTree(repository, commit, signal));
  let open = true;
  const readMany = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (!open) throw new Error("The workspace is closed.");
    const wanted = paths.map((path) => entries.get(path)).filter((entry) => entry !== undefined);
    const texts = await readTexts(repository, wanted.filter(isReadable));
    return new Map(
      wanted.flatMap(({ path, hash }) => {
        const text = texts.get(hash);
        return text === undefined ? [] : [[path, text]];
      }),
    );
  };
  return {
    commit,
    entries,
    readMany,
    read: async (path) => (await readMany([path])).get(path),
    close: async () => {
      if (!open) return;
      open = false;
      await release();
    },
  };
}

/** Entries of `ls-tree -r -z --long`, by path. Submodules and names that are not UTF-8 are left out. */
export function parseTree(listing: Buffer): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (let start = 0; start < listing.length; ) {
    const end = listing.indexOf(0, start);
    const tab = listing.indexOf(9, start);
    const [mode, type, hash, size] = listing.toString("latin1", start, tab).split(/ +/) as [
      string,
      ...string[],
    ];
    const path = decode(listing.subarray(tab + 1, end));
    if (type === "blob" && path !== undefined)
      // A blob that was not fetched has no size that git could tell.
      entries.set(path, { path, mode, hash: hash!, size: /^\d+$/.test(size!) ? Number(size) : undefined });
    start = end + 1;
  }
  return entries;
}

/** The objects of `cat-file --batch`; those that are missing are absent. */
export function parseObjects(output: Buffer): ReadonlyMap<string, Buffer> {
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

/** The text of a file, or undefined for one that no person would call text. */
export function textOf(content: Buffer): string | undefined {
  return content.includes(0) ? undefined : decode(content);
}

const isReadable = (entry: TreeEntry): boolean =>
  entry.mode !== "120000" && entry.size !== undefined && entry.size < blobLimit;

async function readTexts(
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<ReadonlyMap<string, string>> {
  const sizes = new Map(entries.map(({ hash, size }) => [hash, size!]));
  const texts = new Map<string, string>();
  for (const hashes of batches(sizes))
    for (const [hash, content] of parseObjects(await readObjects(repository, hashes))) {
      const text = textOf(content);
      if (text !== undefined) texts.set(hash, text);
    }
  return texts;
}

function* batches(sizes: ReadonlyMap<string, number>): Generator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const [hash, size] of sizes) {
    if (batch.length > 0 && bytes + size > batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(hash);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined; // the decoder throws for one reason only: not UTF-8
  }
}
