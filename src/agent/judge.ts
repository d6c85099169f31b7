import type { ModelTurn } from "../llm/model.ts";

/** How often in a row a turn brought nothing to act on. */
export interface Patience {
  readonly silent: number;
  readonly cut: number;
}

export const fresh: Patience = { silent: 0, cut: 0 };

export type TurnVerdict =
  | { readonly kind: "act" }
  /** `prompt` is the name of what is said to the model. */
  | { readonly kind: "nudge"; readonly prompt: string; readonly patience: Patience }
  | {
      readonly kind: "stop";
      readonly reason: "refusal" | "cut-off" | "no-answer";
      readonly detail: string;
    };

const mostCuts = 2;
const mostSilences = 1;

/** Words instead of a call are taken as the last ones. */
export const impatient: Patience = { silent: mostSilences, cut: 0 };

/**
 * What a turn is worth. Only the API's tool calls are acted on: a call written into the text is prose (I13). An
 * answer that was cut off is never acted on, because half an edit set may parse (F31).
 */
export function judgeTurn(turn: ModelTurn, patience: Patience): TurnVerdict {
  const words = turn.content.replace(/\s+/g, " ").trim().slice(0, 500);
  if (turn.finish === "refusal") return { kind: "stop", reason: "refusal", detail: words };
  if (turn.finish === "length") {
    if (patience.cut >= mostCuts)
      return {
        kind: "stop",
        reason: "cut-off",
        detail: `The model's answer was cut off ${patience.cut + 1} times at its output limit.`,
      };
    return { kind: "nudge", prompt: "nudge-length", patience: { ...patience, cut: patience.cut + 1 } };
  }
  if (turn.toolCalls.length > 0) return { kind: "act" };
  if (patience.silent >= mostSilences) return { kind: "stop", reason: "no-answer", detail: words };
  return {
    kind: "nudge",
    prompt: words === "" ? "nudge-empty" : "nudge-prose",
    patience: { ...patience, silent: patience.silent + 1 },
  };
}
