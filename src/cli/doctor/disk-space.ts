import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { sizeOf } from "../../workspace/snapshots.ts";
import type { DiskSpace } from "./machine.ts";

/** The room on the disk of a cache folder, which need not be there yet. */
export async function diskSpace(cacheDir: string, quotaBytes: number): Promise<DiskSpace> {
  let existing = resolve(cacheDir);
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, blocks, bsize } = await statfs(existing);
  const usedBytes = await sizeOf(resolve(cacheDir));
  return {
    directory: cacheDir,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    quotaBytes,
    usedBytes,
  };
}
