/**
 * `/coderag suggest`: from a pull request to one review whose suggestions are committed with a click, or to nothing.
 *
 * Durable like `implement.ts`, and read like it. The diff is derived again from its two commits where it is needed.
 * Before `publish` everything only reads. Without a model the definitions that the repository has already are
 * still found.
 */
import { runLoop } from "../agent/loop.ts";
import { suggestMessages } from "../agent/suggest-messages.ts";
import { submitFindings } from "../agent/tools/submit-findings.ts";
import type { Findings } from "../delivery/review/finding.ts";
import { leftOutText } from "../delivery/review/left-out.ts";
import { addUsage, noUsage } from "../llm/budget.ts";
import type { Usage } from "../llm/model.ts";
import { counted } from "../source/counted.ts";
import type { Step } from "../step.ts";
import { authorise } from "./acceptance/authorise.ts";
import { abandonable } from "./durable/abandonable.ts";
import type { JobRun } from "./job-run.ts";
import type { Declined, Outcome } from "./outcome.ts";
import { createKnowledge, type Knowledge } from "./reading/knowledge.ts";
import { indexStep } from "./reading/pin.ts";
import { briefReview, describeReview, type ReviewBrief } from "./suggest/brief-review.ts";
import { gateReview } from "./suggest/gate-review.ts";
import { publishReview } from "./suggest/publish-review.ts";
import { openDiff } from "./suggest/pull-diff.ts";
import { type PullLook, readLook } from "./suggest/read-look.ts";
import { createReadSince, type ReadSince } from "./suggest/read-since.ts";
import { reviewTools } from "./suggest/review-tools.ts";
import { sharingWorkspaces } from "./suggest/shared-workspaces.ts";
import { verifyReview } from "./suggest/verify-review.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";
import { sayable } from "./telling/sayable.ts";
import { declineStopped, ofReviews } from "./telling/words.ts";

export async function suggest(
  run: JobRun,
  outer: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<Outcome> {
  const { shared: surroundings, close } = sharingWorkspaces(outer);
  const knowledge = createKnowledge(surroundings);
  try {
    const refusal = await authorise("authorise", run, surroundings, step);
    if (refusal) return refusal;

    narrator.begin("clone");
    const look = await step("read-pull", (signal) => abandonable(readLook(run, surroundings), signal));
    if (look.kind === "declined") return look;
    await step("clone", async (signal) => void (await knowledge.workspace(look.head, signal)));
    narrator.done("clone", `\`${look.head.commit.slice(0, 12)}\``);

    await indexStep(knowledge, look.head, narrator, step);

    narrator.begin("retrieve");
    const brief = await step("retrieve", (signal) => briefReview(run, look, knowledge, surroundings, signal));
    narrator.done("retrieve", describeReview(brief));

    const unread = whyUnread(surroundings, brief);
    if (unread === undefined) narrator.begin("reason");
    else narrator.skip?.("reason", unread);
    const readSince = createReadSince();
    const said = await reason(
      { run, look, brief, unread, readSince },
      knowledge,
      surroundings,
      narrator,
      step,
      signal,
    );
    if (said.kind === "declined") return said;
    if (unread === undefined) narrator.done("reason", counted(said.findings.length, "finding"));

    narrator.begin("gate");
    const verified = await step("verify", (signal) =>
      verifyReview(said.findings, look, knowledge, surroundings, signal),
    );
    const usage = addUsage(said.usage, verified.usage);
    // Only of files that were read: a run that goes on behind this need not open the repository for it.
    const read = async (path: string) => (await knowledge.index(look.head, signal)).workspace.read(path);
    const looked = { ...brief, unseen: await readSince.unread(brief.unseen ?? [], { read }) };
    const gated = await step("gate", (signal) =>
      gateReview({ run, look, brief: looked, held: verified.held }, surroundings, signal),
    );
    const withdrawn = await authorise("authorise-again", run, surroundings, step);
    if (withdrawn) return { ...withdrawn, usage };
    if (said.findings.length === 0) narrator.skip?.("gate", "there is none");
    else narrator.done("gate", `${verified.held.length} ${verified.held.length === 1 ? "stands" : "stand"}`);

    if (gated.draft) narrator.begin("publish");
    else narrator.skip?.("publish", "there is nothing to say");
    const premises = { run, look, brief: looked, held: verified.held, said: said.findings.length };
    return await publishReview(gated, { ...premises, usage, unread }, surroundings, step);
  } finally {
    await knowledge.close();
    await close();
  }
}

/** Why no model looks for faults. What the repository has already is found all the same. */
function whyUnread({ model }: Pick<Surroundings, "model">, { diff }: ReviewBrief): string | undefined {
  if (!model) return "no model is configured";
  return diff === "" ? "nothing of what changed could be shown to the model" : undefined;
}

/** What is settled before the model is asked. */
interface Premises {
  readonly run: JobRun;
  readonly look: PullLook;
  readonly brief: ReviewBrief;
  /** Why no model looks for faults; undefined where one does. */
  readonly unread: string | undefined;
  readonly readSince: ReadSince;
}

type Said = { readonly kind: "said"; readonly usage: Usage } & Findings;

async function reason(
  { run, look, brief, unread, readSince }: Premises,
  knowledge: Knowledge,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<Said | Declined> {
  const { model, options, redact } = surroundings;
  if (!model || unread !== undefined) return { kind: "said", findings: [], usage: noUsage };
  const indexed = await knowledge.index(look.head, signal);
  const readDiff = () => openDiff(look, indexed.workspace, surroundings, signal);
  const tools = reviewTools(indexed, options, model, readDiff);
  const result = await runLoop<Findings>(
    {
      messages: suggestMessages({
        ...{ ...brief, tools, request: run.request, pull: look.pull, told: look.told.titles },
        leftOut: (brief.unseen ?? []).map(leftOutText),
        ...{
          repository: `${run.owner}/${run.name} at ${look.head.commit}`,
          most: brief.most,
          language: options.language,
        },
      }),
      ...{ model, tools, step, limits: options.limits, boundary: brief.boundary, handIn: submitFindings },
      onEvent: (event) => {
        readSince.note(event);
        narrator.turn(event);
      },
    },
    signal,
  );
  const { usage } = result;
  if (result.kind === "submitted") return { kind: "said", findings: result.submission.findings, usage };
  // What is good of a refused hand-in is told: each finding stands for itself, and the gate judges it again.
  if (result.partial) return { kind: "said", findings: result.partial.submission.findings, usage };
  // A model that says in plain words that there is nothing has found nothing.
  if (result.reason === "no-answer") return { kind: "said", findings: [], usage };
  return declineStopped(sayable(result, redact), ofReviews);
}
