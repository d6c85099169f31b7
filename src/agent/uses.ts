import type { ToolUse } from "../delivery/tool-uses.ts";
import { countTokens } from "../llm/tokens.ts";
import type { RepairedCall } from "./calls.ts";
import type { CallAnswer } from "./round.ts";

/** Names that no tool has are the model's words; they count together. */
const unknown = "unknown tool";

/**
 * The uses so far with one round more. Counted from the recorded answers, so that a resumed run counts alike;
 * an answer that an accepted hand-in made needless is not there and counts for nothing.
 */
export function withRound(
  uses: readonly ToolUse[],
  calls: readonly RepairedCall[],
  answers: readonly CallAnswer[],
  tools: ReadonlySet<string>,
): readonly ToolUse[] {
  const all = new Map(uses.map((use) => [use.tool, use]));
  for (const [at, { content, fault }] of answers.entries()) {
    const { name = "" } = calls[at] ?? {};
    const tool = tools.has(name) ? name : unknown;
    const before = all.get(tool) ?? { tool, calls: 0, faults: 0, tokens: 0 };
    all.set(tool, {
      tool,
      calls: before.calls + 1,
      faults: before.faults + Number(fault),
      tokens: before.tokens + countTokens(content),
    });
  }
  return [...all.values()];
}
