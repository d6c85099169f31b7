import type { WorkVerb } from "../command/verbs.ts";
import { duration, money } from "../delivery/cost.ts";
import { planOf, plans } from "../delivery/plans.ts";
import { stageOf } from "../jobs/telling/stage-of.ts";
import { count } from "../source/counted.ts";
import { isFinal, type Run } from "../store/run.ts";
import { type Html, html } from "./html.ts";

/** How pages say what is known of a run. */

/** `2026-11-29 22:10:05`, in UTC. */
export const timeText = (iso: string): string => iso.slice(0, 19).replace("T", " ");

/** From the command to the end, or to now. */
export const tookText = ({ createdAt, finishedAt }: Run, now: number): string =>
  duration((finishedAt === undefined ? now : Date.parse(finishedAt)) - Date.parse(createdAt));

export const tokensText = ({ inputTokens, outputTokens }: Run): string =>
  inputTokens + outputTokens === 0 ? "" : count(inputTokens + outputTokens);

export const costText = ({ cost }: Run): string => (cost > 0 ? money(cost) : "");

export const stateMark = (state: string): Html => html`<span class="state ${state}">${state}</span>`;

/** What a run is at, or what came of it, in a sentence. */
export function wordsOf(run: Run): string {
  if (run.outcome) return run.outcome.message;
  if (run.state !== "running") return "waits for its turn";
  const title = stagesOf(run).find(([stage]) => stage === stageOf(run.step))?.[1];
  const asked = run.cancelRequestedAt === undefined ? "" : " (asked to stop)";
  return `${title ?? "at work"}${asked}`;
}

/** The stages of a run's verb; none where it has no work of its own (`help`). */
export const stagesOf = ({ verb }: Run): ReturnType<typeof planOf> =>
  Object.hasOwn(plans, verb) ? planOf(verb as WorkVerb) : [];

/** Where the run was asked for, on GitHub. */
export function threadUrl({ owner, name, issueNumber, commentId }: Run, webUrl: string): string {
  const place = commentId === undefined ? "" : `#issuecomment-${commentId}`;
  return `${repositoryUrl({ owner, name }, webUrl)}/issues/${issueNumber}${place}`;
}

export const repositoryUrl = ({ owner, name }: Pick<Run, "owner" | "name">, webUrl: string): string =>
  `${webUrl}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;

/** Seconds after which a page with this run is worth another look; undefined where it has ended. */
export const lookAgain = (runs: readonly Run[]): number | undefined =>
  runs.some(({ state }) => !isFinal(state)) ? 10 : undefined;
