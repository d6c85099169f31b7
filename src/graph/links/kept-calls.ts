/** Incremental linking within a changed file: calls in unchanged functions are kept, unless a fact changed that they depend on. */
import { type EdgeRow, edgeAt, edgeKinds } from "../columns/edges.ts";
import { isInCycle, seesOthers } from "../columns/outcomes.ts";
import type { FileTable } from "../files/file-table.ts";
import { outside, type Unit, unitIndex, unitsOf } from "../memory/unit-texts.ts";
import type { Linked } from "./linked.ts";
import type { Nodes } from "./nodes.ts";

export interface KeptCalls {
  /** The outcome of a reference, by index; undefined where it has to be linked again. */
  outcome(reference: number): number | undefined;
  /** The edges of the kept calls. */
  readonly rows: readonly EdgeRow[];
  /** The facts that the file's links depend on. */
  readonly consulted: Uint32Array;
}

/** The earlier state of a file. */
interface Earlier {
  readonly before: Linked;
  readonly place: number;
  readonly old: FileTable;
}

/**
 * Undefined where all must be linked again: answers within a cycle depend on which query came first (memory.ts), so
 * none of the references that are linked again may have met one.
 * @param asksInside Whether facts changed that only function bodies contribute to: then functions that look into
 * others are linked again, too.
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
  // Calls of a function without a node belong to the enclosing one.
  if (known === was.size - Number(was.has(outside))) keep(outside, outside);
  if ([...again].some((reference) => isInCycle(outcomes[reference]!))) return undefined;
  const rows = rowsOf({ before, place, old }, lines, numbers);
  return rows && { outcome: (reference) => kept.get(reference), rows, consulted };
}

const startOf = ({ outline }: FileTable, index: number): number => outline.definitions[index]!.startLine;

/** Maps a line of before to today's. */
type LineNow = (line: number) => number | undefined;

const movedBy =
  (from: number, to: number): LineNow =>
  (line) =>
    line + to - from;

/** Undefined where a line was split, or lines were reordered: of several calls to one callee, the first line counts. */
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

/** A file's nodes, without its module. */
function* nodesOf({ files, nodes }: Linked, place: number): Iterable<number> {
  const end = files[place + 1]?.firstNode ?? nodes.length;
  for (let node = files[place]!.firstNode + 1; node < end; node++) yield node;
}

/**
 * The kept calls, with today's node numbers. Undefined where a callee is gone.
 * @param lines By unit.
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
