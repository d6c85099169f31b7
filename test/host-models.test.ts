import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { loadConfig } from "../src/config.ts";
import { modelOf } from "../src/host-models.ts";
import { type ModelEndpoint, startModelEndpoint } from "./helpers/model-endpoint.ts";

/** Settings that arrive where they count: at a model endpoint that never answers. */
let endpoint: ModelEndpoint;
beforeAll(async () => {
  endpoint = await startModelEndpoint({ script: () => new Promise(() => undefined) });
});
afterAll(() => endpoint?.close());

test.each([
  ["the whole answer", { requestTimeoutMs: 1_000 }, /took longer than 1 s/],
  ["its silence", { idleTimeoutMs: 1_000 }, /sent nothing for 1 s/],
])("a model has no more time than the settings give it: %s", async (_name, patience, said) => {
  const { model } = loadConfig(
    { CODERAG_MODEL: "m", OPENAI_BASE_URL: endpoint.url, CODERAG_MODEL_RETRIES: "1" },
    ["model"],
  );
  const before = endpoint.requests.length;
  const ask = modelOf({ ...model, ...patience })!.turn(
    { messages: [{ role: "user", content: "hello" }], tools: [], maxOutputTokens: 10 },
    new AbortController().signal,
  );
  await expect(ask).rejects.toThrow(said);
  expect(endpoint.requests.length - before).toBe(2);
});
