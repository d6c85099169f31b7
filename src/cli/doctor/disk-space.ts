import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { sizeOf } from "../../workspace/snapshots.ts";
import type { DiskSpace } from "./machine.ts";

/** The room on the disk of a cache folder, which need not be there yet. */
export async function diskSpace(cacheDir: string, quotaBytes: number): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(existing(cacheDir));
  const usedBytes = await sizeOf(resolve(cacheDir));
  return {
    directory: cacheDir,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    quotaBytes,
    usedBytes,
  };
}

/** The same of the own database, where that lies on another disk. */
export async function databaseSpace(directory: string, cacheDir: string): Promise<readonly DiskSpace[]> {
  const [own, cache] = await Promise.all([stat(existing(directory)), stat(existing(cacheDir))]);
  if (own.dev === cache.dev) return [];
  return [await diskSpace(directory, 0)];
}

function existing(path: string): string {
  let folder = resolve(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
