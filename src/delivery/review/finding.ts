import { z } from "zod";

/** One finding of a review, as the model hands it in. Everything in it is untrusted text. */
export interface ReviewFinding {
  readonly title: string;
  /** What goes wrong, when, and why the change cures it. */
  readonly why: string;
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly path: string;
  /** 1-based, at the head. */
  readonly line: number;
  /** The cure in the line-numbered edit language; empty where there is none to give. */
  readonly edits: string;
}

/** There is none for style: what a formatter or a taste decides is not said. */
const findingKinds = [
  "bug",
  "security",
  "data-loss",
  "concurrency",
  "error-handling",
  "resource-leak",
  "compatibility",
  "performance",
  "duplicate",
  "missing-test",
  "wrong-documentation",
] as const;
export type FindingKind = (typeof findingKinds)[number];

const severities = ["high", "medium", "low"] as const;
export type Severity = (typeof severities)[number];

const confidences = ["sure", "likely", "unsure"] as const;
export type Confidence = (typeof confidences)[number];

/** The whole hand-in; an empty list says that there is nothing to say. */
export interface Findings {
  readonly findings: readonly ReviewFinding[];
}

const mostFindings = 20;

const line = (most: number) => z.string().trim().min(1).max(most);

/** The schema of `submit-findings`, tied to the interface. */
export const findingsSchema = z.object({
  findings: z
    .array(
      z.object({
        title: line(200).describe("What is wrong, in one line, without judgement of the author."),
        why: line(2_000).describe("When it goes wrong, with which input or state, and what then happens."),
        kind: z.enum(findingKinds),
        severity: z.enum(severities),
        confidence: z.enum(confidences),
        path: line(512),
        line: z.int().min(1).describe("Line of the head that it is about."),
        edits: z
          .string()
          .max(100_000)
          .default("")
          .describe("The cure alone, in the line-numbered edit language; empty where you have none."),
      }),
    )
    .max(mostFindings)
    .default([]),
}) satisfies z.ZodType<Findings>;

const worth = {
  severity: { high: 1, medium: 0.6, low: 0.3 },
  confidence: { sure: 1, likely: 0.7, unsure: 0.3 },
} as const;

/** What a finding is worth to a reader, 0 to 1: how bad it is, and how certain. */
export function worthOf({ severity, confidence }: Pick<ReviewFinding, "severity" | "confidence">): number {
  return worth.severity[severity] * worth.confidence[confidence];
}
