import type { Usage } from "../llm/model.ts";
import { count, counted } from "../source/counted.ts";

/** One try of a model to hand in its change, and what it cost. Survives JSON. */
export interface HandInRecord {
  /** `objected`: sent back once for something that forbids nothing. `tests failed`: accepted, and then sent back. */
  readonly verdict: "accepted" | "refused" | "objected" | "tests failed";
  /** Kinds of the complaints, each once, such as `edit/wrong-tag`. */
  readonly complaints: readonly string[];
  /** Lines that were named by a wrong number and found by their tag. */
  readonly moved: number;
  /** Files that were given whole, which is the last resort. */
  readonly whole: number;
  /** Turns and usage since the hand-in before, or since the run began. */
  readonly turns: number;
  readonly usage: Usage;
}

/**
 * `1. refused for edit/wrong-tag (2 turns, 3,204 tokens), 2. accepted (1 turn, 1,020 tokens)`; empty where the first
 * was accepted as it was.
 */
export function handInsText(handIns: readonly HandInRecord[]): string {
  if (handIns.length < 2 && handIns.every(({ moved, verdict }) => moved === 0 && verdict === "accepted"))
    return "";
  return handIns
    .map(({ verdict, complaints, moved, whole, turns, usage }, index) => {
      const why = complaints.length === 0 ? "" : ` for ${complaints.join(", ")}`;
      const said = words[verdict];
      const cost = [
        counted(turns, "turn"),
        `${count(usage.inputTokens + usage.outputTokens)} tokens`,
        ...(moved === 0 ? [] : [`${counted(moved, "line number")} put right`]),
        ...(whole === 0 ? [] : [`${counted(whole, "file")} given whole`]),
      ];
      return `${index + 1}. ${said}${why} (${cost.join(", ")})`;
    })
    .join(", ");
}

const words: Readonly<Record<HandInRecord["verdict"], string>> = {
  accepted: "accepted",
  refused: "refused",
  objected: "sent back once",
  "tests failed": "sent back for failing tests",
};
