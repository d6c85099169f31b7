import type { Finding } from "../checks/finding.ts";
import type { ReviewFinding } from "../delivery/review/finding.ts";
import { gitLines } from "../edits/hunks.ts";
import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type AppliedAnswer, applyAnswer } from "./tools/apply-answer.ts";
import type { Check } from "./tools/submit-edits.ts";

/** A finding, with what its cure makes of the files; with complaints it is not told to anybody. */
export interface JudgedFinding {
  readonly finding: ReviewFinding;
  /** Empty where the finding has no cure, or one that cannot be applied. */
  readonly changes: readonly FileChange[];
  readonly complaints: readonly Complaint[];
  /** What the checks noticed of its cure without refusing it. */
  readonly noticed: readonly Finding[];
}

/** Applies the cure of each finding in memory, apart from the others, and lets every check judge it. */
export async function judgeFindings(
  findings: readonly ReviewFinding[],
  workspace: Workspace,
  check: Check,
  signal: AbortSignal,
): Promise<readonly JudgedFinding[]> {
  const judged: JudgedFinding[] = [];
  for (const finding of findings) judged.push(await judge(finding, workspace, check, signal));
  return judged;
}

async function judge(
  finding: ReviewFinding,
  workspace: Workspace,
  check: Check,
  signal: AbortSignal,
): Promise<JudgedFinding> {
  const place = await placeComplaints(finding, workspace);
  if (finding.edits.trim() === "") return { finding, changes: [], complaints: place, noticed: [] };
  const { changes, complaints, moved } = await applyAnswer(finding.edits, workspace);
  // Whoever commits with a click gets no line that was guessed, however well.
  const faults = [...place, ...complaints, ...moved.map(movedComplaint)];
  if (complaints.length + moved.length > 0) return { finding, changes: [], complaints: faults, noticed: [] };
  const report = await check(changes, signal);
  return { finding, changes, complaints: [...place, ...report.complaints], noticed: report.findings };
}

function movedComplaint({ path, written, meant }: AppliedAnswer["moved"][number]): Complaint {
  const message = `The number ${written} and its tag do not belong together: the tag is that of line ${meant}. Copy both from one shown line.`;
  return { kind: "finding/moved-line", path, line: written, message };
}

async function placeComplaints(
  { path, line }: ReviewFinding,
  workspace: Workspace,
): Promise<readonly Complaint[]> {
  const text = await workspace.read(path);
  if (text === undefined)
    return [
      {
        kind: "finding/no-such-file",
        message: `There is no text file \`${path}\` at the head. Name the path as it is shown.`,
      },
    ];
  const count = gitLines(text).length;
  if (line <= Math.max(1, count)) return [];
  return [
    {
      kind: "finding/no-such-line",
      path,
      message: `There is no line ${line}: the file has ${count}. Copy the number from the lines shown.`,
    },
  ];
}
