import { checkChanges } from "../../checks/gate.ts";
import { type HeldFinding, type PlacedFinding, placeFindings } from "../../delivery/review/place.ts";
import { annotationsOf, createReview } from "../../delivery/review/review.ts";
import { commitSuggestion, type Suggestion } from "../../edits/anchor.ts";
import { carryChanges } from "../../edits/carry-changes.ts";
import { carryLine } from "../../edits/carry-line.ts";
import type { CheckAnnotation } from "../../github/check-run.ts";
import type { BranchHead } from "../../github/forge.ts";
import type { ReviewDraft } from "../../github/review.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import { standingIn } from "../../workspace/workspace.ts";
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
  const shown = await reader.pullFiles(look.pull.number);
  const workspace = await openWorkspace(head, signal);
  try {
    const { files, since } = await openDiff(look, workspace, surroundings, signal, { shown });
    const carried = (await carryAll(held, workspace, surroundings)).map((one) => inSayableWords(one, redact));
    const texts = await workspace.readMany(carried.map(({ finding }) => finding.path));
    const placed = await withoutClashes(
      placeFindings(carried, new Map(files.map((file) => [file.path, file])), {
        most: config.suggestions.most,
        told: new Set(look.told.fingerprints),
        textOf: (path) => texts.get(path),
        isSayable: (code) => redact(code) === code,
      }),
      workspace,
      surroundings,
    );
    const draft = createReview({
      ...{ runId: run.id, pullNumber: look.pull.number, placed, since },
      fork: look.fork && !config.commits.forks,
      place: { webUrl, owner: run.owner, name: run.name, commit: head.commit },
      looked: look.head.commit,
      // What a definition repeats was found at the old head; at another one its lines are not known.
      duplicates: head.commit === look.head.commit ? brief.duplicates : [],
      leftOut: brief.leftOut,
    });
    return { draft, annotations: annotationsOf(placed), placed: placed.length };
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
  const carried: HeldFinding[] = [];
  for (const one of held) {
    const onto = carryChanges(one.changes, texts, (path) => workspace.entries.has(path));
    // Somebody changed the same lines, or did the very same.
    if (onto.kind === "conflict" || (onto.changes.length === 0 && one.changes.length > 0)) continue;
    const { changes } = onto;
    const { complaints } = await checkChanges(changes, { ...options.checks, ...standingIn(workspace) });
    if (complaints.length === 0)
      carried.push({ ...one, changes, finding: { ...one.finding, line: lineNow(one, texts) } });
  }
  return carried;
}

/** Where the line of a finding stands by now, as far as its own cure's file tells; else where it stood. */
function lineNow({ finding, changes }: HeldFinding, texts: ReadonlyMap<string, string>): number {
  const before = changes.find(({ path }) => path === finding.path)?.before;
  const now = texts.get(finding.path);
  if (before === undefined || now === undefined || before === now) return finding.line;
  return carryLine(before, now, finding.line) ?? finding.line;
}

/** Each suggestion is good alone; where one is not beside the better ones of its file, it becomes a remark. */
async function withoutClashes(
  placed: readonly PlacedFinding[],
  workspace: CommitWorkspace,
  { options }: Surroundings,
): Promise<readonly PlacedFinding[]> {
  const chosen = new Map<string, Suggestion[]>();
  const kept: PlacedFinding[] = [];
  for (const one of placed) {
    if (one.place.kind !== "suggested") {
      kept.push(one);
      continue;
    }
    const { suggestion } = one.place;
    const { path } = suggestion;
    const before = (await workspace.read(path)) ?? "";
    const together = [...(chosen.get(path) ?? []), suggestion];
    const after = together
      .toSorted((a, b) => b.from - a.from)
      .reduce((text, each) => commitSuggestion(text, each), before);
    const { complaints } = await checkChanges([{ path, before, after }], {
      ...options.checks,
      ...standingIn(workspace),
    });
    if (complaints.length === 0) chosen.set(path, together);
    kept.push(complaints.length === 0 ? one : { ...one, place: { kind: "noted" } });
  }
  return kept;
}
