import { z } from "zod";

/**
 * What the model hands in at the end of an `implement` run, through the tool `submit-edits`. Everything in it is
 * untrusted text: the edits go through the gate, the words through the markdown cleaner.
 */
export interface Submission {
  /** Title of the pull request, from the user's side. */
  readonly title: string;
  /** What changes for the user and how, a few sentences. */
  readonly summary: string;
  /** The whole answer in the line-numbered edit language (`docs/edit-format.md`). */
  readonly edits: string;
  readonly requirements: readonly LedgerEntry[];
  readonly assumptions: readonly string[];
  readonly reuse: readonly ReuseDecision[];
}

/** One row of the requirement ledger. */
export interface LedgerEntry {
  /** `R1`, `R2`, ... */
  readonly id: string;
  readonly requirement: string;
  /** `background`: it asks for nothing, whatever the cut of the request made of it. */
  readonly status: "done" | "partly" | "not-done" | "background";
  /** Where it is fulfilled, after the change: `src/a.ts#Parser.parse` or a path. Empty where it is not done. */
  readonly where: readonly string[];
  /** Why it is not done, or what to look at. */
  readonly note: string;
}

/** True where something that was asked for is left to do. */
export const isOpen = ({ status }: Pick<LedgerEntry, "status">): boolean =>
  status === "partly" || status === "not-done";

/** What the model says about an existing definition that resembles what was asked. */
export interface ReuseDecision {
  /** Id of the existing definition, as the context shows it. */
  readonly definition: string;
  /** `followed`: its pattern is taken over in style, and it is not called. */
  readonly decision: "reused" | "followed" | "not-reused";
  readonly reason: string;
}

const line = (most: number) => z.string().trim().min(1).max(most);
const lineOrEmpty = (most: number) => z.string().trim().max(most);

/**
 * The schema of `submit-edits`. Bounds are generous for an honest answer and small against a runaway one; a list that
 * the model leaves out is empty, because a missing list is not worth another turn. The type parameter ties the
 * schema to the interface, so the two cannot drift apart.
 */
export const submissionSchema = z.object({
  title: line(256).describe("Title of the pull request, from the user's side, without a type prefix."),
  summary: line(8_000).describe("What changes for the user and how, in a few sentences."),
  edits: line(2_000_000).describe("All edits, in the line-numbered edit language."),
  requirements: z
    .array(
      z.object({
        id: z
          .string()
          .regex(/^R[1-9]\d{0,2}$/)
          .describe("The requirement's number as given: R1, R2, ..."),
        requirement: lineOrEmpty(1_000)
          .default("")
          .describe("Its words; only for a requirement that you add, the given ones are known."),
        status: z.enum(["done", "partly", "not-done", "background"]),
        where: z
          .array(line(512))
          .max(50)
          .default([])
          .describe("Ids of definitions, or paths, that fulfil it after the change."),
        note: lineOrEmpty(2_000).default("").describe("Why it is not done, or what to look at."),
      }),
    )
    .max(100)
    .default([]),
  assumptions: z.array(line(1_000)).max(50).default([]),
  reuse: z
    .array(
      z.object({
        definition: line(512).describe("Id of an existing definition, as the context shows it."),
        decision: z.enum(["reused", "followed", "not-reused"]),
        reason: lineOrEmpty(1_000).default(""),
      }),
    )
    .max(50)
    .default([]),
}) satisfies z.ZodType<Submission>;
