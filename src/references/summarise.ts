import { z } from "zod";
import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { stripInvisible } from "../source/invisible.ts";
import { askKept, cutToTokens } from "./ask-kept.ts";
import type { ReferenceTools } from "./options.ts";
import { noReadme, summariseByRules, summaryWords } from "./summary.ts";

export interface Summary extends Asked {
  readonly text: string;
  readonly by: "model" | "rules";
}

/** Tokens of the README that the model is shown, and of its answer; a README that is longer is cut from its end. */
const most = { readmeTokens: 3_400, answerTokens: 1_500 };
const line = z.looseObject({ summary: z.string().trim().min(20).max(4_000) });

/**
 * Step 4 of reference search (spec 1): about 200 words of a README. By rules, or by one question to the model, whose
 * answer is kept by the README's content. Takes the text of `seenReadme`.
 */
export async function summarise(
  readme: string | undefined,
  { paid, settings }: Pick<ReferenceTools, "paid" | "settings">,
  signal: AbortSignal,
): Promise<Summary> {
  const byRules = summariseByRules(readme);
  if (!paid || settings.summaries === "rules" || byRules === noReadme || readme === undefined)
    return { ...nothingAsked, text: byRules, by: "rules" };
  const text = cutToTokens(readme, most.readmeTokens);
  const asked = await askKept(
    paid,
    {
      prompt: "reference-summary",
      data: [{ source: "README", text }],
      maxOutputTokens: most.answerTokens,
      read: (lines) => lines.flatMap((one) => line.safeParse(one).data?.summary ?? [])[0],
    },
    signal,
  );
  const { usage, notes, value } = asked;
  if (value === undefined) return { text: byRules, by: "rules", usage, notes };
  const words = stripInvisible(value)
    .text.split(/\s+/)
    .slice(0, Math.round(summaryWords * 1.2));
  return { text: words.join(" "), by: "model", usage, notes };
}
