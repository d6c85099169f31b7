/**
 * Goes through a recorded run again with the code at hand. Read this first.
 *
 * A step is done again from the repository. One that reaches for the world (GitHub, a model, the web, a sandbox) finds a
 * closed door (`offline.ts`), and its recorded result is taken: so nothing lists which steps these are, and a model's
 * reply is nothing but the result of a step. What was computed, and what a model would have been asked, is compared.
 */
import type { TurnRequest } from "../../llm/model.ts";
import { createRedactor } from "../../redact/redact.ts";
import type { Step } from "../../step.ts";
import { recordError, settle } from "../durable/step-record.ts";
import { jobs } from "../job.ts";
import type { Outcome } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Narrator } from "../telling/narrator.ts";
import { sayableTexts } from "../telling/sayable.ts";
import { asPlain, asRecorded, type Difference, differingLines, firstDifference } from "./compare.ts";
import { offlineSurroundings } from "./offline.ts";
import { createPacker, promptText } from "./prompts.ts";
import { ended, endOf, failedEnd } from "./record.ts";
import type { PackedPrompt, RecordEnd, RecordedStep, Recording } from "./recording.ts";

export interface ReplayOptions {
  readonly openWorkspace: Surroundings["openWorkspace"];
  /** Where outlines are cached; undefined: not at all. */
  readonly cacheDir: string | undefined;
  readonly narrator: Narrator;
  /** `all` steps are done again that can be; or only those in which a model is asked, to know what it was asked. */
  readonly again: "all" | "prompts";
  /** Whether it ends at the first difference. */
  readonly atDifference: "go on" | "stop";
}

/** What is not as it was recorded. */
export type Differing =
  /** `exchange`: which of the questions to a model, from 1. */
  | {
      readonly kind: "prompt";
      readonly exchange: number;
      readonly step: string;
      readonly lines: readonly string[];
    }
  | { readonly kind: "result"; readonly step: string; readonly difference: Difference }
  /** The run came to a step that was not gone through when it was recorded. */
  | { readonly kind: "new step"; readonly step: string }
  | { readonly kind: "end"; readonly recorded: RecordEnd };

export interface Replayed {
  /** Undefined where it threw, or could not go on. */
  readonly outcome: Outcome | undefined;
  /** Undefined where it could not go on. */
  readonly end: RecordEnd | undefined;
  readonly differing: readonly Differing[];
  /** What models were asked, by step. */
  readonly prompts: ReadonlyMap<string, PackedPrompt>;
  /** Prompts that the recording holds, too. */
  readonly compared: number;
  /** Names of the steps that were done again, and of those of which the record was taken. */
  readonly computed: readonly string[];
  readonly taken: readonly string[];
  /** What its last gate let through: a draft, where the run makes one. */
  readonly gated: unknown;
}

/** A recording holds no secrets: what is compared with it has to have none. */
const redact = createRedactor([]);

/** Whether a step of this name is one turn of a model's loop. */
export const isTurn = (name: string): boolean => /(?:^|-)turn-\d+$/.test(name);
/** Those that do nothing but ask a model. */
const asksModel = (name: string): boolean => isTurn(name) || name === "verify";

/** The run reached for what is not there. */
class OutsideError extends Error {}
/** It cannot go on, for want of a record or because it was to stop here. */
class EndOfReplay extends Error {}

/** Throws only what keeps it from beginning at all, such as a cancellation by `signal`. */
export async function goThrough(
  recording: Recording,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<Replayed> {
  const replay = createReplay(recording, options);
  const surroundings = offlineSurroundings(recording, {
    ...options,
    reach: replay.reach,
    asked: replay.asked,
  });
  let outcome: Outcome | undefined;
  let end: RecordEnd | undefined;
  try {
    const { run } = recording;
    outcome = await jobs[run.verb](run, surroundings, options.narrator, replay.stepWith(signal), signal);
    end = endOf(outcome);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EndOfReplay)) end = failedEnd(error, replay.latest());
  }
  const { kind, message } = recording.end;
  if (end && firstDifference({ kind, message }, { kind: end.kind, message: end.message }))
    replay.tell({ kind: "end", recorded: recording.end });
  return { ...replay.report(), outcome, end };
}

type Work = (signal: AbortSignal) => Promise<unknown>;

function createReplay(recording: Recording, { again, atDifference }: ReplayOptions) {
  const records = new Map(recording.steps.map((step) => [step.name, step]));
  const recordedPrompts = unpacked(recording.steps);
  const pack = createPacker();
  const differing: Differing[] = [];
  const prompts = new Map<string, PackedPrompt>();
  const [computed, taken]: [string[], string[]] = [[], []];
  let compared = 0;
  let gated: unknown;
  let step = "";
  let reached = false;

  const tell = (found: Differing): void => {
    differing.push(found);
    if (atDifference === "stop" && found.kind !== "end") throw new EndOfReplay();
  };
  const comparePrompt = (): void => {
    const now = prompts.get(step);
    const was = recordedPrompts.get(step);
    if (!now || !was) return;
    compared++;
    // The lines before belong to the prompt before, which was compared.
    if (was.text !== now.text)
      tell({
        ...{ kind: "prompt", exchange: prompts.size, step },
        lines: differingLines(was.text, now.text),
      });
  };
  const doneAgain = (name: string): boolean => again === "all" || asksModel(name);
  const perform = async (name: string, work: Work, signal: AbortSignal): Promise<unknown> => {
    signal.throwIfAborted();
    [step, reached] = [name, false];
    const was = records.get(name)?.record;
    // Somebody stopped the run here: what it would have come to is no part of it.
    if (was && (was.kind === "cancelled" || !doneAgain(name))) return settle(was, undefined);
    const { record: now, error } = await attempt(() => work(signal));
    signal.throwIfAborted();
    if (reached) {
      comparePrompt();
      if (was) {
        taken.push(name);
        return settle(was, undefined);
      }
      tell({ kind: "new step", step: name });
      throw new EndOfReplay();
    }
    computed.push(name);
    const difference = was && differenceOf(was, now);
    if (difference) tell({ kind: "result", step: name, difference });
    if (now.kind !== "done") throw error;
    return was?.kind === "done" ? asRecorded(was.value, now.value) : now.value;
  };
  return {
    tell,
    latest: () => step,
    reach(): never {
      reached = true;
      throw new OutsideError("The run reaches for what is not in its recording.");
    },
    /** Of one step the first question counts: there is no answer that could lead to a second. */
    asked(request: TurnRequest): void {
      if (!prompts.has(step)) prompts.set(step, pack(redact(promptText(request))));
    },
    stepWith:
      (signal: AbortSignal): Step =>
      async <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => {
        const value = await perform(name, work, signal);
        if (/(?:^|-)gate$/.test(name)) gated = value;
        return value as T;
      },
    report: () => ({ differing, prompts, compared, computed, taken, gated }),
  };
}

async function attempt(
  work: () => Promise<unknown>,
): Promise<{ readonly record: RecordedStep["record"]; readonly error?: unknown }> {
  try {
    return { record: { kind: "done", value: await work() } };
  } catch (error) {
    return { record: ended(recordError(error)), error };
  }
}

/** What became of a step counts before what it returned. */
function differenceOf(was: RecordedStep["record"], now: RecordedStep["record"]): Difference | undefined {
  if (was.kind === "done" && now.kind === "done")
    return firstDifference(was.value, sayableTexts(asPlain(now.value), redact));
  const [recorded, current] = [redact(becameOf(was)), redact(becameOf(now))];
  return recorded === current ? undefined : { at: "", recorded, now: current };
}

const becameOf = (record: RecordedStep["record"]): string =>
  record.kind === "done" ? "it succeeded" : `it failed: ${record.message}`;

/** The first prompt of each step, without the lines that it shares with the first prompt of the step before. */
function unpacked(steps: readonly RecordedStep[]): ReadonlyMap<string, PackedPrompt> {
  const found = new Map<string, PackedPrompt>();
  const pack = createPacker();
  let lines: readonly string[] = [];
  for (const { name, prompts = [] } of steps)
    for (const [at, { same, text }] of prompts.entries()) {
      lines = [...lines.slice(0, same), ...text.split("\n")];
      if (at === 0) found.set(name, pack(lines.join("\n")));
    }
  return found;
}
