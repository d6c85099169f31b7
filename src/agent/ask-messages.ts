import type { ChatMessage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped } from "../llm/untrusted.ts";
import { visibleText } from "../source/visible-text.ts";
import { issueText, type ToldIssue } from "./issue-text.ts";
import { answerLanguage, dataOf, firstMessages, type RunBrief, toolHints } from "./prompt-parts.ts";

/** Everything that the first messages of an `ask` run say. */
export interface AskBrief extends RunBrief {
  /** What stood behind `/coderag ask`; empty where the issue itself is the question. */
  readonly question: string;
  /** Where it was asked. */
  readonly issue: ToldIssue;
  /** What was answered there before, oldest first. */
  readonly earlier: readonly string[];
  /** The pull request where it was asked, with its diff and the place of the question; raw but for the comments. */
  readonly pull?: string | undefined;
}

/** In characters. */
const most = { question: 8_000, pull: 40_000 };

/** System and user message of a question. */
export function askMessages(brief: AskBrief): readonly ChatMessage[] {
  const { boundary, question, issue, earlier, pull } = brief;
  const data = dataOf(brief);
  const system = renderPrompt("ask-system", { boundary, tools: toolHints(brief.tools) });
  const user = renderPrompt("ask-user", {
    repository: brief.repository,
    language: answerLanguage(brief.language),
    question:
      question.trim() === ""
        ? "(the issue below is the question)"
        : data("question", capped(visibleText(question).text, most.question)),
    issue: data("issue", issueText(issue)),
    earlier:
      earlier.length === 0
        ? ""
        : `\n\n${renderPrompt("ask-earlier", { answers: data("earlier answers", earlier.join("\n\n---\n\n")) })}`,
    "pull-request":
      pull === undefined
        ? ""
        : `\n\n${renderPrompt("ask-pull", { pull: data("pull-request", capped(pull, most.pull)) })}`,
    context: data("context", brief.context),
  });
  return firstMessages(system, user);
}
