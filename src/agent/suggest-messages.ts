import type { ChatMessage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped } from "../llm/untrusted.ts";
import { counted, firstOf } from "../source/counted.ts";
import { oneLine } from "../source/lines.ts";
import { visibleText, visibleTitle } from "../source/visible-text.ts";
import {
  answerLanguage,
  conventionsText,
  dataOf,
  firstMessages,
  type RunBrief,
  toolHints,
} from "./prompt-parts.ts";

/** Everything that the first messages of a review say. Its context is what lies around the diff. */
export interface SuggestBrief extends RunBrief {
  /** What stood behind `/coderag suggest`; may be empty. */
  readonly request: string;
  readonly pull: {
    readonly number: number;
    readonly title: string;
    readonly body: string;
    /** First lines of its commits' messages, oldest first. */
    readonly commits: readonly string[];
  };
  readonly conventions: readonly { readonly path: string; readonly text: string }[];
  /** Titles of what earlier reviews said, with their paths. */
  readonly told: readonly string[];
  /** `viewDiff`. */
  readonly diff: string;
  /** Changed files, or the rest of one, that it does not show, each with the reason. */
  readonly leftOut: readonly string[];
  /** Findings that may be handed in. */
  readonly most: number;
}

/** In characters. */
const most = {
  request: 4_000,
  title: 500,
  body: 8_000,
  commits: 40,
  commit: 120,
  told: 60,
  leftOut: 100,
};

/** System and user message of a review. */
export function suggestMessages(brief: SuggestBrief): readonly ChatMessage[] {
  const { boundary, pull, conventions } = brief;
  const data = dataOf(brief);
  const seen = (markdown: string): string => visibleText(markdown).text;
  const system = renderPrompt("suggest-system", {
    ...{ boundary, most: String(brief.most), "edit-format": renderPrompt("edit-format") },
    tools: toolHints(brief.tools),
  });
  const commits = pull.commits
    .slice(-most.commits)
    .map((title) => `- ${oneLine(title).slice(0, most.commit)}`);
  const user = renderPrompt("suggest-user", {
    repository: brief.repository,
    language: answerLanguage(brief.language),
    request: data("request", capped(seen(brief.request), most.request)),
    pull: data(
      "pull request",
      [
        `#${pull.number}: ${oneLine(visibleTitle(pull.title).text).slice(0, most.title)}`,
        capped(seen(pull.body).trim(), most.body),
        ...(commits.length > 1 ? [`Commits:\n${commits.join("\n")}`] : []),
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
    conventions: data("conventions", conventionsText(conventions)),
    told: data(
      "earlier reviews",
      brief.told
        .slice(-most.told)
        .map((one) => `- ${oneLine(one)}`)
        .join("\n"),
    ),
    diff: data("diff", brief.diff),
    unseen: data("diff", unseenFiles(brief.leftOut)),
    context: data("context", brief.context),
  });
  return firstMessages(system, user);
}

/** A caller that changed as well may stand in a file that found no room: who knows its name can read it. */
function unseenFiles(all: readonly string[]): string {
  const named = all.map((one) => `- ${oneLine(one)}`);
  return firstOf(named, most.leftOut, (left) => `- and ${counted(left, "file")} more`).join("\n");
}
