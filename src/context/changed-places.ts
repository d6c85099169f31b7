import { type HunkRow, parsePatch } from "../edits/hunks.ts";
import type { CodeGraph } from "../graph/graph.ts";
import { innermost } from "../graph/innermost.ts";
import type { Anchor } from "../retrieval/anchors.ts";

/** Anchors of one diff. */
const mostPlaces = 12;

/** A diff of a file; `side`: which of its sides the graph shows. */
interface Patch {
  readonly path: string;
  readonly patch?: string | undefined;
}

/** A line of a file, 1-based. */
export interface Place {
  readonly path: string;
  readonly line: number;
}

/**
 * The definitions that a diff changes, and lines of it that stand in none, as anchors of `score`: who changes the
 * change has to see them. Files without a patch, or that the graph does not know, have none.
 *
 * @param from where their routes begin, in a word: `draft`.
 */
export function changedPlaces(
  files: readonly Patch[],
  graph: CodeGraph,
  { side, ...how }: { readonly side: "old" | "new"; readonly from: string; readonly score: number },
): readonly Anchor[] {
  const lines = files.flatMap(({ path, patch = "" }) =>
    changedLineNumbers(patch, side).map((line) => ({ path, line })),
  );
  return anchorsAt(lines, graph, how);
}

/** The definitions around these lines, and lines that stand in none, as anchors of `score`. */
export function anchorsAt(
  lines: readonly Place[],
  graph: CodeGraph,
  { from, score }: { readonly from: string; readonly score: number },
): readonly Anchor[] {
  const places = lines.flatMap(({ path, line }) => {
    const nodes = graph.inFile(path);
    const node = innermost(nodes, line) ?? nodes[0];
    return node ? [{ node, line }] : [];
  });
  const byNode = [...Map.groupBy(places, ({ node }) => node)];
  return byNode.slice(0, mostPlaces).map(([node, found]) => ({
    ...{ node, score, requirements: [] },
    route: [
      { kind: "from", id: from },
      { kind: "node", id: node.id },
    ],
    // Of a long class and of a module only what stands around them is shown.
    ...(node.kind === "Module" || node.kind === "Class" ? { lines: found.map(({ line }) => line) } : {}),
  }));
}

/** The first line of each run of changed lines; where the side has none of them, the line that they stand below. */
export function changedLineNumbers(patch: string, side: "old" | "new"): readonly number[] {
  const other = side === "old" ? "added" : "removed";
  const isChanged = (row: HunkRow | undefined): boolean => row !== undefined && row.kind !== "same";
  return (parsePatch(patch) ?? []).flatMap(({ oldStart, newStart, rows }) => {
    let line = side === "old" ? oldStart : newStart;
    const found: number[] = [];
    for (const [at, { kind }] of rows.entries()) {
      if (kind !== "same" && !isChanged(rows[at - 1])) {
        const end = rows.findIndex((row, index) => index > at && !isChanged(row));
        const run = rows.slice(at, end < 0 ? undefined : end);
        found.push(run.some((row) => row.kind !== other) ? line : Math.max(1, line - 1));
      }
      if (kind !== other) line++;
    }
    return found;
  });
}
