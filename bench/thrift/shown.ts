import type { Context } from "../../src/context/context.ts";
import type { CodeNode } from "../../src/graph/graph.ts";

/** How many of the wanted definitions a context shows from the first to the last line, and how many at all. */
export interface Shown {
  readonly wanted: number;
  readonly whole: number;
  /** At least a line, or a row that says what it is. */
  readonly known: number;
}

export function shownOf(wanted: readonly CodeNode[], { passages }: Context): Shown {
  const lines = new Set<string>();
  for (const { path, kind, startLine, endLine } of passages)
    if (kind !== "outline") for (let line = startLine; line <= endLine; line++) lines.add(`${path}:${line}`);
  const told = new Set(passages.map(({ node }) => node));
  const shownLines = ({ path, startLine, endLine }: CodeNode): number => {
    let count = 0;
    for (let line = startLine; line <= endLine; line++) count += Number(lines.has(`${path}:${line}`));
    return count;
  };
  return {
    wanted: wanted.length,
    whole: wanted.filter((node) => shownLines(node) === node.endLine - node.startLine + 1).length,
    known: wanted.filter((node) => told.has(node.id) || shownLines(node) > 0).length,
  };
}
