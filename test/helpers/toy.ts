import { join } from "node:path";
import { expect } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { endChildren } from "./children.ts";
import { silentLog, startPostgres, type TestPostgres } from "./postgres.ts";
import { type ChildWorker, spawnWorker } from "./spawn-worker.ts";
import { createToyTables, type ToyOptions, toySteps } from "./toy-handlers.ts";
import type { ChildOrders } from "./worker-child.ts";

/** The toy job (`toy-handlers.ts`) on a database of its own, worked on by child processes. */
export interface Toy {
  readonly postgres: TestPostgres;
  readonly enqueuer: Enqueuer;
  start(executorId: string, orders?: Partial<ChildOrders>, options?: ToyOptions): ChildWorker;
  /** How often each step's work ran, in the order of the steps. */
  attempts(runId: string): Promise<readonly number[]>;
  /** How many effects the run left. */
  effects(runId: string): Promise<number>;
  close(): Promise<void>;
}

/** The outcome of a toy run that went through all its steps. */
export const everythingDone = "did one, did two, did three, did four";

export async function openToy(): Promise<Toy> {
  const postgres = await startPostgres();
  const { database, url } = postgres;
  const enqueuer = await createEnqueuer(database, {
    ...{ log: silentLog, refreshPace: { settleSeconds: 0, gapSeconds: 0 } },
  });
  await createToyTables(database);
  return {
    postgres,
    enqueuer,
    start: (executorId, orders = {}, options = {}) =>
      spawnWorker({
        url,
        executorId,
        module: join(import.meta.dirname, "toy-handlers.ts"),
        options: { worker: executorId, ...options },
        ...orders,
      }),
    attempts: async (runId) => {
      const rows = await database.query<{ step: string; count: number }>(
        "select step, count(*) from attempts where run_id = $1 group by step",
        [runId],
      );
      return toySteps.map((step) => rows.find((row) => row.step === step)?.count ?? 0);
    },
    effects: async (runId) => (await database.query("select from effects where run_id = $1", [runId])).length,
    close: async () => {
      await endChildren();
      await enqueuer.close();
      await postgres.stop();
    },
  };
}

/** Stops a worker as a deployment does, and expects it to go in order. */
export async function endInOrder(worker: ChildWorker): Promise<void> {
  await worker.ready;
  worker.process.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
}
