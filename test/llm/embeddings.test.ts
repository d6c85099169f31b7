import { afterEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { batchEnd, roughTokens } from "../../src/llm/embedding-batches.ts";
import { createEmbedder, type EmbeddedBatch, type EmbedderOptions } from "../../src/llm/embeddings.ts";
import { ModelError } from "../../src/llm/model-error.ts";
import { abortOnceAsked } from "../helpers/abort-once-asked.ts";
import {
  type EmbeddingEndpoint,
  type EmbeddingEndpointOptions,
  type EmbeddingFault,
  hashedWords,
  startEmbeddingEndpoint,
} from "../helpers/embedding-endpoint.ts";

const key = "sk-testkey-0123456789abcdefghij";
const never = new AbortController().signal;
let endpoint: EmbeddingEndpoint | undefined;
afterEach(async () => endpoint?.close());

async function embedder(served: EmbeddingEndpointOptions = {}, options: Partial<EmbedderOptions> = {}) {
  endpoint = await startEmbeddingEndpoint(served);
  const given = { baseUrl: endpoint.url, apiKey: key, model: "text-embedding-3-small", firstPauseMs: 1 };
  return createEmbedder({ ...given, ...options });
}

async function vectorsOf(one: ReturnType<typeof createEmbedder>, texts: readonly string[], signal = never) {
  const vectors: Float32Array[] = [];
  for await (const batch of one.embed(texts, signal)) {
    expect(batch.start).toBe(vectors.length);
    vectors.push(...batch.vectors);
  }
  return vectors;
}

async function batchesOf(one: ReturnType<typeof createEmbedder>) {
  const batches: EmbeddedBatch[] = [];
  for await (const batch of one.embed(texts, never)) batches.push(batch);
  return batches;
}

/** What the endpoint's own numbers come to, at length 1. */
function right(text: string, dimensions = 64): Float32Array {
  const vector = hashedWords(text, dimensions);
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

function expectNear(left: Float32Array, expected: Float32Array): void {
  expect(left).toHaveLength(expected.length);
  for (const [at, value] of left.entries()) expect(value).toBeCloseTo(expected[at]!, 5);
}

const texts = ["parse the config", "read a file", "write the cache", "close", "open the door"];

describe("texts become vectors of length 1", () => {
  test("in order, in one request, counted and priced", async () => {
    const one = await embedder();
    const [batch, ...rest] = await batchesOf(one);
    expect(rest).toEqual([]);
    expect(batch).toMatchObject({ start: 0, tokens: 50, cost: 50 * 0.02e-6 });
    for (const [at, text] of texts.entries()) expectNear(batch!.vectors[at]!, right(text));
    expect(endpoint!.requests).toEqual([
      { model: "text-embedding-3-small", input: texts, encoding_format: "base64" },
    ]);
    expect(one.dimensions()).toBe(64);
  });

  test("nothing is asked for nothing", async () => {
    expect(await vectorsOf(await embedder(), [])).toEqual([]);
    expect(endpoint!.requests).toEqual([]);
  });

  test("a model without a known price has no cost, and tokens are estimated where none are told", async () => {
    const one = await embedder({ usage: false }, { model: "nomic-embed-text" });
    const [batch] = await batchesOf(one);
    expect(batch).toMatchObject({ cost: undefined, tokens: texts.map(roughTokens).reduce((a, b) => a + b) });
  });

  const peculiar: readonly [string, EmbeddingEndpointOptions, number][] = [
    [
      "knows no base64",
      {
        fault: ({ encoding_format: form }) =>
          form === "base64" ? { status: 400, message: "encoding_format must be float" } : undefined,
      },
      2,
    ],
    [
      "knows no encoding_format",
      {
        fault: ({ encoding_format: form }) =>
          form === undefined ? undefined : { status: 422, message: "extra field encoding_format" },
      },
      3,
    ],
    [
      "answers in another order",
      { fault: (_, at) => (at === 0 ? { rows: (rows) => rows.toReversed() } : undefined) },
      1,
    ],
    [
      "numbers nothing",
      { fault: () => ({ rows: (rows) => rows.map(({ embedding }) => ({ embedding })) }) },
      1,
    ],
    [
      "takes two texts at most",
      {
        fault: ({ input }) =>
          input.length > 2
            ? { status: 422, message: `batch size ${input.length} > maximum allowed batch size 2` }
            : undefined,
      },
      4,
    ],
    [
      "takes few tokens at once",
      {
        fault: ({ input }) =>
          input.length > 1 ? { status: 400, message: "maximum context length is 9 tokens" } : undefined,
      },
      2 + 5,
    ],
  ];
  test.each(peculiar)("of an endpoint that %s", async (_, served, requests) => {
    const vectors = await vectorsOf(await embedder(served), texts);
    for (const [at, text] of texts.entries()) expectNear(vectors[at]!, right(text));
    expect(endpoint!.requests).toHaveLength(requests);
  });

  test("a text that is too long alone is cut", async () => {
    const long = "word ".repeat(100);
    const served: EmbeddingEndpointOptions = {
      fault: ({ input }) =>
        input.some((text) => text.length > 300) ? { status: 400, message: "input is too long" } : undefined,
    };
    const vectors = await vectorsOf(await embedder(served), ["short", long, "other"]);
    expectNear(vectors[1]!, right(long));
    expectNear(vectors[2]!, right("other"));
  });
});

const once = (fault: EmbeddingFault) => (_: unknown, at: number) => (at === 0 ? fault : undefined);

describe("a passing fault is asked again", () => {
  const faults: readonly [string, EmbeddingFault][] = [
    ["429 with a short wait", { status: 429, headers: { "retry-after-ms": "5" } }],
    ["500", { status: 500 }],
    ["503", { status: 503 }],
    ["an error inside a 200", { raw: { error: { message: "upstream" } } }],
    ["no JSON", { raw: "{oops" }],
    ["a shape without vectors", { raw: { data: "none" } }],
    ["too few vectors", { rows: (rows) => rows.slice(1) }],
    ["too many vectors", { rows: (rows) => [...rows, ...rows] }],
    ["one number twice", { rows: (rows) => rows.map((row) => ({ ...row, index: 0 })) }],
    ["a vector of zeros", { rows: (rows) => rows.map((row) => ({ ...row, embedding: [0, 0, 0] })) }],
    ["no numbers", { rows: (rows) => rows.map((row) => ({ ...row, embedding: [1, null, 2] })) }],
    [
      "infinity in base64",
      {
        rows: (rows) =>
          rows.map((row) => ({
            ...row,
            embedding: Buffer.from(Float32Array.of(1, Number.POSITIVE_INFINITY).buffer).toString("base64"),
          })),
      },
    ],
    ["a cut vector", { rows: (rows) => rows.map((row) => ({ ...row, embedding: "AAAAAAA=" })) }],
    [
      "no vectors' widths alike",
      { rows: (rows) => rows.map((row, at) => ({ ...row, embedding: wide(at + 1) })) },
    ],
    ["silence", { stall: true }],
  ]; // prettier-ignore
  test.each(faults)("%s", async (name, fault) => {
    const one = await embedder(
      { fault: once(fault) },
      name === "silence" ? { requestTimeoutMs: 1_000, maxRetries: 9 } : {},
    );
    const vectors = await vectorsOf(one, texts);
    expectNear(vectors[4]!, right(texts[4]!));
    expect(endpoint!.requests.length).toBeGreaterThan(1);
  });
});

const wide = (count: number): number[] => new Array<number>(count).fill(1);

describe("a lasting fault is said once, with its cure and without the key", () => {
  const lasting: readonly [string, EmbeddingEndpointOptions, ModelError["kind"], RegExp, number][] = [
    ["a wrong key", { fault: () => ({ status: 401, message: key }) }, "config", /refused the key/, 1],
    ["an unknown model", { fault: () => ({ status: 404 }) }, "config", /does not know the model/, 1],
    [
      "no quota",
      { fault: () => ({ status: 429, message: "insufficient_quota" }) },
      "quota",
      /quota of the model/,
      1,
    ],
    ["an endless 503", { fault: () => ({ status: 503 }) }, "endpoint", /503.*4 times in a row/, 4],
    ["never enough vectors", { fault: () => ({ rows: () => [] }) }, "endpoint", /0 vectors for 5 texts/, 4],
    [
      "a text that is always too long",
      { fault: () => ({ status: 413 }) },
      "context-length",
      /too long/,
      1 + 1 + 5,
    ],
  ];
  test.each(lasting)("%s", async (_, served, kind, message, requests) => {
    const error = await vectorsOf(await embedder(served), texts).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(JSON.stringify(error) + (error as ModelError).cure).not.toContain(key);
    expect(endpoint!.requests).toHaveLength(requests);
  });

  test("another width than before", async () => {
    const served: EmbeddingEndpointOptions = {
      fault: (_, at) =>
        at === 0 ? undefined : { rows: (rows) => rows.map((row) => ({ ...row, embedding: wide(3) })) },
    };
    const one = await embedder(served);
    await vectorsOf(one, ["a"]);
    await expect(vectorsOf(one, ["b"])).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("3 numbers instead of 64"),
    });
  });

  test("a wrong address, before anything is asked", () => {
    expect(() => createEmbedder({ baseUrl: "nonsense", model: "m" })).toThrow(ModelError);
  });
});

test("a cancelled run ends at once, with the reason of its signal", async () => {
  const one = await embedder({ fault: () => ({ stall: true }) });
  const reason = new Error("cancelled by a person");
  await expect(vectorsOf(one, texts, abortOnceAsked(endpoint!, reason))).rejects.toBe(reason);
  expect(endpoint!.requests).toHaveLength(1);
});

test("batches hold every text once, in order, within the limits", () => {
  const limits = { tokens: 50, texts: 4 };
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 })), (list) => {
      for (let start = 0; start < list.length; ) {
        const end = batchEnd(list, start, limits);
        expect(end).toBeGreaterThan(start);
        const tokens = list.slice(start, end).reduce((sum, text) => sum + roughTokens(text), 0);
        expect(end - start === 1 || (tokens <= limits.tokens && end - start <= limits.texts)).toBe(true);
        start = end;
      }
    }),
  );
});
