/**
 * Search/replace blocks with exact match, as several coding agents use them: the shortest stretch of whole old lines
 * that holds the change and is found once in the file, and what it becomes. Applied with no mercy and no guess: a
 * block whose old lines are not found exactly once refuses the answer. Line ends and the last one are kept as they were.
 */
import { type AnswerRow, type Files, type Format, linesOf, type Outcome } from "./answer.ts";
import type { CommitChange } from "./commits.ts";
import { type Hunk, hunksOf } from "./hunks.ts";

const marks = { search: "<<<<<<< SEARCH", middle: "=======", replace: ">>>>>>> REPLACE" };
const torn = /^(<{7} SEARCH|={7}|>{7} REPLACE)$/;

export const searchReplace: Format = {
  name: "search/replace",
  speaksOf: () => true,
  write(changes) {
    const rows = changes.flatMap(rowsOf);
    return rows.some(({ code, text }) => code !== undefined && torn.test(text)) ? undefined : rows;
  },
  apply: applied,
  elsewhere(rows, edit, by, changes) {
    const first = rows.findIndex((row) => row.edit === edit);
    const last = rows.findLastIndex((row) => row.edit === edit);
    const { path, line } = rows.slice(first).find(({ quotes }) => quotes !== undefined)?.quotes ?? {};
    const change = changes.find((one) => one.path === path);
    if (line === undefined || change?.before === undefined) return undefined;
    const old = linesOf(change.before).slice(line + by, line + by + last - first + 1);
    if (line + by < 0 || old.length < last - first + 1) return undefined;
    return [...rows.slice(0, first), ...old.map((text) => ({ text })), ...rows.slice(last + 1)];
  },
};

function rowsOf(change: CommitChange): readonly AnswerRow[] {
  const { path, oldPath, before, after } = change;
  const head = { text: oldPath === undefined ? path : `${oldPath} -> ${path}` };
  if (after === undefined) return [head, { text: "(delete)", whole: change }];
  const code = (text: string, line: number): AnswerRow => ({ text, code: { path, line } });
  const now = linesOf(after);
  if (before === undefined || before === "")
    return [head, { text: marks.search }, { text: marks.middle }, ...now.map(code), { text: marks.replace }];
  const old = linesOf(before);
  const hunks = hunksOf(old, now);
  const ranges = hunks.map((hunk) => widened(hunk, old)).reduce<readonly Range[]>(joined, []);
  const wide = ranges.map((range) => within(range, hunks, old));
  return [
    head,
    ...wide.flatMap((hunk): AnswerRow[] => {
      const edit = `${path} ${hunk.at}`;
      return [
        { text: marks.search },
        ...hunk.old.map((text, line) => ({ text, edit, quotes: { path, line: hunk.at + line } })),
        { text: marks.middle },
        ...hunk.now.map((text, line) => code(text, hunk.from + line)),
        { text: marks.replace },
      ];
    }),
  ];
}

/** Lines of the old file, 0-based, exclusive end. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** With lines above and below in turn, until the old ones are found once. */
function widened(hunk: Hunk, old: readonly string[]): Range {
  let [from, to] = [hunk.at, hunk.at + hunk.old.length];
  const text = `\n${old.join("\n")}\n`;
  for (let turn = 0; (from > 0 || to < old.length) && !isOnce(text, old.slice(from, to)); turn++)
    if ((turn % 2 === 0 && from > 0) || to >= old.length) from--;
    else to++;
  return { from, to };
}

/** Stretches that meet are one. */
function joined(found: readonly Range[], next: Range): readonly Range[] {
  const last = found.at(-1);
  if (last === undefined || last.to < next.from) return [...found, next];
  return joined(found.slice(0, -1), { from: Math.min(last.from, next.from), to: Math.max(last.to, next.to) });
}

/** All that changes in a range, as one. */
function within({ from, to }: Range, hunks: readonly Hunk[], old: readonly string[]): Hunk {
  const inside = hunks.filter((hunk) => hunk.at >= from && hunk.at + hunk.old.length <= to);
  const now: string[] = [];
  let at = from;
  for (const hunk of inside) {
    now.push(...old.slice(at, hunk.at), ...hunk.now);
    at = hunk.at + hunk.old.length;
  }
  now.push(...old.slice(at, to));
  const first = inside[0]!;
  return { at: from, from: first.from - (first.at - from), old: old.slice(from, to), now };
}

function isOnce(text: string, lines: readonly string[]): boolean {
  if (lines.length === 0) return false;
  const part = `\n${lines.join("\n")}\n`;
  const first = text.indexOf(part);
  return first !== -1 && text.indexOf(part, first + 1) === -1;
}

/** A text as the blocks see it: LF alone and a last one; and back. */
function inLines(text: string): { readonly body: string; readonly back: (body: string) => string } {
  const windows = text.includes("\r\n");
  const ended = text === "" || text.endsWith("\n");
  return {
    body: `${text.replaceAll("\r\n", "\n")}${ended ? "" : "\n"}`,
    back(body) {
      const cut = ended ? body : body.replace(/\n$/, "");
      return windows ? cut.replaceAll("\n", "\r\n") : cut;
    },
  };
}

function applied(answer: string, files: Files): Outcome {
  const now = new Map(files);
  const refused: Outcome = { kind: "refused" };
  let path: string | undefined;
  let state: "outside" | "search" | "replace" = "outside";
  let [search, replace]: [string[], string[]] = [[], []];
  for (const row of answer.split("\n")) {
    if (state === "outside" && !torn.test(row)) {
      if (row === "(delete)" && path !== undefined && now.has(path)) now.delete(path);
      else if (!/^(```|~~~)|^\s*$/.test(row)) {
        const [from, to] = row.split(" -> ") as [string, string?];
        if (to !== undefined && !now.has(from)) return refused;
        if (to !== undefined) {
          now.set(to, now.get(from)!);
          now.delete(from);
        }
        path = to ?? from;
      }
    } else if (row === marks.search && state === "outside") [state, search, replace] = ["search", [], []];
    else if (row === marks.middle && state === "search") state = "replace";
    else if (row === marks.replace && state === "replace") {
      const text = path === undefined ? undefined : replaced(now.get(path), search, replace);
      if (text === undefined) return refused;
      now.set(path!, text);
      state = "outside";
    } else if (torn.test(row)) return refused;
    else (state === "search" ? search : replace).push(row);
  }
  return state === "outside" ? { kind: "applied", files: now, moved: false } : refused;
}

/** Undefined where the old lines are not found just once, or nothing is to be found in a file that has lines. */
function replaced(
  text: string | undefined,
  search: readonly string[],
  replace: readonly string[],
): string | undefined {
  const put = replace.map((line) => `${line}\n`).join("");
  if (search.length === 0) return text === undefined || text === "" ? put : undefined;
  if (text === undefined) return undefined;
  const { body, back } = inLines(text);
  if (!isOnce(`\n${body}`, search)) return undefined;
  const part = search.map((line) => `${line}\n`).join("");
  const at = `\n${body}`.indexOf(`\n${part}`);
  return back(body.slice(0, at) + put + body.slice(at + part.length));
}
