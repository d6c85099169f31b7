import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { buildGraph } from "../../src/graph/build.ts";
import { createEdgeCollector } from "../../src/graph/columns/edges.ts";
import { tableOf } from "../../src/graph/columns/node-table.ts";
import { createGraph } from "../../src/graph/columns/store.ts";
import type { CodeNode } from "../../src/graph/graph.ts";
import { type TypeShape, typeShape } from "../../src/graph/notation/types.ts";
import { neighbours, routeBetween } from "../../src/graph/walk.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { loadProject } from "../../src/languages/rules.ts";
import { edgesOf, graphOf } from "./fixture.ts";

const chain = `//- a.py
import b
class A:
    """Of A."""
    def run(self): b.f()
    def run2(self): self.run()
//- b.py
def f(): g()
def g(): pass
//- tests/test_a.py
from a import A
def test_run(): A().run2()
`;

describe("nodes", () => {
  test("have readable ids, owners, ranges and a mark for tests", async () => {
    const graph = await graphOf(chain);
    expect(graph.node("a.py#A")).toEqual({
      id: "a.py#A",
      kind: "Class",
      name: "A",
      qualifiedName: "A",
      path: "a.py",
      startLine: 2,
      endLine: 5,
      signature: "class A",
      doc: "Of A.",
      owner: undefined,
      test: false,
      visibility: "public",
      decorators: [],
    });
    expect(graph.node("a.py#A.run")).toMatchObject({ kind: "Method", owner: "a.py#A" });
    expect(graph.node("tests/test_a.py#test_run")).toMatchObject({ kind: "Function", test: true });
    expect(graph.inFile("a.py").map((node) => node.id)).toEqual([
      "a.py",
      "a.py#A",
      "a.py#A.run",
      "a.py#A.run2",
    ]);
    expect(graph.named("f").map((node) => node.id)).toEqual(["b.py#f"]);
    expect([graph.node("nowhere"), graph.outgoing("nowhere"), graph.inFile("nowhere")]).toEqual([
      undefined,
      [],
      [],
    ]);
  });

  test("of one name get different ids", async () => {
    const graph = await graphOf("//- a.py\nif x:\n    def f(): pass\nelse:\n    def f(): pass\nf()\n");
    expect(graph.named("f").map((node) => node.id)).toEqual(["a.py#f", "a.py#f~2"]);
    expect(edgesOf(graph)).toEqual(["a.py call a.py#f ambiguous", "a.py call a.py#f~2 ambiguous"]);
  });
});

describe("walking", () => {
  test("neighbours", async () => {
    const graph = await graphOf(chain);
    expect(
      neighbours(graph, "a.py#A.run").map(({ node, edge, direction }) => [direction, edge.kind, node.id]),
    ).toEqual([
      ["out", "Call", "b.py#f"],
      ["in", "Contain", "a.py#A"],
      ["in", "Call", "a.py#A.run2"],
    ]);
    expect(neighbours(graph, "a.py", ["Import"]).map(({ node }) => node.id)).toEqual([
      "b.py",
      "tests/test_a.py",
    ]);
  });

  test.each<[string, string, number, readonly string[] | undefined]>([
    ["a.py#A.run2", "b.py#g", 4, ["a.py#A.run", "b.py#f", "b.py#g"]],
    ["b.py#g", "a.py#A.run2", 3, ["b.py#f", "a.py#A.run", "a.py#A.run2"]],
    ["a.py#A.run2", "b.py#g", 2, undefined],
    ["b.py#g", "b.py#g", 0, []],
    ["b.py#g", "nowhere", 4, undefined],
    ["b.py#g", "lonely.py", 1e15, undefined],
  ])("from %s to %s within %i hops", async (from, to, hops, expected) => {
    const route = routeBetween(await graphOf(`${chain}//- lonely.py\n`), from, to, hops);
    expect(route?.map(({ node }) => node.id)).toEqual(expected);
  });

  test.each<[string, string, readonly string[]]>([
    ["a.py#save", "a.py#write", ["a.py#Store.put", "a.py#Store.raw", "a.py#write"]],
    ["a.py#write", "a.py#save", ["a.py#Store.raw", "a.py#Store.put", "a.py#save"]],
    ["a.py#save", "a.py#load", ["a.py#check", "a.py#load"]],
  ])(
    "from %s to %s a way in one direction comes before a shorter one through what both share",
    async (from, to, expected) => {
      const source = `//- a.py
def check(): pass
def write(): check()
def save(store: "Store"):
    check()
    store.put()
def load(): check()
class Store:
    def put(self): self.raw()
    def raw(self): write()
`;
      const route = routeBetween(await graphOf(source), from, to, 4);
      expect(route?.map(({ node }) => node.id)).toEqual(expected);
    },
  );
});

test("the order in which files come does not matter", async () => {
  const files = chain.split("//- ").slice(1);
  const inputs = files.map((part) => {
    const [path = "", ...lines] = part.split("\n");
    return { path, hash: path, text: lines.join("\n") };
  });
  const { outlines } = await indexFiles(inputs, { workers: 0 }, AbortSignal.timeout(240_000));
  const project = await loadProject(
    inputs.map(({ path }) => path),
    async () => new Map(),
  );
  const expected = edgesOf(buildGraph(outlines, project));
  fc.assert(
    fc.property(fc.shuffledSubarray([...outlines], { minLength: outlines.length }), (shuffled) => {
      expect(edgesOf(buildGraph(shuffled, project))).toEqual(expected);
    }),
  );
});

const moduleNode = (path: string): CodeNode => ({
  ...{ id: path, kind: "Module", name: path, qualifiedName: "", path, startLine: 1, endLine: 1 },
  ...{ signature: path, doc: undefined, owner: undefined, test: false, visibility: "public", decorators: [] },
});

test("what goes out of one node comes into another, and the surest mention of an edge stays", () => {
  const row = fc.tuple(
    fc.nat(9),
    fc.nat(9),
    fc.constantFrom("Import" as const, "Call" as const),
    fc.constantFrom("exact" as const, "inferred" as const, "ambiguous" as const),
    fc.nat(50),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const collector = createEdgeCollector(10);
      for (const one of rows) collector.add(...one);
      const nodes = Array.from({ length: 10 }, (_, i) => moduleNode(`n${i}`));
      const graph = createGraph(tableOf(nodes), collector.finish());
      const out = nodes.flatMap((node) => graph.outgoing(node.id));
      const into = nodes.flatMap((node) => graph.incoming(node.id));
      const key = (edge: object): string => JSON.stringify(edge);
      expect(out.map(key).sort()).toEqual(into.map(key).sort());
      expect(graph.edgeCount).toBe(new Set(rows.map(([from, to, kind]) => `${from} ${to} ${kind}`)).size);
      for (const edge of out) {
        const same = rows.filter(
          ([f, t, k]) => edge.from === `n${f}` && edge.to === `n${t}` && edge.kind === k,
        );
        const order = ["exact", "inferred", "ambiguous"];
        const best = Math.min(...same.map((one) => order.indexOf(one[3])));
        expect(edge.sureness).toBe(order[best]);
        expect(edge.line).toBe(
          Math.min(...same.filter((one) => one[3] === order[best]).map((one) => one[4])),
        );
      }
    }),
  );
});

describe("typeShape", () => {
  const say = ({ names, elements, keys, isClass }: TypeShape): string =>
    `${isClass ? "class " : ""}${names.join("|")}${elements ? `[${keys ? `${say(keys)}: ` : ""}${say(elements)}]` : ""}`;
  test.each([
    ["Foo", "Foo"],
    ["a.b.Foo", "a.b.Foo"],
    ['"Foo"', "Foo"],
    ["Foo | None", "Foo"],
    ["Optional[Foo]", "Foo"],
    ["typing.Union[A, 'B', None]", "A|B"],
    ["Promise<Foo | undefined>", "Foo"],
    ["list[Foo]", "[Foo]"],
    ["Foo[]", "[Foo]"],
    ["readonly Foo[][]", "[[Foo]]"],
    ["Map<string, Array<Foo>>", "[string: [Foo]]"],
    ["Dict[str, Foo] | None", "[str: Foo]"],
    ["type[Foo]", "class Foo"],
    ["Coroutine[Any, Any, Foo]", "Foo"],
    ["Foo<Bar>", "Foo"],
    ["&mut Foo", "Foo"],
    ["constant", "constant"],
    ["(Foo)", "Foo"],
    ["(a: Foo) => Bar", ""],
    ["{ a: Foo }", ""],
    ["string | Foo", "string|Foo"],
    ["", ""],
    ["[[[[", ""],
    ["any", ""],
  ])("%s -> %s", (text, expected) => expect(say(typeShape(text))).toBe(expected));

  test("reads anything without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."Ab[]<>|,.()\"' &*=?"), maxLength: 60 }), (text) => {
        expect(Array.isArray(typeShape(text).names)).toBe(true);
      }),
    );
  });
});
