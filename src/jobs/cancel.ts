import type { Database } from "../store/database.ts";
import type { Run } from "../store/run.ts";
import { activeRuns, requestCancel } from "../store/runs.ts";

/**
 * Asks everything that runs for this issue to stop. The runs hear of it within about half a second, wherever they
 * are, and say themselves in their own comments what they left behind.
 */
export async function cancel(run: Run, database: Database): Promise<string> {
  const others = (await activeRuns(database, run.repositoryId, run.issueNumber)).filter(
    (other) => other.id !== run.id && other.verb === "implement",
  );
  if (others.length === 0) return "Nothing is running for this issue, so there was nothing to cancel.";
  const asked = await requestCancel(
    database,
    others.map((other) => other.id),
    run.actorLogin,
  );
  return asked.length === 1
    ? "The run for this issue is being cancelled; its own comment says how it ended."
    : `${asked.length} runs for this issue are being cancelled; their own comments say how they ended.`;
}
