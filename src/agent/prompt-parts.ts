/** What the first messages of every kind of run have in common. */
import type { ChatMessage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped, fence } from "../llm/untrusted.ts";
import { oneLine } from "../source/lines.ts";
import type { Tool } from "./tool.ts";

/** All texts but `repository` are untrusted, raw. */
export interface RunBrief {
  readonly boundary: string;
  /** `owner/name`, with the commit. */
  readonly repository: string;
  /** The language of its words to people, in English; undefined: English. */
  readonly language?: string | undefined;
  /** `renderContext`. */
  readonly context: string;
  /** Those of the run: a tool that is switched off is not spoken of. */
  readonly tools: readonly Pick<Tool, "hint">[];
}

/** The system message is the same for every run of a kind but for its boundary, and always stands first. */
export const firstMessages = (system: string, user: string): readonly ChatMessage[] => [
  { role: "system", content: system },
  { role: "user", content: user },
];

/** Makes texts data of a run, each under where it comes from. */
export const dataOf =
  ({ boundary }: Pick<RunBrief, "boundary">) =>
  (source: string, text: string): string =>
    text.trim() === "" ? "(none)" : fence(boundary, source, text);

/** The tools of a run as a list; one that says enough in its own description is left out. */
export function toolHints(tools: RunBrief["tools"]): string {
  return tools.flatMap(({ hint }) => (hint === undefined ? [] : `- ${hint}`)).join("\n");
}

/** In which language the model writes to people; nothing where that is the usual one. */
export function answerLanguage(language: string | undefined): string {
  return language === undefined ? "" : `\n\n${renderPrompt("answer-language", { language })}`;
}

const longestConventions = 8_000;

/** Files about the repository's style, each behind its path. */
export const conventionsText = (
  conventions: readonly { readonly path: string; readonly text: string }[],
): string =>
  capped(
    conventions.map(({ path, text }) => `--- ${oneLine(path)}\n${text}`).join("\n\n"),
    longestConventions,
  );
