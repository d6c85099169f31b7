import type { FileEdits, FileForm } from "./edit.ts";
import { stampPattern } from "./tag.ts";

export type Header = Pick<FileEdits, "path" | "stamp" | "newPath" | "fate" | "form">;

export const noHeader: Header = {
  path: undefined,
  stamp: undefined,
  newPath: undefined,
  fate: "changed",
  form: {},
};

/** Far beyond two paths; keeps the header patterns from long lines. */
const longestHeader = 2_000;

/**
 * What stands between `===` and the end of the line, a second `===` or the opening of a block of `run` signs;
 * undefined where the line is no header.
 */
export function headerText(line: string): { readonly text: string; readonly run: number } | undefined {
  if (line.length > longestHeader) return undefined;
  const trimmed = line.trim();
  if (!/^={3} /.test(trimmed)) return undefined;
  const run = / (<{2,})$/.exec(trimmed)?.[1]?.length ?? 0;
  const inner = trimmed
    .slice(0, run === 0 ? undefined : -run)
    .trim()
    .slice(4)
    .replace(/ ={3}$/, "")
    .trim();
  return inner === "" || inner === "===" ? undefined : { text: inner, run };
}

/** `path#stamp`, `old#stamp -> new`, and flags in brackets at the end; brackets with other words belong to the path. */
export function readHeader(written: string): Header {
  // The view of a file names its length behind the path, and a model copies what it sees.
  const text = written.replace(/(?<!\s)\s+\(\d+ lines?\)$/, "");
  const flagged = /^(.*\S)\s+\(([A-Za-z ,]+)\)$/.exec(text);
  const flags = flagged === null ? [] : flagged[2]!.split(",").map((flag) => flag.trim());
  const known =
    flagged !== null &&
    flags.every((flag) => forms.has(flag) || fates.has(flag)) &&
    !contradictions.some((group) => group.filter((flag) => flags.includes(flag)).length > 1);
  const paths = known ? flagged[1]! : text;
  const [first, newPath] = paths.split(/(?<! ) +-> +/, 2) as [string, string?];
  const { path, stamp } = readPath(first);
  return {
    path,
    stamp,
    newPath: newPath === undefined ? undefined : readPath(newPath).path,
    fate: (known ? flags : []).map((flag) => fates.get(flag)).find((fate) => fate !== undefined) ?? "changed",
    form: Object.assign({}, ...(known ? flags : []).map((flag) => forms.get(flag))) as FileForm,
  };
}

const fates = new Map<string, FileEdits["fate"]>([
  ["new", "new"],
  ["whole", "whole"],
  ["delete", "deleted"],
]);
const forms = new Map<string, FileForm>([
  ["last newline", { lastNewline: "present" }],
  ["no last newline", { lastNewline: "absent" }],
  ["LF", { ends: "\n" }],
  ["CRLF", { ends: "\r\n" }],
  ["BOM", { byteOrderMark: "present" }],
  ["no BOM", { byteOrderMark: "absent" }],
]);
const contradictions = [
  ["new", "whole", "delete"],
  ["last newline", "no last newline"],
  ["LF", "CRLF"],
  ["BOM", "no BOM"],
] as const;

const stamped = new RegExp(`^(.+)(${stampPattern})$`);

/** Models like to quote a path, or to begin it with `./`. */
function readPath(written: string): { readonly path: string; readonly stamp: string | undefined } {
  const whole = unquoted(written.trim());
  const [, before = whole, stamp] = stamped.exec(whole) ?? [];
  return { path: unquoted(before).replace(/^\.\//, ""), stamp: stamp?.slice(1) };
}

function unquoted(text: string): string {
  return text.replace(/^(["'`])(.+)\1$/, "$2");
}
