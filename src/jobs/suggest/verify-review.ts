import { type JudgedFinding, judgeFindings } from "../../agent/judge-findings.ts";
import { type Verdict, verifyFindings } from "../../agent/verify-findings.ts";
import type { ReviewFinding } from "../../delivery/review/finding.ts";
import type { HeldFinding } from "../../delivery/review/place.ts";
import type { Complaint } from "../../errors.ts";
import { formatChanges } from "../../format/format-changes.ts";
import { noUsage } from "../../llm/budget.ts";
import type { Usage } from "../../llm/model.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { judgeChange } from "../change/judge-change.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import type { Surroundings } from "../surroundings.ts";
import { openDiff } from "./pull-diff.ts";
import type { PullLook } from "./read-look.ts";

export interface VerifiedReview {
  readonly held: readonly HeldFinding[];
  readonly usage: Usage;
}

/** The second reading: findings whose cure passes the gate are held against the code; what does not stand falls. */
export async function verifyReview(
  findings: readonly ReviewFinding[],
  look: PullLook,
  knowledge: Knowledge,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<VerifiedReview> {
  const { model, options } = surroundings;
  const certain = findings.filter(({ confidence }) => confidence !== "unsure");
  if (!model || certain.length === 0) return { held: [], usage: noUsage };
  const indexed = await knowledge.index(look.head, signal);
  const { workspace } = indexed;
  const judged = await judgeFindings(
    certain,
    workspace,
    (changes) => judgeChange(changes, indexed, options, signal),
    signal,
  );
  const sound = await Promise.all(
    judged
      .map((one) => (one.complaints.length > 0 && one.complaints.every(isForPeople) ? withoutCure(one) : one))
      .filter(({ complaints }) => complaints.length === 0)
      .map((one) => (options.format === "off" ? one : laidOut(one, workspace))),
  );
  const { files } = await openDiff(look, workspace, surroundings, signal);
  const reading = {
    ...{ workspace, graph: indexed.graph, model, maxOutputTokens: options.limits.maxOutputTokens },
    files: new Map(files.map((file) => [file.path, file])),
  };
  const { verdicts, usage } = await verifyFindings(sound, reading, signal);
  return { held: sound.flatMap((one, index) => heldBy(one, verdicts[index]!)), usage };
}

/** Files that a person has to change: the fault may be there all the same, and is told without a cure. */
const isForPeople = ({ kind }: Complaint): boolean =>
  kind === "path/protected" || kind === "manifest/changed";

const withoutCure = (judged: JudgedFinding): JudgedFinding => ({
  ...judged,
  changes: [],
  complaints: [],
  noticed: [],
});

/** Whoever commits with a click runs no formatter: what a cure touches is laid out as in a draft, and judged so. */
async function laidOut(judged: JudgedFinding, workspace: Workspace): Promise<JudgedFinding> {
  const { changes } = await formatChanges(judged.changes, workspace);
  // A cure that only lays out is none.
  return { ...judged, changes: changes.filter(({ before, after }) => before !== after) };
}

/** Of a real fault with a wrong cure the fault is told. */
function heldBy(judged: JudgedFinding, { verdict, reason }: Verdict): readonly HeldFinding[] {
  if (verdict !== "holds" && verdict !== "fault-only") return [];
  const { finding, changes, noticed } = verdict === "holds" ? judged : withoutCure(judged);
  return [{ finding, changes, reason, noticed }];
}
