/**
 * `/coderag search`: public repositories worth learning from, in the run's own comment. What is searched for are the
 * words behind the verb, or the issue where there are none. Nothing of the repository is read but its main language, and
 * that only where the words name no other (`in Go`).
 */
import { referenceAnswer } from "../delivery/reference-answer.ts";
import { takeLanguage } from "../references/language.ts";
import { searchReferences } from "../references/search-references.ts";
import type { Step } from "../step.ts";
import { authorise } from "./acceptance/authorise.ts";
import { freeze } from "./acceptance/freeze.ts";
import { abandonable } from "./durable/abandonable.ts";
import type { JobRun } from "./job-run.ts";
import type { Outcome } from "./outcome.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";
import { showingWaits } from "./telling/showing-waits.ts";

export async function search(
  run: JobRun,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
): Promise<Outcome> {
  const { references, reader, webUrl } = surroundings;
  if (!references) throw new Error("This run was made without a way to public code.");
  const refusal = await authorise("authorise", run, surroundings, step);
  if (refusal) return refusal;
  const asked = await step("read-issue", async (signal) => {
    const words = takeLanguage(run.request.trim());
    const issue = words.rest === "" ? await abandonable(freeze(run, surroundings), signal) : undefined;
    const language = words.language ?? (await abandonable(reader.language(), signal));
    return { text: issue ? `${issue.title}\n${issue.body}` : words.rest, language };
  });
  const target = `${run.owner}/${run.name}`;
  const patient = showingWaits(step, narrator);
  const report = await searchReferences({ ...asked, target }, references, patient, narrator);
  const withdrawn = await authorise("authorise-again", run, surroundings, step);
  if (withdrawn) return { ...withdrawn, usage: report.usage };
  return { kind: "answered", ...referenceAnswer(report, webUrl), usage: report.usage };
}
