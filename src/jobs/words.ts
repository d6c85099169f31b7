import type { LoopResult } from "../agent/loop.ts";
import { toolUsesText } from "../delivery/tool-uses.ts";
import type { Declined } from "./outcome.ts";

/** What a person is told where a run ends without a pull request: one sentence of cause, one of cure. */
type Stopped = Pick<
  Extract<LoopResult<unknown>, { kind: "stopped" }>,
  "reason" | "detail" | "usage" | "uses"
>;

const words: Record<Stopped["reason"], { readonly cause: string; readonly cure: string }> = {
  turns: {
    cause: "The model used up its turns before it had a change that passes the checks.",
    cure: "Say in a new command which files or functions matter, or cut the request into smaller issues.",
  },
  tokens: {
    cause: "The run reached its limit of tokens before it had a change that passes the checks.",
    cure: "Cut the request into smaller issues, or ask the host to raise `CODERAG_MAX_TOKENS`.",
  },
  money: {
    cause: "The run reached its limit of cost before it had a change that passes the checks.",
    cure: "Cut the request into smaller issues, or ask the host to raise `CODERAG_MAX_COST`.",
  },
  time: {
    cause: "The run reached its limit of time before it had a change that passes the checks.",
    cure: "Give the command again, or ask the host to raise `CODERAG_MAX_MINUTES`.",
  },
  repetition: {
    cause: "The model went round in circles, so the run was stopped.",
    cure: "Give the command again with a hint: what to change, and where.",
  },
  refusal: {
    cause: "The model declined to answer this request.",
    cure: "Word the issue differently and give the command again.",
  },
  "model-faults": {
    cause: "The model did not manage a change that passes the checks.",
    cure: "Give the command again with a hint: what to change, and where.",
  },
  "no-answer": {
    cause: "The model found nothing that it could change for this request.",
    cure: "Read its reasons below, add to the issue what is missing, and give the command again.",
  },
};

export function declineStopped({ reason, detail, usage, uses }: Stopped): Declined {
  return { kind: "declined", ...words[reason], explanation: detail, usage, uses };
}

export function declineWithoutModel(): Declined {
  return {
    kind: "declined",
    cause: "This CodeRAG has no model configured, so it cannot write code.",
    cure: "Ask the host to set `CODERAG_MODEL` and `OPENAI_API_KEY`, then give the command again.",
  };
}

/** One line for people: `3 turns, 2 files changed; graph-reason 2 calls (830 tokens)`. */
export function describeReasoning({
  turns,
  changes,
  uses,
}: Extract<LoopResult, { kind: "submitted" }>): string {
  const tools = toolUsesText(uses.filter(({ tool }) => tool !== "submit-edits"));
  return `${turns} turns, ${changes.length} files changed${tools === "" ? "" : `; ${tools}`}`;
}
