import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { Range, Sheet } from "./sheet.ts";

/** The test that a change of a definition would stand next to. */
export interface NearestTest {
  readonly path: string;
  /** 1-based line that calls the definition; undefined where only the file's name tells. */
  readonly line: number | undefined;
}

/** Lines of one test that are shown at most, and around a line that stands in none. */
const limits = { test: 40, around: 4 };

/** The test file that calls a definition most often; where none does, the one that is named for its file. */
export function nearestTest(node: CodeNode, graph: CodeGraph): NearestTest | undefined {
  const calls = graph.incoming(node.id, "Call").flatMap(({ from, line }) => {
    const caller = graph.node(from);
    return caller?.test ? [{ path: caller.path, line }] : [];
  });
  const counts = new Map<string, number>();
  for (const { path } of calls) counts.set(path, (counts.get(path) ?? 0) + 1);
  const best = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  if (best) return calls.find((call) => call.path === best[0])!;
  const stem = stemOf(node.path);
  const named = graph.nodes.filter((one) => one.kind === "Module" && one.test && stemOf(one.path) === stem);
  const nearest = named.sort((a, b) => shared(b.path, node.path) - shared(a.path, node.path))[0];
  return nearest && { path: nearest.path, line: undefined };
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
): Range | undefined {
  const line = test.line ?? firstUse(name, sheet.lines);
  if (line === undefined) return undefined;
  const holder = graph
    .inFile(sheet.path)
    .filter((node) => node.kind !== "Module" && node.startLine <= line && line <= node.endLine)
    .sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
  const block = holder ? { from: holder.startLine, to: holder.endLine } : blockAt(line, sheet.lines);
  if (block.to - block.from < limits.test) return block;
  return { from: Math.max(1, line - limits.around), to: Math.min(sheet.lineCount, line + limits.around) };
}

/** Code that names it, not the import at the top. */
function firstUse(name: string, lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => line.includes(name) && !/\b(?:import|require|use|from)\b/.test(line));
  return at < 0 ? undefined : at + 1;
}

function blockAt(line: number, lines: readonly string[]): Range {
  const inner = indentation(lines[line - 1]!);
  let from = line;
  while (from > 1 && !(isCode(lines[from - 1]!) && indentation(lines[from - 1]!) < inner)) from--;
  if (inner === 0) from = line;
  const outer = indentation(lines[from - 1]!);
  let to = line;
  while (to < lines.length && !(isCode(lines[to]!) && indentation(lines[to]!) <= outer)) to++;
  const closes = to < lines.length && /^\s*(?:[)}\]]|end\b)/.test(lines[to]!);
  return { from, to: closes ? to + 1 : to };
}

function isCode(line: string): boolean {
  return line.trim() !== "";
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}

/** `query` of `src/query.ts`, `test/query.test.ts`, `tests/test_query.py`, `QueryTest.java`. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name
    .replace(/^tests?[._-]/, "")
    .replace(/[._-]?(?:tests?|specs?)(?=\.|$)/, "")
    .replace(/\..*$/, "");
}

/** Leading folders that two paths share. */
function shared(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const differs = left.findIndex((segment, at) => segment !== right[at]);
  return differs < 0 ? left.length : differs;
}
