/** Runs the loop over a scripted model endpoint and the small repository; the endpoint is closed after each test. */
import { afterEach } from "@jest/globals";
import { type LoopOptions, type LoopResult, runLoop } from "../../src/agent/loop.ts";
import { createCodeTest } from "../../src/agent/tools/code-test.ts";
import { createFindLines } from "../../src/agent/tools/find-lines.ts";
import { createGraphReason } from "../../src/agent/tools/graph-reason.ts";
import { createReadFile } from "../../src/agent/tools/read-file.ts";
import { createSearchCode } from "../../src/agent/tools/search-code.ts";
import { createSubmitEdits } from "../../src/agent/tools/submit-edits.ts";
import { checkChanges } from "../../src/checks/gate.ts";
import type { RunLimits } from "../../src/llm/budget.ts";
import { createModel } from "../../src/llm/openai.ts";
import type { Step } from "../../src/step.ts";
import {
  type ModelEndpoint,
  type Script,
  type ScriptedCall,
  type SpokenAnswer,
  startModelEndpoint,
} from "../helpers/model-endpoint.ts";
import { findCode, graph, workspace } from "./small-repository.ts";

export const boundary = "b0b0b0b0b0b0";
export const limits: RunLimits = {
  maxTurns: 12,
  maxTokens: 1_000_000,
  maxMilliseconds: 60_000,
  maxOutputTokens: 4000,
};
export const tools = [
  createGraphReason(graph, workspace),
  createSearchCode(findCode, createFindLines(workspace)),
  createReadFile(workspace),
  createCodeTest(workspace),
  createSubmitEdits(workspace, (changes) =>
    checkChanges(changes, { entries: workspace.entries } as Parameters<typeof checkChanges>[1]),
  ),
];

export const read = (path: string, more: object = {}): ScriptedCall => ({
  name: "read-file",
  arguments: { path, ...more },
});
export const calls = (...toolCalls: ScriptedCall[]): SpokenAnswer => ({ toolCalls });
export const look = (from: number): SpokenAnswer => calls(read("src/shop/cart.py", { from }));
export const handIn = (edits: string): SpokenAnswer =>
  calls({
    name: "submit-edits",
    arguments: {
      title: "Totals are exact",
      summary: "Adds before rounding.",
      edits,
      requirements: [
        { id: "R1", requirement: "exact totals", status: "done", where: ["src/shop/cart.py#Cart.total"] },
      ],
    },
  });
export const good = handIn("=== src/shop/cart.py\n8ry:         return round_cents(sum(self.lines, 0))");
export const wrongLine = handIn("=== src/shop/cart.py\n99: x = 1");
export const broken = handIn("=== src/shop/cart.py\n8ry:         return round_cents((sum(self.lines)");

/** The newest. */
export let endpoint: ModelEndpoint | undefined;
const opened: ModelEndpoint[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

/** The plain step of the command line. */
export const plainStep: Step = (_, work) => work(new AbortController().signal);

export async function run(
  script: Script,
  options: Partial<LoopOptions> & { model?: never } = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<LoopResult> {
  return runLoop(await loopOver(script, options), signal);
}

/** All that a loop needs, over a new endpoint. */
export async function loopOver(
  script: Script,
  options: Partial<LoopOptions> & { model?: never } = {},
): Promise<LoopOptions> {
  endpoint = await startModelEndpoint({ script });
  opened.push(endpoint);
  const model = createModel({ baseUrl: endpoint.url, apiKey: "k", model: "gpt-5-mini", firstPauseMs: 1 });
  return {
    tools,
    messages: [
      { role: "system", content: "Rules." },
      { role: "user", content: "Do it." },
    ],
    step: plainStep,
    limits,
    boundary,
    ...options,
    model,
  };
}

/** What the model was told last in its nth request. */
export const told = (index: number): string => endpoint!.requests[index]!.body.messages.at(-1)!.content ?? "";
export const roles = (result: LoopResult): string =>
  result.messages.map((message) => message.role[0]).join("");
