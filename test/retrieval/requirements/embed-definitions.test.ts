import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { createEmbedder, type Embedder, type EmbedderOptions } from "../../../src/llm/embeddings.ts";
import { createSearchIndex } from "../../../src/retrieval/documents.ts";
import {
  type DefinitionVectors,
  type EmbedOptions,
  embedDefinitions,
  embedTexts,
  usualEmbeddingLimits,
} from "../../../src/retrieval/requirements/embed-definitions.ts";
import { importantFirst } from "../../../src/retrieval/requirements/important-first.ts";
import {
  findSimilar,
  fuseSimilar,
  rankByEmbedding,
  similarByEmbedding,
  targetText,
} from "../../../src/retrieval/requirements/similar-by-embedding.ts";
import type { DerivedStore } from "../../../src/store/derived.ts";
import { derivedInDatabase } from "../../../src/store/derived.ts";
import { derivedInFiles } from "../../../src/store/derived-files.ts";
import {
  type EmbeddingEndpoint,
  type EmbeddingEndpointOptions,
  startEmbeddingEndpoint,
} from "../../helpers/embedding-endpoint.ts";
import { graphOf, type NodeRow } from "../../helpers/graph-of.ts";
import { startPostgres, type TestPostgres } from "../../helpers/postgres.ts";

let postgres: TestPostgres;
let folder: string;
let endpoint: EmbeddingEndpoint | undefined;
let places = 100;

beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), "coderag-embed-"));
});
afterEach(async () => endpoint?.close());
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const rows: readonly NodeRow[] = [
  ["a.ts#readConfig", 1, 3, { doc: "Reads the configuration file of a project." }],
  ["a.ts#loadSettings", 4, 6, { doc: "Loads settings from the configuration file." }],
  ["a.ts#rotate", 7, 9, { doc: "Rotates a picture by an angle." }],
  ["a.ts#scale", 10, 12, { doc: "Scales a picture by a factor." }],
  ["a.ts#bare", 13, 15],
  ["test/a.test.ts#test_read", 1, 3, { doc: "A test is not embedded." }],
];
const graph = graphOf(rows, [
  ["a.ts#rotate", "Call", "a.ts#scale"],
  ["a.ts#bare", "Call", "a.ts#scale"],
  ["a.ts#bare", "Call", "a.ts#readConfig"],
]);
const noSource = async () => new Map<string, string>();
const never = new AbortController().signal;

async function serve(
  served: EmbeddingEndpointOptions = {},
  options: Partial<EmbedderOptions> = {},
): Promise<Embedder> {
  await endpoint?.close();
  endpoint = await startEmbeddingEndpoint(served);
  return createEmbedder({ baseUrl: endpoint.url, model: "m", firstPauseMs: 1, batchTexts: 2, ...options });
}

const newStores = (): readonly (() => DerivedStore)[] => {
  places += 1;
  const place = places;
  return [
    () => derivedInDatabase(postgres.database, place),
    () => derivedInFiles(join(folder, String(place))),
  ];
};
const newStore = (): DerivedStore => newStores()[0]!();

const embed = (
  embedder: Embedder,
  store: DerivedStore,
  options: EmbedOptions = {},
  signal: AbortSignal = never,
): Promise<DefinitionVectors> =>
  embedDefinitions(graph.nodes, noSource, { embedder, store }, options, signal);

const names = ({ nodes }: Pick<DefinitionVectors, "nodes">) => nodes.map((node) => node.name);
const everything = ["readConfig", "loadSettings", "rotate", "scale", "bare"];
const sent = () => endpoint!.requests.flatMap(({ input }) => input);

describe("definitions become vectors", () => {
  test.each([0, 1])("once, whoever asks and wherever they are kept (%d)", async (at) => {
    const open = newStores()[at]!;
    const first = await embed(await serve(), open());
    expect(names(first)).toEqual(everything);
    expect(first.notes).toEqual([]);
    expect(first.spent).toEqual({ texts: 5, tokens: 50, cost: undefined });
    expect(sent()).toHaveLength(5);
    const again = await embed(await serve(), open());
    expect(names(again)).toEqual(everything);
    expect(again.spent.texts).toBe(0);
    // The one that says whether the model is still the same.
    expect(sent()).toHaveLength(1);
  });

  test("two workers at once come to the same", async () => {
    const [open] = newStores();
    const embedder = await serve();
    const [one, two] = await Promise.all([embed(embedder, open!()), embed(embedder, open!())]);
    expect(names(one)).toEqual(names(two));
    const third = await embed(await serve(), open!());
    expect(third.spent.texts).toBe(0);
  });

  test("within the limits, the most important first, and the next run goes on", async () => {
    const store = newStore();
    const limits = { ...usualEmbeddingLimits, texts: 2 };
    const told: string[] = [];
    const embedder = await serve();
    const options = { limits, progress: (done: number, all: number) => told.push(`${done}/${all}`) };
    const part = await embedDefinitions(importantFirst(graph), noSource, { embedder, store }, options, never);
    expect(names(part)).toEqual(["scale", "readConfig"]);
    expect(part.notes).toEqual([expect.stringContaining("3 of 5 definitions have no vector yet")]);
    expect(told).toEqual(["2/2"]);
    const rest = await embed(embedder, store);
    expect(names(rest)).toEqual(everything);
    expect(rest.spent.texts).toBe(3);
    const poor = await embed(embedder, newStore(), { limits: { ...usualEmbeddingLimits, tokens: 1 } });
    expect(poor).toMatchObject({ nodes: [], notes: [expect.stringContaining("5 of 5")] });
  });

  test("no time left ends it after a request", async () => {
    const limits = { ...usualEmbeddingLimits, milliseconds: 0 };
    const part = await embed(await serve(), newStore(), { limits });
    expect(part.spent.texts).toBe(2);
    expect(part.notes).toHaveLength(1);
  });
});

describe("what goes wrong", () => {
  test("an endpoint that fails in the middle is a note; what was made is used and kept", async () => {
    const store = newStore();
    const broken = await embed(
      await serve({ fault: (_, at) => (at > 0 ? { status: 401 } : undefined) }),
      store,
    );
    expect(broken.spent.texts).toBe(2);
    expect(names(broken)).toEqual(["readConfig", "loadSettings"]);
    expect(broken.notes).toEqual([expect.stringMatching(/refused the key.*compared by their words/)]);
    expect((await embed(await serve(), store)).spent.texts).toBe(3);
  });

  test("a cancelled run throws its reason and keeps what was made", async () => {
    const store = newStore();
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const stop = (): void => controller.abort(reason);
    await expect(embed(await serve(), store, { progress: stop }, controller.signal)).rejects.toBe(reason);
    expect((await embed(await serve(), store)).spent.texts).toBe(3);
  });

  test("a crash between embedding and keeping costs one request", async () => {
    const store = newStore();
    let puts = 0;
    const dying: DerivedStore = {
      get: store.get,
      put: async (kind, entries) => {
        if (++puts === 2) throw new Error("killed");
        await store.put(kind, entries);
      },
    };
    await expect(embed(await serve(), dying)).rejects.toThrow("killed");
    const after = await embed(await serve(), store);
    expect(names(after)).toEqual(everything);
    expect(after.spent.texts).toBe(3);
  });

  test("damaged rows are made again", async () => {
    const place = ++places;
    const store = derivedInDatabase(postgres.database, place);
    await embed(await serve(), store);
    await postgres.database.query(
      "update coderag.derived set value = '\\x00' where repository_id = $1 and key in (select key from coderag.derived where repository_id = $1 order by key limit 2)",
      [place],
    );
    const healed = await embed(await serve(), store);
    expect(names(healed)).toEqual(everything);
    expect(healed.spent.texts).toBe(2);
    expect((await embed(await serve(), store)).spent.texts).toBe(0);
  });

  test.each([
    ["of another width", { dimensions: 32 }],
    [
      "of the same width",
      {
        fault: () => ({
          rows: (all: readonly { index: number }[]) =>
            all.map((row) => ({
              ...row,
              embedding: Array.from({ length: 64 }, (_, at) => (at * 7 + row.index) % 5),
            })),
        }),
      },
    ],
  ])("another model %s behind the same name is noticed, and all is made again", async (_, served) => {
    const store = newStore();
    await embed(await serve(), store);
    const changed = await embed(await serve(served), store);
    expect(changed.spent.texts).toBe(5);
    expect(names(changed)).toEqual(everything);
    expect((await embed(await serve(served), store)).spent.texts).toBe(0);
  });
});

describe("similar definitions", () => {
  const target = {
    node: graph.node("a.ts#readConfig")!,
    requirement: "Reads the configuration file of a project.",
  };

  async function semantic() {
    const embedder = await serve();
    const vectors = await embed(embedder, newStore());
    const [query] = await embedTexts(embedder, [targetText(target)], never);
    return { vectors, query: query! };
  }

  test("by cosine, without the target, 1 for the nearest", async () => {
    const { vectors, query } = await semantic();
    const similar = similarByEmbedding(target, vectors, query);
    expect(similar[0]!.node.name).toBe("loadSettings");
    expect(similar.map(({ node }) => node.name)).not.toContain("readConfig");
    const ranked = rankByEmbedding([query], vectors, 10);
    expect(ranked[0]).toMatchObject({ node: { name: "readConfig" }, score: 1 });
    expect(ranked.at(-1)!.score).toBe(0);
    expect(rankByEmbedding([query], vectors, 2)).toHaveLength(2);
  });

  test("by words alone where there are no vectors, else by both", async () => {
    const index = await createSearchIndex(graph, noSource);
    const words = findSimilar(target, index);
    const none = {
      nodes: [],
      table: { size: 0, dimensions: 0, nearest: () => [] },
      notes: [],
      spent: { texts: 0, tokens: 0, cost: 0 },
    }; // prettier-ignore
    expect(findSimilar(target, index, { vectors: none, query: new Float32Array(0) })).toEqual(words);
    const both = findSimilar(target, index, await semantic());
    expect(both[0]).toMatchObject({ node: { name: "loadSettings" }, share: 1 });
    expect(new Set(both.map(({ node }) => node.id)).size).toBe(both.length);
    expect(both.length).toBeGreaterThanOrEqual(words.length);
  });

  test("rankings are fused: what both find goes before what one finds", () => {
    const of = (...list: readonly string[]) =>
      list.map((name) => ({ node: graph.node(`a.ts#${name}`)!, share: 1 }));
    const fused = fuseSimilar([of("rotate", "scale"), of("bare", "scale")]);
    expect(names({ nodes: fused.map(({ node }) => node) })).toEqual(["scale", "bare", "rotate"]);
    expect(fused[0]!.share).toBe(1);
    expect(fuseSimilar([])).toEqual([]);
  });
});
