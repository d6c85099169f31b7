import type { FileEdits, LineReference } from "./edit.ts";
import { tagPattern } from "./tag.ts";

/** One line of an answer, by its shape alone. */
export type AnswerLine =
  | { readonly kind: "edit"; readonly address: Address; readonly code: string }
  | { readonly kind: "header"; readonly header: Header }
  | { readonly kind: "fence"; readonly run: string; readonly info: string }
  | { readonly kind: "blank" }
  | { readonly kind: "other" };

export type Address =
  | { readonly kind: "lines"; readonly from: LineReference; readonly to: LineReference; readonly mark: Mark }
  | { readonly kind: "top" | "end" }
  /** `|: code`, a further line of the edit above. */
  | { readonly kind: "again" };

/** What stands between the number and the colon: replace, replace literally, insert after, insert before. */
export type Mark = "" | "=" | "+" | "_";

export type Header = Pick<FileEdits, "path" | "newPath" | "fate" | "lastNewline">;

const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
/** Far beyond two paths; keeps the header patterns from long lines. */
const longestHeader = 2_000;
const numbered = new RegExp(
  `^\\s*(\\d{1,9})(?:#(${tagPattern}))?(?: ?[-–] ?(\\d{1,9})(?:#(${tagPattern}))?)?([=+_]?): ?(.*)$`,
  "s",
);
const placed = /^\s*([_+|]): ?(.*)$/s;

/** Reads one line. The code keeps every character after the colon but one space. */
export function readLine(line: string): AnswerLine {
  const edit = readNumbered(line) ?? readPlaced(line);
  if (edit !== undefined) return edit;
  const fenced = fence.exec(line);
  if (fenced !== null) return { kind: "fence", run: fenced[1]!, info: fenced[2]!.trim() };
  const head = headerText(line);
  if (head !== undefined) return { kind: "header", header: readHeader(head) };
  return line.trim() === "" ? { kind: "blank" } : { kind: "other" };
}

function readNumbered(line: string): AnswerLine | undefined {
  const match = numbered.exec(line);
  if (match === null) return undefined;
  const [, first, firstTag, last, lastTag, mark, code] = match;
  const from = { number: Number(first), tag: firstTag };
  const to = last === undefined ? from : { number: Number(last), tag: lastTag };
  return { kind: "edit", address: { kind: "lines", from, to, mark: mark as Mark }, code: code! };
}

function readPlaced(line: string): AnswerLine | undefined {
  const match = placed.exec(line);
  if (match === null) return undefined;
  const address: Address = match[1] === "|" ? { kind: "again" } : { kind: match[1] === "_" ? "top" : "end" };
  return { kind: "edit", address, code: match[2]! };
}

/** `=== path` or `=== path ===`. */
function headerText(line: string): string | undefined {
  if (line.length > longestHeader) return undefined;
  const text = line.trim();
  if (!/^={3} /.test(text)) return undefined;
  const inner = text
    .slice(4)
    .replace(/ ={3}$/, "")
    .trim();
  return inner === "" || inner === "===" ? undefined : inner;
}

/** `path`, `old -> new`, and flags in brackets at the end; brackets with other words belong to the path. */
function readHeader(written: string): Header {
  // The view of a file names its length behind the path, and a model copies what it sees.
  const text = written.replace(/\s+\(\d+ lines?\)$/, "");
  const flagged = /^(.*\S)\s+\(([a-z ,]+)\)$/.exec(text);
  const flags = flagged === null ? [] : flagged[2]!.split(",").map((flag) => flag.trim());
  const known =
    flagged !== null &&
    flags.every((flag) => flagNames.has(flag)) &&
    !contradictions.some((pair) => pair.every((flag) => flags.includes(flag)));
  const paths = known ? flagged[1]! : text;
  const [path, newPath] = paths.split(/ +-> +/, 2) as [string, string?];
  const has = (flag: string): boolean => known && flags.includes(flag);
  return {
    path: plainPath(path),
    newPath: newPath === undefined ? undefined : plainPath(newPath),
    fate: has("new") ? "new" : has("delete") ? "deleted" : "changed",
    lastNewline: has("last newline") ? "present" : has("no last newline") ? "absent" : "kept",
  };
}

const contradictions = [
  ["new", "delete"],
  ["last newline", "no last newline"],
] as const;
const flagNames = new Set<string>(contradictions.flat());

/** Models like to quote a path, or to begin it with `./`. */
function plainPath(path: string): string {
  return path
    .trim()
    .replace(/^(["'`])(.+)\1$/, "$2")
    .replace(/^\.\//, "");
}
