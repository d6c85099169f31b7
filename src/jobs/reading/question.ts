/** What an `ask` run reads before the model is asked: the thread, and the code that the question is about. */
import { earlierAnswers } from "../../delivery/answer/earlier-answers.ts";
import type { BranchHead } from "../../github/forge.ts";
import { createBoundary } from "../../llm/untrusted.ts";
import { visibleText } from "../../source/visible-text.ts";
import { type Asked, freezeWithPull } from "../acceptance/freeze.ts";
import type { JobRun } from "../job-run.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Knowledge } from "./knowledge.ts";
import { type FoundCode, findCode } from "./prepare.ts";

/** Where a question was asked. Survives JSON. */
export interface Thread {
  readonly issue: Asked;
  /** What was answered here before. */
  readonly earlier: readonly string[];
}

/** What we said before is no part of an issue, but a question may lean on it. */
export async function readThread(run: JobRun, surroundings: Surroundings): Promise<Thread> {
  const { reader, us } = surroundings;
  const issue = await freezeWithPull(run, surroundings);
  const { comments } = await reader.conversation(run.issueNumber, run.frozenAt);
  const ours = comments.filter(({ author }) => author === us.login);
  return { issue, earlier: earlierAnswers(ours.map(({ body }) => body)) };
}

/** What the first prompt is made of. Survives JSON. */
export interface QuestionBrief extends Pick<FoundCode, "context" | "understanding"> {
  readonly boundary: string;
}

/** By the question alone, where there is one: the issue may be about something else. No model is asked to cut it. */
export async function briefQuestion(
  run: JobRun,
  issue: Asked,
  base: BranchHead,
  knowledge: Knowledge,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<QuestionBrief> {
  const { meaning } = surroundings;
  // A title is read as it is written, and a comment is Markdown.
  const question = visibleText(run.request).text.trim();
  const request = question === "" ? issue : { title: question, body: "", comments: [] };
  const plain = { ...surroundings, meaning: meaning && { ...meaning, asksModel: false } };
  const indexed = await knowledge.index(base, signal);
  const how = { isQuestion: true };
  const { context, understanding } = await findCode(request, issue.pull, indexed, plain, how, signal);
  return { boundary: createBoundary(), context, understanding };
}
