import type { GitHubApp } from "../github/app.ts";
import { type FailedDelivery, failedBy } from "../github/deliveries.ts";
import { GitHubError } from "../github/failure.ts";
import { type Rounds, startRounds } from "../jobs/durable/rounds.ts";
import type { Logger } from "../log.ts";
import { redeliveryMs } from "../store/deliveries.ts";
import { followed } from "./followed.ts";

/**
 * GitHub delivers once and never tries again by itself. What failed while this server was down is found in the App's
 * list of deliveries, and GitHub is asked to send it again: at once, and where that fails too after pauses that double.
 * The list is the truth, so nothing is stored here: a restart only looks further back.
 */
export type DeliveryList = Pick<GitHubApp, "deliveryAttempts" | "redeliver">;

/** A delivery of ours that is still to arrive. */
interface Pending extends FailedDelivery {
  /** The host has heard that it fails again and again. */
  readonly told?: true;
}

export interface SweepState {
  /** Where the next sweep begins to read; milliseconds since 1970. */
  readonly since: number;
  /** By GUID. */
  readonly pending: ReadonlyMap<string, Pending>;
}

export interface SweepReport {
  readonly redelivered: readonly string[];
  /** Failed again after an hour: something is wrong with them, or here, and not with the moment. Once each. */
  readonly failing: readonly FailedDelivery[];
  /** GitHub delivers them no more. */
  readonly lost: readonly string[];
  /** Their time has come, and the next sweep asks for them. */
  readonly left: number;
}

/** A delivery that is under way when a sweep begins may fail, and be listed, a little later. */
const overlap = 10 * 60 * 1000;
const longestPause = 60 * 60 * 1000;
const mostPerSweep = 60;

/** A push that was missed is none of them: it only warms caches, and runs fetch what they read. */
const isOurs = ({ newest: { event, action } }: FailedDelivery): boolean =>
  Object.hasOwn(followed, `${event}.${action}`);

/**
 * As long again as it has failed until then, an hour at most: an outage ends, a poisoned delivery does not. GitHub's
 * clock may be ahead.
 */
const isDue = ({ firstAt, lastAt }: FailedDelivery, now: number): boolean =>
  Math.max(0, now - lastAt) >= Math.min(lastAt - firstAt, longestPause);

/** GitHub refuses this delivery, and not everything for now: the others need not wait for it. */
const isOfThisOne = (error: unknown): boolean => error instanceof GitHubError && !error.transient;

/** `now` in milliseconds. The first sweep of a process looks back as far as GitHub does. */
export function firstSweep(now: number): SweepState {
  return { since: now - redeliveryMs, pending: new Map() };
}

/**
 * One round: our events among the failed deliveries, the oldest first; the list itself keeps GitHub's pace. Stops where
 * GitHub takes nothing for now (a rate limit, an outage) and goes on from there in the next round.
 */
export async function sweepOnce(
  list: DeliveryList,
  state: SweepState,
  { now, log }: { readonly now: number; readonly log: Logger },
  signal: AbortSignal,
): Promise<{ readonly state: SweepState; readonly report: SweepReport }> {
  const attempts = await list.deliveryAttempts({ since: new Date(state.since) });
  const failed = [...failedBy(attempts, state.pending)].filter(([, one]) => isOurs(one));
  const pending = new Map<string, Pending>(failed.filter(([, { firstAt }]) => now - firstAt <= redeliveryMs));
  const lost = failed.flatMap(([guid]) => (pending.has(guid) ? [] : [guid]));
  const due = [...pending.values()]
    .filter((one) => isDue(one, now))
    .sort((one, other) => one.firstAt - other.firstAt);
  const failing = [...pending.values()].filter(
    ({ told, firstAt, lastAt }) => !told && lastAt - firstAt >= longestPause,
  );
  for (const one of failing) pending.set(one.newest.guid, { ...one, told: true });
  const redelivered: string[] = [];
  let tried = 0;
  for (const one of due.slice(0, mostPerSweep)) {
    const { guid, id } = one.newest;
    if (signal.aborted) break;
    try {
      await list.redeliver(id);
      redelivered.push(guid);
    } catch (error) {
      log.warn("GitHub did not deliver again.", { guid, error });
      if (!isOfThisOne(error)) break;
    }
    tried += 1;
    pending.set(guid, { ...pending.get(guid)!, lastAt: now });
  }
  return {
    state: { since: now - overlap, pending },
    report: { redelivered, failing, lost, left: due.length - tried },
  };
}

/** Sweeps soon after the start and then every few minutes, one round at a time, until stopped. */
export function startSweeper(list: DeliveryList, log: Logger): Rounds {
  let state = firstSweep(Date.now());
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const swept = await sweepOnce(list, state, { now: Date.now(), log }, signal);
    tell(swept.report, log);
    state = swept.state;
  };
  return startRounds(sweep, {
    ...{ firstMs: 10_000, everyMs: 5 * 60_000, log },
    failed: "The failed deliveries could not be listed.",
  });
}

function tell({ redelivered, failing, lost, left }: SweepReport, log: Logger): void {
  if (redelivered.length > 0)
    log.info(`GitHub delivers ${redelivered.length} again.`, { guids: redelivered, left });
  if (failing.length > 0)
    log.error("Deliveries fail again and again; `coderag doctor` says why.", {
      guids: failing.map(({ newest }) => newest.guid),
      answers: [...new Set(failing.map(({ newest }) => newest.status || newest.result))],
    });
  if (lost.length > 0) log.error("Deliveries are lost: GitHub sends them no more.", { guids: lost });
}
