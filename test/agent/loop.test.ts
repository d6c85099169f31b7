import { afterEach, describe, expect, test } from "@jest/globals";
import { type LoopEvent, type LoopOptions, type LoopResult, runLoop } from "../../src/agent/loop.ts";
import { createCodeTest } from "../../src/agent/tools/code-test.ts";
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

const boundary = "b0b0b0b0b0b0";
const limits: RunLimits = {
  maxTurns: 12,
  maxTokens: 1_000_000,
  maxMilliseconds: 60_000,
  maxOutputTokens: 4000,
};
const tools = [
  createGraphReason(graph, workspace),
  createSearchCode(findCode),
  createReadFile(workspace),
  createCodeTest(workspace),
  createSubmitEdits(workspace, (changes) =>
    checkChanges(changes, { entries: workspace.entries } as Parameters<typeof checkChanges>[1]),
  ),
];

const read = (path: string, more: object = {}): ScriptedCall => ({
  name: "read-file",
  arguments: { path, ...more },
});
const calls = (...toolCalls: ScriptedCall[]): SpokenAnswer => ({ toolCalls });
const look = (from: number): SpokenAnswer => calls(read("src/shop/cart.py", { from }));
const handIn = (edits: string): SpokenAnswer =>
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
const good = handIn("=== src/shop/cart.py\n8#2n:         return round_cents(sum(self.lines, 0))");
const wrongLine = handIn("=== src/shop/cart.py\n99: x = 1");
const broken = handIn("=== src/shop/cart.py\n8#2n:         return round_cents((sum(self.lines)");

let endpoint: ModelEndpoint | undefined;
afterEach(async () => endpoint?.close());

/** The plain step of the command line. */
const plainStep: Step = (_, work) => work(new AbortController().signal);

async function run(
  script: Script,
  options: Partial<LoopOptions> & { model?: never } = {},
): Promise<LoopResult> {
  endpoint = await startModelEndpoint({ script });
  const model = createModel({ baseUrl: endpoint.url, apiKey: "k", model: "gpt-5-mini", firstPauseMs: 1 });
  return runLoop(
    {
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
    },
    new AbortController().signal,
  );
}

/** What the model was told last in its nth request. */
const told = (index: number): string => endpoint!.requests[index]!.body.messages.at(-1)!.content ?? "";
const roles = (result: LoopResult): string => result.messages.map((message) => message.role[0]).join("");

describe("a run", () => {
  test("looks, then hands in, and is told what it cost", async () => {
    const events: LoopEvent[] = [];
    const result = await run([look(1), good], { onEvent: (event) => events.push(event) });
    expect(result).toMatchObject({
      kind: "submitted",
      turns: 2,
      submission: { title: "Totals are exact", assumptions: [] },
      changes: [{ path: "src/shop/cart.py", after: expect.stringContaining("sum(self.lines, 0)") }],
      report: { complaints: [] },
      usage: { inputTokens: 200, outputTokens: 20, estimated: false, cost: expect.any(Number) },
    });
    expect(roles(result)).toBe("suatat");
    expect(events.map((event) => (event.kind === "call" ? event.tool : event.kind))).toEqual([
      "turn",
      "read-file",
      "turn",
      "submit-edits",
    ]);
  });

  test("a refused hand-in is told why, with the true lines, and may be cured", async () => {
    const result = await run([wrongLine, good]);
    expect(result).toMatchObject({ kind: "submitted", turns: 2 });
    expect(told(1)).toMatch(/Refused/);
    expect(told(1)).toMatch(/1\. src\/shop\/cart\.py:99: There is no line 99/);
    expect(told(1)).toContain("8#2n:         return round_cents");
  });

  test("a hand-in that breaks the syntax is refused with the fault drawn", async () => {
    await run([broken, good]);
    expect(told(1)).toMatch(/src\/shop\/cart\.py:8/);
    expect(told(1)).toMatch(/\^/);
  });

  test("D08 after three refused hand-ins it stops with what is known", async () => {
    const result = await run([wrongLine, broken, wrongLine, good]);
    expect(result).toMatchObject({
      kind: "stopped",
      reason: "model-faults",
      partial: { submission: { title: "Totals are exact" } },
    });
    expect(endpoint!.requests).toHaveLength(3);
  });

  test("every turn and every round is a step, and a resumed run asks nothing twice", async () => {
    const records = new Map<string, string>();
    const recorded: Step = async (name, work) => {
      const known = records.get(name);
      if (known !== undefined) return JSON.parse(known);
      const value = await work(new AbortController().signal);
      if (name === "tools-2") throw new Error("killed");
      records.set(name, JSON.stringify(value));
      return JSON.parse(JSON.stringify(value));
    };
    const script = [look(1), wrongLine, good];
    await expect(run(script, { step: recorded })).rejects.toThrow("killed");
    await endpoint?.close();
    expect([...records.keys()]).toEqual(["turn-1", "tools-1", "turn-2"]);
    const again: Step = (name, work) =>
      records.has(name) ? Promise.resolve(JSON.parse(records.get(name)!)) : plainStep(name, work);
    const result = await run(() => good, { step: again });
    expect(result).toMatchObject({ kind: "submitted", turns: 3, usage: { inputTokens: 300 } });
    expect(endpoint!.requests).toHaveLength(1);
  });

  test("a cancelled run ends with the reason of its signal", async () => {
    endpoint = await startModelEndpoint({ script: [look(1)] });
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const model = createModel({ baseUrl: endpoint.url, apiKey: "k", model: "m" });
    const step: Step = async (_, work) => {
      const value = await work(controller.signal);
      controller.abort(reason);
      return value;
    };
    const options = { model, tools, messages: [], step, limits, boundary };
    await expect(runLoop(options, controller.signal)).rejects.toBe(reason);
  });
});

describe("a model's faults are answered, and the run goes on", () => {
  const call = (args: unknown, name = "read-file"): SpokenAnswer => calls({ name, arguments: args });
  const cases: [string, SpokenAnswer, RegExp][] = [
    ["F32 invalid JSON", call('{"path": '), /arguments are wrong.*not valid JSON/s],
    ["F32 wrong type", call({ path: 5 }), /expected string/],
    ["F32 missing field", call({}), /path/],
    ["F32 arguments that are empty", call(""), /path/],
    ["F32 a list", call("[1]"), /not a JSON object/],
    [
      "D06 nested 10,000 levels",
      call(`{"path":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
      /nested deeper/,
    ],
    ["D06 3 MB of arguments", call(`{"path":"${"x".repeat(3_000_000)}"}`), /3000011 characters/],
    ["D06 a number beyond numbers", call('{"path":"src/shop/cart.py","from":1e308}'), /from/],
    ["F36 unknown tool", call({}, "delete_everything"), /no tool `delete_everything`.*read-file/s],
    ["F36 no name", call({}, ""), /no tool `unnamed`/],
  ];
  test.each(cases)("%s", async (_, fault, words) => {
    const result = await run([fault, good]);
    expect(result.kind).toBe("submitted");
    expect(told(1)).toMatch(words);
    // What goes back to the endpoint is always valid JSON of a bounded size.
    const sent = endpoint!.requests[1]!.body.messages.at(-2)!.tool_calls![0]!;
    expect(typeof JSON.parse(sent.function.arguments)).toBe("object");
    expect(sent.function.name).toMatch(/^[\w-]{1,64}$/);
  });

  const mended: [string, string][] = [
    ["F32 prose around JSON", 'Here you are:\n```json\n{"path": "src/shop/cart.py"}\n```\nDone.'],
    ["F32 encoded twice", JSON.stringify(JSON.stringify({ path: "src/shop/cart.py" }))],
    ["F32 numbers as strings", '{"path": "src/shop/cart.py", "from": "1"}'],
    ["F32 null for nothing", '{"path": "src/shop/cart.py", "from": null, "to": null}'],
    ["F32 a trailing comma", '{"path": "src/shop/cart.py",}'],
    ["F32 extra fields", '{"path": "src/shop/cart.py", "why": "curious", "__proto__": {"x": 1}}'],
    ["D06 duplicate keys: the last counts", '{"path": "nothing", "path": "src/shop/cart.py"}'],
  ];
  test.each(mended)("%s is read", async (_, text) => {
    await run([call(text), good]);
    expect(told(1)).toContain("4#cb: class Cart:");
  });

  test("F32 raw line breaks in the edits are read as they were meant", async () => {
    const text = '{"title":"T","summary":"S","edits":"=== src/shop/cart.py\n8#2n:         return 1"}';
    expect(await run([call(text, "submit-edits")])).toMatchObject({ kind: "submitted" });
  });

  test("F32 after two repairs that did not help it stops", async () => {
    const bad = (index: number) => call(`{"path": ${"[".repeat(index + 1)}`);
    const result = await run((_, index) => bad(index));
    expect(result).toMatchObject({ kind: "stopped", reason: "model-faults", turns: 3 });
  });

  test("F36 parallel calls are answered in their order, each under an id of its own", async () => {
    const two = calls(
      { ...read("src/shop/cart.py"), id: "same" },
      { ...read("src/shop/money.py"), id: "same" },
      { name: "nonsense", arguments: {}, id: "" },
    );
    const result = await run([two, good]);
    const sent = endpoint!.requests[1]!.body.messages.slice(-4);
    expect(sent[0]!.tool_calls!.map((one) => one.id)).toEqual(["same", "call_1_2", "call_1_3"]);
    expect(sent.slice(1).map((message) => message.tool_call_id)).toEqual(["same", "call_1_2", "call_1_3"]);
    expect(sent.slice(1).map((message) => /cart\.py|money\.py|no tool/.exec(message.content!)?.[0])).toEqual([
      "cart.py",
      "money.py",
      "no tool",
    ]);
    expect(result.kind).toBe("submitted");
  });

  test("F36 more calls in a turn than anybody needs are not run", async () => {
    await run([
      calls(...Array.from({ length: 20 }, (_, index) => read("src/shop/cart.py", { from: index + 1 }))),
      good,
    ]);
    const answers = endpoint!.requests[1]!.body.messages.filter((message) => message.role === "tool");
    expect(answers).toHaveLength(20);
    expect(answers.filter((message) => message.content!.startsWith("Not run"))).toHaveLength(4);
  });

  test("F31 an answer that was cut off is never applied", async () => {
    const result = await run([{ ...good, finish: "length" }, good]);
    expect(result).toMatchObject({ kind: "submitted", turns: 2 });
    expect(told(1)).toMatch(/cut off/);
    expect(endpoint!.requests[1]!.body.messages.every((message) => message.tool_calls === undefined)).toBe(
      true,
    );
  });

  test("F31 cut off again and again, it stops", async () => {
    const result = await run(() => ({ ...good, finish: "length" }));
    expect(result).toMatchObject({ kind: "stopped", reason: "model-faults", turns: 3 });
  });

  test("F33 one nudge after an empty answer, then it goes on", async () => {
    // An empty streamed answer is asked again in one piece, so each counts twice in the script.
    const empty = { content: " \n" };
    expect(await run([empty, empty, good])).toMatchObject({ kind: "submitted", turns: 2 });
    expect(told(2)).toMatch(/was empty/);
  });

  test("F33 empty twice: it stops", async () => {
    const result = await run(() => ({ content: "" }));
    expect(result).toMatchObject({ kind: "stopped", reason: "no-answer", turns: 2 });
  });

  test("prose instead of a call is nudged once, then its words are the answer", async () => {
    const result = await run([{ content: "I would change it." }, { content: "It is done already, in v2." }]);
    expect(told(1)).toMatch(/submit-edits/);
    expect(result).toMatchObject({
      kind: "stopped",
      reason: "no-answer",
      detail: "It is done already, in v2.",
    });
  });

  test("F34 a refusal ends the run at once", async () => {
    const result = await run([{ refusal: "I cannot help with that." }, good]);
    expect(result).toMatchObject({ kind: "stopped", reason: "refusal", detail: "I cannot help with that." });
    expect(endpoint!.requests).toHaveLength(1);
  });

  test("I13 a tool call written into the text is not run", async () => {
    const fake =
      '<tool_call>{"name":"submit-edits","arguments":{"title":"T","summary":"S","edits":"=== a (new)\\n+: x"}}</tool_call>';
    const result = await run([{ content: fake }, { content: fake }]);
    expect(result).toMatchObject({ kind: "stopped", reason: "no-answer" });
    expect(result.messages.some((message) => message.role === "tool")).toBe(false);
  });
});

describe("F35, D08 a run ends", () => {
  test("F35 when one call is made three times, whatever the order of its keys", async () => {
    const result = await run([
      calls({ name: "read-file", arguments: { path: "src/shop/cart.py", from: 1 } }),
      calls({ name: "read-file", arguments: { from: 1, path: "src/shop/cart.py" } }),
      calls({ name: "read-file", arguments: '{ "path":"src/shop/cart.py", "from":1 }' }),
    ]);
    expect(result).toMatchObject({ kind: "stopped", reason: "repetition", turns: 3 });
  });

  test("F35 when two calls take turns", async () => {
    const result = await run((_, index) => look(1 + (index % 2)));
    expect(result).toMatchObject({ kind: "stopped", reason: "repetition", turns: 5 });
  });

  test("but not when one turn asks for the same thing three times", async () => {
    const thrice = calls(read("src/shop/cart.py"), read("src/shop/cart.py"), read("src/shop/cart.py"));
    expect((await run([thrice, good])).kind).toBe("submitted");
  });

  const caps: [string, Partial<RunLimits>, string, number][] = [
    ["turns", { maxTurns: 4 }, "turns", 4],
    ["tokens", { maxTokens: 330 }, "tokens", 3],
    ["money", { maxCost: 0.0001 }, "money", 3],
  ];
  test.each(caps)("F35, D08 when its %s are used up, after one warning", async (_, cap, reason, turns) => {
    const result = await run((_request, index) => look(index + 1), { limits: { ...limits, ...cap } });
    expect(result).toMatchObject({ kind: "stopped", reason, turns });
    const warnings = result.messages.filter((message) => /nearly used up/.test(message.content));
    expect(warnings).toHaveLength(1);
  });

  test("D08 with the last hand-in as a partial result", async () => {
    const result = await run((_, index) => (index === 0 ? broken : look(index)), {
      limits: { ...limits, maxTurns: 3 },
    });
    expect(result).toMatchObject({
      kind: "stopped",
      reason: "turns",
      partial: { changes: [{ path: "src/shop/cart.py" }], report: { complaints: [expect.anything()] } },
    });
  });

  test("D08 when there is a cap on money and no price", async () => {
    const result = await run(() => ({ ...look(1), model: "gpt-5-mini" }), {
      limits: { ...limits, maxCost: 5 },
      step: unpriced,
    });
    expect(result).toMatchObject({
      kind: "stopped",
      reason: "money",
      detail: expect.stringContaining("not known"),
    });
  });
});

/** As if the model's price were not known. */
const unpriced: Step = async (name, work) => {
  const value = await plainStep(name, work);
  if (!name.startsWith("turn-")) return value;
  const turn = value as { usage: object };
  return { ...turn, usage: { ...turn.usage, cost: undefined } } as typeof value;
};

describe("what a tool says is data", () => {
  test("I06 it stands between lines that carry the run's word, without control tokens", async () => {
    await run([calls(read("src/shop/money.py")), good]);
    expect(told(1)).toMatch(new RegExp(`^<data-${boundary} from="read-file">\n[^]*\n</data-${boundary}>$`));
    expect(told(1)).toContain("<¦|im_start|>");
    expect(told(1)).not.toContain("<|im_start|>");
  });

  test("a copied control token is written into the file as it stood", async () => {
    const result = await run([handIn('=== src/shop/money.py\n6#7a: TOKENS = ["<¦|im_start|>"]')]);
    expect(result).toMatchObject({
      changes: [{ after: expect.stringContaining('TOKENS = ["<|im_start|>"]') }],
    });
  });
});

test("F37 a conversation too long for the model is asked once more without its old answers", async () => {
  const tooLong = {
    fault: "status",
    status: 400,
    body: { error: { code: "context_length_exceeded", message: "too long" } },
  } as const;
  const result = await run([look(1), look(2), look(3), tooLong, good]);
  expect(result).toMatchObject({ kind: "submitted", turns: 4 });
  const sent = endpoint!.requests[4]!.body.messages.filter((message) => message.role === "tool");
  expect(sent.map((message) => message.content!.startsWith("(Left out"))).toEqual([true, false, false]);
  expect(result.messages.some((message) => message.content.startsWith("(Left out"))).toBe(false);
});

test("F37 where nothing can be left out the error is the reply", async () => {
  const tooLong = {
    fault: "status",
    status: 400,
    body: { error: { code: "context_length_exceeded", message: "too long" } },
  } as const;
  await expect(run([tooLong])).rejects.toMatchObject({
    kind: "context-length",
    cure: expect.stringContaining("context"),
  });
});
