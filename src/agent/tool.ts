import type { z } from "zod";

/**
 * One read-only tool of the agent loop. `run` answers in text for the model; a thrown error is a bug, not a
 * message: what the model did wrong is said in the answer.
 */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  run(input: Input, signal: AbortSignal): Promise<string>;
}
