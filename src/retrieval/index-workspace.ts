import { buildGraph } from "../graph/build.ts";
import type { EdgeKind, Sureness } from "../graph/graph.ts";
import type { BuiltGraph } from "../graph/linked.ts";
import type { Outline } from "../graph/outline.ts";
import { noteOf } from "../languages/index-files.ts";
import { type OutlineCache, openOutlineCache } from "../languages/outline-cache.ts";
import { languageOf } from "../languages/registry.ts";
import { loadProject } from "../languages/rules.ts";
import type { PreciseCounts } from "../languages/scip/precise.ts";
import type { TreeEntry, Workspace } from "../workspace/workspace.ts";
import { readOutlines } from "./read-outlines.ts";
import { type GivenIndex, useIndexes } from "./use-index.ts";

export interface IndexWorkspaceOptions {
  /** Where outlines are kept between runs; not kept where not given. */
  readonly cacheDir?: string;
  /** Threads; see openIndexer. */
  readonly workers?: number;
  /** Besides those that lie in the workspace as `index.scip`. */
  readonly indexes?: readonly GivenIndex[];
}

export interface IndexStats {
  /** Tracked files, and how those of known languages were come by. */
  readonly files: number;
  readonly parsed: number;
  readonly cached: number;
  readonly skipped: number;
  readonly definitions: number;
  readonly edges: Readonly<Record<EdgeKind, Readonly<Record<Sureness, number>>>>;
  readonly calls: BuiltGraph["calls"];
  /** What indexes of the repository corrected; undefined where it has none. */
  readonly precise: PreciseCounts | undefined;
  readonly milliseconds: { readonly outlines: number; readonly link: number; readonly precise: number };
}

export interface IndexedWorkspace {
  readonly graph: BuiltGraph;
  /** One sentence for each file of a known language that is not in the graph with its definitions. */
  readonly notes: readonly string[];
  readonly stats: IndexStats;
}

/**
 * The code graph of a workspace. Files of unknown languages, and those left out with a note, are nodes without
 * definitions. Only files whose outline is not cached are read.
 */
export async function indexWorkspace(
  workspace: Workspace,
  { cacheDir, workers, indexes = [] }: IndexWorkspaceOptions,
  signal: AbortSignal,
): Promise<IndexedWorkspace> {
  const start = performance.now();
  const cache = cacheDir === undefined ? undefined : openOutlineCache(cacheDir);
  const entries = [...workspace.entries.values()].filter((entry) => entry.mode !== "120000");
  const { outlines, wanted, remembered } = fromCache(entries, cache);
  const cached = outlines.length;
  const reading = loadProject(
    entries.map((entry) => entry.path),
    (paths) => workspace.readMany(paths),
  );
  const options = { ...(workers === undefined ? {} : { workers }), ...(cache ? { cache } : {}) };
  const [project, read] = await Promise.all([reading, readOutlines(workspace, wanted, options, signal)]);
  outlines.push(...read.outlines);
  const notes = [...remembered, ...read.notes];
  cache?.flush();
  const parsed = outlines.length - cached;
  const outlined = performance.now();
  const inferred = buildGraph(withBareFiles(outlines, entries), project);
  const linked = performance.now();
  const precise = await useIndexes(inferred, workspace, indexes, signal);
  const graph: BuiltGraph = { ...precise.graph, calls: inferred.calls };
  const milliseconds = {
    outlines: outlined - start,
    link: linked - outlined,
    precise: performance.now() - linked,
  };
  const stats = {
    files: entries.length,
    parsed,
    cached,
    skipped: notes.length,
    ...countsOf(graph),
    precise: precise.counts,
    milliseconds,
  };
  return { graph, notes: [...notes, ...precise.notes], stats };
}

function fromCache(
  entries: readonly TreeEntry[],
  cache: OutlineCache | undefined,
): { outlines: Outline[]; wanted: TreeEntry[]; remembered: string[] } {
  const outlines: Outline[] = [];
  const remembered: string[] = [];
  const wanted: TreeEntry[] = [];
  for (const entry of entries) {
    const language = languageOf(entry.path);
    if (language === undefined) continue;
    const known = cache?.get(entry.hash, language);
    const skipped = known ? undefined : cache?.skipped(entry.hash, language);
    if (known) outlines.push({ path: entry.path, ...known });
    else if (skipped !== undefined) remembered.push(noteOf(entry.path, skipped));
    else wanted.push(entry);
  }
  return { outlines, wanted, remembered };
}

function withBareFiles(outlines: readonly Outline[], entries: readonly TreeEntry[]): readonly Outline[] {
  const known = new Set(outlines.map((outline) => outline.path));
  return [
    ...outlines,
    ...entries.filter(({ path }) => !known.has(path)).map(({ path }) => bareOutline(path)),
  ];
}

const bareOutline = (path: string): Outline => ({
  path,
  language: languageOf(path) ?? "",
  lineCount: 0,
  opaqueCalls: 0,
  faulty: false,
  scopes: [{ parent: -1, definition: -1 }],
  definitions: [],
  references: [],
  imports: [],
  bindings: [],
  exports: [],
});

function countsOf(graph: BuiltGraph): Pick<IndexStats, "definitions" | "edges" | "calls"> {
  const none = () => ({ exact: 0, inferred: 0, ambiguous: 0 });
  const edges = { Import: none(), Contain: none(), Inherit: none(), Call: none() };
  for (const node of graph.nodes)
    for (const { kind, sureness } of graph.outgoing(node.id)) edges[kind][sureness]++;
  const definitions = graph.nodes.filter((node) => node.kind !== "Module").length;
  return { definitions, edges, calls: graph.calls };
}
