import { expect, test } from "@jest/globals";
import { probeEmbeddings } from "../../src/llm/probe-embeddings.ts";
import { type EmbeddingFault, startEmbeddingEndpoint } from "../helpers/embedding-endpoint.ts";

const unlike: EmbeddingFault = {
  rows: (rows) => rows.map((row, at) => ({ ...row, embedding: at === 1 ? [0, 1] : [1, 0] })),
};
const like: EmbeddingFault = {
  rows: (rows) => rows.map((row, at) => ({ ...row, embedding: at === 2 ? [0, 1] : [1, 0] })),
};

const cases: readonly [string, EmbeddingFault, object][] = [
  ["a good endpoint", like, { dimensions: 2, sensible: true }],
  ["vectors that mean nothing", unlike, { dimensions: 2, sensible: false }],
  [
    "a wrong key",
    { status: 401 },
    { dimensions: undefined, problem: expect.stringContaining("refused the key") },
  ],
  [
    "a chat endpoint",
    { status: 404 },
    { dimensions: undefined, cure: expect.stringContaining("model's name") },
  ],
];

test.each(cases)("doctor sees %s", async (_, fault, expected) => {
  const endpoint = await startEmbeddingEndpoint({ fault: () => fault });
  const options = { baseUrl: endpoint.url, apiKey: "k", model: "m", firstPauseMs: 1 };
  expect(await probeEmbeddings(options, new AbortController().signal)).toMatchObject(expected);
  await endpoint.close();
});
