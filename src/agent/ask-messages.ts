import type { ChatMessage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped, fence } from "../llm/untrusted.ts";
import { visibleText, visibleTitle } from "../source/visible-text.ts";
import { issueText, type Seen, type ToldIssue } from "./issue-text.ts";
import { answerLanguage, toolHints } from "./prompt-parts.ts";
import type { Tool } from "./tool.ts";

/** Everything that the first messages of an `ask` run say. All texts but `repository` are untrusted, raw. */
export interface AskBrief {
  readonly boundary: string;
  /** `owner/name`, with the commit. */
  readonly repository: string;
  /** The language of its words to people, in English; undefined: English. */
  readonly language?: string | undefined;
  /** What stood behind `/coderag ask`; empty where the issue itself is the question. */
  readonly question: string;
  /** Where it was asked. */
  readonly issue: ToldIssue;
  /** What was answered there before, oldest first. */
  readonly earlier: readonly string[];
  /** The pull request where it was asked, with its diff and the place of the question; raw but for the comments. */
  readonly pull?: string | undefined;
  /** `renderContext`. */
  readonly context: string;
  readonly tools: readonly Pick<Tool, "hint">[];
}

/** In characters. */
const most = { question: 8_000, pull: 40_000 };

/** System and user message of a question. */
export function askMessages(brief: AskBrief): readonly ChatMessage[] {
  const { boundary, question, issue, earlier, pull } = brief;
  const data = (source: string, text: string): string =>
    text.trim() === "" ? "(none)" : fence(boundary, source, text);
  const seen: Seen = {
    text: (markdown) => visibleText(markdown).text,
    title: (title) => visibleTitle(title).text,
  };
  const system = renderPrompt("ask-system", { boundary, tools: toolHints(brief.tools) });
  const user = renderPrompt("ask-user", {
    repository: brief.repository,
    language: answerLanguage(brief.language),
    question:
      question.trim() === ""
        ? "(the issue below is the question)"
        : data("question", capped(seen.text(question), most.question)),
    issue: data("issue", issueText(issue, seen)),
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
  return [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
}
