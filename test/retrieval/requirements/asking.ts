/** A scripted model over real HTTP, with PostgreSQL or files to keep its answers in; closed after each test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "@jest/globals";
import { createModel } from "../../../src/llm/openai.ts";
import type { PaidModel } from "../../../src/retrieval/requirements/ask-lines.ts";
import type { DerivedStore } from "../../../src/store/derived.ts";
import { derivedInFiles } from "../../../src/store/derived-files.ts";
import { type ModelEndpoint, type ScriptedAnswer, startModelEndpoint } from "../../helpers/model-endpoint.ts";

const folder = mkdtempSync(join(tmpdir(), "coderag-requirements-"));
let endpoint: ModelEndpoint | undefined;
let stores = 0;
afterEach(async () => endpoint?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export const never = new AbortController().signal;

/** A store that forgets nothing when it is opened again. */
export function newStore(): () => DerivedStore {
  stores += 1;
  const place = join(folder, String(stores));
  return () => derivedInFiles(place);
}

export async function paidModel(
  script: readonly ScriptedAnswer[],
  store: DerivedStore = newStore()(),
  model = "gpt-5-mini",
): Promise<PaidModel> {
  await endpoint?.close();
  endpoint = await startModelEndpoint({ script });
  return {
    store,
    model: createModel({ baseUrl: endpoint.url, apiKey: "k", model, firstPauseMs: 1, maxRetries: 0 }),
  };
}

/** What the model was shown, question by question. */
export const questions = (): readonly string[] =>
  endpoint!.requests.map(({ body }) => body.messages.map(({ content }) => content).join("\n"));

export const lines = (...objects: readonly object[]): ScriptedAnswer => ({
  content: objects.map((one) => JSON.stringify(one)).join("\n"),
});

export const failing: ScriptedAnswer = { fault: "status", status: 401 };
