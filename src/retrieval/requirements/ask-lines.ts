/** One question to a model without tools, answered in lines of JSON. */
import { noUsage } from "../../llm/budget.ts";
import type { Model, Usage } from "../../llm/model.ts";
import { ModelError } from "../../llm/model-error.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { countTokens } from "../../llm/tokens.ts";
import { createBoundary, fence } from "../../llm/untrusted.ts";
import { contentKey, type DerivedStore } from "../../store/derived.ts";

/** A model, and where what it says is kept. */
export interface PaidModel {
  readonly model: Model;
  readonly store: DerivedStore;
}

/** What asking cost and what went wrong; survives JSON. */
export interface Asked {
  readonly usage: Usage;
  /** In words for a person. */
  readonly notes: readonly string[];
}

export const nothingAsked: Asked = { usage: noUsage, notes: [] };

/** Untrusted text for a prompt. `source` is made of our own words. */
export interface Data {
  readonly source: string;
  readonly text: string;
}

export interface Question {
  /** `prompts/PROMPT.md`; its hole is `boundary`. */
  readonly prompt: string;
  readonly data: readonly Data[];
  readonly maxOutputTokens: number;
  /** A question that is longer is a bug of the caller's, who had to cut it, and throws. */
  readonly maxInputTokens?: number;
}

/** Of one answer: characters that are read, and objects. */
const most = { characters: 100_000, objects: 200 };

/**
 * Asks `prompts/PROMPT.md` about `data`, each part fenced, and answers what was said as values of JSON: cut answers
 * keep their whole lines, prose and fences around them are passed over. A model that fails is a note, not an
 * error, since nothing depends on the answer; the signal's reason is thrown.
 */
export async function askForLines(
  model: Model,
  { prompt, data, maxOutputTokens, maxInputTokens }: Question,
  signal: AbortSignal,
): Promise<Asked & { readonly lines: readonly unknown[] }> {
  const boundary = createBoundary();
  const messages = [
    { role: "system", content: renderPrompt(prompt, { boundary }) },
    { role: "user", content: data.map(({ source, text }) => fence(boundary, source, text)).join("\n\n") },
  ] as const;
  if (maxInputTokens !== undefined) {
    const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
    if (tokens > maxInputTokens)
      throw new Error(`The question ${prompt} has ${tokens} of at most ${maxInputTokens} tokens.`);
  }
  try {
    const turn = await model.turn({ messages, tools: [], maxOutputTokens }, signal);
    if (turn.finish === "refusal")
      return { lines: [], usage: turn.usage, notes: [`${model.name} refused to answer (${prompt}).`] };
    return { lines: jsonObjects(turn.content), usage: turn.usage, notes: [] };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { lines: [], usage: noUsage, notes: [error.message] };
  }
}

/** The key of what a model says to a prompt about some texts: another prompt or model, another answer. */
export function answerKey(prompt: string, { model }: PaidModel, ...texts: readonly string[]): string {
  return contentKey(prompt, renderPrompt(prompt, { boundary: "" }), model.name, ...texts);
}

/** Every flat object of JSON in a text, in order: on lines, in a list, or over several lines. */
export function jsonObjects(content: string): readonly unknown[] {
  const objects: unknown[] = [];
  // Objects of the answers hold strings only, so one ends at the first brace outside of a string.
  for (const [text] of content.slice(0, most.characters).matchAll(/\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/gs)) {
    if (objects.length === most.objects) break;
    try {
      objects.push(JSON.parse(text));
    } catch {
      // Prose in braces: there is nothing to take from it.
    }
  }
  return objects;
}
