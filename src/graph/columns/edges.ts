import type { EdgeKind, Sureness } from "../graph.ts";

export const edgeKinds: readonly EdgeKind[] = ["Import", "Contain", "Inherit", "Call"];
export const surenesses: readonly Sureness[] = ["exact", "inferred", "ambiguous"];

/** Edges by number, in columns; node numbers are indices into the list of nodes. */
export interface EdgeColumns {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly kind: Uint8Array;
  readonly sureness: Uint8Array;
  readonly line: Int32Array;
}

export interface EdgeCollector {
  /** Of one dependency that is written several times, the surest mention counts, then the first. */
  add(from: number, to: number, kind: EdgeKind, sureness: Sureness, line: number): void;
  addRow(row: EdgeRow): void;
  /** All edges, ordered by `from`, then line. */
  finish(): EdgeColumns;
  /** Puts them behind those of a list, in the same order. */
  finishInto(list: EdgeList): void;
}

export interface EdgeRow {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
  readonly sureness: number;
  readonly line: number;
}

export const edgeAt = ({ from, to, kind, sureness, line }: EdgeColumns, at: number): EdgeRow => ({
  from: from[at]!,
  to: to[at]!,
  kind: kind[at]!,
  sureness: sureness[at]!,
  line: line[at]!,
});

/** @param first A node from which most edges go: its number, and those soon after it, make short keys. */
export function createEdgeCollector(nodeCount: number, first = 0): EdgeCollector {
  const seen = new Map<number, EdgeRow>();
  const addRow = (row: EdgeRow): void => {
    const key = ((row.from - first) * nodeCount + row.to) * edgeKinds.length + row.kind;
    const known = seen.get(key);
    if (known === undefined) {
      seen.set(key, row);
      return;
    }
    const isLess =
      row.sureness > known.sureness || (row.sureness === known.sureness && row.line >= known.line);
    if (!isLess) seen.set(key, row);
  };
  return {
    add: (from, to, kind, sureness, line) =>
      addRow({ from, to, kind: edgeKinds.indexOf(kind), sureness: surenesses.indexOf(sureness), line }),
    addRow,
    finish: () => {
      const list = createEdgeList(seen.size);
      addRows(list, seen.values());
      return list.part(0, seen.size);
    },
    finishInto: (list) => addRows(list, seen.values()),
  };
}

function addRows(list: EdgeList, rows: Iterable<EdgeRow>): void {
  const sorted = [...rows].sort(
    (a, b) => a.from - b.from || a.line - b.line || a.to - b.to || a.kind - b.kind,
  );
  for (const row of sorted) list.add(row);
}

/** Edges one after the other, in columns that grow. */
export interface EdgeList {
  length(): number;
  add(edge: EdgeRow): void;
  /** Those from `first` to before `end`. */
  part(first: number, end: number): EdgeColumns;
}

export function createEdgeList(room = 2 ** 10): EdgeList {
  let columns = blankColumns(room);
  let count = 0;
  return {
    length: () => count,
    add: ({ from, to, kind, sureness, line }) => {
      if (count === columns.from.length) {
        const larger = blankColumns(2 * count + 1);
        setColumns(larger, columns, 0, count, 0);
        columns = larger;
      }
      columns.from[count] = from;
      columns.to[count] = to;
      columns.kind[count] = kind;
      columns.sureness[count] = sureness;
      columns.line[count++] = line;
    },
    part: (first, end) => ({
      from: columns.from.slice(first, end),
      to: columns.to.slice(first, end),
      kind: columns.kind.slice(first, end),
      sureness: columns.sureness.slice(first, end),
      line: columns.line.slice(first, end),
    }),
  };
}

/** Room for so many edges. */
export const blankColumns = (count: number): EdgeColumns => ({
  from: new Int32Array(count),
  to: new Int32Array(count),
  kind: new Uint8Array(count),
  sureness: new Uint8Array(count),
  line: new Int32Array(count),
});

/** Puts those of `part` from `first` to before `end` at a place among all. */
export function setColumns(
  all: EdgeColumns,
  part: EdgeColumns,
  first: number,
  end: number,
  at: number,
): void {
  for (const name of ["from", "to", "kind", "sureness", "line"] as const)
    all[name].set(part[name].subarray(first, end), at);
}
