import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../store/database.ts";
import { type Execution, parkExecution } from "../../store/executions.ts";
import { patiently } from "../../store/unavailable.ts";
import type { Enqueuer } from "./queue.ts";
import { SuspendedError } from "./steps.ts";

export interface ParkOptions {
  readonly database: Database;
  readonly enqueuer: Enqueuer;
  /** Waits up to this many milliseconds are sat out: taking a run off a worker and back costs more. */
  readonly sitOutMs: number;
}

/**
 * Lets a run wait outside any worker until its time has come: fifty minutes of a rate limit hold neither a slot of
 * this worker nor the repository's turn. The library can delay only what has not begun, so the workflow is set
 * aside as cancelled, and the reaper of any worker queues it again when `parked_until` has passed.
 */
export async function parkWorkflow(
  worker: ParkOptions,
  execution: Execution,
  until: Date,
  signal: AbortSignal,
): Promise<void> {
  const wait = until.getTime() - Date.now();
  if (wait <= worker.sitOutMs) {
    await sleep(Math.max(0, wait), undefined, { signal });
    return;
  }
  // A crash between these two leaves a workflow that looks running: taken over like any other, it parks again.
  if (await patiently(() => parkExecution(worker.database, execution, until), signal))
    await patiently(() => worker.enqueuer.client.cancelWorkflow(execution.workflowId), signal);
  throw new SuspendedError(`The run waits until ${until.toISOString()}.`);
}
