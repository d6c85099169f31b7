import type { Finding } from "../../checks/finding.ts";
import { checkChanges } from "../../checks/gate.ts";
import { standingIn } from "../../checks/standing.ts";
import {
  type CommitWay,
  type HeldFinding,
  type PlacedFinding,
  placeFindings,
} from "../../delivery/review/place.ts";
import { annotationsOf, createReview } from "../../delivery/review/review.ts";
import { commitSuggestion, type Suggestion } from "../../edits/anchor.ts";
import { carryChanges } from "../../edits/carry-changes.ts";
import { carryLine } from "../../edits/carry-line.ts";
import type { FileDiff } from "../../edits/file-diff.ts";
import { partChanges } from "../../edits/part-changes.ts";
import type { Complaint } from "../../errors.ts";
import type { CheckAnnotation } from "../../github/check-run.ts";
import type { BranchHead } from "../../github/forge.ts";
import type { ReviewDraft } from "../../github/review.ts";
import type { FileChange } from "../../source/file.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { JobRun } from "../job-run.ts";
import type { Surroundings } from "../surroundings.ts";
import type { ReviewBrief } from "./brief-review.ts";
import { openDiff } from "./pull-diff.ts";
import type { PullLook } from "./read-look.ts";

/** The review as a value. Survives JSON. */
export interface GatedReview {
  /** Undefined where nothing is to be said on the pull request itself. */
  readonly draft: ReviewDraft | undefined;
  readonly annotations: readonly CheckAnnotation[];
  readonly placed: number;
  /** Findings whose cure no longer fits: the pull request got new commits meanwhile. */
  readonly overtaken: number;
}

export interface GatePremises {
  readonly run: JobRun;
  readonly look: PullLook;
  readonly brief: ReviewBrief;
  readonly held: readonly HeldFinding[];
}

/**
 * The gate between the model and the publisher: each cure is applied and judged again, for this head and on the hunks
 * that GitHub shows of it now, alone and together with the others of its file. From here on no model text decides what
 * is written, or where. `head`: a newer one, onto which the cures are carried by the lines that they are about.
 */
export async function gateReview(
  { run, look, brief, held }: GatePremises,
  surroundings: Surroundings,
  signal: AbortSignal,
  head: BranchHead = look.head,
): Promise<GatedReview> {
  const { reader, openWorkspace, config, webUrl, redact = (text) => text } = surroundings;
  const paths = held.flatMap(({ finding, changes }) => [finding.path, ...changes.map(({ path }) => path)]);
  const shown = await reader.pullFiles(look.pull.number, { only: new Set(paths) });
  const workspace = await openWorkspace(head, signal);
  try {
    const { files, since } = await openDiff(look, workspace, surroundings, signal, { shown });
    const diffs = new Map(files.map((file) => [file.path, file]));
    const carried = (await carryAll(held, workspace, surroundings)).map((one) => inSayableWords(one, redact));
    const committable = await waysOfAll(carried, diffs, workspace, surroundings);
    const texts = await workspace.readMany(carried.map(({ finding }) => finding.path));
    const placed = await withoutClashes(
      placeFindings(committable, diffs, {
        most: config.suggestions.most,
        told: new Set(look.told.fingerprints),
        bare: new Set(look.told.bare),
        textOf: (path) => texts.get(path),
        isSayable: (code) => redact(code) === code,
      }),
      workspace,
      surroundings,
    );
    const draft = createReview({
      ...{ runId: run.id, pullNumber: look.pull.number, placed, since },
      fork: look.gone ? "gone" : look.fork && !config.commits.forks ? "barred" : undefined,
      place: { webUrl, owner: run.owner, name: run.name, commit: head.commit },
      looked: look.head.commit,
      // What a definition repeats was found at the old head; at another one its lines are not known.
      duplicates: head.commit === look.head.commit ? brief.duplicates : [],
      leftOut: brief.unseen ?? [],
    });
    const overtaken = held.length - carried.length;
    return { draft, annotations: annotationsOf(placed), placed: placed.length, overtaken };
  } finally {
    await workspace.close();
  }
}

/** Before they are counted and remembered: a comment whose words hold a secret would not pass the last gate. */
function inSayableWords(held: HeldFinding, redact: (text: string) => string): HeldFinding {
  const { title, why } = held.finding;
  const finding = { ...held.finding, title: redact(title), why: redact(why) };
  return { ...held, finding, reason: redact(held.reason) };
}

/** The cures on the texts of this head; one whose lines somebody changed meanwhile falls. */
async function carryAll(
  held: readonly HeldFinding[],
  workspace: CommitWorkspace,
  { options }: Surroundings,
): Promise<readonly HeldFinding[]> {
  const texts = await workspace.readMany(held.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const isTaken = (path: string): boolean => workspace.entries.has(path);
  const carried: HeldFinding[] = [];
  for (const one of held) {
    const apart = carryChanges(one.changes, texts, isTaken);
    // A button replaces lines that stand, whatever was done beside them: whoever presses it is told.
    const onto = apart.kind === "conflict" ? carryChanges(one.changes, texts, isTaken, "kept") : apart;
    // Somebody changed the same lines, or did the very same.
    if (onto.kind === "conflict" || (onto.changes.length === 0 && one.changes.length > 0)) continue;
    const { changes } = onto;
    const noticed = [...(one.noticed ?? []), ...(onto === apart ? [] : [besideOf(one)])];
    if (await isSound(changes, workspace, options))
      carried.push({ ...one, changes, noticed, finding: { ...one.finding, line: lineNow(one, texts) } });
  }
  return carried;
}

const besideOf = ({ finding }: HeldFinding): Finding => ({
  kind: "review/beside",
  path: finding.path,
  message: "New commits changed lines right beside these after they were looked at.",
});

/** Where the line of a finding stands by now, as far as its own cure's file tells; else where it stood. */
function lineNow({ finding, changes }: HeldFinding, texts: ReadonlyMap<string, string>): number {
  const before = changes.find(({ path }) => path === finding.path)?.before;
  const now = texts.get(finding.path);
  if (before === undefined || now === undefined || before === now) return finding.line;
  return carryLine(before, now, finding.line) ?? finding.line;
}

/**
 * How buttons can commit each cure: such that each part leaves its file sound. Where no button can commit the whole, an
 * import may also stand in another part than its use.
 */
async function waysOfAll(
  held: readonly HeldFinding[],
  files: ReadonlyMap<string, FileDiff>,
  workspace: CommitWorkspace,
  { options }: Surroundings,
): Promise<readonly HeldFinding[]> {
  const all: HeldFinding[] = [];
  for (const one of held) {
    const cuts = partChanges(one.changes, (path) => files.get(path)?.hunks ?? []);
    const hasWhole = cuts.some(({ length }) => length === 1);
    const ways: CommitWay[] = [];
    for (const parts of cuts) {
      // As a whole it is known to be sound.
      const found =
        parts.length === 1
          ? []
          : (await Promise.all(parts.map((part) => complaintsOf([part], workspace, options)))).flat();
      if (found.length === 0) ways.push({ parts });
      else if (!hasWhole && found.every(needsAnotherPart)) ways.push({ parts, inseparable: true });
    }
    all.push({ ...one, ways });
  }
  return all;
}

const needsAnotherPart = ({ kind }: Complaint): boolean => kind === "syntax/unused-import";

/** Each suggestion is good alone; where one is not beside the better ones of its files, it becomes a remark. */
async function withoutClashes(
  placed: readonly PlacedFinding[],
  workspace: CommitWorkspace,
  { options }: Surroundings,
): Promise<readonly PlacedFinding[]> {
  let chosen: readonly Suggestion[] = [];
  const kept: PlacedFinding[] = [];
  for (const one of placed) {
    if (one.place.kind !== "suggested") {
      kept.push(one);
      continue;
    }
    const together = [...chosen, ...one.place.suggestions];
    const paths = new Set(one.place.suggestions.map(({ path }) => path));
    const changes: FileChange[] = [];
    for (const path of paths) {
      const before = (await workspace.read(path)) ?? "";
      changes.push({ path, before, after: commitAll(path, before, together) });
    }
    const isComplete = one.place.shared.every((other) => chosen.includes(other));
    const isKept = isComplete && (await isSound(changes, workspace, options));
    if (isKept) chosen = together;
    kept.push(isKept ? one : { ...one, place: { kind: "noted" } });
  }
  return kept;
}

/** From below, so that the lines above keep their numbers. */
const commitAll = (path: string, text: string, suggestions: readonly Suggestion[]): string =>
  suggestions
    .filter((one) => one.path === path)
    .toSorted((a, b) => b.from - a.from)
    .reduce(commitSuggestion, text);

async function isSound(
  changes: readonly FileChange[],
  workspace: CommitWorkspace,
  options: Surroundings["options"],
): Promise<boolean> {
  return (await complaintsOf(changes, workspace, options)).length === 0;
}

async function complaintsOf(
  changes: readonly FileChange[],
  workspace: CommitWorkspace,
  { checks }: Surroundings["options"],
): Promise<readonly Complaint[]> {
  return (await checkChanges(changes, { ...checks, ...(await standingIn(workspace, changes)) })).complaints;
}
