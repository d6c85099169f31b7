/**
 * `/coderag implement`: from an issue to a draft pull request. Read this first. On a pull request (`fix`) the same
 * pipeline works on its head, and ends with one commit on its branch, or with suggestions for a fork.
 *
 * Every line that awaits `step(...)` is durable: a run that goes on after a crash, in whatever process, takes the
 * recorded result and goes on behind it. What a step returns is small and survives JSON; the repository and its
 * graph are derived again where they are needed (`knowledge`). Everything before `publish` only reads.
 */
import { spentBefore } from "../agent/conversation.ts";
import type { LoopEvent, LoopOptions } from "../agent/loop.ts";
import { takeFlags } from "../command/flags.ts";
import { renderContext } from "../context/render.ts";
import type { BranchHead } from "../github/forge.ts";
import { addUsage, noUsage } from "../llm/budget.ts";
import type { Usage } from "../llm/model.ts";
import type { FileChange } from "../source/file.ts";
import type { Step } from "../step.ts";
import { authorise } from "./acceptance/authorise.ts";
import { freezeForChange } from "./acceptance/freeze.ts";
import { type Attempt, bestOfAttempts, whyNotSoOften } from "./change/attempts.ts";
import { gateDraft } from "./change/gate-draft.ts";
import { publish } from "./change/publish.ts";
import { publishFollowUp } from "./change/publish-follow-up.ts";
import { publishSuggestions } from "./change/publish-suggestions.ts";
import { repairMoved } from "./change/repair-moved.ts";
import { testChange } from "./change/test-change.ts";
import { type Stopped, type Written, writeAndTest } from "./change/write-and-test.ts";
import { abandonable } from "./durable/abandonable.ts";
import type { JobRun } from "./job-run.ts";
import type { Outcome } from "./outcome.ts";
import { changeMessages, type Premises } from "./reading/change-messages.ts";
import { describeDraft, draftSpokenOf, whyNotDraft } from "./reading/earlier-draft.ts";
import { createKnowledge, type Knowledge } from "./reading/knowledge.ts";
import { cloneStep, indexStep, pinForDraft } from "./reading/pin.ts";
import { type Brief, describeContext, retrieve } from "./reading/prepare.ts";
import { describePull, whyNotPush } from "./reading/pull-context.ts";
import { reasonTools } from "./reading/reason-tools.ts";
import { findReferences } from "./reading/references.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";
import { atWork, declineStopped, declineWithoutModel, describeReasoning } from "./telling/words.ts";

export async function implement(
  run: JobRun,
  given: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!given.model) return declineWithoutModel();
  const { options } = given;
  const checks = { ...options.checks, request: run.request };
  const surroundings = { ...given, options: { ...options, checks } };
  const knowledge = createKnowledge(surroundings);
  try {
    const refusal = (await authorise("authorise", run, surroundings, step)) ?? whyNotSoOften(run);
    if (refusal) return refusal;
    const issue = await step("read-issue", (signal) =>
      abandonable(freezeForChange(run, surroundings), signal),
    );
    const obstacle = issue.pull ? whyNotPush(issue.pull, run) : whyNotDraft(issue);
    if (obstacle) return obstacle;

    const base = await cloneStep(
      (signal) => pinForDraft(issue, surroundings, knowledge, signal),
      narrator,
      step,
    );
    const index = await indexStep(knowledge, base, narrator, step);

    narrator.begin("retrieve");
    const retrieved = await step("retrieve", (signal) =>
      retrieve(run, issue, base, knowledge, surroundings, signal),
    );
    const references = await findReferences(run, retrieved.wanted, surroundings, narrator, step);
    const brief: Brief = references ? { ...retrieved, references } : retrieved;
    narrator.done("retrieve", describeContext(brief));

    const premises = { run, issue, base, brief };
    const written = await writeChange(premises, knowledge, surroundings, narrator, step, signal);
    if (written.kind === "stopped") return declineStopped(written);
    const { result } = written;
    const judged = { issue, base, index, brief, result, verification: [written.tested] };
    const gated = await step("gate", (signal) => gateDraft(run, judged, knowledge, surroundings, signal));
    const { draft, result: final } = gated.conflict
      ? await repairMoved(run, judged, gated, surroundings, narrator, step, signal)
      : { draft: gated, result };
    const withdrawn = await authorise("authorise-again", run, surroundings, step);
    if (withdrawn) return { ...withdrawn, usage: final.usage, uses: final.uses };
    narrator.done("gate", "every check passed");

    const { onto } = draft;
    if (onto?.barred) {
      narrator.skip?.("publish", "the change becomes a review");
      return await publishSuggestions(draft, onto.barred, final, surroundings, step);
    }
    narrator.begin("publish");
    return onto
      ? await publishFollowUp(draft, onto, final, surroundings, step)
      : await publish(draft, final, surroundings, step);
  } finally {
    await knowledge.close();
  }
}

/** Once, or as often as the repository asks for. */
async function writeChange(
  premises: Premises<BranchHead>,
  knowledge: Knowledge,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<Written | Stopped> {
  const { attempts, limits } = surroundings.options;
  const { attempts: asked = attempts } = takeFlags(premises.run.request);
  const most = premises.run.verb === "implement" ? asked : 1;
  narrator.begin("reason");
  const shared = { base: premises.base, knowledge, surroundings, baseline: {} };
  const write = async (attempt: Attempt): Promise<Written | Stopped> => {
    const { title, before, step } = attempt;
    const loop = await loopOf(premises, attempt, knowledge, surroundings, narrator, signal);
    const tell = (what: string): void => narrator.news?.([title, what].filter(Boolean).join("; "));
    if (title) tell(before);
    return writeAndTest(loop, { ...shared, step, tell }, signal);
  };
  const test = (changes: readonly FileChange[], inner: AbortSignal) =>
    testChange({ changes }, premises.base, knowledge, surroundings, inner);
  const onCompare = (): void => narrator.news?.(atWork.others);
  const { embedder } = surroundings.meaning ?? {};
  const spent = spentBefore(usageOf(premises.brief));
  const { baseline } = shared;
  const best = await bestOfAttempts(
    { most, limits, spent, baseline, embedder, write, test, onCompare },
    step,
  );
  if (best.kind === "written") {
    narrator.done("reason", describeReasoning(best.result));
    narrator.begin("gate");
  }
  return best;
}

/** Everything that the model works with. */
async function loopOf(
  premises: Premises<BranchHead>,
  { step, spent, relevant, onEvent: told }: Attempt,
  knowledge: Knowledge,
  { model, options, packages }: Surroundings,
  narrator: Narrator,
  signal: AbortSignal,
): Promise<LoopOptions> {
  const { issue, base, brief } = premises;
  const { nearest = [], boundary } = brief;
  const indexed = await knowledge.index(base, signal);
  const shown = brief.context.files.map(({ path }) => path);
  const draft = draftSpokenOf(issue, premises.run);
  const tools = reasonTools(indexed, nearest, { ...options, shown }, model, {
    ...{ marked: brief.references?.marked, packages },
    before: draft?.files.map(({ path }) => path) ?? [],
  });
  const messages = changeMessages(premises, options, {
    ...{ tools, nearest },
    pull: issue.pull && describePull(issue.pull),
    draft: draft && describeDraft(draft, issue),
    references: brief.references?.excerpts ?? [],
    context: renderContext(brief.context),
    functions: [...relevant.functions, ...relevant.innerFunctions],
  });
  const onEvent = (event: LoopEvent): void => {
    told(event);
    narrator.turn(event);
  };
  return { model: model!, tools, messages, step, spent, limits: options.limits, boundary, onEvent };
}

/** What understanding the request and looking at public code came to: it counts within the limits of the run. */
const usageOf = ({ understanding, references }: Brief): Usage =>
  addUsage(understanding?.usage ?? noUsage, references?.usage ?? noUsage);
