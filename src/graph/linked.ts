/**
 * The links of all files, file by file, with what each was made from: all that is needed to draw the graph, to keep
 * it on disk, and to bring it up to date when some files change.
 */
import { createEdgeCollector, createEdgeList, type EdgeColumns, edgeKinds, surenesses } from "./edges.ts";
import { edgesBefore, joinEdges } from "./kept-edges.ts";
import type { KeptFiles } from "./kept-files.ts";
import { createLinker } from "./link.ts";
import { createFileLinker, type ResolutionCounts } from "./link-file.ts";
import { createMemory } from "./memory.ts";
import { createNodeTable, type NodeTable } from "./node-table.ts";
import { createNodes } from "./nodes.ts";
import type { Outline } from "./outline.ts";
import type { Project } from "./project.ts";
import type { Asked } from "./questions.ts";
import { type BuiltGraph, createGraph } from "./store.ts";
import { createTables, type FileHead, headOf, type Sources } from "./tables.ts";

export interface Linked {
  /** Ordered by path. */
  readonly files: readonly LinkedFile[];
  /** Those of the first file, then those of the second, and so on; see createNodes. */
  readonly nodes: NodeTable;
  /** For each node the index of its definition in its file; -1 for modules. */
  readonly definitions: Int32Array;
  /** Those that the first file gives, then those of the second, and so on. */
  readonly edges: EdgeColumns;
  /** Questions were cut for being too deep: what came out depends on more than was noted. */
  readonly isDeep: boolean;
  /** What was asked about the files of the repository, and some of it again. */
  readonly asked: readonly Asked[];
}

export interface LinkedFile extends FileHead {
  /** Of all nodes and edges, the first that is its own. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly calls: ResolutionCounts;
  /** Numbers of the facts that its links were made from (see memory.ts), sorted. */
  readonly consulted: Uint32Array;
}

/** The links of an earlier state, and which of them still hold. */
export interface KeptLinks extends KeptFiles {
  readonly before: Linked;
  /** What had been asked, with the answers of today. */
  readonly asked: readonly Asked[];
}

/** Links all files, from nothing. */
export function linkAll(outlines: readonly Outline[], project: Project): Linked {
  const ordered = [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sources: Sources = { heads: ordered.map(headOf), outline: (index) => ordered[index]! };
  return linkFiles(sources, project, undefined)!;
}

/**
 * Links the files of which nothing is kept. Reads the outlines of those and of what they lead to. Undefined where
 * something that is kept leads to what is gone: never so where nothing is.
 */
export function linkFiles(
  sources: Sources,
  project: Project,
  kept: KeptLinks | undefined,
): Linked | undefined {
  const memory = createMemory();
  const tables = createTables(sources, project, memory.touch);
  const linker = createLinker(tables, memory);
  const { heads } = sources;
  const isKept = (index: number): boolean => kept?.isKept(index) === true;
  if (heads.some(({ language }, index) => !isKept(index) && project.rules.get(language)?.openTypes))
    linker.collect();
  const nodes = createNodes(
    linker,
    memory,
    kept && { ...kept, columns: kept.before.nodes.columns, definitions: kept.before.definitions },
  );
  const linkFile = createFileLinker(linker, nodes);
  const files: LinkedFile[] = [];
  const drawn = createEdgeList();
  const drawnFrom: number[] = [];
  let firstEdge = 0;
  heads.forEach((head, index) => {
    const place = { firstNode: nodes.ofFile[index]!, firstEdge };
    if (kept && isKept(index)) {
      const earlier = kept.placeBefore[index]!;
      const { calls, consulted } = kept.before.files[earlier]!;
      files.push({ ...head, ...place, calls, consulted });
      firstEdge += edgesBefore(kept.before, earlier + 1) - edgesBefore(kept.before, earlier);
      return;
    }
    memory.begin();
    drawnFrom[index] = drawn.length();
    nodes.consulted(index).forEach(memory.touch);
    const calls = linkFile(tables.file(index), drawn);
    const consulted = memory.consulted();
    files.push({ ...head, ...place, calls, consulted });
    firstEdge += drawn.length() - drawnFrom[index];
  });
  const edges = drawn.part(0, drawn.length());
  const joined = kept ? joinEdges(kept, nodes, { edges, first: drawnFrom }) : edges;
  return (
    joined && {
      ...{ files, definitions: nodes.definitions, edges: joined, isDeep: memory.isDeep() },
      nodes: createNodeTable(nodes.columns),
      asked: [...(kept?.asked ?? []), tables.questions.asked()],
    }
  );
}

/** The graph as others read it. Edges come in the order of their nodes and lines. */
export function graphOf(linked: Linked): BuiltGraph {
  const { files, nodes, edges } = linked;
  const calls = { resolved: 0, external: 0, unresolved: 0 };
  for (const file of files)
    for (const kind of ["resolved", "external", "unresolved"] as const) calls[kind] += file.calls[kind];
  return createGraph(nodes, isOrdered(linked) ? edges : ordered(edges, nodes.length), calls);
}

/** True but where what is said of a class stands in several files, which give edges to one node. */
function isOrdered({ files, nodes, edges }: Linked): boolean {
  const { from, to, kind, line } = edges;
  return files.every((file, index) => {
    const next = files[index + 1];
    const end = next?.firstEdge ?? from.length;
    for (let at = file.firstEdge; at < end; at++) {
      if (from[at]! < file.firstNode || from[at]! >= (next?.firstNode ?? nodes.length)) return false;
      if (at === file.firstEdge) continue;
      const before = at - 1;
      const difference =
        from[at]! - from[before]! ||
        line[at]! - line[before]! ||
        to[at]! - to[before]! ||
        kind[at]! - kind[before]!;
      if (difference <= 0) return false;
    }
    return true;
  });
}

function ordered(edges: EdgeColumns, nodeCount: number): EdgeColumns {
  const collector = createEdgeCollector(nodeCount);
  edges.from.forEach((from, at) => {
    const [kind, sureness] = [edgeKinds[edges.kind[at]!]!, surenesses[edges.sureness[at]!]!];
    collector.add(from, edges.to[at]!, kind, sureness, edges.line[at]!);
  });
  return collector.finish();
}
