import type { LineReference } from "./edit.ts";
import { type Header, headerText, readHeader } from "./read-header.ts";
import { tagPattern } from "./tag.ts";

/** One line of an answer, by its shape alone. */
export type AnswerLine =
  | { readonly kind: "edit"; readonly address: Address; readonly code: string }
  /** `12bk <<`: the lines below, up to as many `>`, are code as they stand. */
  | { readonly kind: "open"; readonly address: Address; readonly run: number }
  /** `>>`. */
  | { readonly kind: "close"; readonly run: number }
  /** `run`: of a block that begins on the same line, `=== a (new) <<`; 0 for none. */
  | { readonly kind: "header"; readonly header: Header; readonly run: number }
  | { readonly kind: "fence"; readonly run: string; readonly info: string }
  | { readonly kind: "blank" }
  | { readonly kind: "other" };

export type Address =
  | { readonly kind: "lines"; readonly from: LineReference; readonly to: LineReference; readonly mark: Mark }
  | { readonly kind: "top" | "end" };

/** What stands between the number and the colon: replace, replace literally, insert after, insert before. */
export type Mark = "" | "=" | "+" | "_";

const fence = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;
const line = String.raw`(\d{1,9})(${tagPattern})?`;
const behind = String.raw`(?:: ?(?<code>.*)| ?(?<run><{2,})\s*)$`;
const numbered = new RegExp(String.raw`^\s*${line}(?: ?[-–] ?${line})?([=+_]?)${behind}`, "s");
const placed = new RegExp(String.raw`^\s*([_+])${behind}`, "s");
const closing = /^(>{2,})\s*$/;

/** Reads one line that stands in no block. The code keeps every character after the colon but one space. */
export function readLine(text: string): AnswerLine {
  const edit = readNumbered(text) ?? readPlaced(text);
  if (edit !== undefined) return edit;
  const run = closingRun(text);
  if (run > 0) return { kind: "close", run };
  const fenced = readFence(text);
  if (fenced !== undefined) return { kind: "fence", ...fenced };
  const head = headerText(text);
  if (head !== undefined) return { kind: "header", header: readHeader(head.text), run: head.run };
  return text.trim() === "" ? { kind: "blank" } : { kind: "other" };
}

/** A row that begins or ends a fenced block, with its sign and what stands behind it. */
export function readFence(text: string): { readonly run: string; readonly info: string } | undefined {
  const match = fence.exec(text);
  return match === null ? undefined : { run: match[1]!, info: match[2]!.trim() };
}

/** How many `>` stand on the line, from two on; 0 where anything else does. */
export function closingRun(text: string): number {
  return closing.exec(text)?.[1]?.length ?? 0;
}

/**
 * Whether a line within a `<<` block is more likely the next edit after a forgotten `>>` than code. A number without
 * a tag is code: dictionaries and labels look like that.
 */
export function looksLikeNextEdit(text: string): boolean {
  // Nearly every line of code is told here.
  if (!/^(?:\s*[\d_+]|=== )/.test(text)) return false;
  const read = readLine(text);
  if (read.kind === "header" || read.kind === "open") return true;
  if (read.kind !== "edit") return false;
  return read.address.kind !== "lines" || read.address.from.tag !== undefined;
}

function readNumbered(text: string): AnswerLine | undefined {
  const match = numbered.exec(text);
  if (match === null) return undefined;
  const [, first, firstTag, last, lastTag, mark] = match;
  const from = { number: Number(first), tag: plainTag(firstTag) };
  const to = last === undefined ? from : { number: Number(last), tag: plainTag(lastTag) };
  return withCode({ kind: "lines", from, to, mark: mark as Mark }, match);
}

function readPlaced(text: string): AnswerLine | undefined {
  const match = placed.exec(text);
  return match === null ? undefined : withCode({ kind: match[1] === "_" ? "top" : "end" }, match);
}

function withCode(address: Address, { groups }: RegExpExecArray): AnswerLine {
  const { code, run } = groups as { readonly code?: string; readonly run?: string };
  return run === undefined
    ? { kind: "edit", address, code: code! }
    : { kind: "open", address, run: run.length };
}

/** `12#bk` is `12bk`. */
function plainTag(written: string | undefined): string | undefined {
  return written?.replace("#", "");
}
