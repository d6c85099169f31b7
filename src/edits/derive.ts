import type { FileChange } from "../source/file.ts";
import { lineTexts, splitByteOrderMark, splitLines } from "../source/lines.ts";
import { applyAnswer } from "./apply.ts";
import { diffLines } from "./diff.ts";
import { fileHeader } from "./number.ts";
import { closingRun, looksLikeNextEdit, readFence } from "./read-line.ts";
import { tagsOf } from "./tag.ts";

/** A change, and where the file was moved, the path that it had. */
export interface DerivedChange extends FileChange {
  readonly oldPath?: string;
}

export interface DeriveOptions {
  /** `shown`, the default, writes `12bk: ` under stamped headers; `hidden` writes plain numbers. */
  readonly tags?: "shown" | "hidden";
}

/**
 * The answer that makes these changes: what a perfect model would write. For benchmarks and tests. Undefined where
 * the language cannot say one of them: line ends that differ from line to line in another way than before.
 */
export function deriveAnswer(
  changes: readonly DerivedChange[],
  options: DeriveOptions = {},
): string | undefined {
  const parts = changes.map((change) => derivePart(change, options));
  return parts.includes(undefined) ? undefined : parts.join("\n");
}

function derivePart(change: DerivedChange, options: DeriveOptions): string | undefined {
  const { path, oldPath = path, before, after } = change;
  const stamped = before !== undefined && options.tags !== "hidden";
  const header = stamped ? fileHeader(oldPath, before) : `=== ${oldPath}`;
  if (after === undefined) return `${header} (delete)`;
  const named = oldPath === path ? header : `${header} -> ${path}`;
  const given = before === undefined || splitLines(before).length === 0;
  const lines = given ? wholeLines(after) : changedLines(before, after, options);
  // Most changes need no flag; the others need the one that works.
  for (const flags of flagsFor(before, after)) {
    const head = flags === "" ? named : `${named} (${flags})`;
    const part = given && lines.length > 0 ? inBlock(head, lines) : [head, ...lines];
    const files = new Map(before === undefined ? [] : [[oldPath, before]]);
    const made = applyAnswer(part.join("\n"), files).changes.find((one) => one.path === path);
    if (made?.after === after) return part.join("\n");
  }
  return undefined;
}

function flagsFor(before: string | undefined, after: string): readonly string[] {
  const marked = after.startsWith("\uFEFF");
  const mark = marked === (before ?? "").startsWith("\uFEFF") ? [] : [marked ? "BOM" : "no BOM"];
  const fate =
    before === undefined ? ["new"] : splitLines(before).length === 0 && after !== before ? ["whole"] : [];
  const first = [...fate, ...mark];
  const newline = /[\r\n]$/.test(after) ? "last newline" : "no last newline";
  const ends = after.includes("\r\n") ? "CRLF" : "LF";
  return [[], [newline], [ends], [ends, newline]].map((more) => [...first, ...more].join(", "));
}

function wholeLines(text: string): readonly string[] {
  return lineTexts(splitByteOrderMark(text).body);
}

/** The edits of one changed file, in the order of its lines. */
function changedLines(before: string, after: string, { tags = "shown" }: DeriveOptions): readonly string[] {
  const { body } = splitByteOrderMark(before);
  const old = lineTexts(body);
  const now = lineTexts(splitByteOrderMark(after).body);
  const known = tagsOf(body, old.length);
  const address = (line: number): string => (tags === "shown" ? `${line}${known[line - 1]}` : `${line}`);
  const edits: string[] = [];
  for (const { from, removed, lines } of bridged(old, now)) {
    const place = removed > 1 ? `${address(from + 1)}-${address(from + removed)}` : address(from + removed);
    if (lines.length === 0) edits.push(`${place}:`);
    else if (removed > 0) edits.push(...written(place, lines, "="));
    else edits.push(...written(from === 0 ? `${address(1)}_` : `${place}+`, lines));
  }
  return edits;
}

interface Stretch {
  /** 0-based line of the old file. */
  from: number;
  removed: number;
  lines: string[];
}

/** Longest line between two changes that costs less than another address. */
const shortGap = 6;

/** What differs; stretches with one short line between them are one. */
function bridged(old: readonly string[], now: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  let gap: readonly string[] = [];
  for (const { kind, lines } of diffLines(old, now)) {
    if (kind === "same") {
      at += lines.length;
      gap = lines;
      continue;
    }
    let last = found.at(-1);
    const joins = gap.length === 0 || (gap.length === 1 && gap[0]!.trim().length <= shortGap);
    if (last === undefined || !joins) {
      last = { from: at, removed: 0, lines: [] };
      found.push(last);
    } else {
      last.lines.push(...gap);
      last.removed += gap.length;
    }
    gap = [];
    if (kind === "added") for (const line of lines) last.lines.push(line);
    else {
      last.removed += lines.length;
      at += lines.length;
    }
  }
  return found;
}

/** One line behind its address, several in a block. `blank` marks a blank line where nothing would delete. */
function written(place: string, lines: readonly string[], blank = ""): readonly string[] {
  const [only = ""] = lines;
  if (lines.length === 1)
    return [only === "" ? `${place}${blank}:` : `${place}${only.trim() === "" ? blank : ""}: ${only}`];
  return inBlock(place, lines);
}

function inBlock(head: string, lines: readonly string[]): readonly string[] {
  const run = runFor(lines);
  return [`${head} ${"<".repeat(run)}`, ...lines, ">".repeat(run)];
}

/** A fence may be the one around the answer. */
const isHeldByLongerBlock = (line: string): boolean =>
  looksLikeNextEdit(line) || readFence(line) !== undefined;

/** Two, or where the code has lines that a block of two cannot hold, one more than any of its own. */
function runFor(lines: readonly string[]): number {
  const longest = lines.reduce((most, line) => Math.max(most, closingRun(line)), 0);
  return longest > 0 || lines.some(isHeldByLongerBlock) ? Math.max(2, longest) + 1 : 2;
}
