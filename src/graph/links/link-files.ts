/** Links all files, or those whose earlier links are no longer valid. */

import { createEdgeList } from "../columns/edges.ts";
import { createNodeTable } from "../columns/node-table.ts";
import { createLinker } from "../create-linker.ts";
import { createTables, headOf, type Sources } from "../files/tables.ts";
import { createNameIndex, type NameIndex } from "../includes/name-index.ts";
import { createMemory } from "../memory/memory.ts";
import type { QueryLog } from "../memory/queries.ts";
import { type ClassIndex, createClassIndex } from "../open-classes/class-index.ts";
import type { Subjects } from "../open-types/open-types.ts";
import type { Outline } from "../outline.ts";
import type { Project } from "../project.ts";
import type { KeptCalls } from "./kept-calls.ts";
import { edgesBefore, joinEdges } from "./kept-edges.ts";
import type { KeptFiles } from "./kept-files.ts";
import { createFileLinker } from "./link-file.ts";
import type { Linked, LinkedFile } from "./linked.ts";
import { createNodes, type Nodes } from "./nodes.ts";

/** The links of an earlier state, and which of them are still valid. */
export interface KeptLinks extends Pick<KeptFiles, "placeBefore"> {
  readonly before: Linked;
  /** The classes that a file's out-of-line blocks are for, where known; see open-types.ts. */
  subjects(index: number): Subjects | undefined;
  /** Given the subjects of all files, decides per file whether its links are still valid. */
  keeps(subjects: readonly (Subjects | undefined)[]): KeptFiles["isKept"];
  /** The still valid calls of a changed file, if any. */
  calls(index: number, nodes: Nodes): KeptCalls | undefined;
  /** The earlier queries, with today's answers. */
  readonly asked: readonly QueryLog[];
}

/** Optional inputs of a full link. */
export interface AllKnown {
  /** See Sources. */
  contentOf(path: string): string | undefined;
  readonly indexes: KeptIndexes;
}

/** Links all files from scratch. */
export function linkAll(outlines: readonly Outline[], project: Project, known?: AllKnown): Linked {
  const ordered = [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sources: Sources = {
    heads: ordered.map(headOf),
    outline: (index) => ordered[index]!,
    contentOf: (index) => known?.contentOf(ordered[index]!.path),
  };
  return linkFiles(sources, { project, indexes: known?.indexes ?? createIndexes() }, undefined)!.linked;
}

/** What linking uses: the indexes are moved to these files, whichever they described before. */
export interface LinkedBy {
  readonly project: Project;
  readonly indexes: KeptIndexes;
}

/** Indexes that a process keeps across states of a repository: of C and C++ names, and of Ruby's classes. */
export interface KeptIndexes {
  readonly names: NameIndex;
  readonly classes: ClassIndex;
}

export function createIndexes(): KeptIndexes {
  return { names: createNameIndex(), classes: createClassIndex() };
}

export interface LinkedAnew {
  readonly linked: Linked;
  /** The number of references that were resolved. */
  readonly followed: number;
}

/**
 * Links the files without valid earlier links. Reads only their outlines, and those of files that they refer to.
 * Undefined where a kept edge leads to a deleted node; never so without kept links.
 */
export function linkFiles(
  sources: Sources,
  { project, indexes: { names, classes } }: LinkedBy,
  given: KeptLinks | undefined,
): LinkedAnew | undefined {
  const memory = createMemory();
  const tables = createTables(sources, project, memory);
  const linker = createLinker(tables, memory, {
    names: names.namesFor(tables, memory.touch),
    classes: () => {
      classes.bringTo(tables);
      return classes;
    },
  });
  const { heads } = sources;
  const subjects = linker.outOfLine.collect((index) => given?.subjects(index));
  const kept = given && { ...given, isKept: given.keeps(subjects) };
  const nodes = createNodes(
    linker,
    memory,
    kept && { ...kept, columns: kept.before.nodes.columns, definitions: kept.before.definitions },
  );
  const linkFile = createFileLinker(linker, nodes, memory);
  const files: LinkedFile[] = [];
  const drawn = createEdgeList();
  const drawnFrom: number[] = [];
  let [firstEdge, followed] = [0, 0];
  heads.forEach((head, index) => {
    const place = { firstNode: nodes.ofFile[index]!, firstEdge, subjects: subjects[index] };
    if (kept?.isKept(index)) {
      const earlier = kept.placeBefore[index]!;
      files.push({ ...head, ...place, links: kept.before.files[earlier]!.links });
      firstEdge += edgesBefore(kept.before, earlier + 1) - edgesBefore(kept.before, earlier);
      return;
    }
    drawnFrom[index] = drawn.length();
    const file = tables.file(index);
    const known = kept?.calls(index, nodes);
    const now = (known && linkFile(file, drawn, known)) ?? linkFile(file, drawn)!;
    followed += now.followed;
    files.push({ ...head, ...place, links: now.links });
    firstEdge += drawn.length() - drawnFrom[index];
  });
  const edges = drawn.part(0, drawn.length());
  const joined = kept ? joinEdges(kept, nodes, { edges, first: drawnFrom }) : edges;
  if (!joined) return undefined;
  const linked = {
    ...{ files, definitions: nodes.definitions, edges: joined, isDeep: memory.isDeep() },
    nodes: createNodeTable(nodes.columns),
    asked: [...(kept?.asked ?? []), tables.queries.asked()],
  };
  return { linked, followed };
}
