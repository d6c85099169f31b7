import { expect, test } from "@jest/globals";
import { rankSupport } from "../../../src/retrieval/bigraph/rank.ts";
import { similarByWords } from "../../../src/retrieval/bigraph/similar.ts";
import { createSearchIndex } from "../../../src/retrieval/documents.ts";
import { candidatesOf, judgeCandidates, nothingJudged } from "../../../src/retrieval/requirements/judge.ts";
import { rankByLabels } from "../../../src/retrieval/requirements/label.ts";
import { graphOf } from "../../helpers/graph-of.ts";
import { failing, lines, never, newStore, paidModel, questions } from "./asking.ts";

const source = [
  "function target() {}",
  "function readFile() { open(); }",
  "function countWords() { split(); }",
];
const graph = graphOf([
  ["a.ts#target", 1, 1],
  ["a.ts#readFile", 2, 2],
  ["a.ts#countWords", 3, 3],
  ["b.ts#told", 1, 1, { doc: "Tells how many words a file has." }],
]);
const read = async (paths: readonly string[]) => new Map(paths.map((path) => [path, source.join("\n")]));
const target = { node: graph.node("a.ts#target")!, requirement: "Tell how many words a file has" };

async function ranked() {
  const index = await createSearchIndex(graph, read);
  const similar = similarByWords(target, index);
  const ranking = await rankSupport(target, graph, index, read, { limit: 10, similar });
  return { ranking, candidates: candidatesOf(ranking, similar) };
}

test("two questions judge the candidates, and the ranking follows", async () => {
  const { ranking, candidates } = await ranked();
  expect(new Set(candidates).size).toBe(candidates.length);
  const bare = candidates.filter((node) => !node.doc);
  const number = (id: string, among = candidates) => among.findIndex((node) => node.id === id) + 1;
  const store = newStore();
  const answers = [
    lines({ id: `D${number("a.ts#readFile", bare)}`, purpose: "Opens and reads a file" }),
    lines(
      { id: `C${number("a.ts#readFile")}`, relation: "child" },
      { id: `C${number("b.ts#told")}`, relation: "other" },
    ),
  ];
  const judged = await judgeCandidates(
    target,
    candidates,
    graph,
    read,
    await paidModel(answers, store()),
    never,
  );
  expect(judged).toMatchObject({
    texts: { "a.ts#readFile": "Opens and reads a file." },
    relations: { "a.ts#readFile": "child", "b.ts#told": "other" },
    usage: { outputTokens: 20 },
    notes: [],
  });
  expect(JSON.parse(JSON.stringify(judged))).toEqual(judged);
  expect(questions()[1]).toContain("Opens and reads a file.");
  const place = (list: readonly { node: { id: string } }[], id: string) =>
    list.findIndex(({ node }) => node.id === id);
  const after = rankByLabels(ranking, judged);
  expect(place(after, "a.ts#readFile")).toBeLessThanOrEqual(place(ranking, "a.ts#readFile"));
  expect(place(after, "a.ts#readFile")).toBeLessThan(place(after, "b.ts#told"));
  expect(after[0]!.score).toBe(1);
});

test("without a model, or where it fails, the ranking stays as it is", async () => {
  const { ranking, candidates } = await ranked();
  expect(await judgeCandidates(target, candidates, graph, read, undefined, never)).toEqual(nothingJudged);
  const failed = await judgeCandidates(
    target,
    candidates,
    graph,
    read,
    await paidModel([failing, failing]),
    never,
  );
  expect(failed).toMatchObject({ relations: {}, notes: [expect.stringContaining("refused the key")] });
  for (const judged of [nothingJudged, failed]) expect(rankByLabels(ranking, judged)).toEqual(ranking);
});
