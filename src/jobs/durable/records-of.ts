import { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Logger } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { jobId } from "./queue.ts";
import { queueLogger } from "./queue-logger.ts";
import type { StepRecord } from "./step-record.ts";

/** Around the job, and no part of it. */
const around = new Set(["find-last", "report"]);

/**
 * What the steps of a run's job left, in their order, as the queue's library keeps it; nothing where it was deleted
 * (`CODERAG_KEEP_DAYS`), or where the run had no job. What was put off and came later is there once.
 */
export async function recordsOf(
  database: Pick<Database, "url">,
  runId: string,
  log: Logger,
): Promise<readonly { readonly name: string; readonly record: StepRecord }[]> {
  const client = await DBOSClient.create({ systemDatabaseUrl: database.url, logger: queueLogger(log) });
  try {
    const steps = (await client.listWorkflowSteps(jobId(runId))) ?? [];
    return steps.flatMap(({ name, output }) => {
      const record = output as StepRecord | null;
      return record?.kind === undefined || record.kind === "parked" || around.has(name)
        ? []
        : [{ name, record }];
    });
  } finally {
    await client.destroy();
  }
}
