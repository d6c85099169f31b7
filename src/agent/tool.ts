import { z } from "zod";
import type { CheckReport } from "../checks/gate.ts";
import type { Taken } from "../context/taken.ts";
import type { HandInRecord } from "../delivery/hand-ins.ts";
import type { Submission } from "../delivery/submission.ts";
import type { ToolDeclaration, Usage } from "../llm/model.ts";
import type { FileChange } from "../source/file.ts";
import type { WebSource } from "../web/source.ts";

/**
 * One read-only tool of the agent loop. `run` answers in text for the model; a thrown error is a bug, not a
 * message: what the model did wrong is said in the answer. The text is data to the loop: it is capped and fenced.
 * `run` may be skipped on a resumed run (its recorded answer is used), so a tool keeps no state.
 * `HandIn`: what the tool that ends a run takes; a change, for `implement`.
 */
export interface Tool<Input = unknown, HandIn = Submission> {
  readonly name: string;
  readonly description: string;
  /** One line of the first message: what it is for in a run. Where it is not given, the description says enough. */
  readonly hint?: string;
  readonly input: z.ZodType<Input>;
  /** The prompt that takes a hand-in back which was refused; one about edits unless given. */
  readonly refusal?: string;
  run(input: Input, signal: AbortSignal): Promise<ToolAnswer<HandIn>>;
}

/** Text to go on with, or the verdict on a hand-in. Survives JSON. */
export type ToolAnswer<HandIn = Submission> = string | Told | Accepted<HandIn> | Refused<HandIn>;

/** Text to go on with, what it cost beyond time, and what it stands on outside the repository. */
export interface Told {
  readonly kind: "told";
  readonly text: string;
  /** Of a model that the tool asked. */
  readonly usage?: Usage;
  readonly sources?: readonly WebSource[];
  /** Definitions that the model took: they join the anchors. */
  readonly taken?: readonly Taken[];
}

/** The hand-in is good: the loop ends. */
export interface Accepted<HandIn = Submission> {
  readonly kind: "accepted";
  readonly submission: HandIn;
  readonly changes: readonly FileChange[];
  readonly report: CheckReport;
  readonly tried?: Tried;
  /**
   * Drawn complaints that speak against it and do not forbid it: the first time in a run it goes back with them,
   * after that it is taken as it is.
   */
  readonly objections?: string;
}

/** The hand-in is not good: the complaints go back to the model. */
export interface Refused<HandIn = Submission> {
  readonly kind: "refused";
  readonly complaints: string;
  readonly tried?: Tried;
  readonly partial: PartialResult<HandIn>;
  /** Headers of files that are small enough to be given whole, as the last resort. */
  readonly mayBeWhole?: readonly string[];
}

/** What is recorded of a hand-in of edits, whatever became of it. */
export type Tried = Pick<HandInRecord, "complaints" | "moved" | "whole">;

/** What is known of a run that did not end well; `changes` is empty where the edits could not even be applied. */
export interface PartialResult<HandIn = Submission> {
  readonly submission: HandIn;
  readonly changes: readonly FileChange[];
  readonly report?: CheckReport;
  /** Why it was refused, as it was drawn for the model. */
  readonly complaints?: string;
}

/** A tool as the model is told of it. */
export function declareTool<HandIn>(tool: Tool<unknown, HandIn>): ToolDeclaration {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: "input" });
  return { name: tool.name, description: tool.description, parameters };
}
