/** What could not be told while GitHub let us write nothing (locked, archived, App suspended), and is told now. */
import type { WorkVerb } from "../../command/verbs.ts";
import type { ProgressEnd } from "../../delivery/progress.ts";
import { jobBefore } from "../../store/recent.ts";
import { isAnnounced, type Run } from "../../store/run.ts";
import { setTold } from "../../store/runs.ts";
import { wishOf } from "../acceptance/wish.ts";
import type { RunContext } from "../durable/execute.ts";
import type { RunFailure } from "../durable/queue.ts";
import type { Surroundings } from "../surroundings.ts";
import { begun, leftBehind } from "./last-word.ts";
import { reportFailure, sayEnd } from "./report.ts";
import { isUnsaid, unsaidWords } from "./unless-locked.ts";

/**
 * Ends the comment or check run of the command before this one where that still says that it is worked on. Only a
 * courtesy: the command that came now goes its way, whatever becomes of this.
 */
export async function tellLate(run: Run, surroundings: Surroundings, context: RunContext): Promise<void> {
  const { database } = context;
  const last = await jobBefore(database, run);
  const { kind, details } = last?.outcome ?? {};
  if (!last || !isAnnounced(last) || !isUnsaid(details?.["untold"])) return;
  try {
    if (kind === "delivered" || kind === "declined") {
      const verb = (await wishOf(last, database))?.verb ?? "implement";
      const progress = { ...begun(last, verb), end: endOf(last, verb, surroundings.webUrl) };
      await sayEnd(last, progress, kind, surroundings, database);
    } else await reportFailure(last, details as unknown as RunFailure, surroundings, context);
    await setTold(database, last.id);
  } catch (error) {
    context.log.warn("How the last command ended could not be told.", { error: error as Error });
  }
}

/** The end as far as it is kept: what the model wrote was for the comment alone. */
function endOf(last: Run, verb: WorkVerb, webUrl: string | undefined): ProgressEnd {
  const { kind, message, details } = last.outcome!;
  if (kind === "declined") return { kind, cause: message, cure: String(details?.["cure"] ?? "") };
  const { left } = leftBehind(last, webUrl);
  if (left?.kind !== "pull-request") {
    const why = unsaidWords[details?.["untold"] as keyof typeof unsaidWords];
    const body = `The rest could not be posted: ${why}. Give the command again to read it.`;
    return { kind: "answered", headline: message, body };
  }
  const commit = verb === "fix" && last.commit !== undefined ? { commit: last.commit } : {};
  return { kind: "delivered", pullRequest: left, title: message, summary: "", notDone: [], ...commit };
}
