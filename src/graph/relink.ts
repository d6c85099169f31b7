/**
 * Brings links up to date when some files have changed: linked again are those files, and those whose links were
 * made from a fact that is another one now (see memory.ts). The others keep theirs.
 */
import { type EdgeColumns, sliceColumns } from "./edges.ts";
import { changedFacts } from "./facts.ts";
import { type KeptLinks, type Linked, linkFiles } from "./linked.ts";
import type { Nodes } from "./nodes.ts";
import type { Outline } from "./outline.ts";
import type { Project } from "./project.ts";
import { createTables, type Sources } from "./tables.ts";

export interface Update {
  /** All files as they are now. */
  readonly sources: Sources;
  /** The places of those that have changed. */
  readonly changed: ReadonlySet<number>;
  /** The outline that a changed file had before. */
  outlineBefore(index: number): Outline;
}

export interface Relinked {
  readonly linked: Linked;
  /** How many files were linked again. */
  readonly count: number;
}

/**
 * The same as linking everything. Undefined where that must be done: where files came or went, belong to another
 * package than before, or ask too deep. The project must be the same as for the links before.
 */
export function relink(before: Linked, update: Update, project: Project): Relinked | undefined {
  const fresh = before.isDeep ? undefined : filesToLink(before, update, project);
  if (!fresh) return undefined;
  const numbers = createNumbers(before, fresh);
  const keptOf = (index: number): KeptLinks | undefined =>
    fresh.has(index) ? undefined : keptLinks(before, index, numbers.translate);
  const linked = linkFiles(update.sources, project, keptOf);
  return linked.isDeep || numbers.isLost() ? undefined : { linked, count: fresh.size };
}

function filesToLink(
  before: Linked,
  { sources, changed, outlineBefore }: Update,
  project: Project,
): ReadonlySet<number> | undefined {
  const { heads } = sources;
  const isSame = (at: number): boolean => {
    const [now, old] = [heads[at]!, before.files[at]!];
    return now.path === old.path && now.language === old.language && now.package === old.package;
  };
  if (heads.length !== before.files.length || !heads.every((_, index) => isSame(index))) return undefined;
  const old = createTables({ heads: before.files, outline: outlineBefore }, project, () => undefined);
  const now = createTables(sources, project, () => undefined);
  const facts = new Set<number>();
  for (const index of changed)
    for (const fact of changedFacts(old.file(index), now.file(index))) facts.add(fact);
  const isTouched = touchedBy(facts);
  // Files that tell of each other's definitions stay together: declarations of bodies, parts of one class.
  const apart = (index: number): boolean => {
    const rules = project.rules.get(heads[index]!.language);
    return rules?.declarationsApart === true || rules?.reopened !== undefined;
  };
  const isApartChanged = [...changed].some(apart);
  const fresh = new Set(changed);
  before.files.forEach(({ consulted }, index) => {
    if ((isApartChanged && apart(index)) || isTouched(consulted)) fresh.add(index);
  });
  return fresh;
}

/** Whether one of these facts is among many; most are ruled out by their upper bits. */
function touchedBy(facts: ReadonlySet<number>): (consulted: Uint32Array) => boolean {
  const upper = new Uint8Array(2 ** 16);
  for (const fact of facts) upper[fact >>> 16] = 1;
  return (consulted) => {
    for (const fact of consulted) if (upper[fact >>> 16] === 1 && facts.has(fact)) return true;
    return false;
  };
}

type Translate = (nodes: Nodes, number: number) => number;

function keptLinks(before: Linked, index: number, translate: Translate): KeptLinks {
  const [file, next] = [before.files[index]!, before.files[index + 1]];
  const end = next?.firstNode ?? before.nodes.length;
  const isInside = (number: number): boolean => number >= file.firstNode && number < end;
  return {
    nodes: before.nodes.slice(file.firstNode, end),
    definitions: before.definitions.subarray(file.firstNode, end),
    edges: (nodes) => {
      const edges = sliceColumns(before.edges, file.firstEdge, next?.firstEdge ?? before.edges.from.length);
      const renumber = (ends: Int32Array) => ends.map((number) => translate(nodes, number));
      const [from, to] = [renumber(edges.from), renumber(edges.to)];
      // What is said of a class in another file stands at the start of the class, which may have moved.
      const line = edges.line.map((known, at) =>
        known === 0 || isInside(edges.from[at]!) ? known : nodes.list[from[at]!]!.startLine,
      );
      return { ...edges, from, to, line } satisfies EdgeColumns;
    },
    calls: file.calls,
    consulted: file.consulted,
  };
}

/** From the numbers of the nodes before to those of now: shifted with their file, or by name in a file linked again. */
function createNumbers(before: Linked, fresh: ReadonlySet<number>) {
  let table: Int32Array | undefined;
  let isLost = false;
  const translate: Translate = (nodes, number) => {
    table ??= tableOf(before, fresh, nodes);
    const found = table[number]!;
    if (found < 0) isLost = true;
    return Math.max(found, 0);
  };
  return { translate, isLost: () => isLost };
}

function tableOf(before: Linked, fresh: ReadonlySet<number>, nodes: Nodes): Int32Array {
  const table = new Int32Array(before.nodes.length);
  before.files.forEach(({ firstNode }, index) => {
    const end = before.files[index + 1]?.firstNode ?? before.nodes.length;
    const [start, stop] = [nodes.ofFile[index]!, nodes.ofFile[index + 1]!];
    if (!fresh.has(index)) {
      for (let at = firstNode; at < end; at++) table[at] = start + at - firstNode;
      return;
    }
    const numbers = new Map<string, number>();
    for (let at = start; at < stop; at++) numbers.set(nodes.list[at]!.id, at);
    for (let at = firstNode; at < end; at++) table[at] = numbers.get(before.nodes[at]!.id) ?? -1;
  });
  return table;
}
