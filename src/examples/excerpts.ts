import type { ApiUse, DependencyUses } from "../dependencies/uses.ts";
import type { FileOutline } from "../graph/outline.ts";
import { dedented, indentOf } from "../source/lines.ts";

/** Lines of one public file that show names which the repository uses. */
export interface Excerpt {
  /** 1-based, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Which of the wanted names it shows, most used first. */
  readonly apis: readonly string[];
}

const most = { lines: 24, around: 6, excerpts: 3 };

/**
 * The parts of an example that show most of what a repository itself calls: the definitions around the calls where
 * they are short, else the lines around them. At most three, best first, none within another.
 */
export function excerptsOf(
  text: string,
  outline: FileOutline,
  shown: DependencyUses,
  wanted: readonly ApiUse[],
): readonly Excerpt[] {
  const lines = text.replace(/\n$/, "").split("\n");
  const places = wanted.flatMap(({ api }) =>
    shown.apis
      .filter((one) => sameApi(one.api, api))
      .flatMap((one) => one.places.map(({ line }) => ({ api, line }))),
  );
  const ranges = new Map<string, Excerpt>();
  for (const { line } of places) {
    const { from, to } = rangeAround(line, outline, lines);
    const within = new Set(places.filter((one) => one.line >= from && one.line <= to).map(({ api }) => api));
    ranges.set(`${from}-${to}`, { from, to, apis: [...within] });
  }
  const chosen: Excerpt[] = [];
  const sorted = [...ranges.values()].sort(
    (a, b) => b.apis.length - a.apis.length || a.to - a.from - (b.to - b.from) || a.from - b.from,
  );
  for (const one of sorted) {
    if (chosen.length === most.excerpts) break;
    const told = new Set(chosen.flatMap(({ apis }) => apis));
    const apart = chosen.every(({ from, to }) => one.to < from || one.from > to);
    if (apart && (chosen.length === 0 || one.apis.some((api) => !told.has(api)))) chosen.push(one);
  }
  return chosen;
}

/**
 * The largest definition around a line that is short enough to be read as a whole, else the largest such block (a test
 * is a call with a function); else some lines around it.
 */
function rangeAround(
  line: number,
  { definitions }: FileOutline,
  lines: readonly string[],
): { from: number; to: number } {
  const around = definitions
    .filter(
      ({ startLine, endLine }) => startLine <= line && line <= endLine && endLine - startLine < most.lines,
    )
    .sort((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine))[0];
  if (around) return { from: around.startLine, to: around.endLine };
  const block = blockAround(line, lines);
  if (block) return block;
  const owner = definitions.filter(({ startLine, endLine }) => startLine <= line && line <= endLine).at(-1);
  return {
    from: withoutTail(Math.max(owner?.startLine ?? 1, line - most.around), line, lines),
    to: Math.min(owner?.endLine ?? lines.length, line + most.around),
  };
}

/** The first line that is not the end of a block whose beginning is not shown. */
function withoutTail(from: number, line: number, lines: readonly string[]): number {
  const before = lines.slice(from - 1, line).map((text) => (text.trim() === "" ? Infinity : indentOf(text)));
  return from + before.indexOf(Math.min(...before));
}

/** Fewer lines say less than those around do. */
const fewest = 4;

/** The largest block around a line, by how far its lines are indented. */
function blockAround(line: number, lines: readonly string[]): { from: number; to: number } | undefined {
  const isWithin = (text: string, depth: number): boolean => text.trim() === "" || indentOf(text) > depth;
  let found: { from: number; to: number } | undefined;
  for (let from = line; from > 1; ) {
    const depth = indentOf(lines[from - 1] ?? "");
    if (depth === 0) break;
    while (from > 1 && line - from < most.lines && isWithin(lines[from - 1]!, depth - 1)) from--;
    if (isWithin(lines[from - 1]!, depth - 1)) break;
    const head = indentOf(lines[from - 1]!);
    let to = line;
    while (to < lines.length && to - from < most.lines && isWithin(lines[to]!, head)) to++;
    const next = lines[to] ?? "";
    if (indentOf(next) === head && /^\s*(?:[)\]}]|end\b)/.test(next)) to++;
    else while (lines[to - 1]!.trim() === "") to--;
    if (to - from >= most.lines) break;
    found = { from, to };
  }
  return found !== undefined && found.to - found.from + 1 >= fewest ? found : undefined;
}

/** Short last names are said of everything (`get`, `run`): they have to be the same further on. */
const tellingLength = 5;

/**
 * Whether two files mean the same name of a package: written alike, or by the same last part where one imports the
 * module and the other the name (`requests.Session` and `Session`), or one has an instance and the other its class
 * (`program.option` and `Command.option`).
 */
export function sameApi(left: string, right: string): boolean {
  if (left === right) return true;
  const [a, b] = [left.split("."), right.split(".")];
  const last = a.at(-1)!;
  if (last !== b.at(-1)) return false;
  if (a.length === 1 || b.length === 1) return /^[A-Z]/.test(last) || last.length >= tellingLength;
  const [owner, other] = [a.at(-2)!, b.at(-2)!];
  if (owner.toLowerCase() === other.toLowerCase()) return true;
  return last.length >= tellingLength && isClass(owner) !== isClass(other);
}

const isClass = (name: string): boolean => /^[A-Z]/.test(name);

/** Lines of a text without the indentation that all of them share, nor empty ones around or beside each other. */
export function linesOf(text: string, { from, to }: Pick<Excerpt, "from" | "to">): string {
  return dedented(text.split(/\r?\n/).slice(from - 1, to))
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
