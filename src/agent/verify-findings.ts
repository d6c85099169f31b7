/** The second reading: each finding held against the code alone, by a reader who has not seen the pull request's words. */
import { z } from "zod";
import { unifiedDiff } from "../edits/diff.ts";
import { type FileDiff, overlap } from "../edits/file-diff.ts";
import { numberLines } from "../edits/number.ts";
import { noUsage } from "../llm/budget.ts";
import type { Model, Usage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped, createBoundary, fence } from "../llm/untrusted.ts";
import { jsonObjects } from "../retrieval/requirements/ask-lines.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { JudgedFinding } from "./judge-findings.ts";

export interface Verified {
  /** One for each finding, in their order. */
  readonly verdicts: readonly Verdict[];
  readonly usage: Usage;
}

export interface Verdict {
  /** What was not answered, or not understood, is unclear. */
  readonly verdict: "holds" | "refuted" | "unclear";
  readonly reason: string;
}

const said = z.object({
  id: z.string().regex(/^F[1-9]\d?$/),
  verdict: z.enum(["holds", "refuted", "unclear"]),
  reason: z.string().default(""),
});

/** Lines around a finding; characters of its code, its cure and of a reason. */
const most = { around: 40, code: 8_000, cure: 6_000, reason: 400 };

/** What the second reader is given. */
export interface SecondReading {
  /** At the head. */
  readonly workspace: Pick<Workspace, "read">;
  readonly files: ReadonlyMap<string, FileDiff>;
  readonly model: Model;
  readonly maxOutputTokens: number;
}

/** One question for all findings. Throws `ModelError` where the model cannot be asked: unverified nothing is told. */
export async function verifyFindings(
  judged: readonly JudgedFinding[],
  { workspace, files, model, maxOutputTokens }: SecondReading,
  signal: AbortSignal,
): Promise<Verified> {
  if (judged.length === 0) return { verdicts: [], usage: noUsage };
  const boundary = createBoundary();
  const claims: string[] = [];
  for (const [index, one] of judged.entries())
    claims.push(`F${index + 1}:\n${fence(boundary, "claim", await claimText(one, workspace, files))}`);
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
      answers.set(id, { verdict, reason: reason.slice(0, most.reason) });
    }
  }
  const silent: Verdict = { verdict: "unclear", reason: "" };
  return { verdicts: judged.map((_, index) => answers.get(`F${index + 1}`) ?? silent), usage: turn.usage };
}

/** What the pull request changed near the line, with the lines that are gone. */
function diffText(file: FileDiff | undefined, line: number): readonly string[] {
  const near = { from: line - most.around, to: line + most.around };
  const hunks = (file?.hunks ?? []).filter(
    ({ newStart, newLines }) => overlap(near, { from: newStart, to: newStart + newLines }) !== undefined,
  );
  const signs = { same: " ", added: "+", removed: "-" };
  const rows = hunks.flatMap((hunk) => ["@@", ...hunk.rows.map(({ kind, text }) => signs[kind] + text)]);
  return rows.length === 0
    ? []
    : [`What the pull request changed there:\n${capped(rows.join("\n"), most.code)}`];
}

async function claimText(
  { finding, changes }: JudgedFinding,
  workspace: SecondReading["workspace"],
  files: SecondReading["files"],
): Promise<string> {
  const { title, why, path, line } = finding;
  const text = (await workspace.read(path)) ?? "";
  const code = numberLines(text, { from: line - most.around, to: line + most.around, tags: "hidden" });
  const cure = changes.map((change) => unifiedDiff(change)).join("\n");
  return [
    `Claim: ${title}`,
    `At: ${path}:${line}`,
    `Why: ${why}`,
    `The code there, after the change:\n${capped(code, most.code)}`,
    ...diffText(files.get(path), line),
    cure === "" ? "No cure is offered." : `The cure:\n${capped(cure, most.cure)}`,
  ].join("\n");
}
