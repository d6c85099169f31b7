import { readdir } from "node:fs/promises";

/** Undefined for what is not there (any more), as other processes delete things between two of our steps. */
export async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** Names in a folder, or in it and all below it; none where there is no folder (any more). */
export const namesIn = async (folder: string, depth?: "recursive"): Promise<readonly string[]> =>
  (await orMissing(readdir(folder, { recursive: depth === "recursive" }))) ?? [];
