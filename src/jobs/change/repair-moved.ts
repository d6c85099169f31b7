import { spentOf } from "../../agent/conversation.ts";
import type { Submitted } from "../../agent/loop.ts";
import { unifiedDiff } from "../../edits/diff.ts";
import type { RunLimits } from "../../llm/budget.ts";
import { capped } from "../../llm/untrusted.ts";
import type { FileChange } from "../../source/file.ts";
import type { Step } from "../../step.ts";
import type { JobRun } from "../job-run.ts";
import { changeMessages } from "../reading/change-messages.ts";
import { createKnowledge, type Knowledge } from "../reading/knowledge.ts";
import { reasonTools } from "../reading/reason-tools.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Narrator } from "../telling/narrator.ts";
import { atWork, describeReasoning } from "../telling/words.ts";
import { type CarriedOnto, placesText } from "./carry.ts";
import { filesNow } from "./files-now.ts";
import { type GatedDraft, gateDraft, type Judged, refitted } from "./gate-draft.ts";
import { writeAndTest } from "./write-and-test.ts";

/** The change is known; it only has to be put elsewhere. */
const mostTurns = 8;
/** Less than this is not worth asking for. */
const leastTokens = 20_000;
const longest = { diff: 20_000, files: 60_000 };

/**
 * Lets the model fit its own change to a base that changed the same lines meanwhile: once, with what the run has left.
 * Where that comes to nothing the draft stays on the base that it was made for, and says so.
 */
export async function repairMoved(
  run: JobRun,
  judged: Judged,
  gated: GatedDraft,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
): Promise<{ readonly draft: GatedDraft; readonly result: Submitted }> {
  const { result: first } = judged;
  const { conflict } = gated;
  const limits = limitsBehind(first, surroundings.options.limits);
  if (!conflict || !limits) return { draft: gated, result: first };
  const again: Step = (name, work) => step(`repair-${name}`, work);
  const { base, places } = conflict;
  const knowledge = createKnowledge(surroundings);
  try {
    const context = await again("gate-files", (inner) =>
      readFiles(conflict, first.changes, knowledge, inner),
    );
    const tools = reasonTools(
      await knowledge.index(base, signal),
      [],
      surroundings.options,
      surroundings.model,
      {
        ...{ marked: judged.brief.references?.marked, packages: surroundings.packages },
        before: first.changes.map(({ path }) => path),
      },
    );
    const messages = changeMessages({ ...judged, run, base }, surroundings.options, {
      ...{ tools, context, nearest: [] },
      earlier: { places: placesText(places), diff: diffOf(first.changes) },
    });
    const onEvent = narrator.turn;
    const tell = (what: string): void => narrator.news?.(what);
    tell(atWork.fit);
    const { boundary } = judged.brief;
    const model = surroundings.model!;
    const loop = { model, tools, messages, step: again, spent: first, limits, boundary, onEvent };
    const fitted = await writeAndTest(loop, { base, knowledge, surroundings, step: again, tell }, signal);
    const result = fitted.kind === "stopped" ? { ...first, ...spentOf(fitted) } : fitted.result;
    narrator.done("reason", describeReasoning(result));
    narrator.begin("gate");
    if (fitted.kind === "stopped") return { draft: gated, result };
    const verification = [fitted.tested, refitted(conflict)];
    const rejudged = { ...judged, base, result, verification };
    const draft = await again("gate", (inner) => gateDraft(run, rejudged, knowledge, surroundings, inner));
    return { draft, result };
  } finally {
    await knowledge.close();
  }
}

/** A few turns more, within the limits of the run; undefined where they leave too little. */
function limitsBehind({ turns, usage }: Submitted, limits: RunLimits): RunLimits | undefined {
  const { inputTokens, outputTokens, cost = 0, milliseconds } = usage;
  const isEnough =
    limits.maxTokens - inputTokens - outputTokens >= leastTokens &&
    limits.maxMilliseconds > milliseconds &&
    (limits.maxCost === undefined || limits.maxCost > cost);
  return isEnough ? { ...limits, maxTurns: turns + Math.min(limits.maxTurns, mostTurns) } : undefined;
}

async function readFiles(
  conflict: Extract<CarriedOnto, { kind: "conflict" }>,
  changes: readonly FileChange[],
  knowledge: Knowledge,
  signal: AbortSignal,
): Promise<string> {
  const { workspace, graph } = await knowledge.index(conflict.base, signal);
  const texts = await workspace.readMany(changes.map(({ path }) => path));
  return capped(filesNow(changes, conflict, texts, graph), longest.files);
}

const diffOf = (changes: readonly FileChange[]): string =>
  capped(changes.map((change) => unifiedDiff(change)).join(""), longest.diff);
