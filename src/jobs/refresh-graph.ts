import type { DrawGraph } from "../retrieval/draw-graph.ts";
import { type IndexStats, indexWorkspace } from "../retrieval/index-workspace.ts";
import type { PushedHead } from "../store/refreshes.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type RefreshStats = Pick<IndexStats, "files" | "parsed" | "cached">;

/** Fetches a commit and indexes it with the caches that runs use. */
export type RefreshGraph = (head: PushedHead, signal: AbortSignal) => Promise<RefreshStats>;

/**
 * Joins the workspace of a pushed commit to the index. One thread, so that a refresh beside a run leaves it the
 * other processors; what it finds is in the cache afterwards, and the graph itself is dropped.
 */
export function createRefreshGraph(
  openWorkspace: (head: PushedHead, signal: AbortSignal) => Promise<Workspace>,
  cacheDir: string,
  draw?: DrawGraph,
): RefreshGraph {
  return async (head, signal) => {
    const workspace = await openWorkspace(head, signal);
    try {
      return (await indexWorkspace(workspace, { cacheDir, workers: 1, draw }, signal)).stats;
    } finally {
      await workspace.close();
    }
  };
}
