/**
 * A look at the dependencies of one repository as a piece of durable work: its id names repository and slot, so that
 * however many workers and restarts there are, a slot has one look. What it found is kept as it goes; one that broke
 * off goes on with what is left.
 */
import { RateLimitedError } from "../../github/failure.ts";
import { endSlot, findWatch } from "../../store/watches.ts";
import { type WorkerState, whileClaimed } from "../durable/execute.ts";
import { type LookOrder, lookId } from "./look-order.ts";

/** Attempts at one slot; a limit that ends within the hour does not count as a failure, but is bounded as well. */
const most = { failures: 3, attempts: 24 };
const pauseAfterFailure = 10 * 60;
const mostMilliseconds = 60 * 60_000;

/** One queue entry, from its turn to the record. Never throws for what went wrong in the work. */
export async function executeLook(worker: WorkerState, order: LookOrder): Promise<void> {
  const { database, halt, enqueuer } = worker;
  const { repositoryId, slot, attempt, ticked } = order;
  const log = worker.log.child({ repositoryId, slot, attempt });
  await whileClaimed(worker, lookId(order), async (ask) => {
    const row = await ask(() => findWatch(database, repositoryId));
    if (!row || (!ticked && (row.stopped !== undefined || row.slot === slot))) return;
    try {
      const signal = AbortSignal.any([halt.signal, AbortSignal.timeout(mostMilliseconds)]);
      log.info("Looked at the dependencies.", { outcome: await worker.handlers.look!(row, ticked, signal) });
    } catch (error) {
      if (halt.signal.aborted) throw error;
      const limited = error instanceof RateLimitedError;
      if (attempt < (limited ? most.attempts : most.failures)) {
        const wait = limited ? (error.until.getTime() - Date.now()) / 1000 : pauseAfterFailure;
        await ask(() =>
          enqueuer.enqueueLook({ ...order, attempt: attempt + 1 }, Math.max(1, Math.ceil(wait))),
        );
        log.info("A look is put off.", { seconds: Math.ceil(wait), error: limited ? undefined : error });
        return;
      }
      log.warn("A look failed; the next slot looks again.", { error });
    }
    if (!ticked) await ask(() => endSlot(database, repositoryId, slot));
  });
}
