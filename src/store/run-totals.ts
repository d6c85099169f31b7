import type { Queryable } from "./database.ts";

/** The state of the whole house in figures: no name, no text, nothing that tells of whom or what. */
export interface RunTotals {
  /** Runs that have not ended. */
  readonly active: readonly {
    readonly verb: string;
    readonly state: string;
    readonly count: number;
    /** Since the oldest of them was asked for. */
    readonly oldestSeconds: number;
  }[];
  /** Runs of all time, which are never deleted. */
  readonly ended: readonly EndedRuns[];
  /** Runs that ended on an error, by the error's name. */
  readonly failed: readonly { readonly error: string; readonly count: number }[];
  /** Runs that wait outside any worker, as for the end of a rate limit. */
  readonly parked: number;
  /** Worker processes that hold a lease and gave a sign of life in the last half minute. */
  readonly workers: number;
  /** Repositories whose newest push waits to be followed, and those where following it failed last. */
  readonly refreshes: { readonly waiting: number; readonly failing: number };
  /** Unix time of the newest delivery that is remembered; undefined where none is. */
  readonly lastDelivery: number | undefined;
  /** False where the database can be read alone: nothing is stored and no run goes on. */
  readonly writable: boolean;
}

export interface EndedRuns {
  readonly verb: string;
  readonly state: string;
  readonly count: number;
  /** From the command to the end, of all of them together. */
  readonly seconds: number;
  /** How many took at most so long: one figure for each of `durationBounds`. */
  readonly within: readonly number[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

/** Seconds. */
export const durationBounds: readonly number[] = [5, 15, 60, 180, 600, 1800, 7200];

/** Counts what the tables say now. */
export async function runTotals(database: Queryable): Promise<RunTotals> {
  const [active, ended, failed, [others]] = await Promise.all([
    database.query<RunTotals["active"][number]>(
      `select verb, state, count(*), extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
       from coderag.runs where finished_at is null group by verb, state order by verb, state`,
    ),
    database.query<EndedRuns>(
      `select verb, state, count(*), sum(seconds)::float8 as seconds,
         array[${durationBounds.map((bound) => `count(*) filter (where seconds <= ${bound})`)}]::float8[] as within,
         sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens", sum(cost_usd) as cost
       from (select *, extract(epoch from finished_at - created_at) as seconds
             from coderag.runs where finished_at is not null) as ended
       group by verb, state order by verb, state`,
    ),
    database.query<RunTotals["failed"][number]>(
      `select coalesce(outcome->'details'->>'name', '') as error, count(*)
       from coderag.runs where state = 'failed' group by error order by error`,
    ),
    database.query<Others>(
      `select (select count(*) from coderag.executions where parked_until is not null) as parked,
         (select count(*) from coderag.executors where beat_at > now() - interval '30 seconds') as workers,
         count(*) filter (where waiting is not null) as waiting, count(*) filter (where failures > 0) as failing,
         (select extract(epoch from max(received_at))::float8 from coderag.deliveries) as "lastDelivery",
         current_setting('transaction_read_only') = 'off' as writable
       from coderag.refreshes`,
    ),
  ]);
  const { parked, workers, waiting, failing, lastDelivery, writable } = others!;
  return {
    ...{ active, ended, failed, parked, workers, refreshes: { waiting, failing } },
    ...{ lastDelivery: lastDelivery ?? undefined, writable },
  };
}

interface Others {
  readonly parked: number;
  readonly workers: number;
  readonly waiting: number;
  readonly failing: number;
  readonly lastDelivery: number | null;
  readonly writable: boolean;
}
