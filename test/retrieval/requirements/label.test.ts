import { describe, expect, test } from "@jest/globals";
import { labelCandidates, rankByLabels } from "../../../src/retrieval/requirements/label.ts";
import { graphOf } from "../../helpers/graph-of.ts";
import { failing, lines, never, newStore, paidModel, questions } from "./asking.ts";

const names = ["a", "b", "c", ...Array.from({ length: 30 }, (_, at) => `more${at}`)];
const graph = graphOf([["x.ts#target", 1, 2], ...names.map((name) => [`x.ts#${name}`, 3, 4] as const)]);
const node = (name: string) => graph.node(`x.ts#${name}`)!;
const target = { node: node("target"), requirement: "Reads the whole file." };
const candidate = (name: string) => ({
  node: node(name),
  text: { text: `Does ${name}.`, source: "doc" } as const,
});
const said = (id: string, relation: string) => ({ id, relation });

describe("relations to the target", () => {
  test("are asked once, in one question, and kept", async () => {
    const store = newStore();
    const all = [candidate("a"), candidate("b"), candidate("c")];
    const answer = lines(
      said("C1", "child"),
      said("C2", "similar"),
      said("C3", "sibling"),
      said("C7", "child"),
    );
    const first = await labelCandidates(target, all, await paidModel([answer], store()), never);
    expect(first.relations).toEqual({ "x.ts#a": "child", "x.ts#b": "similar" });
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    const again = await labelCandidates(
      target,
      all,
      await paidModel([lines(said("C1", "other"))], store()),
      never,
    );
    expect(again.relations).toEqual({ ...first.relations, "x.ts#c": "other" });
    expect(questions()[0]).toContain("Does c.");
    expect(questions()[0]).not.toContain("Does a.");
    const known = await labelCandidates(target, all, await paidModel([], store()), never);
    expect(known.relations).toEqual(again.relations);
    expect(questions()).toEqual([]);
  });

  test("of the best twenty candidates only, each text bounded", async () => {
    const many = names.map((name) => ({
      ...candidate(name),
      text: { text: "x".repeat(9_999), source: "doc" } as const,
    }));
    await labelCandidates(target, many, await paidModel([lines()]), never);
    expect(questions()[0]!.match(/from="candidate C\d+"/g)).toHaveLength(20);
    expect(questions()[0]!.length).toBeLessThan(20_000);
  });

  test("a failing endpoint leaves everything as it was, with a note", async () => {
    const labels = await labelCandidates(target, [candidate("a")], await paidModel([failing]), never);
    expect(labels).toMatchObject({ relations: {}, notes: [expect.stringContaining("refused the key")] });
    const ranking = [{ node: node("a"), score: 1, reasons: [] }];
    expect(rankByLabels(ranking, labels)).toEqual(ranking);
  });

  test("what cannot have been kept is not believed", async () => {
    const store = newStore()();
    const lying = {
      ...store,
      get: async (_: unknown, keys: readonly string[]) => new Map([[keys[0]!, Buffer.from("boss")]]),
    };
    const labels = await labelCandidates(
      target,
      [candidate("a")],
      await paidModel([lines(said("C1", "child"))], lying),
      never,
    );
    expect(labels.relations).toEqual({ "x.ts#a": "child" });
  });
});

describe("what labels do", () => {
  const labels = { relations: { "x.ts#a": "other", "x.ts#b": "similar", "x.ts#c": "child" } } as const;

  test("to the ranking: children come earlier, the best has 1, nothing is lost", () => {
    const ranking = [
      ["a", 1],
      ["more1", 0.8],
      ["b", 0.5],
      ["c", 0.3],
    ].map(([name, score]) => ({ node: node(name as string), score: score as number, reasons: [] })); // prettier-ignore
    const ranked = rankByLabels(ranking, labels);
    expect(ranked.map(({ node: { name } }) => name)).toEqual(["c", "more1", "a", "b"]);
    expect(ranked[0]!.score).toBe(1);
    expect(rankByLabels([], labels)).toEqual([]);
  });
});
