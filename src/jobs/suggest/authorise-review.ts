import { authorise, mayWrite } from "../acceptance/authorise.ts";
import type { JobRun } from "../job-run.ts";
import type { Declined } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Why the review may not (or no longer) be made; undefined where it may. A command and a button need a person who may
 * write here; a review that nobody asked for needs the repository's configuration to ask for it.
 */
export async function authoriseReview(
  run: JobRun,
  surroundings: Surroundings,
): Promise<Declined | undefined> {
  const { occasion } = run;
  if (!occasion) return authorise(run, surroundings);
  const { config, reader } = surroundings;
  if (config.verbs.suggest === false)
    return declined(
      "`suggest` is switched off in this repository.",
      "Switch it on in `.github/coderag.yml`.",
    );
  if (occasion.kind === "press")
    return (await mayWrite(occasion.actor.login, reader))
      ? undefined
      : declined("The button needs write access to this repository.", "Ask somebody who has it to press it.");
  return config.suggestions.automatic.includes(occasion.action)
    ? undefined
    : declined("The repository does not ask for this review.", "Comment `/coderag suggest` to have one.");
}

const declined = (cause: string, cure: string): Declined => ({ kind: "declined", cause, cure });
