import type { LoopResult, Submitted } from "../../agent/loop.ts";
import { afterMerge } from "../../command/gate.ts";
import { type ToolUse, toolUsesText } from "../../delivery/tool-uses.ts";
import { counted } from "../../source/counted.ts";
import type { Declined } from "../outcome.ts";

/** What a person is told where a run ends without a pull request: one sentence of cause, one of cure. */
type Stopped = Pick<
  Extract<LoopResult<unknown>, { kind: "stopped" }>,
  "reason" | "detail" | "partial" | "usage" | "uses"
>;

const raise = (limit: string, setting: string): string =>
  `raise the limit (\`limits: { ${limit} }\` in \`.github/coderag.yml\`, or the host's \`${setting}\`)`;
/** No repository may choose it: reasoning counts as output, too. */
const output = "ask the host to raise `CODERAG_MAX_OUTPUT_TOKENS`";
const again = "Give the command again with a hint: what to change, and where.";

type Words = Record<Stopped["reason"], { readonly cause?: string; readonly cure: string }>;

/** Of a limit the loop's own sentence, with the figures, is the cause. */
const words: Words = {
  turns: {
    cure: `Say in a new command which files or functions matter, or ${raise("turns", "CODERAG_MAX_TURNS")}.`,
  },
  tokens: { cure: `Cut the request into smaller issues, or ${raise("tokens", "CODERAG_MAX_TOKENS")}.` },
  money: { cure: `Cut the request into smaller issues, or ${raise("cost", "CODERAG_MAX_COST")}.` },
  time: { cure: `Give the command again, or ${raise("minutes", "CODERAG_MAX_MINUTES")}.` },
  "cut-off": { cure: `Cut the request into smaller issues, or ${output}.` },
  repetition: { cause: "The model went round in circles, so the run was stopped.", cure: again },
  refusal: {
    cause: "The model declined to answer this request.",
    cure: "Word the request differently and give the command again.",
  },
  "model-faults": { cause: "The model did not manage an answer that passes the checks.", cure: again },
  "no-answer": {
    cause: "The model found nothing that it could change for this request.",
    cure: "Its reason stands below. Where that is wrong, give the command again with what is missing.",
  },
};

/** The same where nothing was to be changed, but a question to be answered. */
export const ofQuestions: Partial<Words> = {
  turns: { cure: `Name in the question the files that matter, or ${raise("turns", "CODERAG_MAX_TURNS")}.` },
  tokens: { cure: `Ask for less at once, or ${raise("tokens", "CODERAG_MAX_TOKENS")}.` },
  money: { cure: `Ask for less at once, or ${raise("cost", "CODERAG_MAX_COST")}.` },
  "cut-off": { cure: `Ask for less at once, or ${output}.` },
  repetition: {
    cause: "The model went round in circles, so there is no answer.",
    cure: "Ask again, with the names of files or functions that matter.",
  },
  refusal: {
    cause: "The model declined to answer this question.",
    cure: "Word the question differently and ask again.",
  },
  "model-faults": {
    cause: "The model did not manage an answer whose sources hold, so none is shown.",
    cure: "Ask again, with the names of files or functions that matter.",
  },
  "no-answer": {
    cause: "The model gave no answer that stands on this repository's code.",
    cure: "Ask again, with the names of files or functions that matter.",
  },
};

/** The same where faults were looked for. */
export const ofReviews: Partial<Words> = {
  tokens: { cure: `Say what to look for, or ${raise("tokens", "CODERAG_MAX_TOKENS")}.` },
  money: { cure: `Say what to look for, or ${raise("cost", "CODERAG_MAX_COST")}.` },
  "cut-off": { cure: `Say what to look for, or ${output}.` },
  turns: { cure: `Say what to look for, or ${raise("turns", "CODERAG_MAX_TURNS")}.` },
  repetition: {
    cause: "The model went round in circles, so nothing is suggested.",
    cure: "Give the command again, and say what to look for.",
  },
  refusal: {
    cause: "The model declined to review this pull request.",
    cure: "Give the command again, and say what to look for.",
  },
  "model-faults": {
    cause: "The model did not manage findings that pass the checks, so nothing is suggested.",
    cure: "Give the command again, and say what to look for.",
  },
};

/** What a person can do about a pull request that takes nothing any more; `again`: what then brings it about. */
export function howToGoOn(why: "closed" | "merged" | "locked", again: string): string {
  if (why === "merged") return afterMerge;
  return `${why === "closed" ? "Reopen" : "Unlock"} it and ${again}.`;
}

export function declineStopped(
  { reason, detail, partial, usage, uses }: Stopped,
  own: Partial<Words> = {},
): Declined {
  const { cause = detail, cure } = own[reason] ?? words[reason];
  const isSaid = (reason === "refusal" || reason === "no-answer") && detail !== "";
  const { complaints } = partial ?? {};
  return {
    ...{ kind: "declined", cause, cure, usage, uses },
    ...(isSaid && { explanation: detail }),
    ...(complaints !== undefined && { refused: complaints }),
  };
}

/** What the work on a change is at, beside the turns of the model. */
export const atWork = {
  test: "its tests run",
  before: "the tests run without the change",
  others: "each attempt is put to the tests of the others",
  mend: "its tests fail; the model looks at what it broke",
  fit: "the branch has moved meanwhile; the change is fitted to it",
};

export function declineWithoutModel(cannot = "write code"): Declined {
  return {
    kind: "declined",
    cause: `This CodeRAG has no model configured, so it cannot ${cannot}.`,
    cure: "Ask the host to set `CODERAG_MODEL` and `OPENAI_API_KEY` (in a workflow `model` and `api-key`), then give the command again.",
  };
}

/** One line for people: `3 turns, 2 files changed; graph-reason 2 calls (830 tokens)`. */
export function describeReasoning({ turns, changes, uses }: Submitted): string {
  return `${counted(turns, "turn")}, ${counted(changes.length, "file")} changed${toolsText(uses, "submit-edits")}`;
}

/** Behind it the tools that were used, but for that by which was handed in. */
export function toolsText(uses: readonly ToolUse[], handIn: string): string {
  const tools = toolUsesText(uses.filter(({ tool }) => tool !== handIn));
  return tools === "" ? "" : `; ${tools}`;
}
