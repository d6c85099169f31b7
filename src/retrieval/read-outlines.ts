/** Reads files of a workspace into outlines, reading and parsing at once. */
import type { Outline } from "../graph/outline.ts";
import { type IndexInput, type IndexOptions, noteOf, openIndexer } from "../languages/index-files.ts";
import { isFetched } from "../workspace/read-commit.ts";
import type { TreeEntry, Workspace } from "../workspace/workspace.ts";

/** Files are read and parsed in portions of so many bytes, so that a large repository is never in memory whole. */
const portionBytes = 4_000_000;
/** The first one is soon there: threads are ready before git has read all of a small repository. */
const firstBytes = 500_000;

/** Bytes of a file that keeps a thread busy for long: it comes first, so that no thread ends with one alone. */
const largeFile = 100_000;

export type WithLanguage = TreeEntry & { readonly language: string };

/**
 * Large files first, then all others as they stand in the tree: outlines of neighbours lie together in a pack, and
 * whoever asks for one often asks for the others. Two portions are under way, so that no thread waits for git.
 * `notes`: one sentence for each file that was left out, in order.
 */
export async function readOutlines(
  workspace: Pick<Workspace, "readMany">,
  wanted: readonly WithLanguage[],
  options: IndexOptions,
  signal: AbortSignal,
): Promise<{ outlines: readonly Outline[]; notes: readonly string[] }> {
  const sized = wanted.map((entry) => ({ ...entry, size: entry.size ?? 0 }));
  const isLarge = ({ size }: { readonly size: number }): boolean => size >= largeFile;
  const large = sized.filter(isLarge).sort((a, b) => b.size - a.size);
  const ordered = [...large, ...sized.filter((entry) => !isLarge(entry))];
  const indexer = openIndexer(ordered, options, signal);
  const outlines: Outline[] = [];
  const notes: string[] = [];
  const waiting = portionsOf(ordered);
  const readOn = async (): Promise<void> => {
    for (let portion = waiting.shift(); portion; portion = waiting.shift()) {
      signal.throwIfAborted();
      const indexed = await indexer.index(await readInputs(workspace, portion, notes));
      outlines.push(...indexed.outlines);
      notes.push(...indexed.notes);
    }
  };
  try {
    await Promise.all([readOn(), readOn()]);
  } finally {
    await indexer.close();
  }
  return { outlines, notes: notes.sort() };
}

function portionsOf<T extends { readonly size: number }>(entries: readonly T[]): T[][] {
  const portions: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (bytes + entry.size > (portions.length > 1 ? portionBytes : firstBytes)) {
      portions.push([]);
      bytes = 0;
    }
    bytes += entry.size;
    portions.at(-1)!.push(entry);
  }
  return portions;
}

async function readInputs(
  workspace: Pick<Workspace, "readMany">,
  entries: readonly WithLanguage[],
  notes: string[],
): Promise<IndexInput[]> {
  const texts = await workspace.readMany(entries.map((entry) => entry.path));
  const inputs: IndexInput[] = [];
  for (const entry of entries) {
    const { path, hash, language } = entry;
    const text = texts.get(path);
    if (text !== undefined) inputs.push({ path, hash, text, language });
    else notes.push(noteOf(path, isFetched(entry) ? "it is not text in UTF-8" : "it has 1 MB or more"));
  }
  return inputs;
}
