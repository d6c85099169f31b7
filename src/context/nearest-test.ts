import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { innermost } from "../graph/innermost.ts";
import { checksTypes, testsAlikeFor, testsNamedFor } from "../graph/tests/test-names.ts";
import { type TestTie, testsOf } from "../graph/tests/tests-of.ts";
import { rememberingEach } from "../retrieval/remember.ts";
import { type LineRange, linesOf } from "../source/line-range.ts";
import { indentOf } from "../source/lines.ts";
import type { Sheet } from "./sheet.ts";

/** The test that a change of a definition would stand next to. */
export interface NearestTest {
  readonly path: string;
  /** 1-based line that calls the definition; undefined where only the file's name tells. */
  readonly line: number | undefined;
}

/** Lines of one test that are shown at most, and around a line that stands in none. */
const limits = { test: 40, around: 4 };

/**
 * Of the tests that call a definition the file that does so most often. Where none calls it itself, the one that is
 * named for its file, before those that reach it through others or import it; else one of these, or one whose name is
 * made of words of the file's path. One that only checks types is the last choice.
 */
export const nearestTest = (node: CodeNode, graph: CodeGraph): NearestTest | undefined =>
  nearestIn(graph)(node);

const nearestIn = rememberingEach((graph: CodeGraph, node: CodeNode): NearestTest | undefined => {
  const known = nearestTies(graph, node);
  const running = known.filter(({ test }) => !checksTypes(test.path));
  const ties = running.length > 0 ? running : known;
  const nearest = ties.filter(({ by, hops }) => by === ties[0]!.by && hops === ties[0]!.hops);
  if (nearest[0]?.by !== "call" || nearest[0].hops > 1) {
    const named = testsNamedFor(graph, node.path).find(
      ({ path }) => running.length === 0 || !checksTypes(path),
    );
    const tie = ties.find(({ test, by }) => by === "call" && test.path === named?.path);
    if (named) return { path: named.path, line: tie?.lines[0] };
    const other = nearest[0]?.test ?? testsAlikeFor(graph, node.path)[0];
    if (nearest[0]?.by !== "call") return other && { path: other.path, line: undefined };
  }
  const counts = new Map<string, number>();
  for (const { test, lines } of nearest) counts.set(test.path, (counts.get(test.path) ?? 0) + lines.length);
  const [path] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
  return { path, line: nearest.find((tie) => tie.test.path === path)!.lines[0] };
});

/** Of what is walked two calls far the first ring is sure; the third is walked only where that is empty. */
function nearestTies(graph: CodeGraph, node: CodeNode): readonly TestTie[] {
  const near = testsOf(graph, node.id, { hops: 2 });
  return near[0]?.by === "call" && near[0].hops === 1 ? near : testsOf(graph, node.id);
}

/**
 * The lines of the test around a line: the innermost definition there, or, where tests are calls, the block that
 * its indentation tells.
 */
export function testLines(
  test: NearestTest,
  name: string,
  graph: CodeGraph,
  sheet: Sheet,
): LineRange | undefined {
  const line = test.line ?? firstUse(name, sheet.lines);
  if (line === undefined) return undefined;
  const definitions = graph.inFile(sheet.path).filter(({ kind }) => kind !== "Module");
  const holder = innermost(definitions, line);
  const block = holder ? linesOf(holder) : blockAt(line, sheet.lines);
  if (block.to - block.from < limits.test) return block;
  return { from: Math.max(1, line - limits.around), to: Math.min(sheet.lineCount, line + limits.around) };
}

/** Code that names it, not the import at the top. */
function firstUse(name: string, lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => line.includes(name) && !/\b(?:import|require|use|from)\b/.test(line));
  return at < 0 ? undefined : at + 1;
}

function blockAt(line: number, lines: readonly string[]): LineRange {
  const inner = indentOf(lines[line - 1]!);
  let from = line;
  while (from > 1 && !(isCode(lines[from - 1]!) && indentOf(lines[from - 1]!) < inner)) from--;
  if (inner === 0) from = line;
  const outer = indentOf(lines[from - 1]!);
  let to = line;
  while (to < lines.length && !(isCode(lines[to]!) && indentOf(lines[to]!) <= outer)) to++;
  const closes = to < lines.length && /^\s*(?:[)}\]]|end\b)/.test(lines[to]!);
  return { from, to: closes ? to + 1 : to };
}

function isCode(line: string): boolean {
  return line.trim() !== "";
}
