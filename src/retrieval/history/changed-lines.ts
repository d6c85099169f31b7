/** Lines of one file, before a change, that the change replaced or stands between. */
export interface ChangedLines {
  /** As it was called before. */
  readonly path: string;
  /** 1-based. `replaced`: inclusive, from `from` to `to`. `inserted`: behind line `from`, before line `to`. */
  readonly kind: "replaced" | "inserted";
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a unified diff without lines around the changes (`--unified=0`). New files have no lines before; of paths that
 * git quotes (line breaks, quotation marks) nothing is said.
 */
export function changedLines(diff: string): readonly ChangedLines[] {
  const found: ChangedLines[] = [];
  let path: string | undefined;
  // Lines of a hunk that are still to come: they may look like anything, also like the head of a file.
  let body = 0;
  for (const line of diff.split("\n")) {
    if (body > 0 && /^[+-]/.test(line)) {
      body -= 1;
      continue;
    }
    if (line.startsWith("diff --git ")) path = undefined;
    path = /^--- a\/(.*?)\t?$/.exec(line)?.[1] ?? path;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const [from, removed, added] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3] ?? 1)];
    body = removed + added;
    if (path === undefined) continue;
    found.push(
      removed === 0
        ? { path, kind: "inserted", from, to: from + 1 }
        : { path, kind: "replaced", from, to: from + removed - 1 },
    );
  }
  return found;
}
