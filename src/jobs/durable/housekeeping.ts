import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { pruneDeliveries } from "../../store/deliveries.ts";
import { trimDerived } from "../../store/derived.ts";
import { type Enqueuer, refreshWorkflow } from "./queue.ts";

export interface HousekeepingOptions {
  readonly database: Database;
  readonly enqueuer: Pick<Enqueuer, "client">;
  readonly log: Logger;
}

export interface Housekeeping {
  stop(): Promise<void>;
}

const portion = 500;
/** So long the queue entry of a refresh stays, for whoever looks into what happened. */
const keepRefreshesMs = 24 * 60 * 60 * 1000;
/** What models made of repositories may take, in bytes: vectors of some 500,000 definitions. */
const derivedBytes = 2_000_000_000;

/** Keeps the tables from growing with every delivery and push: once soon after the start, then every hour. */
export function startHousekeeping(options: HousekeepingOptions, everyMs = 60 * 60_000): Housekeeping {
  const over = new AbortController();
  const rest = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  const rounds = async (): Promise<void> => {
    await rest(Math.min(everyMs, 60_000));
    while (!over.signal.aborted) {
      // Nothing depends on it: what is left over goes in the next round.
      await tidy(options).catch((error: unknown) =>
        options.log.warn("The tables were not tidied.", { error }),
      );
      await rest(everyMs);
    }
  };
  const done = rounds();
  return {
    stop: () => {
      over.abort();
      return done;
    },
  };
}

/** One round. Run by several processes at once it does no harm. `now` in milliseconds. */
export async function tidy(
  { database, enqueuer, log }: HousekeepingOptions,
  now = Date.now(),
): Promise<{ readonly deliveries: number; readonly refreshes: number }> {
  const deliveries = await pruneDeliveries(database);
  const derived = await trimDerived(database, derivedBytes);
  let refreshes = 0;
  for (;;) {
    const ended = await enqueuer.client.listWorkflows({
      workflowName: refreshWorkflow,
      status: ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
      completedBefore: new Date(now - keepRefreshesMs).toISOString(),
      limit: portion,
      loadInput: false,
      loadOutput: false,
    });
    await enqueuer.client.deleteWorkflows(ended.map(({ workflowID }) => workflowID));
    refreshes += ended.length;
    if (ended.length < portion) break;
  }
  if (deliveries + refreshes + derived > 0)
    log.debug("Old rows are gone.", { deliveries, refreshes, derived });
  return { deliveries, refreshes };
}
