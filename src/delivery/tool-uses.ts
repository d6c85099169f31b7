import { count, counted } from "../source/counted.ts";

/** How often one tool was called in a run, and what its answers cost. Survives JSON. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  /** Calls that could not be run; part of `calls`. */
  readonly faults: number;
  /** Of its answers, in the o200k encoding, each counted once. */
  readonly tokens: number;
}

/** `graph-reason 3 calls (1,204 tokens), read-file 1 call (310 tokens)`; empty where no tool was called. */
export function toolUsesText(uses: readonly ToolUse[]): string {
  return uses
    .map(({ tool, calls, faults, tokens }) => {
      const wrong = faults > 0 ? `, ${count(faults)} not run` : "";
      return `${tool} ${counted(calls, "call")} (${count(tokens)} tokens${wrong})`;
    })
    .join(", ");
}
