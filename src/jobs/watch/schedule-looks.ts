import { slotOf } from "../../examples/schedule.ts";
import type { Logger } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { runningWatches } from "../../store/watches.ts";
import type { Enqueuer } from "../durable/queue.ts";
import { type Rounds, startRounds } from "../durable/rounds.ts";
import { restored } from "../reading/repository-config.ts";

export interface LookScheduleOptions {
  readonly database: Database;
  readonly enqueuer: Pick<Enqueuer, "enqueueLook">;
  readonly log: Logger;
  readonly now?: () => Date;
}

const everyMs = 10 * 60_000;

/**
 * Queues the look of every repository whose slot has begun; asked often, because queuing the same slot twice is
 * queuing it once, on whatever machine. The pace is the repository's own, weekly unless it says otherwise.
 */
export async function queueDueLooks({
  database,
  enqueuer,
  now = () => new Date(),
}: LookScheduleOptions): Promise<number> {
  let queued = 0;
  for (const { repositoryId, slot: last, config } of await runningWatches(database)) {
    const pace = restored(config)?.examples.schedule ?? "weekly";
    if (pace === "off") continue;
    const slot = slotOf(pace, now(), repositoryId);
    if (slot === last) continue;
    await enqueuer.enqueueLook({ repositoryId, slot, attempt: 1 });
    queued += 1;
  }
  return queued;
}

export const startLookSchedule = (options: LookScheduleOptions): Rounds =>
  startRounds(() => queueDueLooks(options), {
    ...{ firstMs: everyMs, everyMs, log: options.log },
    failed: "The schedule of look-ups was not read.",
  });
