import { countTokens } from "../llm/tokens.ts";
import {
  type Asked,
  answerKey,
  askForLines,
  type Data,
  nothingAsked,
  type PaidModel,
} from "../retrieval/requirements/ask-lines.ts";

/** The window of the paper's model: no question of the narrowing is longer, whatever the request. Tokens. */
export const mostPromptTokens = 4_096;

/** For the frame of a question: its rules, two fences a text, and what another boundary may weigh. Tokens. */
export const frameTokens = (systemTokens: number, texts: number): number => systemTokens + 48 * texts + 32;

export interface KeptQuestion<T> {
  readonly prompt: string;
  readonly data: readonly Data[];
  readonly maxOutputTokens: number;
  /** Makes the answer of lines of JSON, which anybody may have put into the model's mouth; undefined: of no use. */
  readonly read: (lines: readonly unknown[]) => T | undefined;
}

/**
 * Asks a model one question of reference search, or takes what it said to the very same texts before. Only useful
 * answers are kept. The question's length is asserted.
 */
export async function askKept<T>(
  paid: PaidModel,
  { prompt, data, maxOutputTokens, read }: KeptQuestion<T>,
  signal: AbortSignal,
): Promise<Asked & { readonly value: T | undefined }> {
  const key = answerKey(prompt, paid, ...data.map(({ text }) => text));
  const kept = (await paid.store.get("reference", [key])).get(key);
  const known = kept && read(linesOf(kept));
  if (known !== undefined) return { ...nothingAsked, value: known };
  const question = { prompt, data, maxOutputTokens, maxInputTokens: mostPromptTokens };
  const { lines, usage, notes } = await askForLines(paid.model, question, signal);
  const value = read(lines);
  if (value !== undefined)
    await paid.store.put("reference", new Map([[key, Buffer.from(JSON.stringify(lines))]]));
  else if (notes.length === 0)
    return { value, usage, notes: [`${paid.model.name} gave no usable answer (${prompt}).`] };
  return { value, usage, notes };
}

/**
 * Cuts texts from their ends until all of them have at most `tokens` together: short ones stay whole, long ones share
 * what is left alike. `cut` counts the texts that lost something.
 */
export function fitTexts(
  texts: readonly string[],
  tokens: number,
): { readonly texts: readonly string[]; readonly cut: number } {
  const sizes = texts.map((text) => countTokens(text));
  let [left, open] = [tokens, texts.length];
  const allowed = new Array<number>(texts.length).fill(0);
  for (const at of sizes.map((_, index) => index).sort((a, b) => sizes[a]! - sizes[b]!)) {
    allowed[at] = Math.min(sizes[at]!, Math.floor(left / open));
    left -= allowed[at]!;
    open -= 1;
  }
  const fitted = texts.map((text, at) => cutToTokens(text, allowed[at]!, sizes[at]!));
  return { texts: fitted, cut: fitted.filter((text, at) => text !== texts[at]).length };
}

/** The beginning of a text that has at most so many tokens, ended at a word, with a mark where something is missing. */
export function cutToTokens(text: string, tokens: number, size = countTokens(text)): string {
  if (size <= tokens) return text;
  const mark = " …";
  for (
    let length = Math.floor((text.length * tokens) / size);
    length > 0;
    length = Math.floor(length * 0.9)
  ) {
    const piece = text.slice(0, length).toWellFormed();
    const end = Math.max(piece.lastIndexOf(" "), piece.lastIndexOf("\n"));
    const cut = (end > length / 2 ? piece.slice(0, end) : piece).trimEnd() + mark;
    if (countTokens(cut) <= tokens) return cut;
  }
  return "";
}

function linesOf(kept: Buffer): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(kept.toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    // Not what was written: the model is asked again.
    return [];
  }
}
