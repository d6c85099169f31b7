import { z } from "zod";

/** Lines of the repository that a sentence of an answer stands on. */
export interface AnswerSource {
  readonly path: string;
  /** 1-based, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Words of these lines, copied: by them the place is proven, and found again where the numbers are wrong. */
  readonly quote: string;
}

/** What the model hands in at the end of an `ask` run. Everything in it is untrusted. */
export interface CodeAnswer {
  /** Markdown, with a mark `[^1]` behind each claim for the source that it stands on, counted from 1. */
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  /** What of the question the repository does not answer. */
  readonly open: readonly string[];
}

const line = (most: number) => z.string().trim().min(1).max(most);
const lineNumber = z.number().int().min(1).max(10_000_000);

/** The schema of `submit-answer`. Bounds are generous for an honest answer and small against a runaway one. */
export const answerSchema = z.object({
  answer: line(12_000).describe(
    "The answer in Markdown: the point first, then what one needs to know. Behind each claim about the code the mark of its source: [^1], [^2], ...",
  ),
  sources: z
    .array(
      z.object({
        path: line(1_000).describe("Path of a tracked file, as shown."),
        from: lineNumber.describe("First line."),
        to: lineNumber.describe("Last line."),
        quote: line(1_000).describe("A few words or one line of the code there, copied exactly."),
      }),
    )
    .max(30)
    .default([])
    .describe("The first is [^1]. As few lines as prove the claim."),
  open: z
    .array(line(500))
    .max(10)
    .default([])
    .describe("What of the question this repository does not answer, and who or what would."),
}) satisfies z.ZodType<CodeAnswer>;
