/**
 * The links of all files, file by file, with what each was made from: all that is needed to draw the graph, to keep
 * it on disk, and to bring it up to date when some files change.
 */
import { createEdgeCollector, type EdgeColumns, edgeKinds, joinColumns, surenesses } from "./edges.ts";
import type { CodeGraph, CodeNode } from "./graph.ts";
import { createLinker } from "./link.ts";
import { linkFile, type ResolutionCounts } from "./link-file.ts";
import { createMemory } from "./memory.ts";
import { createNodes, type KeptNodes, type Nodes } from "./nodes.ts";
import type { Outline } from "./outline.ts";
import type { Project } from "./project.ts";
import { createGraph } from "./store.ts";
import { createTables, type FileHead, headOf, type Sources } from "./tables.ts";

export interface Linked {
  /** Ordered by path. */
  readonly files: readonly LinkedFile[];
  /** Those of the first file, then those of the second, and so on; see createNodes. */
  readonly nodes: readonly CodeNode[];
  /** For each node the index of its definition in its file; -1 for modules. */
  readonly definitions: Int32Array;
  /** Those that the first file gives, then those of the second, and so on. */
  readonly edges: EdgeColumns;
  /** Questions were cut for being too deep: what came out depends on more than was noted. */
  readonly isDeep: boolean;
}

export interface LinkedFile extends FileHead {
  /** Of all nodes and edges, the first that is its own. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly calls: ResolutionCounts;
  /** Numbers of the facts that its links were made from (see memory.ts), sorted. */
  readonly consulted: Uint32Array;
}

/** What of an earlier graph still holds for a file. */
export interface KeptLinks extends KeptNodes {
  /** With the numbers of the new nodes. */
  edges(nodes: Nodes): EdgeColumns;
  readonly calls: ResolutionCounts;
  readonly consulted: Uint32Array;
}

/** Links all files, from nothing. */
export function linkAll(outlines: readonly Outline[], project: Project): Linked {
  const ordered = [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sources: Sources = { heads: ordered.map(headOf), outline: (index) => ordered[index]! };
  return linkFiles(sources, project, () => undefined);
}

/** Links the files of which nothing is kept. Reads the outlines of those and of what they lead to. */
export function linkFiles(
  sources: Sources,
  project: Project,
  keptOf: (file: number) => KeptLinks | undefined,
): Linked {
  const memory = createMemory();
  const tables = createTables(sources, project, memory.touch);
  const linker = createLinker(tables, memory);
  const { heads } = sources;
  const keptLinks = heads.map((_, index) => keptOf(index));
  if (heads.some(({ language }, index) => !keptLinks[index] && project.rules.get(language)?.openTypes))
    linker.collect();
  const nodes = createNodes(linker, memory, (index) => keptLinks[index]);
  const files: LinkedFile[] = [];
  const edges: EdgeColumns[] = [];
  let firstEdge = 0;
  heads.forEach((head, index) => {
    const kept = keptLinks[index];
    memory.begin();
    const links = kept
      ? { edges: kept.edges(nodes), calls: kept.calls }
      : linkFile(linker, nodes, tables.file(index));
    const consulted = kept?.consulted ?? merged(nodes.consulted(index), memory.consulted());
    files.push({ ...head, firstNode: nodes.ofFile[index]!, firstEdge, calls: links.calls, consulted });
    edges.push(links.edges);
    firstEdge += links.edges.from.length;
  });
  return {
    files,
    nodes: nodes.list,
    definitions: nodes.definitions,
    edges: joinColumns(edges),
    isDeep: memory.isDeep(),
  };
}

const merged = (one: Uint32Array, other: Uint32Array): Uint32Array =>
  one.length === 0 ? other : Uint32Array.from(new Set([...one, ...other])).sort();

export interface BuiltGraph extends CodeGraph {
  readonly calls: ResolutionCounts;
}

/** The graph as others read it. Edges come in the order of their nodes and lines. */
export function graphOf(linked: Linked): BuiltGraph {
  const { files, nodes, edges } = linked;
  const calls = { resolved: 0, external: 0, unresolved: 0 };
  for (const file of files)
    for (const kind of ["resolved", "external", "unresolved"] as const) calls[kind] += file.calls[kind];
  return { ...createGraph(nodes, isOrdered(linked) ? edges : ordered(edges, nodes.length)), calls };
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
