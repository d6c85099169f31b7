/** What could not be told while a conversation was locked, or its repository archived, and is told now. */
import { jobBefore } from "../../store/recent.ts";
import type { Run } from "../../store/run.ts";
import { setTold } from "../../store/runs.ts";
import { wishOf } from "../acceptance/wish.ts";
import type { RunContext } from "../durable/execute.ts";
import type { RunFailure } from "../durable/queue.ts";
import type { Surroundings } from "../surroundings.ts";
import { begun } from "./last-word.ts";
import { reportFailure, reportOutcome } from "./report.ts";

/**
 * Ends the comment of the command before this one where that still says that it is worked on. Only a courtesy: the
 * command that came now goes its way, whatever becomes of this.
 */
export async function tellLate(run: Run, surroundings: Surroundings, context: RunContext): Promise<void> {
  const last = await jobBefore(context.database, run);
  const { kind, message = "", details } = last?.outcome ?? {};
  if (last?.noteCommentId === undefined || details?.["untold"] === undefined || kind === "delivered") return;
  try {
    if (kind === "declined") {
      const verb = (await wishOf(last, context.database))?.verb ?? "implement";
      const outcome = { kind, cause: message, cure: String(details["cure"] ?? "") };
      await reportOutcome(last, outcome, begun(last, verb), surroundings, context);
    } else await reportFailure(last, details as unknown as RunFailure, surroundings, context);
    await setTold(context.database, last.id);
  } catch (error) {
    context.log.warn("How the last command ended could not be told.", { error: error as Error });
  }
}
