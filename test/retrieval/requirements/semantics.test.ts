import { afterEach, expect, test } from "@jest/globals";
import { createEmbedder } from "../../../src/llm/embeddings.ts";
import { rankSupport } from "../../../src/retrieval/bigraph/rank.ts";
import { similarByWords } from "../../../src/retrieval/bigraph/similar.ts";
import { createSearchIndex } from "../../../src/retrieval/documents.ts";
import { openSemantics } from "../../../src/retrieval/requirements/semantics.ts";
import {
  type EmbeddingEndpoint,
  type EmbeddingEndpointOptions,
  startEmbeddingEndpoint,
} from "../../helpers/embedding-endpoint.ts";
import { graphOf } from "../../helpers/graph-of.ts";
import { never, newStore } from "./asking.ts";

const endpoints: EmbeddingEndpoint[] = [];
afterEach(() => Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close())));

const graph = graphOf(
  [
    ["a.ts#readConfig", 1, 3, { doc: "Reads the configuration file of a project." }],
    ["a.ts#loadSettings", 4, 6, { doc: "Loads settings from the configuration file." }],
    ["a.ts#rotate", 7, 9, { doc: "Rotates a picture by an angle." }],
    ["b.ts#helper", 1, 3, { doc: "Opens a path." }],
  ],
  [["a.ts#loadSettings", "Call", "b.ts#helper"]],
);
const read = async () => new Map<string, string>();
const target = { node: graph.node("a.ts#readConfig")!, requirement: "Reads the configuration file." };

async function open(served?: EmbeddingEndpointOptions) {
  const index = await createSearchIndex(graph, read);
  if (!served) return { index, semantics: await openSemantics(graph, index, read, undefined, {}, never) };
  const endpoint = await startEmbeddingEndpoint(served);
  endpoints.push(endpoint);
  const embedder = createEmbedder({ baseUrl: endpoint.url, model: "m", firstPauseMs: 1 });
  const semantics = await openSemantics(graph, index, read, { embedder, store: newStore()() }, {}, never);
  return { index, semantics };
}

test("without an embedding model everything is answered by words", async () => {
  const { index, semantics } = await open();
  expect(await semantics.similar(target, never)).toEqual(similarByWords(target, index));
  expect(await semantics.rank(["settings"], 5, never)).toEqual([]);
  expect(semantics).toMatchObject({ size: 0, spent: { texts: 0 } });
  expect(semantics.notes()).toEqual([]);
});

test("with one, similar definitions lead to what they call", async () => {
  const { index, semantics } = await open({});
  expect(semantics.size).toBe(4);
  const similar = await semantics.similar(target, never);
  expect(similar[0]).toMatchObject({ node: { name: "loadSettings" }, share: 1 });
  const ranked = await rankSupport(target, graph, index, read, { limit: 10, similar });
  const helper = ranked.find(({ node }) => node.name === "helper");
  expect(helper?.reasons.map(({ signal }) => signal)).toContain("similarCalls");
  const [best] = await semantics.rank(["Rotates a picture", "by an angle"], 5, never);
  expect(best).toMatchObject({ node: { name: "rotate" }, score: 1 });
});

test("an endpoint that fails at once or later is a note, said once", async () => {
  const dead = await open({ fault: () => ({ status: 401 }) });
  expect(await dead.semantics.similar(target, never)).toEqual(similarByWords(target, dead.index));
  expect(dead.semantics.notes()).toEqual([expect.stringContaining("compared by their words")]);
  const dying = await open({ fault: (_, at) => (at > 0 ? { status: 401 } : undefined) });
  expect(await dying.semantics.similar(target, never)).toEqual(similarByWords(target, dying.index));
  expect(await dying.semantics.rank(["x"], 5, never)).toEqual([]);
  expect(dying.semantics.notes()).toHaveLength(1);
});
