/**
 * The agent loop: ask, act, append, repeat. Every turn and every round of tool calls is a durable step; what is
 * decided between them stands in `conversation.ts`, and what a model may do wrong in `judge.ts` and `round.ts`.
 */
import type { Submission } from "../delivery/submission.ts";
import type { ToolUse } from "../delivery/tool-uses.ts";
import { outputAllowance, type RunLimits } from "../llm/budget.ts";
import type { ChatMessage, Model, TurnRequest, Usage } from "../llm/model.ts";
import type { Step } from "../step.ts";
import {
  afterRound,
  afterTurn,
  beforeTurn,
  begin,
  type Conversation,
  type LoopEnd,
  mostRefusals,
  type Spent,
} from "./conversation.ts";
import { runRound } from "./round.ts";
import { askOrShrink } from "./shrink.ts";
import { declareTool, type Tool } from "./tool.ts";

export interface LoopOptions<HandIn = Submission> {
  readonly model: Model;
  readonly tools: readonly Tool<unknown, HandIn>[];
  /** Name of the tool that ends the run; `submit-edits` unless given. */
  readonly handIn?: string;
  /** What is said first: system and user. */
  readonly messages: readonly ChatMessage[];
  readonly step: Step;
  readonly limits: RunLimits;
  /** Of the run's, before this conversation: the limits hold for both together. */
  readonly spent?: Spent;
  /** See `createBoundary`: the word that the first messages announce as the mark of data. */
  readonly boundary: string;
  /** Told after each step, also while a resumed run catches up. */
  readonly onEvent?: (event: LoopEvent) => void;
}

export type LoopEvent =
  | {
      readonly kind: "turn";
      readonly turn: number;
      /** As the endpoint says. */
      readonly model: string;
      readonly usage: Usage;
      readonly total: Usage;
      /** Of the turns before. */
      readonly uses: readonly ToolUse[];
    }
  | { readonly kind: "nudge"; readonly turn: number; readonly prompt: string }
  | {
      readonly kind: "call";
      readonly turn: number;
      readonly tool: string;
      /** JSON, as the model wrote it: untrusted. */
      readonly arguments: string;
      /** The call could not be run. */
      readonly fault: boolean;
    };

export type LoopResult<HandIn = Submission> = LoopEnd<HandIn> &
  Pick<Conversation, "messages" | "turns" | "usage" | "sources" | "taken" | "uses" | "handIns"> & {
    /** From which it can go on; see `goOn`. */
    readonly conversation: Conversation<HandIn>;
  };

/** The model handed in what every check accepts. */
export type Submitted = Extract<LoopResult, { kind: "submitted" }>;

/**
 * Runs until the model hands in something that every check accepts, or until there is a reason to stop. Throws
 * `ModelError` where the model cannot be asked, and the signal's reason when the run is cancelled.
 */
export async function runLoop<HandIn = Submission>(
  options: LoopOptions<HandIn>,
  signal: AbortSignal,
  /** Where it goes on; a new one unless given. */
  from: Conversation<HandIn> = begin<HandIn>(options.messages, options.handIn, options.spent),
): Promise<LoopResult<HandIn>> {
  const { model, tools, step, limits, boundary, onEvent = () => {} } = options;
  const declarations = tools.map(declareTool);
  const names = new Set(tools.map(({ name }) => name));
  let run = from;
  for (;;) {
    signal.throwIfAborted();
    run = beforeTurn(run, limits);
    if (run.end !== undefined) return resultOf(run, run.end);

    const request: TurnRequest = {
      messages: run.messages,
      tools: declarations,
      ...outputAllowance(limits, run.usage),
    };
    const turn = await step(`turn-${run.turns + 1}`, (stepSignal) => askOrShrink(model, request, stepSignal));
    run = afterTurn(run, turn);
    const { usage: total, uses } = run;
    onEvent({ kind: "turn", turn: run.turns, model: turn.model, usage: turn.usage, total, uses });
    if (run.nudge !== undefined) onEvent({ kind: "nudge", turn: run.turns, prompt: run.nudge });
    if (run.end !== undefined) return resultOf(run, run.end);
    if (run.calls.length === 0) continue;

    const { calls, turns } = run;
    const objections = run.memory.objected ? "passOver" : "tell";
    const handInsLeft = mostRefusals - run.memory.refusals - 1;
    const round = await step(`tools-${turns}`, (stepSignal) =>
      runRound(calls, { tools, boundary, objections, handInsLeft }, stepSignal),
    );
    run = afterRound(run, round, names);
    for (const [index, { fault }] of round.answers.entries()) {
      const { name, arguments: written } = calls[index]!;
      onEvent({ kind: "call", turn: turns, tool: name, arguments: written, fault });
    }
    if (run.end !== undefined) return resultOf(run, run.end);
  }
}

function resultOf<HandIn>(run: Conversation<HandIn>, end: LoopEnd<HandIn>): LoopResult<HandIn> {
  const { messages, turns, usage, sources, taken, uses, handIns } = run;
  return { ...end, messages, turns, usage, sources, taken, uses, handIns, conversation: run };
}
