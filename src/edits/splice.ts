import type { Complaint } from "../errors.ts";
import { dominantEnd, joinLines, type LineEnd, splitByteOrderMark, splitLines } from "../source/lines.ts";
import type { Edit, FileEdits } from "./edit.ts";

interface Line {
  readonly text: string;
  readonly end: LineEnd;
  /** False for a line that stood in the file before and keeps its bytes. */
  readonly fresh: boolean;
}

/**
 * The text after edits that `placeEdits` accepted. Bytes outside the edits stay as they are, the byte order mark
 * too. A new line takes the end of the line it stands for, or the end that most lines have; where the file has no
 * last line end, it keeps none.
 */
export function splice(text: string, edits: readonly Edit[], lastNewline: FileEdits["lastNewline"]): string {
  const { mark, body } = splitByteOrderMark(text);
  const old = splitLines(body);
  const usual = dominantEnd(old);
  const fresh = (line: string): Line => ({ text: line, end: usual, fresh: true });
  const inserted = insertions(edits);
  const replaced = new Map(
    edits.flatMap((edit) => (edit.kind === "replace" ? [[edit.from.number, edit] as const] : [])),
  );
  const result: Line[] = inserted("top").map(fresh);
  for (let number = 1; number <= old.length; ) {
    const edit = replaced.get(number);
    const last = edit?.to.number ?? number;
    result.push(...inserted("before", number).map(fresh));
    if (edit === undefined) result.push({ ...old[number - 1]!, fresh: false });
    for (const [index, line] of (edit?.lines ?? []).entries()) {
      const stoodFor = number + index <= last ? old[number - 1 + index]!.end : usual;
      result.push({ text: line, end: stoodFor, fresh: true });
    }
    result.push(...inserted("after", last).map(fresh));
    number = last + 1;
  }
  result.push(...inserted("end").map(fresh));
  const ended = old.length === 0 || old.at(-1)!.end !== "";
  return mark + joinLines(withEnds(result, usual, ended, lastNewline));
}

/** The text of a new file, from `+: code` lines or from lines numbered 1, 2, 3, ... */
export function newText({
  edits,
  lastNewline,
}: Pick<FileEdits, "edits" | "lastNewline">): string | Complaint {
  const numbered = edits.filter((edit) => edit.kind === "replace");
  const counted = numbered.every(
    (edit, index) => edit.from.number === index + 1 && edit.to.number === index + 1,
  );
  const stray = edits.find((edit) => edit.kind === "before" || edit.kind === "after");
  if (stray !== undefined || !counted || (numbered.length > 0 && numbered.length < edits.length))
    return {
      kind: "edit/no-such-line",
      message: "A new file has no lines to name. Write each of its lines as `+: code`.",
    };
  const inserted = insertions(edits);
  // A number with nothing after it cannot delete here: it is a blank line.
  const lines = numbered.flatMap((edit) => (edit.lines.length === 0 ? [""] : edit.lines));
  const all = [...inserted("top"), ...lines, ...inserted("end")];
  return all.join("\n") + (all.length === 0 || lastNewline === "absent" ? "" : "\n");
}

/** What is inserted at a place, in the answer's order. */
function insertions(
  edits: readonly Edit[],
): (kind: "top" | "end" | "before" | "after", line?: number) => readonly string[] {
  const places = new Map<string, string[]>();
  for (const edit of edits) {
    if (edit.kind === "replace") continue;
    const key =
      edit.kind === "before" || edit.kind === "after" ? `${edit.kind} ${edit.at.number}` : edit.kind;
    places.set(key, [...(places.get(key) ?? []), ...edit.lines]);
  }
  return (kind, line) => places.get(line === undefined ? kind : `${kind} ${line}`) ?? [];
}

function withEnds(
  lines: readonly Line[],
  usual: Exclude<LineEnd, "">,
  ended: boolean,
  lastNewline: FileEdits["lastNewline"],
): readonly Line[] {
  return lines.map((line, index) => {
    const end = line.end === "" ? usual : line.end;
    if (index < lines.length - 1) return { ...line, end };
    if (lastNewline !== "kept") return { ...line, end: lastNewline === "present" ? end : "" };
    return line.fresh ? { ...line, end: ended ? end : "" } : line;
  });
}
