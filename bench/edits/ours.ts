/** Our own language, written by `deriveAnswer` and applied by `applyAnswer`, without and with the texts that were shown. */
import { applyAnswer } from "../../src/edits/apply.ts";
import { deriveAnswer } from "../../src/edits/derive.ts";
import type { Edit, FileEdits } from "../../src/edits/edit.ts";
import { parseEdits } from "../../src/edits/parse.ts";
import { tagsOf } from "../../src/edits/tag.ts";
import { splitByteOrderMark, splitLines } from "../../src/source/lines.ts";
import { type AnswerRow, type Files, type Format, linesOf, type Outcome } from "./answer.ts";
import type { CommitChange } from "./commits.ts";

export const ours: Format = {
  name: "CodeRAG",
  speaksOf: () => true,
  write(changes) {
    const answer = deriveAnswer(changes);
    return answer === undefined ? undefined : described(answer, changes);
  },
  apply: (answer, files) => outcome(answer, files, new Map()),
  slip: (rows, edit, by) => rows.map((row) => (row.edit === edit ? { text: shifted(row.text, by) } : row)),
  elsewhere: (rows, edit, by, changes) => {
    const at = rows.findIndex((row) => row.edit === edit);
    const tags = tagsShown(rows, at, changes);
    const address = tags === undefined ? undefined : readdressed(rows[at]!.text, by, tags);
    return address === undefined ? undefined : rows.with(at, { text: address });
  },
};

/** The same language without what proves that the model means this line of this file: for comparison. */
export const oursPlain: Format = {
  ...ours,
  name: "CodeRAG, numbers without tags",
  write(changes) {
    const answer = deriveAnswer(changes, { tags: "hidden" });
    return answer === undefined ? undefined : described(answer, changes);
  },
};

export const oursUnstamped: Format = {
  ...ours,
  name: "CodeRAG, tags without stamps",
  write: (changes) => ours.write(changes)?.map((row) => ({ ...row, text: unstamped(row.text) })),
};

const unstamped = (row: string): string => row.replace(/^(=== .+?)#[a-z]{4}(?= -> | \(| <<|$)/, "$1");

/** Knowing what was shown, edits for a file that changed since are carried over. */
export const oursShown = (shown: Files): Format => ({
  ...ours,
  name: "CodeRAG, knowing what was shown",
  apply: (answer, files) => outcome(answer, files, shown),
});

function outcome(answer: string, files: Files, shown: Files): Outcome {
  const { changes, complaints, moved } = applyAnswer(answer, files, { shown });
  // Where everything is there already, nothing is to be done and nothing is wrong.
  if (complaints.length > 0) return { kind: "refused" };
  const now = new Map(files);
  for (const { path, after } of changes)
    if (after === undefined) now.delete(path);
    else now.set(path, after);
  return { kind: "applied", files: now, moved: moved.length > 0 };
}

const address = /^(\d+)([a-z]{2})?(?:-(\d+)([a-z]{2})?)?(?=[=+_:]| <)/;

function shifted(row: string, by: number): string {
  return row.replace(address, (_, from: string, tag?: string, to?: string, last?: string) =>
    to === undefined
      ? `${Number(from) + by}${tag ?? ""}`
      : `${Number(from) + by}${tag ?? ""}-${Number(to) + by}${last ?? ""}`,
  );
}

function readdressed(row: string, by: number, tags: readonly string[]): string | undefined {
  const [whole, from, tag, to] = address.exec(row)!;
  const names = [from, to].filter((number) => number !== undefined).map((number) => Number(number) + by);
  if (names.some((number) => tags[number - 1] === undefined)) return undefined;
  return (
    names.map((number) => `${number}${tag === undefined ? "" : tags[number - 1]}`).join("-") +
    row.slice(whole.length)
  );
}

/** The tags of the file under whose header a row stands. */
function tagsShown(
  rows: readonly AnswerRow[],
  at: number,
  changes: readonly CommitChange[],
): readonly string[] | undefined {
  const header = rows.slice(0, at).findLast(({ text }) => text.startsWith("=== "));
  const change = changes.find(({ path, oldPath = path }) => isHeaderOf(header?.text ?? "", oldPath));
  if (change?.before === undefined) return undefined;
  const { body } = splitByteOrderMark(change.before);
  return tagsOf(body, splitLines(body).length);
}

const isHeaderOf = (header: string, path: string): boolean =>
  header.startsWith(`=== ${path}`) && /^(#|$| \(| ->)/.test(header.slice(path.length + 4));

/** The rows of an answer, with what each means for the text after the commit. */
function described(answer: string, changes: readonly CommitChange[]): readonly AnswerRow[] {
  const rows: AnswerRow[] = answer.split("\n").map((text) => ({ text }));
  for (const [index, part] of parseEdits(answer).edits.files.entries()) {
    const change = changes[index]!;
    const { path, before } = change;
    const header = part.answerLine - 1;
    if (part.edits.length === 0) rows[header] = { ...rows[header]!, whole: change };
    let shift = 0;
    for (const edit of ordered(part)) {
      const first = edit.answerLine - 1;
      const { at, removed } = spanOf(edit, before);
      const from = at + shift;
      shift += edit.lines.length - removed.length;
      const isBlock = / <{2,}$/.test(rows[first]!.text) && edit.lines.length === rowsInside(rows, first);
      const named = address.test(rows[first]!.text) ? { edit: `${path} ${edit.answerLine}` } : {};
      if (isBlock) {
        rows[first] = { ...rows[first]!, ...named };
        for (const line of edit.lines.keys())
          rows[first + 1 + line] = { ...rows[first + 1 + line]!, code: { path, line: from + line } };
      } else {
        const alone = { path, at: from, count: edit.lines.length, old: removed };
        rows[first] = { ...rows[first]!, ...named, alone };
      }
    }
  }
  return rows;
}

/** Rows between one that opens a block and the one that closes it; 0 where it opens none. */
function rowsInside(rows: readonly AnswerRow[], first: number): number {
  const run = / (<{2,})$/.exec(rows[first]!.text)?.[1]?.length ?? 0;
  const close = rows.findIndex(({ text }, at) => at > first && text === ">".repeat(run));
  return run === 0 || close === -1 ? 0 : close - first - 1;
}

const ordered = ({ edits }: FileEdits): readonly Edit[] =>
  [...edits].sort((a, b) => a.answerLine - b.answerLine);

function spanOf(edit: Edit, before = ""): { readonly at: number; readonly removed: readonly string[] } {
  if (edit.kind === "replace") {
    const [from, to] = [edit.from.number - 1, edit.to.number];
    return { at: from, removed: linesOf(before.replace(/^\uFEFF/, "")).slice(from, to) };
  }
  return { at: edit.kind === "after" ? edit.at.number : 0, removed: [] };
}
