import { expect, test } from "@jest/globals";
import { callsThrough, overridden, overriding } from "../../src/graph/overrides.ts";
import { graphOf } from "./fixture.ts";

test.each<[name: string, source: string, method: string, above: readonly string[], below: readonly string[]]>(
  [
    [
      "an interface of Java and a base, the nearest first, by the number of parameters",
      `//- A.java
interface Shape { void draw(int x); void draw(int x, java.util.Map<String, String> y); void draw(); }
class Base implements Shape { public void draw(int x) {} }
class Square extends Base { public void draw(int x) {} }
class Red extends Square { public void draw(int x) {} public void drawn(int x) {} }
`,
      "A.java#Square.draw",
      ["A.java#Base.draw", "A.java#Shape.draw"],
      ["A.java#Red.draw"],
    ],
    [
      "an interface of Go, whose methods stand elsewhere",
      `//- go.mod
module example.com/a
//- a.go
package a
type Store interface { Get(key string) int }
//- b.go
package a
type Disk struct{}
//- c.go
package a
func (d *Disk) Get(name string) int { return 1 }
`,
      "c.go#Disk.Get",
      ["a.go#Store.Get"],
      [],
    ],
    [
      "a body of C++ outside of its class",
      `//- a.h
class Base { public: virtual void go() = 0; };
class Fast : public Base { public: void go() override; };
//- a.cpp
#include "a.h"
void Fast::go() {}
`,
      "a.cpp#Fast.go",
      ["a.h#Base.go"],
      [],
    ],
    [
      "what Python's heirs have",
      "//- a.py\nclass A:\n    def go(self): pass\nclass B(A): pass\nclass C(B):\n    def go(self): pass\n",
      "a.py#A.go",
      [],
      ["a.py#C.go"],
    ],
    [
      "not what makes an object",
      "//- a.py\nclass A:\n    def __init__(self): pass\nclass B(A):\n    def __init__(self): pass\n",
      "a.py#B.__init__",
      [],
      [],
    ],
    [
      "not what is private",
      "//- a.ts\nclass A { private go() {} }\nclass B extends A { private go() {} }\n",
      "a.ts#B.go",
      [],
      [],
    ],
    [
      "classes in a circle",
      "//- a.py\nclass A(B):\n    def go(self): pass\nclass B(A):\n    def go(self): pass\n",
      "a.py#A.go",
      ["a.py#B.go"],
      ["a.py#B.go"],
    ],
    ["a function", "//- a.py\ndef go(): pass\n", "a.py#go", [], []],
  ],
)("%s", async (_, source, method, above, below) => {
  const graph = await graphOf(source);
  const node = graph.node(method)!;
  expect(overridden(graph, node).map(({ id }) => id)).toEqual(above);
  expect(overriding(graph, node).map(({ id }) => id)).toEqual(below);
});

test("calls of what a method overrides may reach it; those of what nobody calls are left out", async () => {
  const graph = await graphOf(`//- a.ts
interface Shape { draw(): void }
class Base implements Shape { draw() {} }
class Square extends Base { draw() {} }
function paint(shape: Shape) { shape.draw(); }
`);
  const through = callsThrough(graph, graph.node("a.ts#Square.draw")!);
  expect(through.map(({ method, calls }) => [method.id, calls.map(({ from }) => from)])).toEqual([
    ["a.ts#Shape.draw", ["a.ts#paint"]],
  ]);
});

test("a call of an interface reaches what an heir that stands for it has from a base", async () => {
  const graph = await graphOf(`//- a.ts
interface Store { add(): void; take(): void }
interface Own { add(): void }
class Memory { add() {} take() {} }
class Kept extends Memory implements Store { take() {} }
class Late extends Kept implements Own { }
function fill(store: Store) { store.add(); store.take(); }
function fillOwn(own: Own) { own.add(); }
`);
  const callers = (id: string) =>
    callsThrough(graph, graph.node(id)!).map(({ method, calls }) => [
      method.id,
      calls.map(({ from }) => from),
    ]);
  expect(callers("a.ts#Memory.add")).toEqual([
    ["a.ts#Store.add", ["a.ts#fill"]],
    ["a.ts#Own.add", ["a.ts#fillOwn"]],
  ]);
  // Its heir has one of its own.
  expect(callers("a.ts#Memory.take")).toEqual([]);
  expect(callers("a.ts#Kept.take")).toEqual([["a.ts#Store.take", ["a.ts#fill"]]]);
});
