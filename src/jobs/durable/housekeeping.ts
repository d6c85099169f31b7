import type { Logger } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { pruneDeliveries } from "../../store/deliveries.ts";
import { trimDerived } from "../../store/derived.ts";
import { type Enqueuer, lookWorkflow, refreshWorkflow, workflows } from "./queue.ts";
import { type Rounds, startRounds } from "./rounds.ts";

export interface HousekeepingOptions {
  readonly database: Database;
  readonly enqueuer: Pick<Enqueuer, "client">;
  readonly log: Logger;
  /** Days for which the records of a run's steps outlive its end; 0: for ever. */
  readonly keepDays?: number;
}

const portion = 500;
const dayMs = 24 * 60 * 60 * 1000;
/** So long the queue entry of a refresh stays, for whoever looks into what happened. */
const keepRefreshesMs = dayMs;
/** What has the records of steps: of runs the prompts, the answers and the code that was read. */
const recorded = [workflows.accept, workflows.job, workflows.fail, lookWorkflow];
/** What models made of repositories may take, in bytes: vectors of some 500,000 definitions. */
const derivedBytes = 2_000_000_000;

/** Keeps the tables from growing with every delivery and push: once soon after the start, then every hour. */
export const startHousekeeping = (options: HousekeepingOptions, everyMs = 60 * 60_000): Rounds =>
  startRounds(() => tidy(options), {
    ...{ firstMs: Math.min(everyMs, 60_000), everyMs, log: options.log },
    failed: "The tables were not tidied.",
  });

/** One round. Run by several processes at once it does no harm. `now` in milliseconds. */
export async function tidy(
  { database, enqueuer, log, keepDays = 0 }: HousekeepingOptions,
  now = Date.now(),
): Promise<{ readonly deliveries: number; readonly refreshes: number; readonly records: number }> {
  const deliveries = await pruneDeliveries(database);
  const derived = await trimDerived(database, derivedBytes);
  const refreshes = await forget(enqueuer, [refreshWorkflow], [...over, "CANCELLED"], now - keepRefreshesMs);
  // A run that is put aside until a limit ends is a cancelled entry.
  const records = keepDays === 0 ? 0 : await forget(enqueuer, recorded, over, now - keepDays * dayMs);
  if (deliveries + refreshes + records + derived > 0)
    log.debug("Old rows are gone.", { deliveries, refreshes, records, derived });
  return { deliveries, refreshes, records };
}

const over = ["SUCCESS", "ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"] as const;

/** Deletes the entries that ended before `until`, with the records of their steps. Returns how many. */
async function forget(
  { client }: HousekeepingOptions["enqueuer"],
  names: readonly string[],
  status: readonly ((typeof over)[number] | "CANCELLED")[],
  until: number,
): Promise<number> {
  for (let gone = 0; ; ) {
    const ended = await client.listWorkflows({
      ...{ workflowName: [...names], status: [...status], completedBefore: new Date(until).toISOString() },
      ...{ limit: portion, loadInput: false, loadOutput: false },
    });
    await client.deleteWorkflows(ended.map(({ workflowID }) => workflowID));
    gone += ended.length;
    if (ended.length < portion) return gone;
  }
}
