/** Links files: all from nothing, or those of which nothing is kept. */

import { createEdgeList } from "../columns/edges.ts";
import { createNodeTable } from "../columns/node-table.ts";
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
import { createLinker } from "./link.ts";
import { createFileLinker } from "./link-file.ts";
import type { Linked, LinkedFile } from "./linked.ts";
import { createNodes, type Nodes } from "./nodes.ts";

/** The links of an earlier state, and which of them still hold. */
export interface KeptLinks extends Pick<KeptFiles, "placeBefore"> {
  readonly before: Linked;
  /** What the blocks of a file speak of, where that is known; see open-types.ts. */
  subjects(index: number): Subjects | undefined;
  /** Given that of all files, tells of each whether its links still hold. */
  keeps(subjects: readonly (Subjects | undefined)[]): KeptFiles["isKept"];
  /** The calls of a file that has changed which still hold, where some do. */
  calls(index: number, nodes: Nodes): KeptCalls | undefined;
  /** What had been asked, with the answers of today. */
  readonly asked: readonly QueryLog[];
}

/** What may be known when all files are linked. */
export interface AllKnown {
  /** See Sources. */
  contentOf(path: string): string | undefined;
  readonly indexes: KeptIndexes;
}

/** Links all files, from nothing. */
export function linkAll(outlines: readonly Outline[], project: Project, known?: AllKnown): Linked {
  const ordered = [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sources: Sources = {
    heads: ordered.map(headOf),
    outline: (index) => ordered[index]!,
    contentOf: (index) => known?.contentOf(ordered[index]!.path),
  };
  return linkFiles(sources, { project, indexes: known?.indexes ?? createIndexes() }, undefined)!.linked;
}

/** What files are linked by: the indexes, of what others said before them, speak of these afterwards. */
export interface LinkedBy {
  readonly project: Project;
  readonly indexes: KeptIndexes;
}

/** What a process keeps from state to state of a repository: of C and C++ the first, of Ruby the other. */
export interface KeptIndexes {
  readonly names: NameIndex;
  readonly classes: ClassIndex;
}

export function createIndexes(): KeptIndexes {
  return { names: createNameIndex(), classes: createClassIndex() };
}

export interface LinkedAnew {
  readonly linked: Linked;
  /** How many references were followed. */
  readonly followed: number;
}

/**
 * Links the files of which nothing is kept. Reads the outlines of those and of what they lead to. Undefined where
 * something that is kept leads to what is gone: never so where nothing is.
 */
export function linkFiles(
  sources: Sources,
  { project, indexes: { names, classes } }: LinkedBy,
  given: KeptLinks | undefined,
): LinkedAnew | undefined {
  const memory = createMemory();
  const tables = createTables(sources, project, memory);
  const linker = createLinker(tables, memory, {
    names: names.speakingOf(tables, memory.touch),
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
