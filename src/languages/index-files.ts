import { availableParallelism } from "node:os";
import type { FileOutline, Outline } from "../graph/outline.ts";
import type { OutlineCache } from "./outline-cache.ts";
import { type OutlineInput, type OutlineResult, outlineOne } from "./outline-one.ts";
import { outlineInPool } from "./outline-pool.ts";
import { languageOf } from "./registry.ts";

export interface IndexInput {
  readonly path: string;
  /** Of the file's bytes: the key under which its outline is cached. */
  readonly hash: string;
  readonly text: string;
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

/** Less text than this is parsed here: starting threads and compiling queries in them takes longer. */
const smallInput = 1_500_000;

/**
 * Outlines of all files whose language is known; others are left out silently. A file that is too large, too slow or
 * breaks its parser becomes a note.
 */
export async function indexFiles(
  files: readonly IndexInput[],
  { workers = Math.min(availableParallelism(), 4), cache }: IndexOptions,
  signal: AbortSignal,
): Promise<IndexResult> {
  const outlines: Outline[] = [];
  const fresh: (IndexInput & OutlineInput)[] = [];
  for (const file of files) {
    const language = languageOf(file.path);
    if (language === undefined) continue;
    const known = cache?.get(file.hash, language);
    if (known) outlines.push({ path: file.path, ...known });
    else fresh.push({ ...file, language });
  }
  const cached = outlines.length;
  const results = await outlineAll(fresh, workers, signal);
  const notes: string[] = [];
  results.forEach((result, index) => {
    const { path, hash, language } = fresh[index]!;
    if ("skipped" in result) {
      notes.push(`${path} was not read for the code graph: ${result.skipped}.`);
      return;
    }
    cache?.put(hash, language, result.json);
    outlines.push({ path, ...(JSON.parse(result.json) as FileOutline) });
  });
  return { outlines, notes, stats: { parsed: outlines.length - cached, cached, skipped: notes.length } };
}

async function outlineAll(
  files: readonly (IndexInput & OutlineInput)[],
  workers: number,
  signal: AbortSignal,
): Promise<readonly OutlineResult[]> {
  const inputs = files.map(({ language, text }) => ({ language, text }));
  const size = inputs.reduce((sum, { text }) => sum + text.length, 0);
  if (workers > 0 && size > smallInput) return outlineInPool(inputs, { workers }, signal);
  const results: OutlineResult[] = [];
  for (const input of inputs) {
    signal.throwIfAborted();
    results.push(await outlineOne(input));
    // Lets timers and sockets of the process have their turn.
    await new Promise(setImmediate);
  }
  return results;
}
