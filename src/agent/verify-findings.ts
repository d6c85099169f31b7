/** The second reading: each finding held against the code alone, by a reader who has not seen the pull request's words. */
import { z } from "zod";
import type { FileDiff } from "../edits/file-diff.ts";
import type { CodeGraph } from "../graph/graph.ts";
import { noUsage } from "../llm/budget.ts";
import type { Model, Usage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { createBoundary, fence } from "../llm/untrusted.ts";
import { jsonObjects } from "../retrieval/requirements/ask-lines.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { claimText } from "./claim-text.ts";
import type { JudgedFinding } from "./judge-findings.ts";

export interface Verified {
  /** One for each finding, in their order. */
  readonly verdicts: readonly Verdict[];
  readonly usage: Usage;
}

/** `fault-only`: the fault is real, its cure is not right. */
const verdicts = ["holds", "fault-only", "refuted", "unclear"] as const;

export interface Verdict {
  /** What was not answered, or not understood, is unclear. */
  readonly verdict: (typeof verdicts)[number];
  readonly reason: string;
}

const said = z.object({
  id: z.string().regex(/^F[1-9]\d?$/),
  verdict: z.enum(verdicts),
  reason: z.string().default(""),
});

/** Characters. */
const longestReason = 400;

/** What the second reader is given. */
export interface SecondReading {
  /** At the head. */
  readonly workspace: Pick<Workspace, "read">;
  readonly files: ReadonlyMap<string, FileDiff>;
  readonly graph: CodeGraph;
  readonly model: Model;
  readonly maxOutputTokens: number;
}

/** One question for all findings. Throws `ModelError` where the model cannot be asked: unverified nothing is told. */
export async function verifyFindings(
  judged: readonly JudgedFinding[],
  { model, maxOutputTokens, ...shown }: SecondReading,
  signal: AbortSignal,
): Promise<Verified> {
  if (judged.length === 0) return { verdicts: [], usage: noUsage };
  const boundary = createBoundary();
  const claims: string[] = [];
  for (const [index, one] of judged.entries())
    claims.push(`F${index + 1}:\n${fence(boundary, "claim", await claimText(one, shown))}`);
  const messages = [
    { role: "system", content: renderPrompt("verify-findings", { boundary }) },
    { role: "user", content: claims.join("\n\n") },
  ] as const;
  const turn = await model.turn({ messages, tools: [], maxOutputTokens }, signal);
  const answers = new Map<string, Verdict>();
  for (const object of jsonObjects(turn.content)) {
    const answer = said.safeParse(object);
    if (answer.success && !answers.has(answer.data.id)) {
      const { id, verdict, reason } = answer.data;
      answers.set(id, { verdict, reason: reason.slice(0, longestReason) });
    }
  }
  const silent: Verdict = { verdict: "unclear", reason: "" };
  return { verdicts: judged.map((_, index) => answers.get(`F${index + 1}`) ?? silent), usage: turn.usage };
}
