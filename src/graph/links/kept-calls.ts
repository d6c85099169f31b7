/**
 * Of a changed file the calls in those functions that are as they were: what they lead to is the same, as long as they
 * were made from nothing that has changed.
 */
import { type EdgeRow, edgeAt, edgeKinds } from "../columns/edges.ts";
import { isInCycle, seesOthers } from "../columns/outcomes.ts";
import type { FileTable } from "../files/file-table.ts";
import { outside, type Unit, unitIndex, unitsOf } from "../memory/unit-texts.ts";
import type { Linked } from "./linked.ts";
import type { Nodes } from "./nodes.ts";

export interface KeptCalls {
  /** How a reference came out, by its place in the file; undefined where it is to be linked. */
  outcome(reference: number): number | undefined;
  /** The edges of all those that are kept. */
  readonly rows: readonly EdgeRow[];
  /** What the file's links were made from. */
  readonly consulted: Uint32Array;
}

/** A file as it was. */
interface Earlier {
  readonly before: Linked;
  readonly place: number;
  readonly old: FileTable;
}

/**
 * Undefined where all must be linked: answers that came out of cycles depend on which question came first (memory.ts),
 * so none of what is linked again may have asked such a one.
 * @param asksInside Whether something that only the inside of functions says is another one now: then those are linked again, too, that look into others.
 */
export function keptCalls(
  { before, place, old }: Earlier,
  now: FileTable,
  nodes: Nodes,
  asksInside: boolean,
): KeptCalls | undefined {
  const { outcomes, consulted } = before.files[place]!.links;
  if (outcomes.length !== old.outline.references.length || old.condition !== now.condition) return undefined;
  const [was, is] = [unitsOf(old), unitsOf(now)];
  const numbers = nodes.renumbered!;
  const kept = new Map<number, number>();
  const lines = new Map<number, LineNow>();
  const again = new Set(outcomes.keys());
  const keep = (index: number, indexNow: number): void => {
    const [earlier, today] = [was.get(index), is.get(indexNow)];
    if (!earlier || earlier.text !== today?.text) return;
    if (asksInside && earlier.references.some((reference) => seesOthers(outcomes[reference]!))) return;
    const line =
      index === outside ? lineNow(earlier, today) : movedBy(startOf(old, index), startOf(now, indexNow));
    if (!line) return;
    lines.set(index, line);
    earlier.references.forEach((reference, at) => {
      kept.set(today.references[at]!, outcomes[reference]!);
      again.delete(reference);
    });
  };
  let known = 0;
  for (const node of nodesOf(before, place)) {
    const index = before.definitions[node]!;
    if (was.has(index)) known++;
    if (numbers[node]! >= 0) keep(index, nodes.definitions[numbers[node]!]!);
  }
  // A function that is no node has its calls in what is around it.
  if (known === was.size - Number(was.has(outside))) keep(outside, outside);
  if ([...again].some((reference) => isInCycle(outcomes[reference]!))) return undefined;
  const rows = rowsOf({ before, place, old }, lines, numbers);
  return rows && { outcome: (reference) => kept.get(reference), rows, consulted };
}

const startOf = ({ outline }: FileTable, index: number): number => outline.definitions[index]!.startLine;

/** The line on which something stands now that stood on this one. */
type LineNow = (line: number) => number | undefined;

const movedBy =
  (from: number, to: number): LineNow =>
  (line) =>
    line + to - from;

/** Undefined where what stood on one line stands on several, or in another order: of several calls of one thing the first counts. */
function lineNow(before: Unit, now: Unit): LineNow | undefined {
  const lines = new Map<number, number>();
  for (const [at, line] of before.lines.entries()) {
    if ((lines.get(line) ?? now.lines[at]) !== now.lines[at]) return undefined;
    lines.set(line, now.lines[at]!);
  }
  const inOrder = [...lines].sort(([one], [other]) => one - other);
  const isSame = inOrder.every(([, line], at) => at === 0 || inOrder[at - 1]![1] < line);
  return isSame ? (line) => lines.get(line) : undefined;
}

/** The numbers of a file's nodes, but for its module. */
function* nodesOf({ files, nodes }: Linked, place: number): Iterable<number> {
  const end = files[place + 1]?.firstNode ?? nodes.length;
  for (let node = files[place]!.firstNode + 1; node < end; node++) yield node;
}

/**
 * The calls of what is kept, under today's numbers. Undefined where one leads to what is gone.
 * @param lines By units.
 */
function rowsOf(
  { before, place, old }: Earlier,
  lines: ReadonlyMap<number, LineNow>,
  numbers: Int32Array,
): readonly EdgeRow[] | undefined {
  const { files, edges, definitions } = before;
  const call = edgeKinds.indexOf("Call");
  const rows: EdgeRow[] = [];
  for (let at = files[place]!.firstEdge; at < (files[place + 1]?.firstEdge ?? edges.from.length); at++) {
    if (edges.kind[at] !== call) continue;
    const scope = Math.max(0, old.inside[definitions[edges.from[at]!]!] ?? 0);
    const lineOf = lines.get(unitIndex(old, scope));
    if (!lineOf) continue;
    const [from, to, line] = [numbers[edges.from[at]!]!, numbers[edges.to[at]!]!, lineOf(edges.line[at]!)];
    if (from < 0 || to < 0 || line === undefined) return undefined;
    rows.push({ ...edgeAt(edges, at), from, to, line });
  }
  return rows;
}
