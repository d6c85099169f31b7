import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { graphOf, type Linked, linkAll } from "../../src/graph/linked.ts";
import { tableOf } from "../../src/graph/node-table.ts";
import type { Outline } from "../../src/graph/outline.ts";
import type { Project } from "../../src/graph/project.ts";
import { relink } from "../../src/graph/relink.ts";
import { decodeLinked, encodeLinked } from "../../src/graph/snapshot.ts";
import { headOf } from "../../src/graph/tables.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { loadProject } from "../../src/languages/rules.ts";
import { filesOf } from "./fixture.ts";

/** Small projects whose files lean on each other in every way that their language has. */
const projects: Readonly<Record<string, string>> = {
  python: `
//- pkg/__init__.py
from .shapes import Circle as Round
from .tools import *
//- pkg/shapes.py
from .base import Shape
class Circle(Shape):
    def __init__(self, tool):
        self.tool = make(tool)
    def draw(self):
        return self.tool.run().draw()
    @property
    def size(self):
        return self.scale()
def make(x):
    y = x
    return y
//- pkg/base.py
from . import tools
class Shape:
    helper = tools.Tool()
    def scale(self):
        return self.helper.run()
    def draw(self):
        return Shape()
//- pkg/tools.py
class Tool:
    def run(self) -> "Shape":
        return Tool()
def pick(tool: Tool):
    return tool.run()
//- tests/test_it.py
import pkg
from pkg import Round, pick
def test_draw():
    one = Round(1)
    one.draw().scale()
    pick(one.helper)
    one.size.draw()
`,
  typescript: `
//- base.ts
export interface Runner { run(): Result }
export abstract class Base implements Runner {
  run(): Result { return this.make(); }
  protected make() { return new Result(); }
}
export class Result { next = () => new Result(); }
//- index.ts
export * from "./base";
export { default as start } from "./start";
//- start.ts
import { Base, type Runner } from "./index";
class Own extends Base {
  make() { const made = super.make(); return made.next(); }
}
export default function start(runner: Runner) { runner.run(); return new Own().run(); }
//- use.ts
import * as all from "./index";
import { start } from "./index";
const own = start({ run: () => new all.Result() });
own.next().next();
function inner() { const o = own; return o.next(); }
inner();
`,
  rust: `
//- Cargo.toml
[package]
name = "a"
//- src/lib.rs
pub mod shape;
mod draw;
use crate::shape::{Shape, Circle};
pub fn start(c: Circle) -> Shape { let s = c.area(); c.render(); s.grow() }
//- src/shape.rs
pub struct Shape { x: i32 }
pub struct Circle { inner: Shape }
impl Circle {
    pub fn area(&self) -> Shape { self.inner.grow() }
}
//- src/draw.rs
use super::shape::{Circle, Shape};
pub trait Draw { fn render(&self); }
impl Draw for Circle {
    fn render(&self) { self.area().grow(); }
}
impl Shape {
    pub fn grow(&self) -> Shape { Shape { x: 1 } }
}
`,
  c: `
//- a.h
int add(int x);
static int hidden(void);
//- a.c
#include "a.h"
int add(int x) { return hidden(); }
static int hidden(void) { return 1; }
//- main.c
#include "a.h"
int main(void) { return add(1); }
`,
  ruby: `
//- lib/a.rb
module A
  class Base
    def run
      helper
    end
    def helper
    end
  end
end
//- lib/b.rb
require_relative "a"
module A
  class Base
    include Extra
    def more
      run
    end
  end
  module Extra
    def extra
      more
    end
  end
end
A::Base.new.extra
`,
  java: `
//- p/Shape.java
package p;
public class Shape {
  protected Tool tool = new Tool();
  public Tool use(int x) { return tool.take(x); }
  public Tool use(String x) { return tool; }
}
//- p/Tool.java
package p;
public class Tool {
  Tool take(int x) { return this; }
  static Tool of() { return new Tool(); }
}
//- q/Main.java
package q;
import p.Shape;
import static p.Tool.of;
public class Main extends Shape {
  void go() { use(1).take(2); use("a"); of(); }
}
`,
  go: `
//- go.mod
module example.com/shop
//- cart/cart.go
package cart
type Cart struct { Total Money }
func New() *Cart { return &Cart{Total: zero()} }
//- cart/money.go
package cart
type Money int
func zero() Money { return 0 }
func (c *Cart) Add(m Money) { c.pay(m) }
//- cart/pay.go
package cart
func (c *Cart) pay(m Money) { m.round() }
func (m Money) round() Money { return m }
//- main.go
package main
import "example.com/shop/cart"
func main() { cart.New().Add(1) }
`,
  csharp: `
//- A.cs
namespace Shop;
public partial class Cart { public void Add(int x) { Pay(x); } }
public class Money { public void Round() { } }
//- B.cs
namespace Shop;
public partial class Cart { void Pay(int x) { new Money().Round(); new Till().Open(); } }
//- C.cs
namespace Shop.Tills;
public class Till { public void Open() { new Money().Round(); } }
//- D.cs
using Shop;
using Shop.Tills;
public class Program { static void Main() { new Cart().Add(1); new Till().Open(); } }
`,
};

interface Edit {
  readonly file: number;
  readonly line: number;
  readonly other: number;
  readonly kind: "delete" | "double" | "swap" | "replace" | "comment";
}

const edit = fc.record<Edit>({
  file: fc.nat(20),
  line: fc.nat(40),
  other: fc.nat(200),
  kind: fc.constantFrom("delete", "double", "swap", "replace", "comment"),
});

/** Words of the whole project that may stand for each other. */
function applyEdit(files: Map<string, string>, { file, line, other, kind }: Edit): void {
  const path = [...files.keys()].filter((one) => !/\.(?:toml|mod)$/.test(one))[
    file % [...files.keys()].filter((one) => !/\.(?:toml|mod)$/.test(one)).length
  ]!;
  const lines = files.get(path)!.split("\n");
  const at = line % lines.length;
  if (kind === "delete") lines.splice(at, 1);
  if (kind === "double") lines.splice(at, 0, lines[at]!);
  if (kind === "swap") [lines[at], lines[other % lines.length]] = [lines[other % lines.length]!, lines[at]!];
  if (kind === "comment") lines.splice(0, 0, "");
  if (kind === "replace") {
    const words = [...[...files.values()].join("\n").matchAll(/\b[A-Za-z]{3,}\b/g)].map(([word]) => word);
    const own = [...lines[at]!.matchAll(/\b[A-Za-z]{3,}\b/g)];
    const word = own[other % Math.max(1, own.length)];
    if (word)
      lines[at] =
        lines[at]!.slice(0, word.index) +
        words[(other * 7 + line) % words.length]! +
        lines[at]!.slice(word.index + word[0].length);
  }
  files.set(path, lines.join("\n"));
}

async function outlinesOf(files: ReadonlyMap<string, string>): Promise<readonly Outline[]> {
  const inputs = [...files].map(([path, text]) => ({ path, hash: text, text }));
  const { outlines } = await indexFiles(inputs, { workers: 0 }, AbortSignal.timeout(60_000));
  return [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const projectOf = (files: ReadonlyMap<string, string>): Promise<Project> =>
  loadProject(
    [...files.keys()].sort(),
    async (paths) => new Map(paths.map((path) => [path, files.get(path)!])),
  );

/** Everything that a reader of the graph can see, in order. */
function seen(linked: Linked) {
  const graph = graphOf(linked);
  return {
    nodes: graph.nodes,
    edges: graph.nodes.flatMap((node) => graph.outgoing(node.id)),
    calls: graph.calls,
  };
}

function again(before: Linked, old: readonly Outline[], now: readonly Outline[], project: Project) {
  const changed = new Set<number>();
  now.forEach((outline, index) => {
    if (JSON.stringify(outline) !== JSON.stringify(old[index])) changed.add(index);
  });
  const sources = { heads: now.map(headOf), outline: (index: number) => now[index]! };
  return relink(before, { sources, changed, outlineBefore: (index) => old[index]! }, project);
}

describe("relink", () => {
  test.each(Object.keys(projects))("gives what linking everything gives: %s", async (language) => {
    const files = new Map(filesOf(projects[language]!));
    const project = await projectOf(files);
    const first = await outlinesOf(files);
    const linked = linkAll(first, project);
    let [updated, whole] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (commits) => {
          const texts = new Map(files);
          let [old, before] = [first, linked];
          for (const commit of commits) {
            for (const one of commit) applyEdit(texts, one);
            const now = await outlinesOf(texts);
            const cold = linkAll(now, project);
            const found = again(before, old, now, project)?.linked;
            found ? updated++ : whole++;
            if (found) expect(seen(found)).toEqual(seen(cold));
            [old, before] = [now, found ?? cold];
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(updated).toBeGreaterThan(whole);
  });

  const [a, b, c] = ["def f(): pass\n", "from a import f\ndef g(): f()\n", "def h(): pass\n"];
  test.each<[string, string, number]>([
    ["a body", "def f(): print()\n", 1],
    ["a line before", "\n\ndef f(): pass\n", 1],
    ["a name that nobody asked for", "def f(): pass\ndef other(): pass\n", 1],
    ["the name that another file asks for", "def e(): pass\n", 2],
    ["what that name is", "class f: pass\n", 2],
  ])("links again only who asked for it: %s", async (_, text, count) => {
    const files = new Map([
      ["a.py", a],
      ["b.py", b],
      ["c.py", c],
    ] as const);
    const project = await projectOf(files);
    const old = await outlinesOf(files);
    const now = await outlinesOf(new Map(files).set("a.py", text as typeof a));
    expect(again(linkAll(old, project), old, now, project)?.count).toBe(count);
  });

  test("gives up where files came or went", async () => {
    const files = new Map([["a.py", a]]);
    const project = await projectOf(files);
    const old = await outlinesOf(files);
    const now = await outlinesOf(new Map(files).set("b.py", b));
    expect(again(linkAll(old, project), old, now, project)).toBeUndefined();
  });
});

describe("snapshot", () => {
  const linkedProject = async (language: string): Promise<Linked> => {
    const files = new Map(filesOf(projects[language]!));
    return linkAll(await outlinesOf(files), await projectOf(files));
  };

  test.each(Object.keys(projects))("gives back what was written: %s", async (language) => {
    const linked = await linkedProject(language);
    const read = decodeLinked(encodeLinked(linked))!;
    const { nodes, ...others } = read;
    const { nodes: written, ...expected } = linked;
    expect(others).toEqual(expected);
    expect(nodes.columns).toEqual(written.columns);
    expect(seen(read)).toEqual(seen(linked));
  });

  test("gives back letters of every kind, also half ones", async () => {
    const linked = await linkedProject("python");
    const docs = ["é", "日本", "\ud83d", "\0", ""];
    const nodes = linked.nodes.all().map((node, index) => ({ ...node, doc: docs[index % docs.length] }));
    const written = encodeLinked({ ...linked, nodes: tableOf(nodes) });
    expect(decodeLinked(written)?.nodes.all()).toEqual(nodes);
  });

  test("never throws and never leads out of the graph, whatever the bytes", async () => {
    const bytes = encodeLinked(await linkedProject("python"));
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(damage, fc.nat(bytes.length), (places, length) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of places) damaged[at] = value;
        for (const one of [damaged, bytes.subarray(0, length)]) {
          const linked = decodeLinked(one);
          if (linked) seen(linked);
        }
      }),
      { numRuns: 500 },
    );
    expect(decodeLinked(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
  });
});
