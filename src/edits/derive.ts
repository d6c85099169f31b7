import type { FileChange } from "../source/file.ts";
import { splitByteOrderMark, splitLines } from "../source/lines.ts";
import { applyAnswer } from "./apply.ts";
import { diffLines } from "./diff.ts";
import { tagsOf } from "./tag.ts";

export interface DeriveOptions {
  /** `shown`, the default, writes `12#k3: `; `hidden` writes plain numbers. */
  readonly tags?: "shown" | "hidden";
}

/**
 * The edit answer that turns `before` into `after`, without a header: what a perfect model would write. For
 * benchmarks and tests. Undefined where the language cannot say it: no difference, or line ends that change.
 */
export function deriveEdits(before: string, after: string, options: DeriveOptions = {}): string | undefined {
  const edits = deriveLines(before, after, options).join("\n");
  if (edits !== "" && gives(edits, before, after)) return edits;
  return undefined;
}

/** The answer for several files, with headers and in one fence; undefined where one of them cannot be said. */
export function deriveAnswer(
  changes: readonly FileChange[],
  options: DeriveOptions = {},
): string | undefined {
  const parts = changes.map((change) => derivePart(change, options));
  if (parts.includes(undefined)) return undefined;
  return `\`\`\`\n${parts.join("\n")}\n\`\`\``;
}

function derivePart({ path, before, after }: FileChange, options: DeriveOptions): string | undefined {
  if (before === undefined) {
    const lines = splitLines(after ?? "");
    const flag = lines.at(-1)?.end === "" ? "new, no last newline" : "new";
    const part = [`=== ${path} (${flag})`, ...lines.map((line) => spelled("+", line.text))].join("\n");
    const made = applyAnswer(part, new Map()).changes[0]?.after;
    return made === after ? part : undefined;
  }
  if (after === undefined) return `=== ${path} (delete)`;
  const lines = deriveLines(before, after, options);
  for (const flag of ["", " (last newline)", " (no last newline)"]) {
    const part = [`=== ${path}${flag}`, ...lines].join("\n");
    const applied = applyAnswer(part, new Map([[path, before]]));
    if (applied.changes[0]?.after === after) return part;
  }
  return undefined;
}

function gives(answer: string, before: string, after: string): boolean {
  return applyAnswer(answer, new Map([["file", before]])).changes[0]?.after === after;
}

function deriveLines(before: string, after: string, { tags = "shown" }: DeriveOptions): string[] {
  const old = splitLines(splitByteOrderMark(before).body).map((line) => line.text);
  const now = splitLines(splitByteOrderMark(after).body).map((line) => line.text);
  const known = tagsOf(old);
  const address = (line: number): string => (tags === "shown" ? `${line}#${known[line - 1]}` : `${line}`);
  const edits: string[] = [];
  let line = 0;
  let removed = 0;
  for (const part of diffLines(old, now)) {
    if (part.kind === "same") edits.push(...change(line, removed, [], address));
    if (part.kind === "added") edits.push(...change(line, removed, part.lines, address));
    if (part.kind !== "added") line += part.lines.length;
    removed = part.kind === "removed" ? part.lines.length : 0;
  }
  return [...edits, ...change(line, removed, [], address)];
}

/** The edit for `removed` lines that end at `line` of the old file and become `lines`. */
function change(
  line: number,
  removed: number,
  lines: readonly string[],
  address: (line: number) => string,
): string[] {
  if (removed === 0 && lines.length === 0) return [];
  const range = removed > 1 ? `${address(line - removed + 1)}-${address(line)}` : address(line);
  if (lines.length === 0) return [`${range}:`];
  const place = removed > 0 ? range : line === 0 ? "_" : `${address(line)}+`;
  // Alone, nothing after the colon would delete.
  const blank = removed > 0 && lines[0]!.trim() === "" ? "=" : "";
  return lines.map((code, index) => spelled(index === 0 ? place + blank : "|", code));
}

function spelled(address: string, code: string): string {
  return code === "" ? `${address}:` : `${address}: ${code}`;
}
