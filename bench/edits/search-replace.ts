/**
 * Search/replace blocks with exact match, as several coding agents use them: the shortest stretch of old lines that
 * is found once in the file and holds the change, and what it becomes. Taken apart and applied with no mercy and no
 * guess: a block whose old lines are not found exactly once refuses the answer.
 */
import { diffLines } from "../../src/edits/diff.ts";
import type { CommitChange } from "./commits.ts";

const marks = { search: "<<<<<<< SEARCH", middle: "=======", replace: ">>>>>>> REPLACE" };

/** Lines with their ends; the last may have none. */
const rowsOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

export function searchReplaceOf(changes: readonly CommitChange[]): string {
  return changes.map((change) => blocksOf(change).join("\n")).join("\n");
}

function blocksOf({ path, oldPath, before, after }: CommitChange): readonly string[] {
  const head = oldPath === undefined ? path : `${oldPath} -> ${path}`;
  if (after === undefined) return [head, "(delete)"];
  if (before === undefined || before === "") return [head, ...block([], rowsOf(after))];
  const old = rowsOf(before);
  const blocks: string[] = [];
  for (const { from, to, lines } of stretches(old, rowsOf(after), before)) {
    blocks.push(...block(old.slice(from, to), lines));
  }
  return [head, ...blocks];
}

function block(search: readonly string[], replace: readonly string[]): readonly string[] {
  const text = (rows: readonly string[]): readonly string[] => rows.map((row) => row.replace(/\n$/, ""));
  return [marks.search, ...text(search), marks.middle, ...text(replace), marks.replace];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** What differs, each widened by lines above and below in turn until it is found once; those that meet are one. */
function stretches(old: readonly string[], now: readonly string[], before: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | undefined;
  const raw: { from: number; to: number; lines: string[] }[] = [];
  for (const { kind, lines } of diffLines(old, now)) {
    if (kind === "same") {
      open = undefined;
      at += lines.length;
      continue;
    }
    if (open === undefined) {
      open = { from: at, to: at, lines: [] };
      raw.push(open);
    }
    if (kind === "removed") {
      at += lines.length;
      open.to = at;
    } else open.lines.push(...lines);
  }
  for (const one of raw) {
    let { from, to } = one;
    for (let turn = 0; !isOnce(before, old.slice(from, to).join("")); turn++)
      if ((turn % 2 === 0 && from > 0) || to >= old.length) from = Math.max(0, from - 1);
      else to += 1;
    const lines = [...old.slice(from, one.from), ...one.lines, ...old.slice(one.to, to)];
    const last = found.at(-1);
    if (last === undefined || from >= last.to) found.push({ from, to, lines });
    else found[found.length - 1] = joined(last, one, Math.max(to, last.to), old);
  }
  return found;
}

/** `last` reaches over the lines that `one` changes. */
function joined(
  last: Stretch,
  one: { readonly from: number; readonly to: number; readonly lines: readonly string[] },
  to: number,
  old: readonly string[],
): Stretch {
  const beyond = last.to - one.from;
  const kept =
    beyond >= 0
      ? last.lines.slice(0, last.lines.length - beyond)
      : [...last.lines, ...old.slice(last.to, one.from)];
  return { from: last.from, to, lines: [...kept, ...one.lines, ...old.slice(one.to, to)] };
}

function isOnce(text: string, part: string): boolean {
  if (part === "") return false;
  const first = text.indexOf(part);
  return first !== -1 && text.indexOf(part, first + 1) === -1;
}

export type Outcome =
  | { readonly kind: "applied"; readonly files: ReadonlyMap<string, string> }
  | { readonly kind: "refused"; readonly why: string };

/** The files after the answer; refused where a block is torn or its old lines do not stand in the file just once. */
export function applySearchReplace(answer: string, files: ReadonlyMap<string, string>): Outcome {
  const result = new Map(files);
  let path: string | undefined;
  let fresh = false;
  let state: "outside" | "search" | "replace" = "outside";
  let [search, replace]: [string[], string[]] = [[], []];
  for (const row of answer.split("\n")) {
    if (state === "outside") {
      if (row === marks.search) [state, search, replace] = ["search", [], []];
      else if (row === marks.middle || row === marks.replace) return { kind: "refused", why: "torn" };
      else if (row === "(delete)" && path !== undefined) result.delete(path);
      else if (/^(```|~~~)/.test(row) || row === "") continue;
      else {
        const [from, to] = row.split(" -> ") as [string, string?];
        path = to ?? from;
        fresh = !result.has(from);
        if (to !== undefined) {
          if (fresh) return { kind: "refused", why: "no such file" };
          result.set(to, result.get(from)!);
          result.delete(from);
        }
      }
    } else if (row === marks.middle && state === "search") state = "replace";
    else if (row === marks.replace && state === "replace") {
      state = "outside";
      if (path === undefined) return { kind: "refused", why: "no file" };
      const old = result.get(path);
      const put = replace.map((line) => `${line}\n`).join("");
      if (search.length === 0) {
        if (old !== undefined && old !== "") return { kind: "refused", why: "nothing to find" };
        result.set(path, put);
        continue;
      }
      if (old === undefined) return { kind: "refused", why: "no such file" };
      const text = search.map((line) => `${line}\n`).join("");
      const ended = old.endsWith("\n") ? old : `${old}\n`;
      if (!isOnce(`\n${ended}`, `\n${text}`)) return { kind: "refused", why: "not found just once" };
      const at = `\n${ended}`.indexOf(`\n${text}`);
      const made = ended.slice(0, at) + put + ended.slice(at + text.length);
      result.set(path, old.endsWith("\n") ? made : made.replace(/\n$/, ""));
    } else if (row === marks.search || row === marks.middle || row === marks.replace)
      return { kind: "refused", why: "torn" };
    else (state === "search" ? search : replace).push(row);
  }
  return state === "outside" ? { kind: "applied", files: result } : { kind: "refused", why: "torn" };
}
