import { randomInt } from "node:crypto";
import type { Database } from "../../src/store/database.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import type { NewPush } from "../../src/store/refreshes.ts";
import type { NewRun } from "../../src/store/run.ts";
import { setOutcome, setState } from "../../src/store/runs.ts";
import { newDelivery, newRun } from "./runs.ts";

export const shaOf = (number: number): string => number.toString(16).padStart(40, "0");

/** The nth push to a repository. */
export function newPush(repositoryId: number, nth = 1, differences: Partial<NewPush> = {}): NewPush {
  return {
    ...{ repositoryId, installationId: 7, owner: "octo", name: "hello", commit: shaOf(nth) },
    pushedAt: new Date(Date.parse("2026-11-21T12:00:00Z") + nth * 1000).toISOString(),
    ...differences,
  };
}

/** A repository in which a maintainer has commanded a run lately; its id. */
export async function usedRepository(
  database: Database,
  differences: Partial<NewRun> = {},
  state: "queued" | "running" | "declined" = "running",
): Promise<number> {
  const run = newRun({ repositoryId: randomInt(1, 2 ** 40), ...differences });
  await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
  if (state === "running") await setState(database, run.id, "running");
  if (state === "declined") await setOutcome(database, run.id, { kind: "declined", message: "" });
  return run.repositoryId;
}

export interface RefreshRow {
  readonly commit: string;
  readonly waiting: string | null;
  readonly working: string | null;
  readonly begun: number;
  readonly gave_way: number;
  readonly failures: number;
  /** Seconds from now. */
  readonly rests: number;
}

export async function refreshOf(database: Database, repositoryId: number): Promise<RefreshRow | undefined> {
  const [row] = await database.query<RefreshRow>(
    `select *, extract(epoch from not_before - now())::float8 as rests from coderag.refreshes where repository_id = $1`,
    [repositoryId],
  );
  return row;
}
