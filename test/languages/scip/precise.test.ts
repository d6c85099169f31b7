import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { BuiltGraph } from "../../../src/graph/columns/store.ts";
import { MalformedIndexError } from "../../../src/languages/scip/message.ts";
import { createPrecision, type PreciseGraph } from "../../../src/languages/scip/precise.ts";
import { openScip, readDocument } from "../../../src/languages/scip/read.ts";
import { edgesOf, filesOf, graphOf } from "../../graph/fixture.ts";
import { type ColumnUnit, type MarkedOptions, marked, scipOf } from "../../helpers/scip.ts";
import { sources } from "./sources.ts";

/** Marked files (`//- path` starts one) drawn without and then with their index. */
async function precise(source: string, options: MarkedOptions = {}): Promise<PreciseGraph> {
  const files = [...filesOf(source)].map(([path, text]) => marked(path, text, options));
  return apply(
    await graphOf(files.map(({ path, text }) => `//- ${path}\n${text}`).join("")),
    scipOf(files.map(({ document }) => document)),
    new Map(files.map(({ path, text }) => [path, text])),
  );
}

function apply(graph: BuiltGraph, bytes: Uint8Array, texts: ReadonlyMap<string, string>): PreciseGraph {
  const precision = createPrecision(graph);
  for (const { path, bytes: document } of openScip(bytes).documents) {
    const text = texts.get(path);
    if (text !== undefined) precision.add(path, readDocument(document), text);
  }
  return precision.finish();
}

const calls = ({ graph }: PreciseGraph): readonly string[] =>
  edgesOf(graph)
    .filter((row) => / (?:call|inherit) /.test(row))
    .sort();

describe("calls that an index judges", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "inferred ones become exact",
      `//- a.ts
class ‹Cart:=a/Cart#› { ‹total:=a/Cart#total().›() {} }
function ‹make:=a/make().›() { return new ‹Cart=a/Cart#›(); }
export function ‹use:=a/use().›() { const ‹c:=local 1› = ‹make=a/make().›(); ‹c=local 1›.‹total=a/Cart#total().›(); }
`,
      ["a.ts#make call a.ts#Cart", "a.ts#use call a.ts#Cart.total", "a.ts#use call a.ts#make"],
    ],
    [
      "missing ones come",
      `//- a.py
class ‹Cart:=a/Cart#›:
    def ‹total:=a/Cart#total().›(self): pass

def ‹use:=a/use().›(‹carts:=a/use().(carts)›):
    ‹carts=a/use().(carts)›.pop().‹total=a/Cart#total().›()
`,
      ["a.py#use call a.py#Cart.total"],
    ],
    [
      "those that lead elsewhere go",
      `//- a.py
def ‹run:=a/run().›(): pass
//- b.py
def ‹run:=b/run().›(): pass
//- c.py
from ‹a=\`a.py\`/› import ‹run=a/run().›
def ‹use:=c/use().›():
    ‹run=b/run().›()
`,
      ["c.py#use call b.py#run"],
    ],
    [
      "those that lead outside go",
      `//- a.py
def ‹run:=a/run().›(): pass
def ‹use:=a/use().›():
    ‹run=other: lib/run().›()
`,
      [],
    ],
    [
      "of those in doubt one stays",
      `//- a.py
class ‹A:=a/A#›:
    def ‹go:=a/A#go().›(self): pass
class ‹B:=a/B#›:
    def ‹go:=a/B#go().›(self): pass
def ‹use:=a/use().›(‹flag:=a/use().(flag)›):
    ‹x:=local 1› = ‹A=a/A#›() if ‹flag=a/use().(flag)› else ‹B=a/B#›()
    ‹x=local 1›.‹go=a/B#go().›()
`,
      ["a.py#use call a.py#A", "a.py#use call a.py#B", "a.py#use call a.py#B.go"],
    ],
    [
      "what the index is silent on stays as it was inferred",
      `//- a.py
class ‹Cart:=a/Cart#›:
    def ‹total:=a/Cart#total().›(self): pass
def ‹use:=a/use().›():
    ‹c:=local 1› = ‹Cart=a/Cart#›()
    ‹c=local 1›.total()
`,
      ["a.py#use call a.py#Cart", "a.py#use call a.py#Cart.total inferred"],
    ],
    [
      "a variable that is called says nothing of the function in it",
      `//- a.py
def ‹run:=a/run().›(): pass
‹job:=a/job.› = ‹run=a/run().›
‹job=a/job.›()
`,
      ["a.py call a.py#run inferred"],
    ],
    [
      "a symbol of an indexed package that nothing defines says nothing",
      `//- a.py
def run(): pass
def ‹use:=a/use().›():
    ‹run=a/run().›()
`,
      ["a.py#use call a.py#run"],
    ],
    [
      "a constructor is its class, unless it is named",
      `//- a.ts
export class ‹A:=a/A#› { ‹constructor:=a/A#\`<constructor>\`().›() {} }
export const ‹make:=a/make.› = () => new ‹A=a/A#\`<constructor>\`().›();
//- b.py
class ‹B:=b/B#›:
    def ‹__init__:=b/B#__init__().›(self): pass
class ‹C:=b/C#›(Unknown):
    def ‹__init__:=b/C#__init__().›(self):
        super().‹__init__=b/B#__init__().›()
‹B=b/B#›()
`,
      ["a.ts#make call a.ts#A", "b.py call b.py#B", "b.py#C.__init__ call b.py#B.__init__"],
    ],
    [
      "decorators, components, tags and constructions without parentheses are calls",
      `//- a.tsx
function ‹Box:=a/Box().›() {}
function ‹tag:=a/tag().›() {}
class ‹K:=a/K#› {}
export const ‹view:=a/view.› = () => <‹Box=a/Box().› key={‹tag=a/tag().›\`x\`} of={new ‹K=a/K#›} on={‹tag=a/tag().›} />;
//- b.py
def ‹mark:=b/mark().›(f): return f
@‹mark=b/mark().›
def ‹use:=b/use().›(): pass
`,
      [
        "a.tsx#view call a.tsx#Box",
        "a.tsx#view call a.tsx#K",
        "a.tsx#view call a.tsx#tag",
        "b.py#use call b.py#mark",
      ],
    ],
    [
      "a definition that the index does not mark is no call of its name",
      `//- a.py
def ‹f:=a/f().›(): pass
def ‹f=a/f().›(x): pass
`,
      [],
    ],
    [
      "an interface and a function of one name are two",
      `//- a.ts
export interface ‹Ral:=a/Ral#|a/Ral().› { x: number }
export function ‹Ral:=a/Ral#|a/Ral().›() {}
export const ‹use:=a/use.› = () => ‹Ral=a/Ral().›();
`,
      ["a.ts#use call a.ts#Ral~2"],
    ],
    [
      "aliases that an import explains are followed",
      `//- a.ts
export function ‹run:=a/run().›() {}
//- b.ts
import { ‹run=a/run().› as ‹go=a/run().› } from './a';
export const ‹use:=b/use.› = () => ‹go=a/run().›();
`,
      ["b.ts#use call a.ts#run"],
    ],
  ])("%s", async (_, source, expected) => {
    expect(calls(await precise(source))).toEqual(expected);
  });

  test("are counted", async () => {
    const { counts } = await precise(`//- a.py
class ‹Cart:=a/Cart#›:
    def ‹total:=a/Cart#total().›(self): pass
def ‹use:=a/use().›():
    ‹c:=local 1› = ‹Cart=a/Cart#›()
    ‹c=local 1›.‹total=a/Cart#total().›()
    ‹use=other: b/use().›()
    max().‹total=a/Cart#total().›(), ‹late=a/late().›()
def ‹late:=a/late().›(): pass
`);
    expect(counts).toEqual({ files: 1, stale: 0, confirmed: 1, dropped: 1, added: 0 });
  });
});

describe("bases and imports that an index judges", () => {
  test("classes lead where their heads and relationships say, without the bases of bases", async () => {
    const source = `//- a.ts
export class ‹Base:=a/Base#› {}
export class ‹Mid:=a/Mid#› extends ‹Base=a/Base#› {}
export class ‹Error:=a/Error#› {}
export const ‹mix:=a/mix.› = (x: unknown) => ‹Mid=a/Mid#›;
class ‹Top:=a/Top#› extends ‹mix=a/mix.›(1) {}
class ‹Fail:=a/Fail#› extends ‹Error=other: lib/Error#› {}
`;
    const bases = { "a/Mid#": ["a/Base#"], "a/Top#": ["a/Mid#", "a/Base#"] };
    const rows = calls(await precise(source, { bases })).filter((row) => row.includes(" inherit "));
    expect(rows).toEqual(["a.ts#Mid inherit a.ts#Base", "a.ts#Top inherit a.ts#Mid"]);
  });

  test("files that an import names are imported", async () => {
    const result = await precise(`//- lib/a.ts
export const x = 1;
//- b.ts
import { x } from ‹'@lib/a'=\`lib/a.ts\`/›;
`);
    expect(edgesOf(result.graph as Parameters<typeof edgesOf>[0])).toEqual(["b.ts import lib/a.ts"]);
  });
});

describe("an index of another version", () => {
  const source = `class ‹Cart:=a/Cart#›:
    def ‹total:=a/Cart#total().›(self): pass
def ‹use:=a/use().›():
    ‹c:=local 1› = ‹Cart=a/Cart#›()
    ‹c=local 1›.‹total=a/Cart#total().›()
`;
  const { document, text } = marked("a.py", source);

  test.each([
    ["as it was", (now: string) => now, 0],
    ["with a line more", (now: string) => `import os\n${now}`, 1],
    ["with a line less", (now: string) => now.slice(now.indexOf("\n") + 1), 1],
    ["with a name changed", (now: string) => now.replaceAll("Cart", "Kart"), 1],
    ["with a name grown", (now: string) => now.replace("c.total", "c.totals"), 1],
    ["emptied", () => "", 1],
    ["with a line behind", (now: string) => `${now}# more\n`, 0],
  ])("is not believed of a file %s", async (_, change, stale) => {
    const now = change(text);
    const inferred = await graphOf(`//- a.py\n${now}`);
    const result = apply(inferred, scipOf([document]), new Map([["a.py", now]]));
    expect(result.counts).toMatchObject({ stale, files: 1 - stale, confirmed: 1 - stale });
    if (stale === 1) expect(calls(result)).toEqual(calls({ ...result, graph: inferred }));
  });

  test.each<[ColumnUnit, boolean]>([
    ["utf-8", true],
    ["utf-16", true],
    ["utf-32", true],
    ["utf-8", false],
    ["utf-16", false],
    ["utf-32", false],
  ])("is told from one that counts columns in %s (said: %s)", async (unit, says) => {
    const umlauts = `//- a.py
def ‹größe:=a/größe().›(): pass
def ‹use:=a/use().›(): return ["ä𝒳é", pop(), "𝒳"].x.‹größe=a/größe().›()
`;
    const result = await precise(umlauts, { unit, says });
    expect([result.counts.stale, ...calls(result)]).toEqual([0, "a.py#use call a.py#größe"]);
  });
});

describe("indexes as indexers write them", () => {
  const fixture = (name: string) =>
    readFileSync(join(import.meta.dirname, "../../fixtures/scip", `${name}.scip`));
  const files = { python: "shapes.py", typescript: "shapes.ts" } as const;
  const drawn = async (name: keyof typeof files) => ({
    graph: await graphOf(`//- ${files[name]}\n${sources[name]}`),
    texts: new Map([[files[name], sources[name]]]),
  });

  test.each(["python", "typescript"] as const)("%s", async (name) => {
    const { graph, texts } = await drawn(name);
    const result = apply(graph, fixture(name), texts);
    expect(result.counts).toMatchObject({ files: 1, stale: 0 });
    expect(calls(result)).toMatchSnapshot();
  });

  test.each(["python", "typescript"] as const)(
    "%s: with any bytes changed nothing is thrown and no edge leads to a node that is not there",
    async (name) => {
      const { graph, texts } = await drawn(name);
      const whole = fixture(name);
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
      fc.assert(
        fc.property(
          fc.array(change, { minLength: 1, maxLength: 12 }),
          fc.nat(whole.length),
          (changes, cut) => {
            const bytes = Buffer.from(whole);
            for (const [at, value] of changes) bytes[at] = value;
            for (const candidate of [bytes, bytes.subarray(0, cut)]) {
              const found = attempt(() => apply(graph, candidate, texts));
              for (const { id } of found?.graph.nodes ?? [])
                for (const { from, to } of found!.graph.outgoing(id))
                  if (!graph.node(from) || !graph.node(to)) throw new Error(`${from} -> ${to}`);
            }
          },
        ),
        { numRuns: 150 },
      );
    },
  );
});

/** Undefined where the bytes are refused by name. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MalformedIndexError) return undefined;
    throw error;
  }
}
