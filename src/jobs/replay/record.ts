/** Makes recordings: of a run while it goes, or of what a server kept of one. */
import type { Model } from "../../llm/model.ts";
import type { Step } from "../../step.ts";
import { failureOf, recordError, type StepRecord } from "../durable/step-record.ts";
import type { JobRun } from "../job-run.ts";
import type { Outcome } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";
import { recorded } from "../telling/last-word.ts";
import { sayableTexts } from "../telling/sayable.ts";
import { createPacker, promptText } from "./prompts.ts";
import {
  type PackedPrompt,
  type RecordEnd,
  type RecordedStep,
  type Recording,
  type RecordSettings,
  recordingNote,
} from "./recording.ts";

export interface Recorder {
  readonly step: Step;
  readonly surroundings: Surroundings;
  /** Those that ended until now. */
  readonly steps: readonly RecordedStep[];
}

/** Puts itself between a run and its steps and model, and changes nothing of either. */
export function createRecorder(given: Surroundings, step: Step): Recorder {
  const steps: RecordedStep[] = [];
  const pack = createPacker();
  let prompts: PackedPrompt[] = [];
  const { model } = given;
  const heard: Model | undefined = model && {
    name: model.name,
    turn(request, signal) {
      prompts.push(pack(promptText(request)));
      return model.turn(request, signal);
    },
  };
  const keep = (name: string, record: StepRecord): void => {
    steps.push({ name, record: ended(record), ...(prompts.length > 0 && { prompts }) });
  };
  return {
    ...{ steps, surroundings: { ...given, model: heard } },
    async step(name, work) {
      prompts = [];
      try {
        const value = await step(name, work);
        keep(name, { kind: "done", value });
        return value;
      } catch (error) {
        keep(name, recordError(error));
        throw error;
      }
    },
  };
}

/** Nobody waits in a recording: what was put off has failed. */
export const ended = (record: StepRecord): RecordedStep["record"] => {
  if (record.kind === "parked") return { kind: "bug", name: "Error", message: record.message };
  return record.kind === "done" ? { kind: "done", value: record.value } : record;
};

/** How a run ended that gave this outcome. */
export function endOf(outcome: Outcome): RecordEnd {
  const { kind, message } = recorded(outcome);
  return { kind, message };
}

/** How a run ended that threw. */
export function failedEnd(error: unknown, step?: string): RecordEnd {
  const { name, message } = failureOf(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return {
    ...{ kind: name === "CancelledError" ? "cancelled" : "failed", message },
    ...(step !== undefined && { step }),
    ...(stack !== undefined && { stack }),
  };
}

/** What of the surroundings shapes a run. */
export function settingsOf({
  model,
  config,
  us,
  webUrl,
  references,
  packages,
  meaning,
  redact,
  options,
}: Surroundings): RecordSettings {
  const { limits, attempts, contextTokens, retrieval, checks, language, format, tools } = options;
  const { protectedPaths, mostFiles, allowPackages } = checks;
  return {
    ...{ model: model?.name, config, us, webUrl, attempts, contextTokens, retrieval, language, format },
    has: {
      ...{ references: references !== undefined, paid: references?.paid !== undefined },
      ...{ packages: packages !== undefined, web: options.web !== undefined },
      ...{ tests: options.testCommand !== undefined, trace: options.trace !== undefined },
      ...{ embedder: meaning?.embedder !== undefined, meaning: meaning?.asksModel === true },
      redactor: redact !== undefined,
    },
    limits,
    checks: { protectedPaths: [...(protectedPaths ?? [])], mostFiles, allowPackages },
    tools: [...tools],
  };
}

export interface RecordingParts extends Pick<Recording, "version" | "settings" | "end"> {
  readonly steps: readonly RecordedStep[];
  readonly run: JobRun;
  readonly recordedAt: Date;
}

/** The recording as the text of a file: without secrets, and without what only the provider can read (`Echo`). */
export function recordingText(parts: RecordingParts, redact: (text: string) => string): string {
  const { recordedAt, version, run, settings, steps, end } = parts;
  const { id, owner, name, issueNumber, verb, request, actorLogin, actorId, frozenAt } = run;
  const recording: Recording = {
    ...{ kind: "coderag-recording", format: 1, note: recordingNote, version },
    ...{ recordedAt: recordedAt.toISOString(), commit: commitOf(steps), end },
    run: {
      ...{ id, owner, name, issueNumber, verb, request, actorLogin, actorId, frozenAt },
      ...{ place: run.place, delivery: run.delivery, occasion: run.occasion },
      ...(run.head !== undefined && { head: run.head }),
    },
    settings,
    steps: [...steps],
  };
  // What JSON leaves out is left out before: the redactor reads plain values.
  const plain = JSON.parse(
    JSON.stringify(recording, (key, value) => {
      if (key === "echo") return undefined;
      return key === "arguments" && typeof value === "string" ? withinJson(value, redact) : value;
    }),
  );
  return `${JSON.stringify(sayableTexts(plain, redact), null, 1)}\n`;
}

/** A call's arguments are JSON in a text: a secret that is cut out there may take a quote with it, and then they are none. */
function withinJson(text: string, redact: (text: string) => string): string {
  if (redact(text) === text) return text;
  try {
    return JSON.stringify(sayableTexts(JSON.parse(text), redact));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** What was checked out: said by the step that pinned it, of a review by the one that read the pull request. */
export function commitOf(steps: readonly RecordedStep[]): string | undefined {
  const { commit } = Object(resultOf(steps, "clone"));
  const { head } = Object(resultOf(steps, "read-pull"));
  const found: unknown = commit ?? Object(head).commit;
  return typeof found === "string" ? found : undefined;
}

/** What the step of this name returned; undefined where it did not, or is not there. */
export function resultOf(steps: readonly RecordedStep[], name: string): unknown {
  const record = steps.find((step) => step.name === name)?.record;
  return record?.kind === "done" ? record.value : undefined;
}
