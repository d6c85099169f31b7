/** What became of damaged answers, counted alike for every format. */
import { checkSyntax } from "../../src/checks/syntax.ts";
import {
  type Files,
  type Format,
  fenced,
  filesAfter,
  filesBefore,
  isSame,
  type Outcome,
  textOf,
} from "./answer.ts";
import { article } from "./article.ts";
import type { Commit } from "./commits.ts";
import { drawFrom, type Fault, faults } from "./faults.ts";
import { ours, oursPlain, oursShown, oursUnstamped } from "./ours.ts";
import { searchReplace } from "./search-replace.ts";
import { type Neighbours, staleCases } from "./stale.ts";

export interface Count {
  cases: number;
  /** The files are as the commit made them, or as both changes make them. */
  right: number;
  /** Right, and lines that were named wrongly were found. */
  moved: number;
  /** The damaged words said this, and no other place changed; `gated`: the result does not parse. */
  written: number;
  writtenGated: number;
  refused: number;
  /** Anything else, without a word; `gated` as above. */
  wrong: number;
  wrongGated: number;
}

export interface Counts {
  readonly fault: string;
  readonly kind: Fault["kind"] | "stale";
  readonly format: string;
  readonly repository: string;
  readonly count: Count;
}

export type Verdict = "right" | "moved" | "written" | "refused" | "wrong";

export interface Wrong {
  /** Repository and SHA. */
  readonly commit: string;
  readonly fault: string;
  readonly kind: Counts["kind"];
  readonly format: string;
  readonly answer: string;
}

export class Tally {
  readonly #formats: readonly Format[];
  readonly #gate: boolean;
  readonly counts = new Map<string, Counts>();
  readonly wrongs: Wrong[] = [];

  constructor({ gate, variants }: { readonly gate: boolean; readonly variants: boolean }) {
    this.#gate = gate;
    this.#formats = [ours, ...(variants ? [oursPlain, oursUnstamped] : []), article, searchReplace];
  }

  /** All faults planted into one commit's answers, in each format that can say the commit. */
  async judge(commit: Commit, neighbours: Neighbours): Promise<void> {
    for (const format of this.#formats) {
      const changes = commit.changes.filter((change) => format.speaksOf(change));
      const rows = changes.length === 0 ? undefined : format.write(changes);
      if (rows === undefined) continue;
      const [files, right] = [filesBefore(changes), filesAfter(changes)];
      const plain = textOf(fenced(rows));
      const outcome = format.apply(plain, files);
      const begun = verdictOf(outcome, (found) => isSame(found, right), undefined);
      await this.#count(commit, "no fault", "form", format, begun, files, outcome, plain);
      // A format that cannot do it right without a fault is not judged with one.
      if (begun !== "right") continue;
      for (const fault of faults) {
        const planted = fault.plant(format, rows, changes, right, drawFrom(`${commit.sha} ${fault.name}`));
        if (planted === undefined) continue;
        const answer = textOf(planted.rows);
        if (answer === plain) continue;
        const after = format.apply(answer, files);
        const verdict = verdictOf(after, (found) => isSame(found, right), planted.asWritten);
        await this.#count(commit, fault.name, fault.kind, format, verdict, files, after, answer);
      }
    }
    await this.#judgeStale(commit, neighbours);
  }

  async #judgeStale(commit: Commit, neighbours: Neighbours): Promise<void> {
    const cases = staleCases(commit, neighbours);
    for (const format of [...this.#formats, oursShown(filesBefore(commit.changes))]) {
      const changes = commit.changes.filter((change) => format.speaksOf(change));
      const rows = changes.length === 0 ? undefined : format.write(changes);
      if (rows === undefined) continue;
      const plain = textOf(fenced(rows));
      const goal = filesAfter(changes);
      const begun = format.apply(plain, filesBefore(changes));
      if (verdictOf(begun, (found) => isSame(found, goal), undefined) !== "right") continue;
      const paths = new Set(changes.flatMap(({ path, oldPath = path }) => [path, oldPath]));
      const only = (all: Files): Files => new Map([...all].filter(([path]) => paths.has(path)));
      for (const { name, now, isRight } of cases) {
        const outcome = format.apply(plain, only(now));
        const verdict = verdictOf(outcome, (files) => isRight(files, paths), undefined);
        await this.#count(commit, name, "stale", format, verdict, only(now), outcome, plain);
      }
    }
  }

  async #count(
    commit: Commit,
    fault: string,
    kind: Counts["kind"],
    format: Format,
    verdict: Verdict,
    before: Files,
    outcome: Outcome,
    answer: string,
  ): Promise<void> {
    const key = [fault, format.name, commit.repository].join("\0");
    const none = {
      cases: 0,
      right: 0,
      moved: 0,
      written: 0,
      writtenGated: 0,
      refused: 0,
      wrong: 0,
      wrongGated: 0,
    };
    const known = this.counts.get(key) ?? {
      fault,
      kind,
      format: format.name,
      repository: commit.repository,
      count: none,
    };
    this.counts.set(key, known);
    known.count.cases++;
    known.count[verdict]++;
    if (verdict === "wrong" && fault !== "no fault" && format.name.startsWith(ours.name))
      this.wrongs.push({
        commit: `${commit.repository} ${commit.sha}`,
        fault,
        kind,
        format: format.name,
        answer,
      });
    if (!this.#gate || outcome.kind === "refused" || (verdict !== "wrong" && verdict !== "written")) return;
    if (await isStopped(before, outcome.files))
      known.count[verdict === "wrong" ? "wrongGated" : "writtenGated"]++;
  }
}

function verdictOf(
  outcome: Outcome,
  isRight: (files: Files) => boolean,
  asWritten: Files | undefined,
): Verdict {
  if (outcome.kind === "refused") return "refused";
  if (isRight(outcome.files)) return outcome.moved ? "moved" : "right";
  return asWritten !== undefined && isSame(asWritten, outcome.files) ? "written" : "wrong";
}

/** Whether the syntax check of a run would stop these files. */
async function isStopped(before: Files, after: Files): Promise<boolean> {
  for (const [path, text] of after) {
    if (before.get(path) === text) continue;
    const { complaints } = await checkSyntax({ path, before: before.get(path), after: text });
    if (complaints.length > 0) return true;
  }
  return false;
}
