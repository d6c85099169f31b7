import type { WorkVerb } from "../../command/verbs.ts";
import { marker, type Progress } from "../../delivery/progress.ts";
import { renderProgress } from "../../delivery/render-progress.ts";
import { renderCheck } from "../../delivery/review/check.ts";
import type { CheckAnnotation } from "../../github/check-run.ts";
import type { PublishedNote } from "../../github/forge.ts";
import type { Database } from "../../store/database.ts";
import type { Run } from "../../store/run.ts";
import { findRun } from "../../store/runs.ts";
import type { Surroundings } from "../surroundings.ts";

/** Where people see how far a run is: a review in a check run, which notifies nobody; everything else in a comment. */
export const placeOf = (verb: WorkVerb): "check-run" | "comment" =>
  verb === "suggest" ? "check-run" : "comment";

/**
 * Says how far a run is, or how it ended, in its one place. A review that nobody asked for never comments. One that
 * somebody commanded comments where it came to nothing through a fault or a refusal, or where the installation does
 * not grant check runs.
 */
export async function tellProgress(
  run: Run,
  progress: Progress,
  surroundings: Surroundings,
  database: Database,
  annotations: readonly CheckAnnotation[] = [],
): Promise<PublishedNote | undefined> {
  // A bot's pull request asked for nothing: what there is to tell is the job's own comment.
  if (progress.verb === "examples" && isPull(run)) return undefined;
  const isCheck = placeOf(progress.verb) === "check-run";
  const head = isCheck ? (await findRun(database, run.id))?.head : undefined;
  return tellAt(run, progress, surroundings, head, annotations);
}

const isPull = ({ snapshot }: Run): boolean => (snapshot as { readonly kind?: unknown }).kind === "pull";

/** The same for a run of which nothing is stored; `head`: where a check run stands. */
export async function tellAt(
  run: Pick<Run, "id" | "issueNumber" | "commentId" | "frozenAt">,
  progress: Progress,
  { publisher }: Pick<Surroundings, "publisher">,
  head: string | undefined,
  annotations: readonly CheckAnnotation[] = [],
): Promise<PublishedNote | undefined> {
  if (placeOf(progress.verb) === "check-run") {
    const checked = head && (await publisher.checkRun(renderCheck(progress, head, annotations)));
    const failed = progress.end?.kind === "declined" || progress.end?.kind === "failed";
    if (run.commentId === undefined || (checked && !failed)) return undefined;
  }
  return publisher.note(run.issueNumber, marker(run, "progress"), renderProgress(progress), sinceAsked(run));
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Nothing that a run says is older than what asked for it: in a thread of thousands its end is looked through. A day
 * more, for what asked may be dated by our own clock.
 */
export const sinceAsked = ({ frozenAt }: Pick<Run, "frozenAt">): string =>
  new Date(Date.parse(frozenAt) - dayMs).toISOString();
