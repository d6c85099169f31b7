/**
 * Code of other people is recognised in a change by runs of eight lines (security.md S04): enough that nobody writes
 * them by chance. What is kept of a file are marks of its runs, never its text, so that also code which no model may
 * be shown can be compared with.
 */
import { createHash } from "node:crypto";
import { addedLines } from "../checks/added-lines.ts";
import type { FileChange } from "../source/file.ts";
import { splitLines } from "../source/lines.ts";

/** A text of other people, in marks. Survives JSON. */
export interface MarkedText {
  readonly fullName: string;
  readonly commit: string;
  /** Undefined: its README. */
  readonly path?: string;
  /** SPDX; undefined where there is none. */
  readonly licence: string | undefined;
  /** True where the licence lets lines be taken over with attribution. */
  readonly allowed: boolean;
  /** See `marksOf`. */
  readonly marks: Marks;
}

/** A mark of each run, to the 1-based line at which the run begins first. */
export type Marks = Readonly<Record<string, number>>;

/** Lines of a change that stand in a marked text word for word. Survives JSON. */
export interface TakenOver {
  readonly path: string;
  /** 1-based and inclusive, in the changed file. */
  readonly from: number;
  readonly to: number;
  readonly source: Omit<MarkedText, "marks">;
  /** 1-based, in the source. */
  readonly sourceLine: number;
}

/** Lines that make a run. */
export const runLength = 8;
/** Lines of one text that are marked; longer files are data or made by a machine. */
const mostLines = 4_000;

/** The runs of a text. Layout, blank lines, comments and lines of brackets alone do not count. */
export function marksOf(text: string): Marks {
  const lines = counted(splitLines(text).map((line, at) => ({ line: at + 1, text: line.text })));
  const marks: Record<string, number> = {};
  for (const { mark, at } of runsOf(lines.slice(0, mostLines))) marks[mark] ??= lines[at]!.line;
  return marks;
}

/**
 * What a change brings in that stands in one of the texts, and did not stand in one of the files that it changes: longest
 * stretches, each once, with the source that has most of it. A source that allows it goes before one that does not.
 */
export function takenOver(
  changes: readonly FileChange[],
  texts: readonly MarkedText[],
): readonly TakenOver[] {
  if (texts.length === 0) return [];
  const own = new Set(changes.flatMap(({ before = "" }) => Object.keys(marksOf(before))));
  const sources = [...texts].sort((a, b) => Number(b.allowed) - Number(a.allowed));
  return changes.flatMap((change) => {
    if (change.after === undefined) return [];
    const lines = counted(addedLines(change));
    const runs = runsOf(lines).filter(({ mark, at }) => !own.has(mark) && isUnbroken(lines, at, change));
    return stretches(runs, sources).map(({ first, last, source: { marks: _, ...source }, sourceLine }) => ({
      ...{ path: change.path, from: lines[first]!.line, to: lines[last + runLength - 1]!.line },
      ...{ source, sourceLine },
    }));
  });
}

interface CountedLine {
  readonly line: number;
  readonly text: string;
}

/** A line of nothing else: one in between must not hide a run. */
const comment = /^\s*(?:\/\/|\/\*|\*[\s/]|#\s|--\s|<!--)/;

/** Lines that say something, without blanks and what ends a statement. */
function counted(lines: readonly CountedLine[]): readonly CountedLine[] {
  return lines
    .filter(({ text }) => !comment.test(text))
    .map(({ line, text }) => ({ line, text: text.replace(/\s+/g, "").replace(/(?<![;,])[;,]+$/, "") }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

interface Run {
  readonly mark: string;
  /** Index of its first line. */
  readonly at: number;
}

function runsOf(lines: readonly CountedLine[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at + runLength <= lines.length; at++) {
    const run = lines.slice(at, at + runLength).map(({ text }) => text);
    runs.push({
      at,
      mark: createHash("sha256").update(run.join("\n")).digest("base64url").slice(0, 8),
    });
  }
  return runs;
}

/** True where nothing that stood there before stands between the lines of a run. */
function isUnbroken(lines: readonly CountedLine[], at: number, { after = "" }: FileChange): boolean {
  const [first, last] = [lines[at]!.line, lines[at + runLength - 1]!.line];
  if (last - first === runLength - 1) return true;
  const between = splitLines(after).slice(first - 1, last);
  return (
    counted(between.map((line, index) => ({ line: first + index, text: line.text }))).length === runLength
  );
}

interface Stretch {
  readonly first: number;
  last: number;
  readonly source: MarkedText;
  readonly sourceLine: number;
}

function stretches(runs: readonly Run[], sources: readonly MarkedText[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const { mark, at } of runs) {
    const open = found.at(-1);
    if (open && at === open.last + 1 && Object.hasOwn(open.source.marks, mark)) {
      open.last = at;
      continue;
    }
    const source = sources.find(({ marks }) => Object.hasOwn(marks, mark));
    if (source) found.push({ first: at, last: at, source, sourceLine: source.marks[mark]! });
  }
  return found;
}
