import { describe, expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";
import { callsIn } from "./followed.ts";

/** The calls of `go` and `next` that the first function of a file makes, by it and by what is written in it. */
async function followed(path: string, source: string): Promise<readonly string[]> {
  const calls = (await callsIn(path, source)).filter(({ from }) => /^f(?:\.|$)/.test(from));
  return [...new Set(calls.flatMap(({ to }) => /^Foo\.(go|next)$/.exec(to)?.[1] ?? []))].sort();
}

const typescript = `
class Foo { go() {} next(): Foo { return this } static make(): Foo { return new Foo() } }
class Holder {
  m = new Map<string, Foo>(); s = new Set<Foo>(); r: Record<string, Foo> = {}; l: Foo[] = []; opt?: Foo;
  o: { [k: string]: Foo } = {}; p: Promise<Foo>; ro: ReadonlyMap<string, Foo[]>; arr = new Array<Foo>();
}
declare const h: Holder;
declare function pair(): [key: string, value: Foo];
const made: Record<string, () => Foo> = {};
`;

describe("what TypeScript is written with every day is followed", () => {
  test.each([
    "for (const x of Object.values(h.r)) { x.go(); x.next(); }",
    "Object.values(h.o).forEach((x) => x.go()); h.o.b.next();",
    "for (const [k, x] of Object.entries(h.r)) { x.go(); x.next(); }",
    "Object.entries(h.r).map(([, x]) => x.go().next());  h.opt?.next();",
    "for (const [k, x] of h.m) { x.go(); x.next(); }",
    "for (const [k, x] of h.m.entries()) { x.go(); x.next(); }",
    "for (const x of h.m.values()) { x.go(); x.next(); }",
    "[...h.m.values()].forEach((x) => x.go()); [...h.l, h.opt][0].next();",
    "Array.from(h.s).map((x) => x.go()); Object.freeze(h).opt.next();",
    "h.m.forEach((x) => x.go()); h.m.get('a')!.next();",
    "const [first, second] = h.l; first.go(); second.next();",
    "const [, x] = pair(); x.go(); pair()[1]; const [, y] = [1, Foo.make()]; y.next();",
    "const xs: Array<[string, Foo]> = []; for (const [k, x] of xs) { x.go(); x.next(); }",
    "for (const [i, x] of h.l.entries()) { x.go(); x.next(); }",
    "h.p.then((x) => x.go()); h.p.then(function (x) { x.next(); });",
    "h.l.sort((p, q) => { p.go(); q.next(); return 0; });",
    "h.l.every(function (x) { x.go(); x.next(); });",
    "const xs = [new Foo()]; xs[0].go(); for (const x of xs) x.next();",
    "structuredClone(h).l[0].next(); Object.assign(h, { a: 1 }).opt.go();",
    "made['a']().go(); made.b; h.arr[0].next(); h.ro.get('a')?.[0].next();",
    "(h.opt ?? h.l[0]).go(); (h.opt! || 1).next();",
    "const x: Holder['opt'] = undefined!; x.go(); x.next();",
    "h.l.map((x) => x.next())[0].next(); h.l.map(Foo.make); for (const x of h.l.map((y) => y.next())) x.go();",
    "h.l.flatMap((x) => [x.next()]).forEach((y) => y.go()); h.l.map((x) => x)[0].next();",
    "h.p.then((x) => x.next()).then((y) => y.go()); (await h.p.then((x) => x)).next();",
    "Object.values(h.r).map((x) => x.next()).filter(Boolean)[0].go(); h.l.map(({ a }) => new Foo())[0].next();",
    "const x: ReturnType<typeof Foo.make> = null!; x.go(); const y: InstanceType<typeof Foo> = x; y.next();",
  ])("%s", async (code) => {
    expect(await followed("a.ts", `${typescript}function f() { ${code} }`)).toEqual(["go", "next"]);
  });

  test.each([
    "...xs: Foo[]) { xs[0].go(); for (const x of xs) x.next();",
    'x: Pick<Holder, "opt">, y: Omit<Holder, "l">) { x.opt?.go(); y.opt?.next();',
    "C: typeof Foo) { C.make().go(); new C().next();",
    "C: new () => Foo, D: abstract new (a: string) => Foo) { new C().go(); new D().next();",
    "t: [Foo, Holder]) { const [x, y] = t; x.go(); y.l[0].next();",
  ])("function f(%s }", async (code) => {
    expect(await followed("a.ts", `${typescript}function f(${code} }`)).toEqual(["go", "next"]);
  });

  test.each([
    "const [k] = pair(); k.go();",
    "for (const [k] of h.m) k.go();",
    "const [i] = Object.entries(h.l); i.go();",
    "for (const [i, x, y] of h.l.entries()) { i.go(); y.go(); }",
    "Object.keys(h.r).map((x) => x.go());",
    "Object.values().map((x) => x.go()); Array.from(...h.l).map((x) => x.go());",
    "const { a } = [...h.l]; a.go();",
  ])("%s says nothing", async (code) => {
    expect(await followed("a.ts", `${typescript}function f() { ${code} }`)).toEqual([]);
  });
});

const python = `
import copy
from typing import Dict, List, Optional, Tuple, Type, TypeVar
class Foo:
    def go(self): pass
    def next(self) -> "Foo": return self
T = TypeVar("T", bound=Foo)
class Holder:
    opt: Optional[Foo] = None
    def __init__(self, foo: Foo, foos: List[Foo], by: Dict[str, Foo]):
        self.foo = foo
        self.foos = foos
        self.by = by
        self.many: Dict[str, List["Foo"]] = {}
        self.pair: Tuple[str, Foo] = ("", foo)
def two() -> tuple[Foo, str]: ...
`;

const dynamic = `
from copy import copy as copied
class Foo:
    def go(self): pass
    def next(self): return type(self)()
    def like(self): return self.__class__()
    def bare(self):
        one = self.__class__.__new__(self.__class__)
        return one
class Bar(Foo):
    def next(self):
        one = super().next()
        return one
    def bar(self): pass
class Names:
    def __getattr__(self, name):
        def make(*args): return Foo()
        return make
class Known(Names, Unknown): pass
`;

const asked = `
from enum import Enum
from typing import Generic, TypeVar, overload
T = TypeVar("T")
class Widget:
    def base(self): pass
class Label(Widget):
    def go(self): pass
class Box(Generic[T]):
    def next(self): pass
    @classmethod
    def make(cls) -> "Box": ...
class Color(Enum):
    RED = 1
    def hex(self): pass
class Dom:
    @overload
    def one(self, selector: str) -> Widget: ...
    @overload
    def one(self, selector: type[T]) -> T: ...
    @overload
    def one(self, selector: str, kind: type[T]) -> T: ...
    def one(self, selector, kind=None) -> T | Widget: ...
`;

describe("what Python's classes give that are given to a function, or types", () => {
  test.each<[string, readonly string[]]>([
    ["d.one(Label).go()", ["Label.go"]],
    ['x = d.one("#a", Label); x.go()', ["Label.go"]],
    ['d.one("#a").base(); d.one("#a").go()', ["Widget.base"]],
    ["Box[int]().next(); Box[str].make().next()", ["Box.next"]],
    ['Color["RED"].hex(); Color[0].none()', ["Color.hex"]],
  ])("%s", async (code, expected) => {
    const calls = await callsIn("a.py", `${asked}def f(d: Dom):\n    ${code}`);
    const found = calls.filter(({ from, to }) => from === "f" && /\.(?:go|next|base|hex)$/.test(to));
    expect([...new Set(found.map(({ to }) => to))].sort()).toEqual(expected);
  });
});

describe("what Python's objects do while they run", () => {
  test.each<[string, readonly string[]]>([
    ["Bar().like().bar(); Bar().bare().bar(); Foo().next().go()", ["Bar.bar", "Foo.go"]],
    ["Bar().next().bar(); Bar().__class__().go()", ["Bar.bar", "Foo.go"]],
    ["Names().count(1).go(); Names().__len__().bar(); Known().count(1).bar()", ["Foo.go"]],
  ])("%s", async (code, expected) => {
    const calls = await callsIn("a.py", `${dynamic}def f():\n    ${code}`);
    const found = calls.filter(({ from, to }) => from === "f" && /\.(?:go|bar)$/.test(to));
    expect([...new Set(found.map(({ to }) => to))].sort()).toEqual(expected);
  });
});

describe("what Python is written with every day is followed", () => {
  test.each([
    ["for k, v in h.by.items():", "  v.go(); v.next()"],
    ["{k: v.go() for k, v in h.by.items()}", "{k.x: (v, v.next()) for (k, v) in h.by.items()}"],
    ["for i, v in enumerate(h.foos):", "  v.go(); v.next()"],
    ["for v in sorted(h.foos): v.go()", "for v in list(h.by.values()): v.next()"],
    ["a, b = h.pair", "b.go(); b.next()"],
    ["(a, b) = two()", "a.go(); a.next()"],
    ["x, y = Foo(), Foo()", "x.go(); y.next()"],
    ["x = y = Foo()", "x.go(); y.next()"],
    ["x = cast(Foo, h); x.go()", 'cast("List[Foo] | None", None)[0].next()'],
    ["(h.opt or Foo()).go()", "(h.foo if h else None).next()"],
    ["next(iter(h.foos)).go()", "h.foos[1:][0].next()"],
    ["xs = [Foo()]", "xs[0].go()", "for x in xs: x.next()"],
    ["xs = [*h.foos, 1]", "xs[0].go()", "(x,) = h.foos", "x.next()"],
    ["copy.copy(h.foo).go()", "copy.deepcopy(h.foo).next()"],
    ["for vs in h.many.values():", "  for v in vs: v.go(); v.next()"],
  ])("%s", async (...lines) => {
    const source = `${python}def f(h: Holder):\n    ${lines.join("\n    ")}`;
    expect(await followed("a.py", source)).toEqual(["go", "next"]);
  });

  test.each([
    ["*fs: Foo, **kw: Foo", 'fs[0].go(); kw["a"].next()'],
    ["x: T", "x.go(); x.next()"],
    ["x: Tuple[Foo, ...]", "for y in x: y.go(); y.next()"],
  ])("def f(%s): %s", async (parameters, line) => {
    expect(await followed("a.py", `${python}def f(${parameters}):\n    ${line}`)).toEqual(["go", "next"]);
  });

  test.each([
    "for k, v in h.by.items(): k.go()",
    "for i, v in enumerate(h.foos): i.go()",
    "a, b = h.pair; a.go()",
    "a, b, c = two(); b.go(); c.go()",
    "list().go(); next().go(); sorted(key=1)[0].go()",
  ])("%s says nothing", async (line) => {
    expect(await followed("a.py", `${python}def f(h: Holder):\n    ${line}`)).toEqual([]);
  });
});

const rust = `
use std::collections::HashMap;
struct Foo;
impl Foo { fn go(&self) {} fn next(&self) -> &Foo { self } }
struct Holder { m: HashMap<String, Foo>, l: Vec<Foo>, t: (String, Foo) }
fn pair() -> (String, Foo) { todo!() }
`;

describe("what Rust is written with every day is followed", () => {
  test.each([
    "h: &Holder) { let (s, x) = pair(); x.go(); h.t.1.next(); }",
    "h: &Holder) { for (k, x) in &h.m { x.go(); x.next(); } }",
    "h: &Holder) { for (i, x) in h.l.iter().enumerate() { x.go(); x.next(); } }",
    "h: &Holder) { h.m.iter().map(|(k, x)| x.go()); h.l.first().unwrap().next(); }",
    "(s, x): (String, Foo)) { x.go(); x.next(); }",
    "a: impl Fn() -> Foo, b: &dyn Fn(u8) -> Foo) { a().go(); b(1).next(); }",
    "h: Holder) { let Holder { l, m: other, .. } = h; l[0].go(); other.get(1).unwrap().next(); }",
  ])("fn f(%s", async (code) => {
    expect(await followed("a.rs", `${rust}fn f(${code}`)).toEqual(["go", "next"]);
  });

  test.each([
    "h: &Holder) { let (s, x) = pair(); s.go(); h.t.0.go(); }",
    "(s, x): (String, Foo)) { s.go(); }",
  ])("fn f(%s says nothing", async (code) => {
    expect(await followed("a.rs", `${rust}fn f(${code}`)).toEqual([]);
  });
});

test.each([
  "h.l.map((x, a) => a.next())[0].go();",
  "h.l.map(({ a }) => a)[0].go();",
  "h.l.map(([a]) => a.next())[0].go();",
  "h.l.map((x) => { return a; })[0].go();",
])("what a function calls its parameter is not the variable around it: %s", async (code) => {
  expect(await followed("a.ts", `${typescript}function f(a: Foo) { ${code} }`)).not.toContain("go");
});

describe("what is known by name is the repository's own where it has that", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "a.py",
      "class Foo:\n    def go(self): pass\nclass Bar:\n    def go(self): pass\ndef sorted(all: list[Foo]) -> Bar: ...\ndef f(all: list[Foo]): sorted(all).go()",
      ["Bar.go", "sorted"],
    ],
    ["a.py", "class Foo:\n    def go(self): pass\ndef f(all: list[Foo]): sorted(all)[0].go()", ["Foo.go"]],
    [
      "a.ts",
      "class Foo { go() {} }\nclass Bar { go() {} }\nclass All { map(run: (x: Foo) => Foo): Bar { return new Bar() } }\nfunction f(all: All) { all.map((x) => x).go() }",
      ["All.map", "Bar.go"],
    ],
    [
      "a.java",
      "class Foo { void go() {} }\nclass Bar { void go() {} }\nclass List { static Bar of(Foo x) { return null; } }\nclass A { void f(Foo x) { List.of(x).go(); } }",
      ["Bar.go", "List.of"],
    ],
    [
      "a.go",
      "package a\ntype Foo struct{}\nfunc (f *Foo) Go() {}\nfunc f() { new(Foo).Go() }",
      ["Foo", "Foo.Go"],
    ],
  ])("%s: %s", async (path, source, expected) => {
    const calls = (await callsIn(path, source)).filter(({ from }) => /(?:^|\.)f$/.test(from));
    const found = calls.map(({ to }) => to);
    expect(found.sort()).toEqual(expected);
  });
});

test("a class of Java is found by its whole name, and not where a variable has the name of its package", async () => {
  const edges = edgesOf(
    await graphOf(`
//- org/one/Foo.java
package org.one;
public class Foo { public static Foo make() { return null; } public void go() {} public static class In { public static void stay() {} } }
//- org/two/Bar.java
package org.two;
import java.util.*;
class Bar {
  org.one.Foo field;
  void f(org.one.Foo x, List<org.one.Foo> all) { org.one.Foo.make().go(); x.go(); all.get(0).go(); java.util.List.of(); }
  void g() { field.go(); org.one.Foo.In.stay(); }
  void h(Foo org) { org.one.Foo.make(); }
}
class Foo { Foo one; Foo Foo; }
`),
  );
  expect(edges.filter((edge) => edge.startsWith("org/two/Bar.java#Bar.") && edge.includes(" call "))).toEqual(
    [
      "org/two/Bar.java#Bar.f call org/one/Foo.java#Foo.make",
      "org/two/Bar.java#Bar.f call org/one/Foo.java#Foo.go inferred",
      "org/two/Bar.java#Bar.g call org/one/Foo.java#Foo.go inferred",
      "org/two/Bar.java#Bar.g call org/one/Foo.java#Foo.In.stay",
    ],
  );
});
