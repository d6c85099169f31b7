import type { EdgeKind, Sureness } from "./graph.ts";

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
  /** All edges, ordered by `from`, then line. */
  finish(): EdgeColumns;
}

export function createEdgeCollector(nodeCount: number): EdgeCollector {
  const seen = new Map<number, number>();
  const rows: [from: number, to: number, kind: number, sureness: number, line: number][] = [];
  return {
    add: (from, to, kind, sureness, line) => {
      const kindNumber = edgeKinds.indexOf(kind);
      const key = (from * nodeCount + to) * edgeKinds.length + kindNumber;
      const sure = surenesses.indexOf(sureness);
      const known = seen.get(key);
      if (known === undefined) {
        seen.set(key, rows.push([from, to, kindNumber, sure, line]) - 1);
        return;
      }
      const row = rows[known]!;
      if (sure < row[3] || (sure === row[3] && line < row[4])) [row[3], row[4]] = [sure, line];
    },
    finish: () => {
      rows.sort((a, b) => a[0] - b[0] || a[4] - b[4] || a[1] - b[1] || a[2] - b[2]);
      const columns = blankColumns(rows.length);
      // Array.from with a function takes ten times as long.
      for (let at = 0; at < rows.length; at++) {
        const [from, to, kind, sureness, line] = rows[at]!;
        columns.from[at] = from;
        columns.to[at] = to;
        columns.kind[at] = kind;
        columns.sureness[at] = sureness;
        columns.line[at] = line;
      }
      return columns;
    },
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

export function setColumns(all: EdgeColumns, part: EdgeColumns, at: number): void {
  for (const name of ["from", "to", "kind", "sureness", "line"] as const) all[name].set(part[name], at);
}

/** One after the other. */
export function joinColumns(parts: readonly EdgeColumns[]): EdgeColumns {
  const all = blankColumns(parts.reduce((sum, { from }) => sum + from.length, 0));
  let at = 0;
  for (const part of parts) {
    setColumns(all, part, at);
    at += part.from.length;
  }
  return all;
}
