import { describe, expect, test } from "@jest/globals";
import type { LoopEvent } from "../../src/agent/loop.ts";
import type { RunLimits } from "../../src/llm/budget.ts";
import type { Step } from "../../src/step.ts";
import {
  boundary,
  broken,
  calls,
  endpoint,
  good,
  handIn,
  limits,
  look,
  plainStep,
  read,
  roles,
  run,
  told,
  wrongLine,
} from "./scripted-run.ts";

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

  test("what the endpoint gave beside a turn goes back with it in every later request", async () => {
    const cart = { name: "read-file", arguments: '{"path":"src/shop/cart.py"}' };
    const signed = { extra_content: { google: { thought_signature: "c2ln" } } };
    const message = { reasoning_content: "Look.", tool_calls: [{ id: "a", function: cart, ...signed }] };
    const body = JSON.stringify({ choices: [{ message }] });
    await run([{ fault: "raw", contentType: "application/json", body }, look(2), good]);
    const said = { reasoning_content: "Look.", tool_calls: [{ id: "a", ...signed }] };
    for (const request of endpoint!.requests.slice(1))
      expect(request.body.messages.find(({ role }) => role === "assistant")).toMatchObject(said);
  });

  test("runs with a model that calls tools in the Responses API alone", async () => {
    const message =
      "Function tools are not supported in /v1/chat/completions. Please use /v1/responses instead.";
    const refusal = { fault: "status", status: 400, body: { error: { message } } } as const;
    expect(await run([refusal, look(1), good])).toMatchObject({ kind: "submitted", turns: 2 });
    expect(endpoint!.requests.at(-1)!.body["input"]).toContainEqual(
      expect.objectContaining({
        type: "function_call_output",
        output: expect.stringContaining("class Cart"),
      }),
    );
  });

  test("a refused hand-in is told why, with the true lines, and may be cured", async () => {
    const result = await run([wrongLine, good]);
    expect(result).toMatchObject({ kind: "submitted", turns: 2 });
    expect(told(1)).toMatch(/Refused/);
    expect(told(1)).toMatch(/1\. src\/shop\/cart\.py:99: There is no line 99/);
    expect(told(1)).toContain("8ry:         return round_cents");
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
    expect([...records.keys()]).toEqual(["turn-1", "tools-1", "turn-2"]);
    const again: Step = (name, work) =>
      records.has(name) ? Promise.resolve(JSON.parse(records.get(name)!)) : plainStep(name, work);
    const result = await run(() => good, { step: again });
    expect(result).toMatchObject({ kind: "submitted", turns: 3, usage: { inputTokens: 300 } });
    expect(endpoint!.requests).toHaveLength(1);
  });

  test("a cancelled run ends with the reason of its signal", async () => {
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const step: Step = async (_, work) => {
      const value = await work(controller.signal);
      controller.abort(reason);
      return value;
    };
    await expect(run([look(1)], { step }, controller.signal)).rejects.toBe(reason);
    expect(endpoint!.requests).toHaveLength(1);
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

  test("together with what was spent before, which is told with every turn and in the end", async () => {
    const before = await run([look(1), good]);
    const totals: [number, number][] = [];
    const result = await run((_request, index) => look(index + 1), {
      ...{ limits: { ...limits, maxTurns: 4 }, spent: before },
      onEvent: (event) => event.kind === "turn" && totals.push([event.turn, event.total.inputTokens]),
    });
    const { inputTokens } = before.usage;
    expect(result).toMatchObject({ kind: "stopped", reason: "turns", turns: 4, handIns: before.handIns });
    expect(totals).toEqual([
      [3, inputTokens * 1.5],
      [4, inputTokens * 2],
    ]);
    expect(result.uses.find(({ tool }) => tool === "read-file")?.calls).toBe(3);
    expect(result.messages.map(({ role }) => role).slice(0, 3)).toEqual(["system", "user", "assistant"]);
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
    const result = await run([handIn('=== src/shop/money.py\n6fe: TOKENS = ["<¦|im_start|>"]')]);
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
