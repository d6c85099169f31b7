import { expect, test } from "@jest/globals";
import type { IndexedRepository } from "../../src/jobs/reading/knowledge.ts";
import { openMeaning } from "../../src/jobs/reading/meaning.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { graphOf } from "../helpers/graph-of.ts";
import { lines, never, newStore, paidModel, questions } from "../retrieval/requirements/asking.ts";

const text = "function target() {}\nfunction readFile() { open(); }\nfunction countWords() { split(); }\n";
const graph = graphOf([
  ["a.ts#target", 1, 1],
  ["a.ts#readFile", 2, 2],
  ["a.ts#countWords", 3, 3],
]);
const readMany = async (paths: readonly string[]) => new Map(paths.map((path) => [path, text]));
const request = {
  title: "Tell how many words a file has",
  body: "The target must read the file and count its words.",
  comments: [],
};

async function indexed(): Promise<IndexedRepository> {
  const search = await createSearchIndex(graph, readMany);
  return { graph, search, workspace: { readMany } } as unknown as IndexedRepository;
}

test("without a model and embeddings rules cut the request and nothing is paid", async () => {
  const meaning = await openMeaning(request, await indexed(), { model: undefined }, never);
  const found = await meaning.rank({ node: graph.node("a.ts#target")!, requirement: request.title }, 2);
  expect(meaning.requirements.map(({ id }) => id)).toEqual(["R1", "R2"]);
  expect(found).toHaveLength(2);
  expect(meaning.spent()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  expect(meaning.notes()).toEqual([]);
});

test("a model that is asked cuts the request and judges the candidates of one target, once", async () => {
  const answers = [
    lines({ quote: "count its words", text: "The target must count the words of the file" }),
    lines({ id: "D1", purpose: "Does something" }),
    lines({ id: "C1", relation: "child" }),
  ];
  const { model, store } = await paidModel(answers, newStore()());
  const meaning = await openMeaning(
    request,
    await indexed(),
    { model, meaning: { store, embedder: undefined, asksModel: true } },
    never,
  );
  expect(meaning.requirements).toEqual([{ id: "R1", text: "The target must count the words of the file" }]);
  const target = { node: graph.node("a.ts#target")!, requirement: request.title };
  await meaning.rank(target, 2);
  const asked = questions().length;
  expect(asked).toBe(3);
  await meaning.rank({ ...target, node: graph.node("a.ts#readFile")! }, 2);
  expect(questions()).toHaveLength(asked);
  expect(meaning.spent().outputTokens).toBeGreaterThan(0);
});
