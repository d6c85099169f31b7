import type { Taken } from "../context/taken.ts";
import type { Submission } from "../delivery/submission.ts";
import { addUsage, noUsage } from "../llm/budget.ts";
import type { Usage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped, fence } from "../llm/untrusted.ts";
import type { WebSource } from "../web/source.ts";
import { checkArguments } from "./arguments.ts";
import type { RepairedCall } from "./calls.ts";
import type { Accepted, PartialResult, Tool, ToolAnswer } from "./tool.ts";

/** What one turn's calls brought, in their order. Survives JSON. */
export interface Round<HandIn = Submission> {
  readonly answers: readonly CallAnswer[];
  readonly milliseconds: number;
  /** What models that tools asked used, all of this round together. */
  readonly usage?: Usage;
  readonly sources?: readonly WebSource[];
  readonly taken?: readonly Taken[];
  readonly accepted?: Accepted<HandIn>;
  /** The last refused hand-in of this round. */
  readonly refused?: PartialResult<HandIn>;
  /** It was refused for objections alone, which are told once in a run. */
  readonly objected?: true;
}

export interface CallAnswer {
  readonly id: string;
  /** Ready for the history: fenced where it is data. */
  readonly content: string;
  /** The call could not be run: unknown tool or wrong arguments. */
  readonly fault: boolean;
}

const mostCalls = 16;
const mostCharacters = 24_000;

export interface RoundOptions<HandIn = Submission> {
  readonly tools: readonly Tool<unknown, HandIn>[];
  readonly boundary: string;
  /** `tell`: a hand-in with objections goes back. `passOver`: one did before, so it is accepted. */
  readonly objections: "tell" | "passOver";
}

/** Runs the calls of one turn one after the other; ends at an accepted hand-in. */
export async function runRound<HandIn = Submission>(
  calls: readonly RepairedCall[],
  { tools, boundary, objections }: RoundOptions<HandIn>,
  signal: AbortSignal,
): Promise<Round<HandIn>> {
  const started = performance.now();
  const answers: CallAnswer[] = [];
  let refused: PartialResult<HandIn> | undefined;
  let accepted: Accepted<HandIn> | undefined;
  let usage: Usage | undefined;
  const sources: WebSource[] = [];
  const taken: Taken[] = [];
  let objected = false;
  for (const [index, call] of calls.entries()) {
    signal.throwIfAborted();
    const answer = index < mostCalls ? await runCall(call, tools, signal) : tooMany();
    if ("fault" in answer) {
      answers.push({ id: call.id, content: answer.fault, fault: true });
      continue;
    }
    const said: ToolAnswer<HandIn> =
      objections === "tell" && !objected ? withObjections(answer.said) : answer.said;
    objected ||= said !== answer.said;
    if (typeof said !== "string" && said.kind === "refused") refused = said.partial;
    if (typeof said !== "string" && said.kind === "told") {
      if (said.usage !== undefined) usage = addUsage(usage ?? noUsage, said.usage);
      sources.push(...(said.sources ?? []));
      taken.push(...(said.taken ?? []));
    }
    answers.push({ id: call.id, content: contentOf(said, call.name, boundary), fault: false });
    if (typeof said !== "string" && said.kind === "accepted") {
      accepted = said;
      break;
    }
  }
  return {
    answers,
    milliseconds: Math.round(performance.now() - started),
    ...(usage === undefined ? {} : { usage }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(taken.length === 0 ? {} : { taken }),
    ...(accepted === undefined ? {} : { accepted }),
    ...(refused === undefined ? {} : { refused }),
    ...(objected ? { objected: true as const } : {}),
  };
}

/** An accepted hand-in that something speaks against, as a refused one. */
function withObjections<HandIn>(said: ToolAnswer<HandIn>): ToolAnswer<HandIn> {
  if (typeof said === "string" || said.kind !== "accepted" || said.objections === undefined) return said;
  const { submission, changes, report, objections } = said;
  return { kind: "refused", complaints: objections, partial: { submission, changes, report } };
}

async function runCall<HandIn>(
  call: RepairedCall,
  tools: readonly Tool<unknown, HandIn>[],
  signal: AbortSignal,
): Promise<{ readonly said: ToolAnswer<HandIn> } | { readonly fault: string }> {
  const tool = tools.find((one) => one.name === call.name);
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(", ");
    return { fault: renderPrompt("fault-unknown-tool", { name: call.name, tools: names }) };
  }
  const read = call.parsed.kind === "value" ? checkArguments(tool.input, call.parsed.value) : call.parsed;
  if (read.kind === "problem")
    return { fault: renderPrompt("fault-arguments", { name: tool.name, problem: read.problem }) };
  return { said: await tool.run(read.value, signal) };
}

function contentOf(said: ToolAnswer<unknown>, tool: string, boundary: string): string {
  if (typeof said === "string") return fence(boundary, tool, capped(said, mostCharacters));
  if (said.kind === "told") return fence(boundary, tool, capped(said.text, mostCharacters));
  if (said.kind === "accepted") return renderPrompt("submission-accepted");
  const complaints = fence(boundary, tool, capped(said.complaints, mostCharacters));
  return renderPrompt("submission-refused", { complaints });
}

function tooMany(): { readonly fault: string } {
  return { fault: renderPrompt("fault-too-many-calls", { most: String(mostCalls) }) };
}
