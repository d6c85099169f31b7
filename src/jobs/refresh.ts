/**
 * Keeps the caches of a repository warm after a push: its newest commit fetched on top of the one before, and the
 * outlines of the blobs that changed. Not a run: nobody asked, nobody is answered, and nothing depends on it, since
 * the next run would do the same for itself. So it gives way to everything and gives up easily.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk";
import { endRefresh, type RefreshEnd, standing, type TakenRefresh, takeRefresh } from "../store/refreshes.ts";
import { type WorkerState, whileClaimed } from "./durable/execute.ts";
import { refreshId } from "./durable/queue.ts";

/** A refresh that gave way so often in a row goes through: pushes without a pause must not put it off for ever. */
const mostGivings = 3;
/** A second death is no accident. */
const mostBegins = 2;
const mostMilliseconds = 20 * 60_000;
const watchIntervalMs = 500;

class StoppedError extends Error {
  readonly end: RefreshEnd | "gone";
  constructor(end: RefreshEnd | "gone") {
    super(`The refresh stopped: ${end}.`);
    this.name = "StoppedError";
    this.end = end;
  }
}

/**
 * One queue entry, from its turn to the record. Never throws for what went wrong in the work. The next refresh of the
 * repository begins `gapSeconds` later at the earliest.
 */
export async function executeRefresh(
  worker: WorkerState,
  gapSeconds: number,
  repositoryId: number,
  entry: string,
): Promise<void> {
  const workflowId = refreshId(entry);
  const { database } = worker;
  await whileClaimed(worker, workflowId, async (ask) => {
    const taken = await ask(() => takeRefresh(database, repositoryId, entry, gapSeconds));
    if (!taken) return;
    const end = await attempt(worker, taken, entry);
    if (end !== "gone") await ask(() => endRefresh(database, repositoryId, entry, end));
    if (end === "handed-back") throw new DBOSWorkflowConflictError(workflowId);
  });
}

async function attempt(
  worker: WorkerState,
  taken: TakenRefresh,
  entry: string,
): Promise<RefreshEnd | "gone"> {
  const { repositoryId, commit } = taken;
  const log = worker.log.child({ refresh: entry, repositoryId, commit });
  if (taken.begun > mostBegins) {
    log.warn("Workers die in this refresh; it is given up.");
    return "failed";
  }
  const over = new AbortController();
  const watching = watch(worker, taken, entry, over);
  const started = performance.now();
  try {
    const signal = AbortSignal.any([over.signal, worker.halt.signal, AbortSignal.timeout(mostMilliseconds)]);
    const { files, parsed, cached } = await worker.handlers.refresh!(taken, signal);
    const milliseconds = Math.round(performance.now() - started);
    log.info("The caches hold the newest commit.", { files, parsed, cached, milliseconds });
    return "done";
  } catch (error) {
    const reason: unknown = over.signal.reason;
    if (reason instanceof StoppedError) {
      log.debug(reason.message);
      return reason.end;
    }
    if (worker.halt.signal.aborted) return "handed-back";
    log.warn("A refresh failed; the next run of the repository indexes for itself.", { error });
    return "failed";
  } finally {
    over.abort();
    await watching;
  }
}

/** Aborts with a `StoppedError` when this refresh should not go on. */
async function watch(
  worker: WorkerState,
  taken: TakenRefresh,
  entry: string,
  over: AbortController,
): Promise<void> {
  const patient = taken.gaveWay < mostGivings;
  while (!over.signal.aborted) {
    if (worker.closing) return over.abort(new StoppedError("handed-back"));
    // Not being able to ask is no reason to stop.
    const stands = await standing(worker.database, taken.repositoryId, entry).catch(() => "newest");
    if (stands === "gone") over.abort(new StoppedError("gone"));
    if (stands === "superseded" && patient) over.abort(new StoppedError("gave-way"));
    await sleep(watchIntervalMs, undefined, { signal: over.signal }).catch(() => undefined);
  }
}
