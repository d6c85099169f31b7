/**
 * The state of a run between its steps. Every function here is pure: from what was known and what a step returned
 * comes what is known next, so a resumed run takes the same way as an uninterrupted one.
 */
import type { CheckReport } from "../checks/gate.ts";
import type { Taken } from "../context/taken.ts";
import type { HandInRecord } from "../delivery/hand-ins.ts";
import type { Submission } from "../delivery/submission.ts";
import type { ToolUse } from "../delivery/tool-uses.ts";
import {
  addUsage,
  type LimitReason,
  limitReached,
  nearlySpent,
  noUsage,
  type RunLimits,
  usageBeyond,
} from "../llm/budget.ts";
import type { ChatMessage, ModelTurn, Usage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import type { FileChange } from "../source/file.ts";
import type { WebSource } from "../web/source.ts";
import { type RepairedCall, repairCalls, repeatedCall } from "./calls.ts";
import { fresh, impatient, judgeTurn, type Patience } from "./judge.ts";
import type { Round } from "./round.ts";
import type { PartialResult } from "./tool.ts";
import { withRound } from "./uses.ts";

export type StopReason = LimitReason | "repetition" | "refusal" | "cut-off" | "model-faults" | "no-answer";

export type LoopEnd<HandIn = Submission> =
  | {
      readonly kind: "submitted";
      readonly submission: HandIn;
      readonly changes: readonly FileChange[];
      readonly report: CheckReport;
    }
  | {
      readonly kind: "stopped";
      readonly reason: StopReason;
      /** One or two sentences; of a refusal and of no answer the model's own words, which may be none. */
      readonly detail: string;
      /** The last hand-in, refused as it was. */
      readonly partial?: PartialResult<HandIn>;
    };

export interface Conversation<HandIn = Submission> {
  /** Name of the tool that ends the run. */
  readonly handIn: string;
  /** Only ever grows, and is what the model sees. */
  readonly messages: readonly ChatMessage[];
  readonly turns: number;
  /** Of all turns, and of the models that tools asked. */
  readonly usage: Usage;
  /** Pages that tools read, in their order, each address once. */
  readonly sources: readonly WebSource[];
  /** What the model took with its tools, in order: anchors like those that it began with. */
  readonly taken: readonly Taken[];
  readonly uses: readonly ToolUse[];
  /** Every try to hand something in, with what it cost. */
  readonly handIns: readonly HandInRecord[];
  /** Of the last turn, still to be run. */
  readonly calls: readonly RepairedCall[];
  /** What was said to the model because of the last turn: a prompt's name. */
  readonly nudge: string | undefined;
  readonly end: LoopEnd<HandIn> | undefined;
  readonly memory: Memory<HandIn>;
}

/** What counts within the limits of a run, and is told with what it came to. */
export type Spent = Pick<Conversation, "turns" | "usage" | "uses" | "handIns">;

/** What was paid before the first turn. */
export const spentBefore = (usage: Usage): Spent => ({ turns: 0, usage, uses: [], handIns: [] });

export const nothingSpent: Spent = spentBefore(noUsage);

export const spentOf = ({ turns, usage, uses, handIns }: Spent): Spent => ({ turns, usage, uses, handIns });

interface Memory<HandIn> {
  readonly ids: ReadonlySet<string>;
  /** Of the calls of each turn. */
  readonly signatures: readonly (readonly string[])[];
  readonly patience: Patience;
  readonly faultyRounds: number;
  readonly refusals: number;
  /** A hand-in went back for objections. */
  readonly objected: boolean;
  readonly warned: boolean;
  readonly partial: PartialResult<HandIn> | undefined;
}

/** Hand-ins that are refused before a run ends: one try and two repairs. */
export const mostRefusals = 3;
const mostFaultyRounds = 2;
const longestMessage = 50_000;

/** A conversation before its first turn; `handIn` names the tool that ends it, `spent` is of the run before it. */
export function begin<HandIn = Submission>(
  messages: readonly ChatMessage[],
  handIn = "submit-edits",
  spent = nothingSpent,
): Conversation<HandIn> {
  const memory = {
    ids: new Set<string>(),
    signatures: [],
    patience: fresh,
    faultyRounds: 0,
    refusals: 0,
    objected: false,
    warned: false,
    partial: undefined,
  };
  return {
    handIn,
    messages,
    ...spentOf(spent),
    sources: [],
    taken: [],
    calls: [],
    nudge: undefined,
    end: undefined,
    memory,
  };
}

/**
 * A run that goes on after a hand-in that was accepted: `said` speaks against it. Who has nothing more to hand in says
 * so once, and is not asked again.
 */
export function goOn<HandIn>(ended: Conversation<HandIn>, said: string): Conversation<HandIn> {
  const { messages, handIns, memory } = ended;
  const last = handIns.at(-1);
  return {
    ...ended,
    messages: [...messages, { role: "user", content: said }],
    handIns: last ? [...handIns.slice(0, -1), { ...last, verdict: "tests failed" }] : handIns,
    end: undefined,
    memory: { ...memory, patience: impatient, partial: undefined },
  };
}

/** Ends a run whose budget is used up; tells the model once when it is nearly so. */
export function beforeTurn<HandIn>(run: Conversation<HandIn>, limits: RunLimits): Conversation<HandIn> {
  const limit = limitReached(limits, run.turns, run.usage);
  if (limit !== undefined) return stopped(run, limit.reason, limit.detail);
  if (run.memory.warned || !nearlySpent(limits, run.turns, run.usage)) return run;
  return remember(told(run, "nudge-last-turn"), { warned: true });
}

/** Appends the model's turn, and leaves in `calls` what is to be run. */
export function afterTurn<HandIn>(before: Conversation<HandIn>, turn: ModelTurn): Conversation<HandIn> {
  const number = before.turns + 1;
  const verdict = judgeTurn(turn, before.memory.patience);
  const calls = verdict.kind === "act" ? repairCalls(turn.toolCalls, number, before.memory.ids) : [];
  const run = {
    ...before,
    messages: [...before.messages, asMessage(turn, calls)],
    turns: number,
    usage: addUsage(before.usage, turn.usage),
    calls,
    nudge: undefined,
  };
  if (verdict.kind === "stop") return stopped(run, verdict.reason, verdict.detail);
  if (verdict.kind === "nudge")
    return remember({ ...told(run, verdict.prompt), nudge: verdict.prompt }, { patience: verdict.patience });
  const signatures = [...run.memory.signatures, calls.map((call) => call.signature)];
  const repeated = repeatedCall(signatures);
  if (repeated !== undefined)
    return stopped(
      run,
      "repetition",
      `The model made one call again and again: ${repeated.split(" ", 1)[0]}.`,
    );
  const ids = new Set([...run.memory.ids, ...calls.map((call) => call.id)]);
  return remember(run, { ids, signatures, patience: fresh });
}

/** Appends the answers to a turn's calls. `tools`: names of those that there are. */
export function afterRound<HandIn>(
  before: Conversation<HandIn>,
  round: Round<HandIn>,
  tools: ReadonlySet<string>,
): Conversation<HandIn> {
  const answers = round.answers.map(
    ({ id, content }): ChatMessage => ({ role: "tool", toolCallId: id, content }),
  );
  const faulty = round.answers.every((one) => one.fault);
  const run = remember(
    {
      ...before,
      messages: [...before.messages, ...answers],
      usage: usageWith(before.usage, round),
      sources: allSources(before.sources, round.sources ?? []),
      taken: [...before.taken, ...(round.taken ?? [])],
      uses: withRound(before.uses, before.calls, round.answers, tools),
      handIns: withHandIns(before, round),
      calls: [],
    },
    {
      faultyRounds: faulty ? before.memory.faultyRounds + 1 : 0,
      ...(round.refused === undefined
        ? {}
        : {
            partial: round.refused,
            refusals: before.memory.refusals + (round.objected ? 0 : 1),
            objected: before.memory.objected || round.objected === true,
          }),
    },
  );
  if (round.accepted !== undefined) return { ...run, end: { ...round.accepted, kind: "submitted" } };
  const { refusals, faultyRounds } = run.memory;
  if (round.refused !== undefined && !round.objected && refusals >= mostRefusals)
    return stopped(run, "model-faults", `The checks refused ${refusals} hand-ins of the model.`);
  if (faultyRounds > mostFaultyRounds)
    return stopped(
      run,
      "model-faults",
      `${faultyRounds} turns in a row had tool calls that could not be run.`,
    );
  return run;
}

/** Turns and usage belong to the first hand-in of a round; a second one in the same turn cost nothing more. */
function withHandIns<HandIn>(before: Conversation<HandIn>, round: Round<HandIn>): readonly HandInRecord[] {
  const handIns = [...before.handIns];
  for (const tried of round.handIns ?? []) {
    const turns = handIns.reduce((sum, one) => sum + one.turns, 0);
    const spent = handIns.map(({ usage }) => usage).reduce(addUsage, noUsage);
    const usage = usageBeyond(usageWith(before.usage, round), spent);
    handIns.push({ ...tried, turns: before.turns - turns, usage });
  }
  return handIns;
}

/** The time of a model that a tool asked is within the round's own. */
function usageWith(before: Usage, { milliseconds, usage = noUsage }: Round<unknown>): Usage {
  return addUsage(before, { ...usage, milliseconds });
}

function allSources(before: readonly WebSource[], more: readonly WebSource[]): readonly WebSource[] {
  const all = new Map(before.map((source) => [source.url, source]));
  for (const source of more) if (!all.has(source.url)) all.set(source.url, source);
  return [...all.values()];
}

function stopped<HandIn>(
  run: Conversation<HandIn>,
  reason: StopReason,
  detail: string,
): Conversation<HandIn> {
  const { partial } = run.memory;
  return { ...run, end: { kind: "stopped", reason, detail, ...(partial === undefined ? {} : { partial }) } };
}

function told<HandIn>(run: Conversation<HandIn>, prompt: string): Conversation<HandIn> {
  const content = renderPrompt(prompt, { "hand-in": run.handIn });
  return { ...run, messages: [...run.messages, { role: "user", content }] };
}

function remember<HandIn>(run: Conversation<HandIn>, more: Partial<Memory<HandIn>>): Conversation<HandIn> {
  return { ...run, memory: { ...run.memory, ...more } };
}

/** The turn as it goes into the history. Endpoints refuse an empty message, and a huge one helps nobody. */
function asMessage({ content, echo }: ModelTurn, calls: readonly RepairedCall[]): ChatMessage {
  const said = content.slice(0, longestMessage);
  return {
    role: "assistant",
    content: said.trim() === "" && calls.length === 0 ? "(nothing)" : said,
    toolCalls: calls.map(({ id, name, arguments: written, echo: beside }) => ({
      ...{ id, name, arguments: written },
      ...(beside && { echo: beside }),
    })),
    ...(echo && { echo }),
  };
}
