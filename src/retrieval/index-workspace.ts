import { edgeKinds, surenesses } from "../graph/columns/edges.ts";
import type { BuiltGraph } from "../graph/columns/store.ts";
import type { EdgeKind, Sureness } from "../graph/graph.ts";
import { languagesAmong } from "../languages/registry.ts";
import type { PreciseCounts } from "../languages/scip/precise.ts";
import { count } from "../source/counted.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type DrawGraph, drawGraph } from "./draw-graph.ts";
import type { GraphOrigin } from "./drawn.ts";
import { type GivenIndex, useIndexes } from "./use-index.ts";

export interface IndexWorkspaceOptions {
  /** Where outlines are kept between runs; not kept where not given. */
  readonly cacheDir?: string | undefined;
  /** Threads; see openIndexer. */
  readonly workers?: number | undefined;
  /** Where it is drawn; in this thread where not given. */
  readonly draw?: DrawGraph | undefined;
  /** Besides those that lie in the workspace as `index.scip`. */
  readonly indexes?: readonly GivenIndex[];
}

export interface IndexStats {
  readonly origin: GraphOrigin;
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
  /** One sentence for each file of a known language that is not in the graph with its definitions, and one for submodules. */
  readonly notes: readonly string[];
  readonly stats: IndexStats;
}

/**
 * The code graph of a workspace. Files of unknown languages, and those left out with a note, are nodes without
 * definitions. With a cache only what has changed since a tree that was indexed before is read, parsed and linked.
 */
export async function indexWorkspace(
  workspace: Workspace,
  { cacheDir, workers, draw = drawGraph, indexes = [] }: IndexWorkspaceOptions,
  signal: AbortSignal,
): Promise<IndexedWorkspace> {
  const entries = [...workspace.entries.values()]
    .filter((entry) => entry.mode !== "120000")
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const drawn = await draw({ workspace, entries, workers, signal }, cacheDir);
  const start = performance.now();
  const precise = await useIndexes(drawn.graph, workspace, indexes, signal);
  const { graph } = precise;
  const languageOf = languagesAmong(entries.map(({ path }) => path));
  const known = entries.filter(({ path }) => languageOf(path) !== undefined).length;
  const stats = {
    origin: drawn.origin,
    files: entries.length,
    parsed: drawn.parsed,
    cached: known - drawn.parsed - drawn.notes.length,
    skipped: drawn.notes.length,
    ...countsOf(graph),
    precise: precise.counts,
    milliseconds: { ...drawn.milliseconds, precise: performance.now() - start },
  };
  const unread = submoduleNotes(workspace.submodules);
  return { graph, notes: [...drawn.notes, ...unread, ...drawn.faults, ...precise.notes], stats };
}

function submoduleNotes(submodules: Workspace["submodules"]): readonly string[] {
  if (submodules.size === 0) return [];
  const listed = [...submodules].slice(0, 3).join(", ");
  const more = submodules.size > 3 ? ` and ${count(submodules.size - 3)} more` : "";
  return [`Submodules were not read for the code graph, being repositories of their own: ${listed}${more}.`];
}

function countsOf(graph: BuiltGraph): Pick<IndexStats, "definitions" | "edges" | "calls"> {
  const none = () => ({ exact: 0, inferred: 0, ambiguous: 0 });
  const edges = { Import: none(), Contain: none(), Inherit: none(), Call: none() };
  const { kind, sureness } = graph.edges;
  for (let at = 0; at < kind.length; at++) edges[edgeKinds[kind[at]!]!][surenesses[sureness[at]!]!]++;
  const definitions = graph.table.length - graph.table.columns.paths.length;
  return { definitions, edges, calls: graph.calls };
}
