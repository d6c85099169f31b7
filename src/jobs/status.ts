import { isJobVerb } from "../command/verbs.ts";
import type { Database } from "../store/database.ts";
import type { Run } from "../store/run.ts";
import { activeRuns } from "../store/runs.ts";

/** What runs for this issue and how far it is, in a line a run. */
export async function status(run: Run, database: Database): Promise<string> {
  const others = (await activeRuns(database, run.repositoryId, run.issueNumber)).filter(
    (other) => other.id !== run.id && isJobVerb(other.verb),
  );
  if (others.length === 0) return "Nothing is running for this issue.";
  return others.map(line).join("\n");
}

function line(run: Run): string {
  const tokens = run.inputTokens + run.outputTokens;
  const used = tokens === 0 ? "" : `, ${tokens.toLocaleString("en-US")} tokens so far`;
  const at = run.step === undefined ? "" : ` at \`${run.step}\``;
  const cancelled = run.cancelRequestedAt === undefined ? "" : ", asked to stop";
  return `- \`${run.verb}\`: ${run.state}${at}, since ${run.createdAt.slice(0, 16).replace("T", " ")} UTC${used}${cancelled} (run \`${run.id}\`)`;
}
