import type { Taken } from "../context/taken.ts";
import type { HandInRecord } from "../delivery/hand-ins.ts";
import type { Submission } from "../delivery/submission.ts";
import { addUsage, noUsage } from "../llm/budget.ts";
import type { Usage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped, fence } from "../llm/untrusted.ts";
import type { WebSource } from "../web/source.ts";
import { checkArguments } from "./arguments.ts";
import type { RepairedCall } from "./calls.ts";
import type { Accepted, PartialResult, Tool, ToolAnswer, Tried } from "./tool.ts";

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
  readonly handIns?: readonly RoundHandIn[];
}

/** A hand-in, without what only the conversation knows of it. */
export type RoundHandIn = Tried & Pick<HandInRecord, "verdict">;

export interface CallAnswer {
  readonly id: string;
  /** Ready for the history: fenced where it is data. */
  readonly content: string;
  /** The call could not be run: unknown tool or wrong arguments. */
  readonly fault: boolean;
}

const mostCalls = 16;
const mostCharacters = 24_000;
const nothingTried: Tried = { complaints: [], moved: 0, whole: 0 };

export interface RoundOptions<HandIn = Submission> {
  readonly tools: readonly Tool<unknown, HandIn>[];
  readonly boundary: string;
  /** `tell`: a hand-in with objections goes back. `passOver`: one did before, so it is accepted. */
  readonly objections: "tell" | "passOver";
  /** Hand-ins that are left if one more is refused: with one left, small files may be given whole. */
  readonly handInsLeft: number;
}

/** Runs the calls of one turn one after the other; ends at an accepted hand-in. */
export async function runRound<HandIn = Submission>(
  calls: readonly RepairedCall[],
  { tools, boundary, objections, handInsLeft }: RoundOptions<HandIn>,
  signal: AbortSignal,
): Promise<Round<HandIn>> {
  const started = performance.now();
  const answers: CallAnswer[] = [];
  let refused: PartialResult<HandIn> | undefined;
  let accepted: Accepted<HandIn> | undefined;
  let usage: Usage | undefined;
  const sources: WebSource[] = [];
  const taken: Taken[] = [];
  const handIns: RoundHandIn[] = [];
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
    const sentBack: boolean = said !== answer.said;
    objected ||= sentBack;
    if (typeof said !== "string" && said.kind !== "told")
      handIns.push({ verdict: sentBack ? "objected" : said.kind, ...(said.tried ?? nothingTried) });
    if (typeof said !== "string" && said.kind === "refused")
      refused = { ...said.partial, complaints: said.complaints };
    if (typeof said !== "string" && said.kind === "told") {
      if (said.usage !== undefined) usage = addUsage(usage ?? noUsage, said.usage);
      sources.push(...(said.sources ?? []));
      taken.push(...(said.taken ?? []));
    }
    const content = contentOf(said, answer.tool, boundary, handInsLeft);
    answers.push({ id: call.id, content, fault: false });
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
    ...(handIns.length === 0 ? {} : { handIns }),
  };
}

/** An accepted hand-in that something speaks against, as a refused one. */
function withObjections<HandIn>(said: ToolAnswer<HandIn>): ToolAnswer<HandIn> {
  if (typeof said === "string" || said.kind !== "accepted" || said.objections === undefined) return said;
  const { submission, changes, report, objections, tried } = said;
  const partial = { submission, changes, report };
  return { kind: "refused", complaints: objections, partial, ...(tried === undefined ? {} : { tried }) };
}

async function runCall<HandIn>(
  call: RepairedCall,
  tools: readonly Tool<unknown, HandIn>[],
  signal: AbortSignal,
): Promise<
  { readonly tool: Tool<unknown, HandIn>; readonly said: ToolAnswer<HandIn> } | { readonly fault: string }
> {
  const tool = tools.find((one) => one.name === call.name);
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(", ");
    return { fault: renderPrompt("fault-unknown-tool", { name: call.name, tools: names }) };
  }
  const read = call.parsed.kind === "value" ? checkArguments(tool.input, call.parsed.value) : call.parsed;
  if (read.kind === "problem")
    return { fault: renderPrompt("fault-arguments", { name: tool.name, problem: read.problem }) };
  return { tool, said: await tool.run(read.value, signal) };
}

function contentOf(
  said: ToolAnswer<unknown>,
  { name: tool, refusal: prompt = "submission-refused" }: Pick<Tool, "name" | "refusal">,
  boundary: string,
  handInsLeft: number,
): string {
  if (typeof said === "string") return fence(boundary, tool, capped(said, mostCharacters));
  if (said.kind === "told") return fence(boundary, tool, capped(said.text, mostCharacters));
  if (said.kind === "accepted") return renderPrompt("submission-accepted");
  const complaints = fence(boundary, tool, capped(said.complaints, mostCharacters));
  const refusal = renderPrompt(prompt, { complaints });
  const { mayBeWhole = [] } = said;
  if (handInsLeft !== 1 || mayBeWhole.length === 0) return refusal;
  const headers = fence(boundary, tool, capped(mayBeWhole.join("\n"), mostCharacters));
  return `${refusal}\n\n${renderPrompt("submission-last", { headers })}`;
}

function tooMany(): { readonly fault: string } {
  return { fault: renderPrompt("fault-too-many-calls", { most: String(mostCalls) }) };
}
