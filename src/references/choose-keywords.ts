import { z } from "zod";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { stripInvisible } from "../source/invisible.ts";
import { visibleText } from "../source/visible-text.ts";
import { askKept, cutToTokens } from "./ask-kept.ts";
import { type Keywords, keywordCount, keywordsByWeight } from "./keywords.ts";
import type { ReferenceTools } from "./options.ts";

/** Step 1. Survives JSON. */
export interface ChosenKeywords extends Asked {
  readonly keywords: Keywords;
  readonly by: "model" | "rules";
  /** The request's next words, for where the keywords find little; not more than there are keywords. */
  readonly further: Keywords;
}

const most = { requestTokens: 2_500, characters: 40, words: 2, answerTokens: 2_000 };
const line = z.looseObject({ keyword: z.string().trim().min(2).max(most.characters) });

/** Nothing that GitHub reads as an operator or a qualifier, and no address. */
const plain = /^[\p{L}\p{N}][\p{L}\p{N}+#._-]*(?: [\p{L}\p{N}][\p{L}\p{N}+#._-]*)*$/u;
const operators = new Set(["AND", "OR", "NOT"]);

/**
 * Exactly three keywords where the request says enough: the model's, filled up by the request's heaviest words. They
 * leave the machine, so what may be a secret is never among them; the request comes without any.
 */
export async function chooseKeywords(
  request: string,
  language: string | undefined,
  { paid, redact }: Pick<ReferenceTools, "paid" | "redact">,
  signal: AbortSignal,
): Promise<ChosenKeywords> {
  const heaviest = keywordsByWeight(request, language, 3 * keywordCount).filter((word) => plain.test(word));
  const byRules = heaviest.slice(0, keywordCount);
  const chosen = (keywords: Keywords) => ({ keywords, further: nextOf(heaviest, keywords) });
  if (!paid) return { ...nothingAsked, ...chosen(byRules), by: "rules" };
  const text = cutToTokens(visibleText(request).text, most.requestTokens);
  const asked = await askKept(
    paid,
    {
      prompt: "reference-keywords",
      data: [{ source: "request", text }],
      maxOutputTokens: most.answerTokens,
      read: (lines) => {
        const words = lines.flatMap((one) => keywordIn(one)).filter((word) => redact(word) === word);
        return words.length === 0 ? undefined : distinct(words);
      },
    },
    signal,
  );
  const { usage, notes } = asked;
  if (asked.value === undefined) return { ...chosen(byRules), by: "rules", usage, notes };
  return { ...chosen(distinct([...asked.value, ...byRules])), by: "model", usage, notes };
}

function nextOf(heaviest: Keywords, keywords: Keywords): Keywords {
  const used = new Set(keywords.map((word) => word.toLowerCase()));
  return heaviest.filter((word) => !used.has(word.toLowerCase())).slice(0, keywordCount);
}

function keywordIn(said: unknown): readonly string[] {
  const { data } = line.safeParse(said);
  const word = data && stripInvisible(data.keyword).text.replace(/\s+/g, " ").trim();
  if (!word || !plain.test(word) || word.split(" ").length > most.words) return [];
  return word.split(" ").some((part) => operators.has(part)) ? [] : [word];
}

function distinct(words: readonly string[]): Keywords {
  const lower = words.map((word) => word.toLowerCase());
  return words.filter((_, at) => lower.indexOf(lower[at]!) === at).slice(0, keywordCount);
}
