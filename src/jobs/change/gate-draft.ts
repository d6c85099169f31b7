import { untoldOf } from "../../agent/issue-text.ts";
import type { Submitted } from "../../agent/loop.ts";
import { isParsed } from "../../checks/syntax.ts";
import { takenAnchors } from "../../context/taken.ts";
import { createDraft } from "../../delivery/draft.ts";
import type { DraftInput, Verification } from "../../delivery/draft-input.ts";
import { ledgerRows, notDoneLines } from "../../delivery/ledger.ts";
import { followUpNotes } from "../../delivery/pull-request-body.ts";
import { UserError } from "../../errors.ts";
import { formatChanges } from "../../format/format-changes.ts";
import type { BranchHead, Draft } from "../../github/forge.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { counted } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import { isUnreadSource } from "../../source/unread-source.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Asked } from "../acceptance/freeze.ts";
import type { JobRun } from "../job-run.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import type { IndexSummary } from "../reading/pin.ts";
import type { Brief } from "../reading/prepare.ts";
import { checksTold } from "../reading/pull-checks.ts";
import { ontoOf } from "../reading/pull-context.ts";
import { drawAfter } from "../reading/reason-tools.ts";
import type { Surroundings } from "../surroundings.ts";
import { type CarriedOnto, carryOnto, placesText } from "./carry.ts";
import { judgeChange } from "./judge-change.ts";
import { untested } from "./untested.ts";
import { vetPackages } from "./vet-packages.ts";

/** What the gate judges: the premises of the run and what the model handed in. */
export interface Judged {
  readonly issue: Asked;
  readonly base: BranchHead;
  readonly index: IndexSummary;
  readonly brief: Brief;
  readonly result: Submitted;
  readonly verification: readonly Verification[];
}

/** `conflict`: the base moved on and changed the same places; the draft is for the base as it was. */
export type GatedDraft = Draft & {
  readonly conflict?: Extract<CarriedOnto, { kind: "conflict" }>;
  /** What was asked for and is left, a line each. Not in what runs of earlier versions recorded. */
  readonly notDone?: readonly string[];
};

/**
 * The gate between the model and the publisher. The loop checked the hand-in for the model's sake; here it is checked
 * for ours, against the recorded result. Then the pull request is made, as a value: from here on no model text decides
 * what is written, or where.
 */
export async function gateDraft(
  run: JobRun,
  { issue, base, index, brief, result, verification }: Judged,
  knowledge: Knowledge,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<GatedDraft> {
  const indexed = await knowledge.index(base, signal);
  const { workspace, graph, indexes } = indexed;
  const { submission, usage, turns, sources, uses, handIns } = result;
  if (result.changes.length === 0)
    throw new UserError(
      "The model handed in a change that changes nothing.",
      "Give the command again with a hint: what to change, and where.",
    );
  const marked = brief.references?.marked ?? [];
  const { checks } = surroundings.options;
  // What a reviewer will have before him.
  const draw = drawAfter(workspace, { ...surroundings.options, indexes });
  let latest: { readonly changes: string; readonly graph: Promise<CodeGraph> } | undefined;
  // Layout mostly changes nothing, and then the graph that was judged is the one that is told of.
  const drawn = (changes: readonly FileChange[]): Promise<CodeGraph> => {
    const key = JSON.stringify(changes);
    if (latest?.changes !== key) latest = { changes: key, graph: draw(changes, signal) };
    return latest.graph;
  };
  const { complaints, findings, takenOver } = await judgeChange(
    result.changes,
    indexed,
    { checks, marked, graphAfter: drawn },
    signal,
  );
  if (complaints.length > 0)
    throw new Error(`A hand-in that the loop accepted is refused by the gate: ${complaints[0]!.message}`);
  const { changes, verified } = await laidOut(result.changes, workspace, surroundings.options);
  const { pull } = issue;
  // A pull request's branch is looked at when it is pushed to.
  const moved = pull ? undefined : await carryToNewest(base, changes, surroundings, signal);
  const after = await drawn(changes);
  const input: DraftInput = {
    ...{ run, issue, base, submission, changes, graph, after, sources },
    // A pull request has its tests in other commits.
    findings: issue.pull ? findings : [...findings, ...untested(changes, graph, after)],
    ...{
      requirements: brief.requirements,
      context: brief.context,
      conventions: brief.conventions.map(({ path }) => path),
      indexNotes: [
        ...untoldOf(issue),
        ...(brief.understanding?.notes ?? []),
        ...(brief.references?.notes ?? []),
        // A repository can have thousands of files that cannot be read.
        ...index.notes,
      ],
      references: brief.references?.excerpts ?? [],
      takenOver,
      newPackages: await vetPackages(result.changes, workspace, surroundings.packages, signal),
    },
    ...{ taken: takenAnchors(result.taken, brief.context), nearest: brief.nearest ?? [] },
    ourTips: await surroundings.ourTips(),
    checks: checksTold(pull?.checks ?? issue.draftChecks),
    webUrl: surroundings.webUrl,
    verification: [
      syntaxChecked(changes),
      ...verified,
      ...verification,
      ...(moved ? [movedText(moved, base)] : []),
    ],
    spent: { model: surroundings.model!.name, usage, turns, uses, handIns },
  };
  const notDone = notDoneLines(ledgerRows(input.requirements, submission.requirements));
  const draft = { ...createDraft(input), notDone };
  if (pull) return { ...draft, body: followUpNotes(input), onto: ontoOf(pull) };
  if (moved?.kind === "conflict") return { ...draft, conflict: moved };
  return moved ? { ...draft, base: moved.base, changes: moved.changes } : draft;
}

/** Undefined where the base is where and what it was, or has what the change does: then the draft stays on the commit it was made for. */
async function carryToNewest(
  base: BranchHead,
  changes: readonly FileChange[],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<CarriedOnto | undefined> {
  const newest = await surroundings.reader.base(base.branch);
  if (newest.commit === base.commit)
    return newest.branch === base.branch ? undefined : { kind: "carried", base: newest, changes };
  const moved = await carryOnto(newest, changes, surroundings, signal);
  return moved.kind === "carried" && moved.changes.length === 0 ? undefined : moved;
}

function movedText(moved: CarriedOnto, from: BranchHead): Verification {
  const { branch, commit } = moved.base;
  const what = fitOf(branch);
  if (commit === from.commit)
    return { what, result: "passed", detail: `the branch was called ${from.branch} when this was begun` };
  const at = `the branch moved on to \`${commit.slice(0, 12)}\` while this was written`;
  return moved.kind === "carried"
    ? { what, result: "passed", detail: `${at}; the change was carried onto it, and checked again` }
    : { what, result: "failed", detail: `${at} and changed the same places: ${placesText(moved.places)}` };
}

const fitOf = (branch: string): string => `The fit with ${branch} as it is now`;

/** Said of a change that the model wrote once more, for a base that had moved. */
export const refitted = ({ base, places }: Extract<CarriedOnto, { kind: "conflict" }>): Verification => ({
  what: fitOf(base.branch),
  result: "passed",
  detail: `the branch moved on to \`${base.commit.slice(0, 12)}\` while this was written and changed the same places: ${placesText(places)}; the change was written again for it`,
});

/** The changes that the gate took, with the lines that they touch laid out where that is switched on. */
async function laidOut(
  changes: readonly FileChange[],
  workspace: Workspace,
  { format }: Pick<Surroundings["options"], "format">,
): Promise<{ readonly changes: readonly FileChange[]; readonly verified: readonly Verification[] }> {
  if (format === "off") return { changes, verified: [] };
  const { changes: formatted, ran, notes } = await formatChanges(changes, workspace);
  const files = ran.map(({ formatter, paths }) => `${formatter}: ${paths.join(", ")}`);
  const detail = [...(files.length > 0 ? files : ["nothing to change"]), ...notes].join("; ");
  return {
    changes: formatted,
    verified: [{ what: "Layout of the touched lines", result: "passed", detail }],
  };
}

/** Only what we did ourselves is called verified, and what nothing here reads is told. */
export function syntaxChecked(changes: readonly FileChange[]): Verification {
  const left = changes.filter(({ after }) => after !== undefined);
  const unread = left.filter(({ path }) => isUnreadSource(path) && !isParsed(path)).length;
  const but =
    unread > 0 ? `; the syntax of ${counted(unread, "file")} was not checked, for lack of a parser` : "";
  return {
    what: "Syntax, limits, protected paths, secrets, invisible characters, imported packages",
    result: "passed",
    detail: `${counted(left.length, "file")} compared before and after; no new fault${but}`,
  };
}
