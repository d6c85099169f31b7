import type { CommandDelivery, ReviewPlace } from "../../command/delivery.ts";
import { isJobVerb, type WorkVerb } from "../../command/verbs.ts";
import type { Database } from "../../store/database.ts";
import { authorisedBefore } from "../../store/recent.ts";
import type { Run } from "../../store/run.ts";

/** What a run is to do. Survives JSON. */
export interface Wish {
  readonly verb: WorkVerb;
  /** Words behind the verb, untrusted. */
  readonly request: string;
  /** Lines of a diff that it is about. */
  readonly place?: ReviewPlace;
}

/**
 * The run's own command; for `retry` the last one of its issue that was carried out, with the hints of all retries
 * since. Undefined where there is none, and for what is no job. The same answer whenever it is asked for a run.
 */
export async function wishOf(run: Run, database: Database): Promise<Wish | undefined> {
  if (!isJobVerb(run.verb)) return undefined;
  if (run.verb !== "retry") return ownWish(run, run.verb, run.request);
  const words = [run.request];
  for (const earlier of await authorisedBefore(database, run)) {
    if (!isJobVerb(earlier.verb) || earlier.verb === "undo") continue;
    words.unshift(earlier.request);
    if (earlier.verb !== "retry") return ownWish(earlier, earlier.verb, joined(words));
  }
  return undefined;
}

function ownWish({ snapshot }: Run, verb: WorkVerb, request: string): Wish {
  const { issue, comment } = snapshot as Partial<CommandDelivery>;
  const place = comment?.place;
  const onPull = verb === "implement" && issue?.pullRequest === true;
  return { verb: onPull ? "fix" : verb, request, ...(place && { place }) };
}

/** Words of several commands as one request. */
export const joined = (words: readonly string[]): string =>
  words
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .join("\n\n");
