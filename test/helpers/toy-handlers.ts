import { setTimeout as sleep } from "node:timers/promises";
import type { RunHandlers } from "../../src/jobs/durable/execute.ts";
import type { Database } from "../../src/store/database.ts";
import { setOutcome } from "../../src/store/runs.ts";

/** A job of four steps. Each leaves one effect under an idempotent key, and a line in the log of attempts. */
export const toySteps = ["one", "two", "three", "four"] as const;

export interface ToyOptions {
  /** Milliseconds that each step takes after its effect. */
  readonly pauseMs?: number;
  readonly worker?: string;
  /** Those of another version of the program. */
  readonly steps?: readonly string[];
}

export async function createToyTables(database: Database): Promise<void> {
  await database.query("create table effects (run_id uuid, step text, primary key (run_id, step))");
  await database.query(
    "create table attempts (run_id uuid, step text, worker text, at timestamptz default clock_timestamp())",
  );
  await database.query("create table refreshed (commit text, worker text)");
}

export function createHandlers(options: unknown, database: Database): RunHandlers {
  const { pauseMs = 0, worker = "", steps = toySteps } = (options ?? {}) as ToyOptions;
  return {
    accept: (_run, context) => context.enqueueJob(),
    job: async (run, { step }) => {
      const results: string[] = [];
      for (const name of steps)
        results.push(
          await step(name, async () => {
            await database.query("insert into attempts (run_id, step, worker) values ($1, $2, $3)", [
              run.id,
              name,
              worker,
            ]);
            await database.query("insert into effects values ($1, $2) on conflict do nothing", [
              run.id,
              name,
            ]);
            await sleep(pauseMs);
            return `did ${name}`;
          }),
        );
      await setOutcome(database, run.id, { kind: "delivered", message: results.join(", ") });
    },
    fail: (run, failure) =>
      setOutcome(database, run.id, { kind: "failed", message: `toy: ${failure.message}` }),
    refresh: async ({ commit }, signal) => {
      await database.query("insert into refreshed (commit, worker) values ($1, $2)", [commit, worker]);
      await sleep(pauseMs, undefined, { signal });
      return { files: 0, parsed: 0, cached: 0 };
    },
  };
}
