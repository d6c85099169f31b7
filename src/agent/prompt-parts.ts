import { renderPrompt } from "../llm/prompts.ts";
import type { Tool } from "./tool.ts";

/** The tools of a run as a list; one that says enough in its own description is left out. */
export function toolHints(tools: readonly Pick<Tool, "hint">[]): string {
  return tools.flatMap(({ hint }) => (hint === undefined ? [] : `- ${hint}`)).join("\n");
}

/** In which language the model writes to people; nothing where that is the usual one. */
export function answerLanguage(language: string | undefined): string {
  return language === undefined ? "" : `\n\n${renderPrompt("answer-language", { language })}`;
}
