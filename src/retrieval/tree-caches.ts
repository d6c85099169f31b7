/** What is kept of trees in one folder. */
import { openOutlineCache } from "../languages/cache/outline-cache.ts";
import { type GraphCache, openGraphCache } from "./graph-cache.ts";
import { type RememberingCache, remembering } from "./outline-memory.ts";

export interface Caches {
  readonly outlines: RememberingCache;
  readonly graphs: GraphCache;
}

/** Throws where the folder cannot be made or read. */
export const openCaches = (folder: string): Caches => ({
  outlines: remembering(openOutlineCache(folder), folder),
  graphs: openGraphCache(folder),
});
