/**
 * `/coderag ask`: a question about the repository's code, answered in the run's own comment. Each claim links to the
 * lines that it stands on, and a source that does not say what it is quoted for is refused. On a pull request the
 * code is that of its head. Durable like `implement.ts`, and read like it; nothing is written but the comment.
 */
import { askMessages } from "../agent/ask-messages.ts";
import { checkAnswer } from "../agent/check-answer.ts";
import { spentBefore } from "../agent/conversation.ts";
import { untoldOf } from "../agent/issue-text.ts";
import { type LoopResult, runLoop } from "../agent/loop.ts";
import { submitAnswer } from "../agent/tools/submit-answer.ts";
import { renderContext } from "../context/render.ts";
import { takenAnchors } from "../context/taken.ts";
import type { CodeAnswer } from "../delivery/answer/answer.ts";
import { answerBody } from "../delivery/answer/answer-body.ts";
import type { BranchHead } from "../github/forge.ts";
import { counted } from "../source/counted.ts";
import type { Step } from "../step.ts";
import { authorise } from "./acceptance/authorise.ts";
import { abandonable } from "./durable/abandonable.ts";
import type { JobRun } from "./job-run.ts";
import type { Outcome } from "./outcome.ts";
import { createKnowledge, type Knowledge } from "./reading/knowledge.ts";
import { cloneStep, indexStep, pin } from "./reading/pin.ts";
import { describeContext } from "./reading/prepare.ts";
import { unreadChecks } from "./reading/pull-checks.ts";
import { describePull } from "./reading/pull-context.ts";
import { briefQuestion, type QuestionBrief, readThread, type Thread } from "./reading/question.ts";
import { answerTools } from "./reading/reason-tools.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";
import { sayable, sayableTexts } from "./telling/sayable.ts";
import { declineStopped, declineWithoutModel, ofQuestions, toolsText } from "./telling/words.ts";

export async function ask(
  run: JobRun,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!surroundings.model) return declineWithoutModel("answer questions");
  const knowledge = createKnowledge(surroundings);
  try {
    const refusal = await authorise("authorise", run, surroundings, step);
    if (refusal) return refusal;
    const { issue, earlier } = await step("read-issue", (signal) =>
      abandonable(readThread(run, surroundings), signal),
    );

    const base = await cloneStep(
      (signal) => pin(issue.pull?.head, surroundings, knowledge, signal),
      narrator,
      step,
    );
    const index = await indexStep(knowledge, base, narrator, step);

    narrator.begin("retrieve");
    const brief = await step("retrieve", (signal) =>
      briefQuestion(run, issue, base, knowledge, surroundings, signal),
    );
    narrator.done("retrieve", describeContext(brief));

    narrator.begin("reason");
    const result = await reason(
      { run, issue, earlier, base, brief },
      knowledge,
      surroundings,
      narrator,
      step,
      signal,
    );
    if (result.kind === "stopped") return declineStopped(sayable(result, surroundings.redact), ofQuestions);
    const { usage, uses } = result;
    narrator.done("reason", `${counted(result.turns, "turn")}${toolsText(uses, submitAnswer)}`);

    narrator.begin("gate");
    const held = await step("gate", (signal) => gateAnswer(result.submission, base, knowledge, signal));
    const answer = sayableTexts(held, surroundings.redact);
    const withdrawn = await authorise("authorise-again", run, surroundings, step);
    if (withdrawn) return { ...withdrawn, usage, uses };
    const sources = answer.sources.length;
    narrator.done(
      "gate",
      sources === 0 ? "it has none" : `${counted(sources, "source")} ${sources === 1 ? "holds" : "hold"}`,
    );

    const { owner, name } = run;
    const said = answerBody({
      ...{
        question: run.request,
        answer,
        place: { webUrl: surroundings.webUrl, owner, name, commit: base.commit },
      },
      ...{ context: brief.context, taken: takenAnchors(result.taken, brief.context) },
      web: result.sources,
      notes: [
        ...untoldOf(issue),
        ...unreadChecks(issue.pull?.checks),
        ...brief.understanding.notes,
        ...index.notes,
      ],
    });
    return { kind: "answered", ...said, usage, uses };
  } finally {
    await knowledge.close();
  }
}

/** What is settled before the model is asked. */
interface Premises extends Thread {
  readonly run: JobRun;
  readonly base: BranchHead;
  readonly brief: QuestionBrief;
}

async function reason(
  { run, issue, earlier, base, brief }: Premises,
  knowledge: Knowledge,
  { model, options }: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<LoopResult<CodeAnswer>> {
  const { boundary, context, understanding } = brief;
  const shown = context.files.map(({ path }) => path);
  const tools = answerTools(await knowledge.index(base, signal), { ...options, shown }, model);
  const messages = askMessages({
    ...{ boundary, issue, earlier, tools, question: run.request, context: renderContext(context) },
    ...{ repository: `${run.owner}/${run.name} at ${base.commit}`, language: options.language },
    pull: issue.pull && describePull(issue.pull),
  });
  return runLoop<CodeAnswer>(
    {
      ...{ model: model!, tools, messages, step, boundary, limits: options.limits, handIn: submitAnswer },
      spent: spentBefore(understanding.usage),
      onEvent: (event) => narrator.turn(event),
    },
    signal,
  );
}

/** The loop checked the sources for the model's sake; here they are checked for ours, against the recorded answer. */
async function gateAnswer(
  handedIn: CodeAnswer,
  base: BranchHead,
  knowledge: Knowledge,
  signal: AbortSignal,
): Promise<CodeAnswer> {
  const { answer, complaints } = await checkAnswer(handedIn, await knowledge.workspace(base, signal));
  if (complaints.length > 0)
    throw new Error(`An answer that the loop accepted is refused by the gate: ${complaints[0]!.message}`);
  return answer;
}
