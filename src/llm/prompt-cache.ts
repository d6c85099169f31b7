/**
 * The prompt caches of providers. A run sends its whole conversation with each turn, and what was sent before costs a
 * tenth or less where the provider finds it again: most by themselves, some only where the request says so.
 * (OpenAI, "Prompt caching"; OpenRouter, "Prompt caching"; decision 19)
 */
import { createHash } from "node:crypto";
import type { TurnRequest } from "./model.ts";

/**
 * `none`: the provider has no cache, or needs no word. `keyed`: OpenAI keeps requests of one key together. `marked`: from
 * GPT-5.6 on it finds again what ends at a mark alone, and charges for what it writes. `asked`: OpenRouter sets
 * Anthropic's marks where it is asked to.
 */
export type PromptCache = "none" | "keyed" | "marked" | "asked";

const official = /^https:\/\/([a-z0-9-]+\.)*(openai\.com|azure\.com)(\/|$)/;
const marking = /^(openai\/)?gpt-(5\.[6-9]|[6-9]\b)/;

/** OpenAI itself, or Azure. */
export const isOfficial = (baseUrl: string): boolean => official.test(baseUrl);

export const isOpenRouter = (baseUrl: string): boolean => /^https:\/\/openrouter\.ai(\/|$)/.test(baseUrl);

/** What to try first. Elsewhere fields that are not known may be refused. */
export function firstPromptCache(baseUrl: string, model: string): PromptCache {
  if (isOfficial(baseUrl)) return marking.test(model) ? "marked" : "keyed";
  if (!isOpenRouter(baseUrl)) return "none";
  if (/claude/.test(model)) return "asked";
  return marking.test(model) ? "marked" : "none";
}

/** Fields of the request. One question without tools is not asked again: nothing of it is worth what a write costs. */
export function promptCacheFields({ messages, tools }: TurnRequest, cache: PromptCache): object {
  const once = tools.length === 0;
  if (cache === "none" || (once && cache !== "marked")) return {};
  if (cache === "asked") return { cache_control: { type: "ephemeral" } };
  if (once) return { prompt_cache_options: { mode: "explicit" } };
  // A run's first words tell it from others, and are the same in all of its turns.
  const beginning = messages.slice(0, 2).map(({ content }) => content);
  const digest = createHash("sha256").update(JSON.stringify(beginning)).digest("hex");
  return { prompt_cache_key: digest.slice(0, 32) };
}

/** Whether a message ends what may be found again: each turn's last, since the next turn begins with all before it. */
export function endsPrefix({ messages, tools }: TurnRequest, at: number, cache: PromptCache): boolean {
  if (cache !== "marked" || tools.length === 0) return false;
  return messages[at]!.role !== "assistant" && messages[at + 1]?.role !== "tool";
}

/** A text of a message, marked where it ends such a prefix. */
export const markedText = <Type extends "text" | "input_text">(type: Type, text: string) => [
  { type, text, prompt_cache_breakpoint: { mode: "explicit" as const } },
];
