/** Links of a tree by the shortest way: from the cache, from the nearest tree in it, or from all outlines. */

import type { BuiltGraph } from "../graph/columns/store.ts";
import { graphOf } from "../graph/links/linked.ts";
import { faultIn, tryOnDisk } from "../languages/cache/cache-files.ts";
import type { Drawn, Told } from "./drawn.ts";
import { treeKey } from "./graph-cache.ts";
import type { Reading } from "./outlines-of.ts";
import { openCaches } from "./tree-caches.ts";

export interface DrawnGraph extends Told {
  readonly graph: BuiltGraph;
}

/**
 * Draws the graph of files, given by path. A cache that cannot be read or written costs time and a sentence, nothing
 * else.
 */
export type DrawGraph = (reading: Reading, cacheDir: string | undefined) => Promise<DrawnGraph>;

/** In this thread, which does nothing else while it links; `openGraphThread` draws in one of its own. */
export const drawGraph: DrawGraph = async (reading, cacheDir) => {
  const { linked, faults, ...told } = await draw(reading, cacheDir);
  return { graph: graphOf(linked), ...told, faults: linked.isDeep ? [...faults, notAll] : faults };
};

const notAll =
  "The code graph may lack edges where types or values lead back to themselves again and again: that is followed only so far.";

/** Loaded where a tree is not known: most answers need no linker. */
const drawing = () => import("./draw-files.ts");

async function draw(reading: Reading, cacheDir: string | undefined): Promise<Drawn> {
  if (cacheDir === undefined) return (await drawing()).drawAnew(reading, undefined);
  // What was answered last is read from the disk below.
  const earlier = await graphWritten();
  const opened = tryOnDisk(() => openCaches(cacheDir));
  if ("fault" in opened) return withFault(await (await drawing()).drawAnew(reading, undefined), opened.fault);
  const caches = opened.value;
  const tree = treeKey(reading.entries);
  const start = performance.now();
  const known = caches.graphs.load(tree);
  if (known)
    return withFault(
      {
        ...{ linked: known.linked, notes: known.notes, parsed: 0, faults: [], origin: { kind: "snapshot" } },
        milliseconds: { outlines: performance.now() - start, link: 0 },
      },
      earlier,
    );
  const { drawAnew, update } = await drawing();
  const drawn =
    (await update(reading, caches, caches.graphs.nearest(tree))) ?? (await drawAnew(reading, caches));
  const { linked, notes, isLasting, origin } = drawn;
  const graph = { linked, hashes: reading.entries.map(({ hash }) => hash), notes };
  if (isLasting) caches.graphs.remember(tree, graph);
  const write = async (): Promise<void> => {
    // What has only changed a little is answered before it is on disk: in memory it is already.
    if (origin.kind === "updated") await aTurn();
    caches.outlines.flush();
    if (isLasting) await caches.graphs.save(tree, graph);
  };
  saving = faultIn(write());
  return withFault(drawn, origin.kind === "cold" ? ((await graphWritten()) ?? earlier) : earlier);
}

const aTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** What of this process is on its way to the disk. */
let saving: Promise<string | undefined> | undefined;

/** Waits until it is there. Gives what was wrong with it, once: the next answer says so. */
export async function graphWritten(): Promise<string | undefined> {
  const last = saving;
  saving = undefined;
  return last;
}

const withFault = (drawn: Drawn, fault: string | undefined): Drawn =>
  fault === undefined ? drawn : { ...drawn, faults: [`The cache of the code graph was not used: ${fault}.`] };
