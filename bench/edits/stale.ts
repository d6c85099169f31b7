/** Files that changed since they were shown, by real commits: the one before in the file's history, and the one after. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Files, filesAfter, filesBefore } from "./answer.ts";
import { type Commit, type CommitChange, cloneOf, git, type Listed, readTexts } from "./commits.ts";
import { hunksOf } from "./hunks.ts";

export interface StaleCase {
  readonly name: string;
  readonly now: Files;
  /** Whether these files, or those of them that a format speaks of, are what the answer meant for the files now. */
  isRight(files: Files, asked: ReadonlySet<string>): boolean;
}

/** Texts that a file had before and after a commit's own two. */
export interface Neighbours {
  before(change: CommitChange): string | undefined;
  after(change: CommitChange): string | undefined;
}

/** Walks the whole history once, then reads the texts that the commits need. */
export function neighboursOf(listed: Listed, commits: readonly Commit[], folder: string): Neighbours {
  const clone = cloneOf(listed.repository, folder);
  const shas = git(clone, ["rev-list", "--no-merges", "HEAD"]);
  const argv = [
    "diff-tree",
    "--stdin",
    "-r",
    "-z",
    "--raw",
    "--no-abbrev",
    "--no-renames",
    "--ignore-submodules=all",
  ];
  const fields = git(clone, argv, shas.toString()).toString().split("\0");
  const [earlier, later] = [new Map<string, string>(), new Map<string, string>()];
  for (let at = 0; at + 1 < fields.length; at++) {
    const [, , old, now] = fields[at]!.startsWith(":") ? fields[at]!.split(" ") : [];
    if (old === undefined || now === undefined) continue;
    const path = fields[++at]!;
    earlier.set(`${path}\0${now}`, old);
    later.set(`${path}\0${old}`, now);
  }
  const before = ({ path, blobs: [old] }: CommitChange) => earlier.get(`${path}\0${old}`);
  const after = ({ path, blobs: [, now] }: CommitChange) => later.get(`${path}\0${now}`);
  const changes = commits.flatMap((commit) => commit.changes.filter(isEdit));
  const hashes = changes.flatMap((change) => [before(change), after(change)]);
  const texts = readTexts(
    clone,
    hashes.filter((hash) => hash !== undefined && !/^0+$/.test(hash)),
  );
  return {
    before: (change) => texts.get(before(change) ?? ""),
    after: (change) => texts.get(after(change) ?? ""),
  };
}

const isEdit = ({ before, after, oldPath }: CommitChange): boolean =>
  before !== undefined && after !== undefined && oldPath === undefined;

/** A file that changed: its text now, and texts that are right for it after the answer. */
interface Moved {
  readonly path: string;
  readonly now: string;
  readonly right: readonly string[];
}

export function staleCases({ changes }: Commit, neighbours: Neighbours): readonly StaleCase[] {
  const edits = changes.filter(isEdit);
  const shown = filesBefore(changes);
  const wanted = filesAfter(changes);
  const caseOf = (name: string, base: Files, goal: Files, found: readonly Moved[]): readonly StaleCase[] => {
    if (found.length === 0) return [];
    const now = new Map([...base, ...found.map((one) => [one.path, one.now] as const)]);
    const known = new Map(found.map((one) => [one.path, one.right]));
    const isRight: StaleCase["isRight"] = (files, asked) =>
      [...asked].every((path) => {
        const text = files.get(path);
        const texts = known.get(path);
        return texts === undefined ? text === goal.get(path) : text !== undefined && texts.includes(text);
      });
    return [{ name, now, isRight }];
  };
  const previous = edits.flatMap((change) => {
    const now = neighbours.before(change);
    return now === undefined
      ? []
      : [{ path: change.path, now, right: merged(change.before!, change.after!, now) }];
  });
  const next = edits.flatMap((change) => {
    const later = neighbours.after(change);
    return later === undefined ? [] : [{ change, later }];
  });
  const alone = next.flatMap(({ change: { path, before, after }, later }) =>
    merged(after!, before!, later)
      .slice(0, 1)
      .map((now) => ({ path, now, right: merged(before!, after!, now) })),
  );
  const both = next.map(({ change: { path, before, after }, later }) => ({
    path,
    now: later,
    right: [later, ...merged(before!, after!, later)],
  }));
  return [
    ...caseOf("the previous commit is not there", shown, wanted, previous),
    ...caseOf("the next commit came first", shown, wanted, alone),
    ...caseOf("the change and the next commit are there", wanted, wanted, both),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "coderag-edits-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What git makes of it; where git sees a conflict because changes touch, also both changes side by side. */
export function merged(base: string, ours: string, theirs: string): readonly string[] {
  const names = ["ours", "base", "theirs"].map((name) => join(folder, name));
  for (const [index, text] of [ours, base, theirs].entries()) writeFileSync(names[index]!, text);
  try {
    return [
      execFileSync("git", ["merge-file", "-p", "-q", ...names], {
        stdio: "pipe",
        maxBuffer: 2 ** 30,
      }).toString(),
    ];
  } catch {
    return sideBySide(base, ours, theirs);
  }
}

function sideBySide(base: string, ours: string, theirs: string): readonly string[] {
  const old = rows(base);
  const both = [hunksOf(old, rows(ours)), hunksOf(old, rows(theirs))] as const;
  const all = both.flat().sort((a, b) => a.at - b.at || a.old.length - b.old.length);
  const result: string[] = [];
  let at = 0;
  for (const [index, hunk] of all.entries()) {
    const before = all[index - 1];
    // Two insertions at one place have no order, and lines that both change have no right text.
    if (hunk.at < at || (before !== undefined && before.at === hunk.at)) return [];
    result.push(...old.slice(at, hunk.at), ...hunk.now);
    at = hunk.at + hunk.old.length;
  }
  return [[...result, ...old.slice(at)].join("")];
}

const rows = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
