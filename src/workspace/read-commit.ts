import { UserError } from "../errors.ts";
import { type BlobCache, createBlobCache } from "./blob-cache.ts";
import { blobLimit, listTree, type Repository } from "./git.ts";
import { type ObjectReader, openObjects } from "./git-objects.ts";
import { readHistory, softly } from "./history.ts";
import type { TreeEntry, Workspace } from "./workspace.ts";

/** Bytes of files that a workspace remembers. */
const cacheBytes = 64 * 2 ** 20;

/** A workspace that can also hand out its files as they are, for a copy to run tests in. */
export interface CommitWorkspace extends Workspace {
  /**
   * Every file with its mode, binary ones and links (their target as content) too; those of 1 MiB and more are not
   * there. Throws a UserError where they come to more bytes than `bytesAtMost`.
   */
  readAll(bytesAtMost: number): Promise<ReadonlyMap<string, RawFile>>;
}

export interface RawFile {
  readonly mode: "100644" | "100755" | "120000";
  readonly content: Uint8Array;
}

/**
 * A workspace over the objects of one commit. Objects never change, so what is read is what was committed,
 * whatever happens to branches and work trees meanwhile. `release` is called once, on close.
 */
export async function readCommit(
  repository: Repository,
  commit: string,
  release: () => Promise<void>,
  signal?: AbortSignal,
  filesAtMost?: number,
): Promise<CommitWorkspace> {
  const { entries, submodules } = parseTree(await listTree(repository, commit, signal, filesAtMost));
  const cache = createBlobCache(cacheBytes);
  const objects = openObjects(repository);
  let open = true;
  const contentsOf = async <T>(wanted: readonly TreeEntry[], convert: (content: Buffer) => T | undefined) => {
    if (!open) throw new Error("The workspace is closed.");
    return readContents(objects, cache, wanted, convert);
  };
  const readMany = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const wanted = paths.map((path) => entries.get(path)).filter((entry) => entry !== undefined);
    const texts = await contentsOf(
      wanted.filter((entry) => isFetched(entry) && entry.mode !== "120000"),
      textOf,
    );
    return new Map(
      wanted.flatMap(({ path, hash }) => {
        const text = texts.get(hash);
        return text === undefined ? [] : [[path, text]];
      }),
    );
  };
  return {
    ...{ commit, entries, submodules },
    readMany,
    readAll: async (bytesAtMost) => {
      const wanted = [...entries.values()].filter(isFetched);
      if (wanted.reduce((sum, entry) => sum + entry.size!, 0) > bytesAtMost) throw tooMuch(bytesAtMost);
      const contents = await contentsOf(wanted, (content) => Buffer.from(content));
      return new Map(
        wanted.map(({ path, mode, hash }) => [path, { mode: modeOf(mode), content: contents.get(hash)! }]),
      );
    },
    read: async (path) => (await readMany([path])).get(path),
    readBytes: async (path, bytesAtMost) => {
      const entry = entries.get(path);
      if (entry?.size === undefined || entry.size > bytesAtMost || entry.mode === "120000") return undefined;
      return (await contentsOf([entry], (content) => content)).get(entry.hash);
    },
    past: (both) => softly(() => readHistory(repository, commit, both), both),
    close: async () => {
      if (!open) return;
      open = false;
      objects.close();
      await release();
    },
  };
}

/** What `ls-tree -r -z --long` lists: files by path, and submodules. Names that are not UTF-8 are left out. */
export function parseTree(listing: Buffer): Pick<Workspace, "entries" | "submodules"> {
  const entries = new Map<string, TreeEntry>();
  const submodules = new Set<string>();
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
    else if (type === "commit" && path !== undefined) submodules.add(path);
    start = end + 1;
  }
  return { entries, submodules };
}

/** The text of a file, or undefined for one that no person would call text. */
export function textOf(content: Buffer): string | undefined {
  return content.includes(0) ? undefined : decode(content);
}

/** False for a file that was not fetched, or would not have been: local and remote repositories read the same. */
export const isFetched = (entry: TreeEntry): boolean => entry.size !== undefined && entry.size < blobLimit;

/** Old repositories know more modes than git writes today. */
const modeOf = (mode: string): RawFile["mode"] => (mode === "120000" || mode === "100755" ? mode : "100644");

const tooMuch = (bytes: number): UserError =>
  new UserError(
    `The repository's files are more than ${Math.round(bytes / 2 ** 20)} MB.`,
    "Whoever runs CodeRAG can give its sandbox more room.",
  );

/** What the conversion makes of each object, by hash; those of which it makes nothing are absent. */
async function readContents<T>(
  objects: ObjectReader,
  cache: BlobCache,
  entries: readonly TreeEntry[],
  convert: (content: Buffer) => T | undefined,
): Promise<ReadonlyMap<string, T>> {
  const contents = new Map<string, T>();
  const take = (hash: string, content: Buffer): void => {
    const converted = convert(content);
    if (converted !== undefined) contents.set(hash, converted);
  };
  const unknown = new Set<string>();
  for (const { hash } of entries) {
    const known = cache.get(hash);
    if (known) take(hash, known);
    else unknown.add(hash);
  }
  if (unknown.size > 0)
    await objects.read([...unknown], (hash, content) => {
      cache.put(hash, content);
      take(hash, content);
    });
  return contents;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined; // the decoder throws for one reason only: not UTF-8
  }
}
