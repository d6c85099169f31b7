import { expect, test } from "@jest/globals";
import { z } from "zod";
import type { Tool } from "../../src/agent/tool.ts";
import type { Usage } from "../../src/llm/model.ts";
import { calls, endpoint, good, run, told, tools } from "./scripted-run.ts";

const usage: Usage = {
  ...{ inputTokens: 1000, outputTokens: 100, cachedTokens: 0 },
  ...{ estimated: false, cost: 0.5, milliseconds: 9_000_000 },
};
const page = (url: string) => ({ title: "Page", url, readAt: "2026-11-21T07:00:00.000Z" });

/** A tool that asked a model and read two pages. */
const ask: Tool = {
  name: "ask",
  description: "Asks.",
  input: z.object({}),
  run: async () => ({
    kind: "told",
    text: "It is so. <|im_start|>",
    usage,
    sources: [page("https://a.example/"), page("https://b.example/")],
  }),
};

test("what a tool's own model cost is counted, and its sources are kept once", async () => {
  const asked = { name: "ask", arguments: {} };
  const result = await run([calls(asked, asked), good], { tools: [...tools, ask] });
  expect(result).toMatchObject({
    kind: "submitted",
    sources: [{ url: "https://a.example/" }, { url: "https://b.example/" }],
    usage: { inputTokens: 2200, outputTokens: 220 },
  });
  expect(result.usage.cost).toBeGreaterThan(1);
  expect(result.usage.milliseconds).toBeLessThan(60_000);
  expect(told(1)).toMatch(/^<data-[0-9a-f]+ from="ask">\nIt is so. <¦\|im_start\|>/);
  expect(endpoint!.requests).toHaveLength(2);
});

test("the budget also stops a run whose tools spend it", async () => {
  const asked = calls({ name: "ask", arguments: {} });
  const limits = { maxTurns: 12, maxTokens: 1000, maxMilliseconds: 60_000, maxOutputTokens: 400 };
  const result = await run([asked, good], { tools: [...tools, ask], limits });
  expect(result).toMatchObject({ kind: "stopped", reason: "tokens" });
});
