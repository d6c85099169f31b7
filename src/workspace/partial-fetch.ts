import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sizeOf } from "./snapshots.ts";

/** Older snapshots are built upon until so many packs have come together; then a fresh one is fetched. */
const packsAtMost = 20;
const pollMilliseconds = 100;

/**
 * Takes over the packs of a held snapshot of the same repository, as hard links, so that only what is new is fetched.
 * Packs never change, so both folders can be deleted on their own.
 */
export async function seedFrom(snapshot: string, partial: string): Promise<void> {
  const packs = await readdir(join(snapshot, "objects/pack"));
  if (packs.filter((name) => name.endsWith(".pack")).length > packsAtMost) return;
  for (const name of packs)
    await link(join(snapshot, "objects/pack", name), join(partial, "objects/pack", name));
  await copyFile(join(snapshot, "shallow"), join(partial, "shallow"));
  await mkdir(join(partial, "refs/coderag"));
  await copyFile(join(snapshot, "refs/coderag/pinned"), join(partial, "refs/coderag/seed"));
}

export interface SizeLimit {
  /** On disk, with all that was in the folder before. */
  readonly bytes: number;
  readonly tooLarge: () => Error;
}

/** Stops the work when the folder grows past the limit: how large a repository is shows only while it comes in. */
export async function withinSize<T>(
  folder: string,
  { bytes, tooLarge }: SizeLimit,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const check = async () => {
    if ((await sizeOf(folder)) > bytes) stop.abort(tooLarge());
  };
  const timer = setInterval(() => check().catch((error) => stop.abort(error)), pollMilliseconds);
  try {
    const result = await work(AbortSignal.any([signal, stop.signal]));
    await check();
    stop.signal.throwIfAborted();
    return result;
  } finally {
    clearInterval(timer);
  }
}
