import type { Complaint } from "../errors.ts";
import { dominantEnd, joinLines, type LineEnd, splitByteOrderMark, splitLines } from "../source/lines.ts";
import type { Edit, FileEdits, FileForm } from "./edit.ts";

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
export function splice(text: string, edits: readonly Edit[], form: FileForm): string {
  const { mark, body } = splitByteOrderMark(text);
  const old = splitLines(body);
  const usual = dominantEnd(old);
  const fresh = (line: string): Line => ({ text: line, end: usual, fresh: true });
  const inserted = insertions(edits);
  const replaced = new Map(
    edits.flatMap((edit) => (edit.kind === "replace" ? [[edit.from.number, edit] as const] : [])),
  );
  const result: Line[] = inserted("top").map(fresh);
  const push = (lines: readonly Line[]): void => {
    for (const line of lines) result.push(line);
  };
  for (let number = 1; number <= old.length; ) {
    const edit = replaced.get(number);
    const last = edit?.to.number ?? number;
    push(inserted("before", number).map(fresh));
    if (edit === undefined) result.push({ ...old[number - 1]!, fresh: false });
    for (const [index, line] of (edit?.lines ?? []).entries()) {
      const stoodFor = number + index <= last ? old[number - 1 + index]!.end : usual;
      result.push({ text: line, end: stoodFor, fresh: true });
    }
    push(inserted("after", last).map(fresh));
    number = last + 1;
  }
  push(inserted("end").map(fresh));
  const ended = old.length === 0 || old.at(-1)!.end !== "";
  return inForm(mark + joinLines(withEnds(result, usual, ended, form.lastNewline)), form);
}

/**
 * The text of a file that is given whole, from a block, `+: code` lines or lines numbered 1, 2, 3, ...
 * `before`: the text that it stands for, whose ends and byte order mark it keeps.
 */
export function wholeText(
  { edits, form }: Pick<FileEdits, "edits" | "form">,
  before: string,
): string | Complaint {
  const numbered = edits.filter((edit) => edit.kind === "replace");
  const counted = numbered.every(
    (edit, index) => edit.from.number === index + 1 && edit.to.number === index + 1,
  );
  const stray = edits.find((edit) => edit.kind === "before" || edit.kind === "after");
  if (stray !== undefined || !counted || (numbered.length > 0 && numbered.length < edits.length))
    return {
      kind: "edit/no-such-line",
      message:
        "A new or whole file has no lines to name. Write its lines between `+ <<` and `>>`, or each as `+: code`.",
    };
  const inserted = insertions(edits);
  // A number with nothing after it cannot delete here: it is a blank line.
  const lines = numbered.flatMap((edit) => (edit.lines.length === 0 ? [""] : edit.lines));
  const all = [...inserted("top"), ...lines, ...inserted("end")];
  const { mark, body } = splitByteOrderMark(before);
  const old = splitLines(body);
  const end = dominantEnd(old);
  const ended =
    form.lastNewline === undefined
      ? old.length === 0 || old.at(-1)!.end !== ""
      : form.lastNewline === "present";
  return inForm(mark + all.join(end) + (all.length > 0 && ended ? end : ""), form);
}

/** Line ends and byte order mark as the header wants them. */
function inForm(text: string, { ends, byteOrderMark }: FileForm): string {
  if (ends === undefined && byteOrderMark === undefined) return text;
  const { mark, body } = splitByteOrderMark(text);
  const lines = splitLines(body).map((line) => (line.end === "" ? line : { ...line, end: ends ?? line.end }));
  const shown = byteOrderMark === undefined ? mark : byteOrderMark === "present" ? "\uFEFF" : "";
  return shown + joinLines(lines);
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
    places.set(key, (places.get(key) ?? []).concat(edit.lines));
  }
  return (kind, line) => places.get(line === undefined ? kind : `${kind} ${line}`) ?? [];
}

function withEnds(
  lines: readonly Line[],
  usual: Exclude<LineEnd, "">,
  ended: boolean,
  lastNewline: FileForm["lastNewline"],
): readonly Line[] {
  return lines.map((line, index) => {
    const end = line.end === "" ? usual : line.end;
    if (index < lines.length - 1) return { ...line, end };
    if (lastNewline !== undefined) return { ...line, end: lastNewline === "present" ? end : "" };
    return line.fresh ? { ...line, end: ended ? end : "" } : line;
  });
}
