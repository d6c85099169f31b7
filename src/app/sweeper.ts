import { setTimeout as sleep } from "node:timers/promises";
import type { GitHubApp } from "../github/app.ts";
import type { FailedDelivery } from "../github/deliveries.ts";
import type { Logger } from "../log.ts";
import { redeliveryMs } from "../store/deliveries.ts";
import { followed } from "./followed.ts";

/**
 * GitHub delivers once and never tries again by itself. What failed while this server was down is found in the App's
 * list of deliveries, and GitHub is asked to send it again. The list is the truth, so nothing is stored here: a
 * restart only looks further back.
 */
export type DeliveryList = Pick<GitHubApp, "failedDeliveries" | "redeliver">;

/** Where the next sweep begins, and how often each delivery was asked for. */
export interface SweepState {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly asked: ReadonlyMap<string, number>;
}

export interface SweepReport {
  readonly redelivered: readonly string[];
  /** Failed `mostAttempts` times: something is wrong with it, not with the moment. */
  readonly givenUp: readonly string[];
  /** For the next sweep. */
  readonly left: number;
}

/** A delivery that is under way when a sweep begins may fail, and be listed, a little later. */
const overlap = 10 * 60 * 1000;
const mostAttempts = 5;
const mostPerSweep = 60;

/** A push that was missed is none of them: it only warms caches, and runs fetch what they read. */
const isOurs = ({ event, action }: FailedDelivery): boolean => Object.hasOwn(followed, `${event}.${action}`);

/** `now` in milliseconds. The first sweep of a process looks back as far as GitHub does. */
export function firstSweep(now: number): SweepState {
  return { since: now - redeliveryMs, asked: new Map() };
}

/**
 * One round: our events among the failed deliveries, the oldest first; the list itself keeps GitHub's pace. Stops at
 * the first refusal (a rate limit, an outage) and goes on from there in the next round.
 */
export async function sweepOnce(
  list: DeliveryList,
  state: SweepState,
  options: { readonly now: number; readonly log: Logger },
  signal: AbortSignal,
): Promise<{ readonly state: SweepState; readonly report: SweepReport }> {
  const listed = await list.failedDeliveries({ since: new Date(state.since) });
  const failed = listed.filter(isOurs);
  const asked = new Map(failed.map(({ guid }) => [guid, state.asked.get(guid) ?? 0]));
  const givenUp = failed.filter(({ guid }) => (asked.get(guid) ?? 0) >= mostAttempts);
  const wanted = failed.filter((delivery) => !givenUp.includes(delivery));
  const redelivered: FailedDelivery[] = [];
  for (const delivery of wanted.slice(0, mostPerSweep)) {
    if (signal.aborted) break;
    try {
      await list.redeliver(delivery.id);
    } catch (error) {
      options.log.warn("GitHub did not deliver again; the next sweep goes on.", {
        guid: delivery.guid,
        error,
      });
      break;
    }
    asked.set(delivery.guid, (asked.get(delivery.guid) ?? 0) + 1);
    redelivered.push(delivery);
  }
  const left = wanted.filter((delivery) => !redelivered.includes(delivery));
  const since = left[0] ? Date.parse(left[0].deliveredAt) : options.now - overlap;
  return {
    state: { since: Math.max(since, state.since), asked },
    report: {
      redelivered: redelivered.map(({ guid }) => guid),
      givenUp: givenUp.map(({ guid }) => guid),
      left: left.length,
    },
  };
}

export interface Sweeper {
  stop(): Promise<void>;
}

/** Sweeps soon after the start and then every few minutes, one round at a time, until stopped. */
export function startSweeper(list: DeliveryList, log: Logger, everyMs = 5 * 60_000): Sweeper {
  const over = new AbortController();
  const rest = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  const done = (async () => {
    let state = firstSweep(Date.now());
    await rest(Math.min(everyMs, 10_000));
    while (!over.signal.aborted) {
      try {
        const swept = await sweepOnce(list, state, { now: Date.now(), log }, over.signal);
        tell(swept.report, log);
        state = swept.state;
      } catch (error) {
        if (!over.signal.aborted) log.warn("The failed deliveries could not be listed.", { error });
      }
      await rest(everyMs);
    }
  })();
  return {
    stop: () => {
      over.abort();
      return done;
    },
  };
}

function tell(report: SweepReport, log: Logger): void {
  if (report.redelivered.length > 0)
    log.info(`GitHub delivers ${report.redelivered.length} again.`, {
      guids: report.redelivered,
      left: report.left,
    });
  if (report.givenUp.length > 0)
    log.error(`${report.givenUp.length} deliveries fail again and again.`, { guids: report.givenUp });
}
