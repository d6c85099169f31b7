import { z } from "zod";
import { stripInvisible } from "../../source/invisible.ts";
import { visibleText, visibleTitle } from "../../source/visible-text.ts";
import { type Request, type Requirement, splitRequirements } from "../request.ts";
import { queryWords } from "../words.ts";
import { type Asked, answerKey, askForLines, nothingAsked, type PaidModel } from "./ask-lines.ts";

/** The target requirement's nodes R1..Rn. Survives JSON. */
export interface SplitRequest extends Asked {
  readonly requirements: readonly Requirement[];
  /** `rule`: no model, or none of its answer could be used. */
  readonly by: "model" | "rule";
}

/** Requirements; characters of one and of the request that is shown; the share of a text's words that the request says. */
const most = { requirements: 12, characters: 400, request: 16_000, comment: 4_000 };
const groundedShare = 0.6;
/** Output tokens, with room for a model that thinks first. */
const answerTokens = 6_000;

const prompt = "request-split";
const lineSchema = z.looseObject({
  quote: z.string().max(2_000),
  text: z.string().trim().min(8).max(most.characters),
});

/**
 * Cuts a request into requirements by a model, in one question. Each must quote the request and speak in its words,
 * so that nothing is asked for that nobody wrote. Without a model, or where nothing of its answer holds, the rules of
 * `splitRequirements` cut it.
 */
export async function splitRequest(
  request: Request,
  paid: PaidModel | undefined,
  signal: AbortSignal,
): Promise<SplitRequest> {
  const byRule = (asked: Asked): SplitRequest => ({
    ...{ requirements: splitRequirements(request), by: "rule", usage: asked.usage, notes: asked.notes },
  });
  if (!paid) return byRule(nothingAsked);
  const text = shown(request);
  const key = answerKey(prompt, paid, text);
  const kept = (await paid.store.get("split", [key])).get(key);
  const known = kept ? requirementsOf(lines(kept), text) : [];
  if (known.length > 0) return { ...nothingAsked, requirements: known, by: "model" };
  const question = { prompt, data: [{ source: "request", text }], maxOutputTokens: answerTokens };
  const answer = await askForLines(paid.model, question, signal);
  const requirements = requirementsOf(answer.lines, text);
  if (requirements.length === 0) return byRule(answer);
  await paid.store.put("split", new Map([[key, Buffer.from(JSON.stringify(answer.lines))]]));
  return { requirements, by: "model", usage: answer.usage, notes: answer.notes };
}

/** What a reader on GitHub sees of the request: the maintainer's words first. */
function shown({ instruction, title, body, comments }: Request): string {
  const cut = (text: string, limit: number): string => text.trim().slice(0, limit);
  const seen = (markdown: string, limit: number): string => cut(visibleText(markdown).text, limit);
  return [
    seen(instruction ?? "", most.comment),
    cut(visibleTitle(title).text, most.characters),
    seen(body, most.request),
    ...comments.map((comment) => seen(comment.body, most.comment)),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, most.request)
    .toWellFormed();
}

function requirementsOf(said: readonly unknown[], request: string): readonly Requirement[] {
  const spoken = queryWords(request);
  const plain = flat(request);
  const texts = said.flatMap((line) => {
    const { data } = lineSchema.safeParse(line);
    const text = data && stripInvisible(data.text).text.replace(/\s+/g, " ").trim();
    return text && isQuoted(data.quote, plain) && isGrounded(text, spoken) ? [text] : [];
  });
  return [...new Set(texts)].slice(0, most.requirements).map((text, at) => ({ id: `R${at + 1}`, text }));
}

/** Three words at least, one after the other in the request, however it is broken and marked up. */
function isQuoted(quote: string, request: string): boolean {
  const words = flat(quote);
  return words.trim().split(" ").length >= 3 && request.includes(words);
}

function isGrounded(text: string, spoken: ReadonlyMap<string, number>): boolean {
  const words = [...queryWords(text).keys()];
  return words.filter((word) => spoken.has(word)).length >= Math.max(1, words.length * groundedShare);
}

const flat = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(" ")} `;

/** What was kept; damaged rows say nothing. */
function lines(kept: Buffer): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(kept.toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    // Not what was written: the model is asked again.
    return [];
  }
}
