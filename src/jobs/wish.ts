import { isJobVerb, type WorkVerb } from "../command/verbs.ts";
import type { Database } from "../store/database.ts";
import { announcedBefore } from "../store/recent.ts";
import type { Run } from "../store/run.ts";

/** What a run is to do. Survives JSON. */
export interface Wish {
  readonly verb: WorkVerb;
  /** Words behind the verb, untrusted. */
  readonly request: string;
}

/**
 * The run's own command; for `retry` the last one of its issue that was carried out, with the hints of all retries
 * since. Undefined where there is none, and for what is no job. The same answer whenever it is asked for a run.
 */
export async function wishOf(run: Run, database: Database): Promise<Wish | undefined> {
  if (!isJobVerb(run.verb)) return undefined;
  if (run.verb !== "retry") return { verb: run.verb, request: run.request };
  const words = [run.request];
  for (const earlier of await announcedBefore(database, run)) {
    if (!isJobVerb(earlier.verb) || earlier.verb === "undo") continue;
    words.unshift(earlier.request);
    if (earlier.verb !== "retry") return { verb: earlier.verb, request: joined(words) };
  }
  return undefined;
}

const joined = (words: readonly string[]): string =>
  words
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .join("\n\n");
