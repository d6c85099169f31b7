/**
 * A review that nobody asked for in words, where nothing is stored: a pull request was opened, made ready or pushed to.
 * What was looked at and told before is read off the earlier reviews.
 */
import type { PullDelivery } from "../../command/delivery.ts";
import { usualConfig } from "../../repository-config/schema.ts";
import type { FinalState } from "../../store/run.ts";
import { unwanted } from "../acceptance/accept-occasion.ts";
import type { JobRun } from "../job-run.ts";
import { readConfigOnce } from "../reading/repository-config.ts";
import { carryOut, type OnceParts } from "./carry-out.ts";

export interface ReviewOnceOptions extends OnceParts {
  /** Unique for the event; the same where it is attempted again. */
  readonly runId: string;
  readonly delivery: PullDelivery;
}

/** How the review ended; `ignored` where the default branch's configuration does not ask for it, or for it alone. */
export async function reviewOnce(
  { runId, delivery, ...parts }: ReviewOnceOptions,
  signal: AbortSignal,
): Promise<FinalState | "ignored"> {
  // A file with a fault asks for nothing, and nobody is here to be told: the next command tells.
  const around = parts.surroundingsOf(usualConfig, "", async () => undefined);
  const { config } = await readConfigOnce(around);
  const { automatic } = config.suggestions;
  if (config.verbs.suggest === false || unwanted(delivery, automatic)) return "ignored";
  // Runs wait for one another. Of many pushes the newest is looked at, by its own run.
  const { head } = await around.reader.pull(delivery.issue.number);
  if (automatic.includes("pushed") && delivery.head !== undefined && delivery.head !== head.commit)
    return "ignored";
  const { owner, name } = delivery.repository;
  const run: JobRun = {
    ...{ id: runId, owner, name, issueNumber: delivery.issue.number, verb: "suggest", request: "" },
    ...{ actorLogin: delivery.actor.login, actorId: delivery.actor.id, frozenAt: delivery.at },
    ...{ delivery: undefined, occasion: delivery },
  };
  return carryOut(run, { ...parts, config, comment: undefined }, signal);
}
