/** Links of a tree by the shortest way: from the cache, from the nearest tree in it, or from all outlines. */
import { matchFiles } from "../graph/kept-files.ts";
import { graphOf, type Linked, linkAll } from "../graph/linked.ts";
import type { Outline } from "../graph/outline.ts";
import type { Project } from "../graph/project.ts";
import { relink } from "../graph/relink.ts";
import type { BuiltGraph } from "../graph/store.ts";
import { headOf } from "../graph/tables.ts";
import { faultIn, tryOnDisk } from "../languages/cache-files.ts";
import { openOutlineCache } from "../languages/outline-cache.ts";
import { loadProject, projectFiles } from "../languages/rules.ts";
import { type GraphCache, openGraphCache, treeKey } from "./graph-cache.ts";
import type { KeptGraph } from "./graph-file.ts";
import { type RememberingCache, remembering } from "./outline-memory.ts";
import { bareOutline, outlinesOf, type Reading } from "./outlines-of.ts";

/** How the graph was come by: as it is in the cache, by linking some files again, or all. `changed`: also those that came or went. */
export type GraphOrigin =
  | { readonly kind: "snapshot" }
  | { readonly kind: "updated"; readonly changed: number; readonly relinked: number }
  | { readonly kind: "cold" };

/** What is told of a graph besides itself. */
export interface Told {
  readonly origin: GraphOrigin;
  readonly parsed: number;
  /** One sentence for each file that was left out. */
  readonly notes: readonly string[];
  /** One sentence where the cache could not be used. */
  readonly faults: readonly string[];
  readonly milliseconds: { readonly outlines: number; readonly link: number };
}

interface Drawn extends Told {
  readonly linked: Linked;
}

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
  const { linked, ...told } = await draw(reading, cacheDir);
  return { graph: graphOf(linked), ...told };
};

interface Caches {
  readonly outlines: RememberingCache;
  readonly graphs: GraphCache;
}

async function draw(reading: Reading, cacheDir: string | undefined): Promise<Drawn> {
  if (cacheDir === undefined) return drawAnew(reading, undefined);
  // What was answered last is read from the disk below.
  const earlier = await graphWritten();
  const opened = tryOnDisk(() => openCaches(cacheDir));
  if ("fault" in opened) return withFault(await drawAnew(reading, undefined), opened.fault);
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

function openCaches(folder: string): Caches {
  return { outlines: remembering(openOutlineCache(folder), folder), graphs: openGraphCache(folder) };
}

const withFault = (drawn: Drawn, fault: string | undefined): Drawn =>
  fault === undefined ? drawn : { ...drawn, faults: [`The cache of the code graph was not used: ${fault}.`] };

/** `isLasting`: the same would come out another time; false where a file was left out for want of time. */
type Fresh = Drawn & { readonly isLasting: boolean };

async function drawAnew(reading: Reading, caches: Caches | undefined): Promise<Fresh> {
  const start = performance.now();
  const [project, read] = await Promise.all([projectOf(reading), outlinesOf(reading, caches?.outlines)]);
  const { outlines, notes, parsed, isLasting } = read;
  if (caches) keep(caches, reading, outlines);
  const outlined = performance.now();
  const linked = linkAll(outlines, project);
  projects.set(linked, project);
  return {
    ...{ linked, notes, parsed, isLasting, faults: [], origin: { kind: "cold" } },
    milliseconds: { outlines: outlined - start, link: performance.now() - outlined },
  };
}

/** What a push will ask for. Of what was left out nothing is known. */
function keep({ outlines: cache }: Caches, { entries }: Reading, outlines: readonly Outline[]): void {
  const hashes = new Map(entries.map(({ path, hash }) => [path, hash]));
  for (const { path, ...outline } of outlines)
    if (outline.language !== "" && outline.lineCount > 0) cache.keep(hashes.get(path)!, outline);
}

const projectOf = ({ workspace, entries }: Reading) =>
  loadProject(
    entries.map(({ path }) => path),
    (paths) => workspace.readMany(paths),
  );

/** How modules are found in the trees whose links this process has: the same while no file comes, goes or tells of it. */
const projects = new WeakMap<Linked, Project>();

/** More changed files than one of so many, and linking all is as quick. */
const mostChanged = 4;

/** Undefined where all must be linked. */
async function update(
  reading: Reading,
  caches: Caches,
  before: KeptGraph | undefined,
): Promise<Fresh | undefined> {
  const { entries } = reading;
  const { outlines: cache } = caches;
  if (!before) return undefined;
  const { files } = before.linked;
  const start = performance.now();
  const matched = matchFiles(files, entries);
  const { placeBefore, gone, areSame } = matched;
  const changed = new Set<number>();
  entries.forEach(({ hash }, index) => {
    if (hash !== before.hashes[placeBefore[index]!]) changed.add(index);
  });
  const touched = [
    ...[...changed].map((index) => entries[index]!.path),
    ...gone.map((place) => files[place]!.path),
  ];
  if (touched.length > Math.max(mostChanged, entries.length / mostChanged)) return undefined;
  const isToldAnew = touched.some(await projectFiles());
  const known = areSame && !isToldAnew ? projects.get(before.linked) : undefined;
  const project = known ?? (await projectOf(reading));
  const fresh = await outlinesOf(
    { ...reading, entries: [...changed].map((index) => entries[index]!) },
    cache,
  );
  keep(caches, reading, fresh.outlines);
  const read = new Map(fresh.outlines.map((outline) => [outline.path, outline]));
  const outlined = performance.now();
  const outlineBefore = (place: number): Outline => {
    const { path, language, definitionCount } = files[place]!;
    const known = language === "" ? undefined : cache.get(before.hashes[place]!, language);
    if ((known?.definitions.length ?? 0) !== definitionCount) throw new OutlineGoneError(path);
    return known ? { path, ...known } : bareOutline(path);
  };
  const sources = {
    heads: entries.map(({ path }, index) =>
      changed.has(index) ? headOf(read.get(path)!) : files[placeBefore[index]!]!,
    ),
    outline: (index: number) => read.get(entries[index]!.path) ?? outlineBefore(placeBefore[index]!),
  };
  const relinked = unlessGone(() =>
    relink(before.linked, { sources, files: matched, changed, isToldAnew, outlineBefore }, project),
  );
  if (!relinked) return undefined;
  projects.set(relinked.linked, project);
  const isOld = (note: string) => touched.some((path) => note.startsWith(`${path} was `));
  return {
    linked: relinked.linked,
    origin: { kind: "updated", changed: touched.length, relinked: relinked.count },
    notes: [...before.notes.filter((note) => !isOld(note)), ...fresh.notes],
    ...{ parsed: fresh.parsed, isLasting: fresh.isLasting, faults: [] },
    milliseconds: { outlines: outlined - start, link: performance.now() - outlined },
  };
}

/** The cache does not have an outline any more that it had. */
class OutlineGoneError extends Error {}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutlineGoneError) return undefined;
    throw error;
  }
}
