import { expect, test } from "@jest/globals";
import type { Module } from "../../src/decompose/program.ts";
import { byWords, representatives } from "../../src/decompose/representatives.ts";

const signal = AbortSignal.timeout(60_000);
const module = (name: string, text: string, kind: Module["kind"] = "function"): Module => ({
  name,
  kind,
  text,
});

const prime = (n: number): string =>
  `def is_prime${n}(number):\n    for divisor in range(2, number):\n        if number % divisor == 0:\n            return False\n    return True`;
const path = (n: number): string =>
  `def shortest_path${n}(graph, start):\n    queue = [start]\n    while queue:\n        node = queue.pop()\n        queue.extend(graph[node])`;
const modules = [
  ...[1, 2, 3].map((n) => module(`is_prime${n}`, prime(n))),
  ...[1, 2].map((n) => module(`shortest_path${n}`, path(n))),
  module("a.b", "def b(x):\n    return x", "inner function"),
];

test("one function of each kind of work is shown, inner functions apart, without an embedding model", async () => {
  const { functions, innerFunctions } = await representatives(modules, 2, undefined, signal);
  expect(functions.map(({ name }) => name.replace(/\d/, ""))).toEqual(["is_prime", "shortest_path"]);
  expect(innerFunctions.map(({ name }) => name)).toEqual(["a.b"]);
});

test("an embedding model decides where there is one", async () => {
  const asked: string[] = [];
  const embedder = {
    name: "scripted",
    dimensions: () => 2,
    async *embed(texts: readonly string[]) {
      asked.push(...texts);
      yield {
        start: 0,
        vectors: texts.map((text) => Float32Array.from([text.length, 0])),
        tokens: 1,
        cost: 0,
      };
    },
  };
  const { functions } = await representatives(modules, 1, embedder, signal);
  expect(functions).toHaveLength(1);
  expect(asked).toEqual(modules.map(({ text }) => text));
});

test("an inner function is not shown again beside the function that it stands in", async () => {
  const outer = "def a(x):\n    def b(y):\n        return y\n    return b(x)";
  const inner = module("a.b", "def b(y):\n    return y", "inner function");
  const other = module("c.d", "def d(y):\n    return -y", "inner function");
  const { functions, innerFunctions } = await representatives(
    [module("a", outer), inner, other],
    ...([5, undefined, signal] as const),
  );
  expect([functions, innerFunctions].map((all) => all.map(({ name }) => name))).toEqual([["a"], ["c.d"]]);
});

test("nothing found, nothing shown", async () => {
  expect(await representatives([], 5, undefined, signal)).toEqual({ functions: [], innerFunctions: [] });
});

test("texts without a word are no fault", () => {
  expect(byWords(["", "a"]).map(([first]) => first)).toEqual([0, 1]);
});
