import type { Queryable, Transaction } from "./database.ts";
import { toJsonb } from "./json.ts";
import type { NewRun } from "./run.ts";

/** One webhook delivery: GitHub repeats the GUID when it delivers again. */
export interface DeliveryId {
  readonly guid: string;
  readonly event: string;
  readonly action?: string;
}

/** GitHub keeps deliveries, and delivers them again when asked, for three days: the sweeper looks back as far. */
export const redeliveryMs = 3 * 24 * 60 * 60 * 1000;

export type StoredDelivery =
  | { readonly kind: "stored"; readonly runId: string }
  /** The delivery, or the comment that it carries, was stored before: that run answers for it. */
  | { readonly kind: "duplicate"; readonly runId: string };

/**
 * Stores a delivery and the run that it asks for, once: a GUID that comes twice, also at the same moment on two
 * machines, and an old comment under a new GUID both answer with the run that exists.
 * Call it in a transaction; nothing holds until that commits.
 */
export async function storeDelivery(
  transaction: Transaction,
  delivery: DeliveryId,
  run: NewRun,
): Promise<StoredDelivery> {
  await lockIssue(transaction, run);
  if (await insert(transaction, delivery, run)) return { kind: "stored", runId: run.id };
  const known = await runOfDelivery(transaction, delivery.guid);
  if (known !== run.id) return { kind: "duplicate", runId: known };
  // The delivery is new, its comment is not: the run that exists answers for it.
  const runId = await runOfCommand(transaction, run);
  await transaction.query("update coderag.deliveries set run_id = $2 where guid = $1", [
    delivery.guid,
    runId,
  ]);
  return { kind: "duplicate", runId };
}

/**
 * Two commands on one issue are stored one after the other, so that a run which can be seen has every earlier one
 * visible too: otherwise two commands of one second could both take themselves for the first.
 */
async function lockIssue(transaction: Transaction, run: NewRun): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `coderag/issue/${run.repositoryId}/${run.issueNumber}`,
  ]);
}

/** Both rows in one statement, since every round trip is time in which GitHub waits. Answers whether the run is new. */
async function insert(transaction: Transaction, delivery: DeliveryId, run: NewRun): Promise<boolean> {
  const row = {
    id: run.id,
    delivery: delivery.guid,
    app_slug: run.appSlug,
    installation_id: run.installationId,
    repository_id: run.repositoryId,
    owner: run.owner,
    name: run.name,
    issue_number: run.issueNumber,
    comment_id: run.commentId ?? null,
    verb: run.verb,
    request: run.request,
    actor_login: run.actorLogin,
    actor_id: run.actorId,
    frozen_at: run.frozenAt,
    snapshot: run.snapshot,
  };
  const columns = Object.keys(row).join(", ");
  const inserted = await transaction.query(
    `with fresh as (
       insert into coderag.deliveries (guid, event, action, run_id) values ($1, $2, $3, $4)
       on conflict do nothing returning guid
     )
     insert into coderag.runs (${columns})
     select ${columns} from fresh, jsonb_populate_record(null::coderag.runs, $5)
     on conflict (repository_id, issue_number, coalesce(comment_id, 0), verb) do nothing returning id`,
    [delivery.guid, delivery.event, delivery.action ?? null, run.id, toJsonb(row)],
  );
  return inserted.length > 0;
}

async function runOfDelivery(transaction: Transaction, guid: string): Promise<string> {
  const [row] = await transaction.query<{ run_id: string }>(
    "select run_id from coderag.deliveries where guid = $1",
    [guid],
  );
  return row!.run_id;
}

async function runOfCommand(transaction: Transaction, run: NewRun): Promise<string> {
  const [row] = await transaction.query<{ id: string }>(
    `select id from coderag.runs
     where repository_id = $1 and issue_number = $2 and coalesce(comment_id, 0) = $3 and verb = $4`,
    [run.repositoryId, run.issueNumber, run.commentId ?? 0, run.verb],
  );
  return row!.id;
}

/**
 * Forgets GUIDs that GitHub cannot deliver again, with a day to spare, and returns how many. Whatever still came under
 * one would find its comment's run. In portions, so that no statement takes long; several servers may do it at once.
 */
export async function pruneDeliveries(
  database: Queryable,
  options: { readonly portion?: number } = {},
): Promise<number> {
  const { portion = 5000 } = options;
  for (let pruned = 0; ; ) {
    const rows = await database.query(
      `delete from coderag.deliveries where guid in (
         select guid from coderag.deliveries where received_at < now() - make_interval(secs => $1::float8 / 1000)
         limit $2 for update skip locked)
       returning guid`,
      [redeliveryMs + 24 * 60 * 60 * 1000, portion],
    );
    pruned += rows.length;
    if (rows.length < portion) return pruned;
  }
}
