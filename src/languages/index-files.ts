import { availableParallelism } from "node:os";
import type { FileOutline, Outline } from "../graph/outline.ts";
import type { OutlineCache } from "./cache/outline-cache.ts";
import { newPatience } from "./limits.ts";
import type { OutlineResult } from "./outlines/outline-one.ts";
import { frequentLanguages } from "./parsing/quick-code.ts";
import { languagesAmong } from "./registry.ts";
import { type OutlinePool, openOutlinePool } from "./threads/outline-pool.ts";

export interface SourceFile {
  readonly path: string;
  /** Of the file's bytes: the key under which its outline is cached. */
  readonly hash: string;
  readonly text: string;
}

export interface IndexInput extends SourceFile {
  readonly language: string;
}

export interface IndexOptions {
  /** Threads; as many as cores, at most 4, where not given. 0: in this thread. */
  readonly workers?: number;
  readonly cache?: OutlineCache;
}

export interface IndexResult {
  readonly outlines: readonly Outline[];
  /** One sentence for each file that was left out. */
  readonly notes: readonly string[];
  readonly stats: { readonly parsed: number; readonly cached: number; readonly skipped: number };
}

/** Reads files portion by portion in threads that stay. Whoever opens it closes it. */
export interface Indexer {
  /** Outlines of a portion, in its order. Call it for the next portion while this one is read: no thread waits then. */
  index(files: readonly IndexInput[]): Promise<IndexResult>;
  close(): Promise<void>;
}

/** Less text than this is parsed here: starting threads takes longer. */
const smallInput = 1_000_000;
/** Bytes of a file that is parsed in a thread in any case: the memory that the parser takes for it is never given back. */
const largeFile = 300_000;

/**
 * Outlines of all files whose language is known; others are left out silently. A file that is too large, too slow or
 * breaks its parser becomes a note.
 */
export async function indexFiles(
  files: readonly SourceFile[],
  options: IndexOptions,
  signal: AbortSignal,
): Promise<IndexResult> {
  const languageOf = languagesAmong(files.map(({ path }) => path));
  const inputs = files.flatMap((file) => {
    const language = languageOf(file.path);
    return language === undefined ? [] : [{ ...file, language }];
  });
  const fresh = inputs.filter(({ hash, language }) => options.cache?.has(hash, language) !== true);
  const expected = fresh.map(({ language, text }) => ({ language, size: text.length }));
  const indexer = openIndexer(expected, options, signal);
  try {
    return await indexer.index(inputs);
  } finally {
    await indexer.close();
  }
}

/** @param expected What will be read, with sizes in bytes: it decides whether threads are started, and for what. */
export function openIndexer(
  expected: readonly { readonly language: string; readonly size: number }[],
  { workers = Math.min(availableParallelism(), 4), cache }: IndexOptions,
  signal: AbortSignal,
): Indexer {
  const sizes = new Map<string, number>();
  let [size, isLarge] = [0, false];
  for (const one of expected) {
    sizes.set(one.language, (sizes.get(one.language) ?? 0) + one.size);
    size += one.size;
    isLarge = isLarge || one.size > largeFile;
  }
  const patience = newPatience();
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1]);
  const pool =
    workers > 0 && largest && (isLarge || size > smallInput)
      ? openOutlinePool(
          {
            workers,
            language: largest[0],
            frequent: frequentLanguages(sizes),
            isPacked: cache !== undefined,
            patience,
          },
          signal,
        )
      : undefined;
  return {
    index: (files) => indexPortion(files, cache, pool ?? { outline: outlineHere(patience, signal) }),
    close: async () => pool?.close(),
  };
}

async function indexPortion(
  files: readonly IndexInput[],
  cache: OutlineCache | undefined,
  { outline }: Pick<OutlinePool, "outline">,
): Promise<IndexResult> {
  const outlines: Outline[] = [];
  const remembered: string[] = [];
  const fresh: IndexInput[] = [];
  for (const file of files) {
    const { language } = file;
    const known = cache?.get(file.hash, language);
    const skipped = known ? undefined : cache?.skipped(file.hash, language);
    if (known) outlines.push({ path: file.path, ...known });
    else if (skipped !== undefined) remembered.push(noteOf(file.path, skipped));
    else fresh.push(file);
  }
  const cached = outlines.length;
  const found = new Array<Outline | undefined>(fresh.length);
  const notes = new Array<string | undefined>(fresh.length);
  const take = (result: OutlineResult, index: number): void => {
    const { path, hash, language } = fresh[index]!;
    if ("skipped" in result) {
      notes[index] = noteOf(path, result.skipped);
      cache?.putSkip(hash, language, result.skipped, result.cause);
      return;
    }
    cache?.put(hash, language, result.json, result.packed);
    found[index] = { path, ...(JSON.parse(result.json) as FileOutline) };
  };
  const inputs = fresh.map(({ language, text }) => ({ language, text }));
  await outline(inputs, take);
  for (const outline of found) if (outline) outlines.push(outline);
  const allNotes = [...remembered, ...notes.filter((note) => note !== undefined)];
  return {
    outlines,
    notes: allNotes,
    stats: { parsed: outlines.length - cached, cached, skipped: allNotes.length },
  };
}

/** Why a file of a known language is not in the graph with its definitions. */
export const noteOf = (path: string, reason: string): string =>
  `${path} was not read for the code graph: ${reason}.`;

const outlineHere =
  (patience: SharedArrayBuffer, signal: AbortSignal): OutlinePool["outline"] =>
  async (inputs, take) => {
    // Loaded where it is needed: mostly threads do it, or nothing is to be read.
    const { outlinePatiently } = await import("./patience.ts");
    for (const [index, input] of inputs.entries()) {
      signal.throwIfAborted();
      take(await outlinePatiently(input, patience), index);
      // Lets timers and sockets of the process have their turn.
      await new Promise(setImmediate);
    }
  };
