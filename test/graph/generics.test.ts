import { describe, expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";
import { callsIn } from "./followed.ts";

/** The calls of `go` and `next` that `f` makes. */
async function followed(path: string, source: string): Promise<readonly string[]> {
  const calls = (await callsIn(path, source)).filter(({ from }) => /(?:^|\.)f$/i.test(from));
  return [...new Set(calls.flatMap(({ to }) => /^\w+\.(?:go|next)$/i.exec(to)?.[0] ?? []))].sort();
}

const both = ["Foo.go", "Foo.next"];

const typescript = `
class Foo { go() {} next(): Foo { return this } }
class Bar { go() {} next(): Bar { return this } }
class Repo<T> {
  item!: T; items: T[] = [];
  find(): T { return this.item } all(): T[] { return this.items } later(): Promise<T> { return null! }
  each(): Iterable<T> { return this.items } self(): Repo<T> { return this } by(): Map<string, T> { return null! }
  get first(): T { return this.item } maybe(): T | undefined { return this.item }
}
class Bounded<T extends Bar> { find(): T { return null! } }
class Pair<K, V = Bar> { key!: K; value(): V { return null! } swap(): Pair<V, K> { return null! } }
class FooRepo extends Repo<Foo> { f() { this.find().go(); this.items[0].next(); } }
class Middle<A, B> extends Repo<B> {}
class Deep extends Middle<Bar, Foo> { f() { super.find().go(); this.self().first.next(); } }
type Alias = Repo<Foo>;
interface Source<T> { read(): T; readonly one: T }
`;

describe("what a generic class of TypeScript is given", () => {
  test.each<[string, readonly string[]]>([
    ["f(r: Repo<Foo>) { r.find().go(); r.all()[0].next(); }", both],
    ["f(r: Repo<Foo>) { r.item.go(); for (const x of r.items) x.next(); }", both],
    ["async f(r: Repo<Foo>) { (await r.later()).go(); r.later().then((x) => x.next()); }", both],
    ["f(r: Repo<Foo>) { for (const x of r.each()) x.go(); r.by().get('a')!.next(); }", both],
    ["f(r: Repo<Foo>) { r.self().self().find().go(); r.first.next(); }", both],
    ["f(r: Repo<Foo> | undefined) { r?.maybe()?.go(); r!.find().next(); }", both],
    ["async f(p: Promise<Repo<Foo>>) { const r = await p; r.find().go(); r.item.next(); }", both],
    ["f(l: Repo<Foo>[]) { l[0].find().go(); for (const r of l) r.item.next(); }", both],
    ["f() { const r = new Repo<Foo>(); r.find().go(); r.item.next(); }", both],
    ["f(r: Repo<Repo<Foo>>) { r.find().find().go(); r.item.item.next(); }", both],
    ["f(r: FooRepo) { r.find().go(); r.all()[0].next(); }", both],
    ["f(r: Deep) { r.find().go(); r.self().item.next(); }", both],
    ["f(r: Middle<Bar, Foo>) { r.find().go(); r.item.next(); }", both],
    ["f(r: Alias) { r.find().go(); r.item.next(); }", both],
    ["f(s: Source<Foo>) { s.read().go(); s.one.next(); }", both],
    ["f(p: Pair<Foo, Bar>) { p.key.go(); p.value().next(); }", ["Bar.next", "Foo.go"]],
    ["f(p: Pair<Foo, Bar>) { p.swap().value().go(); p.swap().key.next(); }", ["Bar.next", "Foo.go"]],
    ["f(b: Bounded<Foo>, r: Repo<Bar>) { r.find().go(); r.item.next(); }", ["Bar.go", "Bar.next"]],
    ["f(r: Repo<Date>, s: Repo<T>) { r.find().go(); s.find().next(); }", []],
    ["f(r: Repo) { r.find().go(); r.item.next(); }", []],
  ])("function %s", async (code, expected) => {
    const source = code.startsWith("async") ? `async function ${code.slice(6)}` : `function ${code}`;
    expect(await followed("a.ts", `${typescript.replace(/ f\(\) \{[^}]*\}/g, "")}${source}`)).toEqual(
      expected,
    );
  });

  test("is known in classes that build on it", async () => {
    const edges = edgesOf(await graphOf(`//- a.ts\n${typescript}`));
    const found = edges.filter((edge) => /#(?:FooRepo|Deep)\.f call \S+#Foo/.test(edge));
    expect(found).toEqual([
      "a.ts#FooRepo.f call a.ts#Foo.go inferred",
      "a.ts#FooRepo.f call a.ts#Foo.next inferred",
      "a.ts#Deep.f call a.ts#Foo.go inferred",
      "a.ts#Deep.f call a.ts#Foo.next inferred",
    ]);
  });
});

const python = `
from typing import Generic, Protocol, TypeVar
T = TypeVar("T")
K = TypeVar("K")
class Foo:
    def go(self): pass
    def next(self) -> "Foo": return self
class Repo(Generic[T]):
    item: T
    def find(self) -> T: ...
    def all(self) -> list[T]: ...
    def __iter__(self) -> Iterator[T]: ...
    @property
    def first(self) -> T: ...
class FooRepo(Repo[Foo]): pass
class Twice(Repo[K]): pass
class Last(Twice[Foo], metaclass=Meta): pass
class New[A, *B](Repo[A]):
    def one(self) -> A: ...
class Source(Protocol[T]):
    def read(self) -> T: ...
`;

describe("what a generic class of Python is given", () => {
  test.each<[string, readonly string[]]>([
    ["r: Repo[Foo]): r.find().go(); r.item.next()", both],
    ["r: 'Repo[Foo]'): r.first.go(); r.all()[0].next()", both],
    ["r: Repo[Foo]):\n    for x in r: x.go()\n    r.all()[0].next()", both],
    ["r: Repo[Foo] | None): r.find().go(); r.item.next()", both],
    ["r: FooRepo): r.find().go(); r.item.next()", both],
    ["r: Last): r.find().go(); r.item.next()", both],
    ["r: New[Foo]): r.one().go(); r.find().next()", both],
    ["r: Source[Foo]): r.read().go().next(); r.read().next()", both],
    ["r: Repo[int]): r.find().go(); r.item.next()", []],
    ["r: Repo): r.find().go(); r.item.next()", []],
  ])("def f(%s", async (code, expected) => {
    expect(await followed("a.py", `${python}def f(${code}`)).toEqual(expected);
  });
});

const java = `
class Foo { void go() {} Foo next() { return this; } }
class Bar { void go() {} }
abstract class Repo<K extends Bar, T extends Bar> {
  T item; List<T> items;
  T find() { return item; } List<T> all() { return items; } Optional<T> maybe() { return null; } K key() { return null; }
}
class FooRepo extends Repo<Bar, Foo> { void f() { find().go(); item.next(); } }
interface Source<T> { T read(); }
class Builder<B extends Builder<B>> { B one() { return null; } B two() { return null; } Foo make() { return null; } }
class FooBuilder extends Builder<FooBuilder> { FooBuilder mine() { return this; } }
`;

describe("what a generic class of Java is given", () => {
  test.each<[string, readonly string[]]>([
    ["Repo<Bar, Foo> r) { r.find().go(); r.item.next(); }", both],
    ["Repo<Bar, Foo> r) { r.all().get(0).go(); for (Foo x : r.items) x.next(); }", both],
    ["Repo<Bar, Foo> r) { for (var x : r.all()) x.go(); r.maybe().get().next(); }", both],
    [
      "int a) { new Builder().one().two().make().go(); new Builder<FooBuilder>().one().make().next(); }",
      both,
    ],
    ["int a) { new FooBuilder().one().mine().two().make().go(); }", ["Foo.go"]],
    ["FooRepo r) { var x = r.find(); x.go(); r.item.next(); }", both],
    ["Source<? extends Foo> s) { s.read().go(); s.read().next(); }", both],
    ["Repo<Bar, Foo> r) { r.key().go(); }", ["Bar.go"]],
    ["Repo<?, ?> r) { r.find().go(); }", ["Bar.go"]],
  ])("void f(%s", async (code, expected) => {
    const classes = java.replace(/ void f\(\) \{[^}]*\}/, "");
    expect(await followed("a.java", `${classes}class Main { void f(${code} }`)).toEqual(expected);
  });
});

const csharp = `
class Foo { public void Go() {} public Foo Next() => this; }
class Repo<T> where T : class { public T Item; public List<T> Items { get; } public T Find() => Item; public Task<T> Later() => null; }
class FooRepo : Repo<Foo>, IThing<Foo> {}
interface ISource<out T> { T Read(); }
`;

describe("what a generic class of C# is given", () => {
  test.each<[string, readonly string[]]>([
    ["Repo<Foo> r) { r.Find().Go(); r.Item.Next(); }", ["Foo.Go", "Foo.Next"]],
    ["FooRepo r) { r.Find().Go(); r.Items[0].Next(); }", ["Foo.Go", "Foo.Next"]],
    ["ISource<Foo> r) { r.Read().Go(); r.Read().Next(); }", ["Foo.Go", "Foo.Next"]],
    ["int a) { var r = new Repo<Foo>(); r.Find().Go(); r.Item.Next(); }", ["Foo.Go", "Foo.Next"]],
  ])("void F(%s", async (code, expected) => {
    expect(await followed("a.cs", `${csharp}class Main { void F(${code} }`)).toEqual(expected);
  });
});

const rust = `
struct Foo; impl Foo { fn go(&self) {} fn next(&self) -> &Foo { self } }
struct Repo<T> { item: T, items: Vec<T> }
impl<T> Repo<T> { fn find(&self) -> &T { &self.item } fn all(&self) -> &Vec<T> { &self.items } fn maybe(&self) -> Option<T> { None } }
`;

describe("what a generic type of Rust is given", () => {
  test.each<[string, readonly string[]]>([
    ["r: Repo<Foo>) { r.find().go(); r.item.next(); }", both],
    ["r: &Repo<Foo>) { r.all()[0].go(); r.maybe().unwrap().next(); }", both],
    ["r: Option<Repo<Foo>>) { r.unwrap().items[0].go(); }", ["Foo.go"]],
  ])("fn f(%s", async (code, expected) => {
    expect(await followed("a.rs", `${rust}fn f(${code}`)).toEqual(expected);
  });
});

const go = `
package a
type Foo struct{}
func (f *Foo) Go() {}
func (f *Foo) Next() *Foo { return f }
type Repo[T any] struct { Item T; Items []T }
func (r *Repo[T]) Find() T { return r.Item }
func (r *Repo[T]) All() []T { return r.Items }
`;

describe("what a generic type of Go is given", () => {
  test.each<[string, readonly string[]]>([
    ["r *Repo[*Foo]) { r.Find().Go(); r.Item.Next() }", ["Foo.Go", "Foo.Next"]],
    [
      "r Repo[Foo]) { x := r.All()[0]; x.Go(); for _, y := range r.Items { y.Next() } }",
      ["Foo.Go", "Foo.Next"],
    ],
  ])("func f(%s", async (code, expected) => {
    expect(await followed("a.go", `${go}func f(${code}`)).toEqual(expected);
  });
});

test("whatever a class is given, and a function that is an object, tell overloads of Java apart", async () => {
  const edges = edgesOf(
    await graphOf(`
//- A.java
import java.util.function.*;
class Input<E> { static Input<Character> of(CharSequence a) { return null; } static <T> Input<T> of(Object a) { return null; } }
class A {
  void take(CharSequence a) {}
  void take(Input<String> a) {}
  void find(Function<String, A> a) {}
  void find(Supplier<A> a) {}
  void f(Object x, Supplier<A> y, Function<String, A> z) { take(Input.of(x)); find(y); }
}
`),
  );
  expect(
    edges.filter((edge) => edge.includes("A.f") && /take|find/.test(edge) && edge.includes(" call ")),
  ).toEqual(["A.java#A.f call A.java#A.take~2", "A.java#A.f call A.java#A.find~2"]);
});

describe("what a class builds on gives a bare name what it is given", () => {
  const bareCsharp = csharp.replace("{}\ninterface", "{ BODY }\ninterface");
  const cpp = `
struct Foo { void go() {} Foo* next() { return this; } };
template <class T> struct Repo { T item; T* find() { return &item; } };
struct FooRepo : Repo<Foo> { BODY };
`;
  const bareJava = java.replace(/void f\(\) \{[^}]*\}/, "BODY");
  test.each<[path: string, body: string, classes: string, expected: readonly string[]]>([
    ["a.java", "void f() { find().go(); item.next(); }", bareJava, both],
    ["a.java", "void f() { all().get(0).go(); maybe().get().next(); }", bareJava, both],
    ["a.java", "void f() { all().forEach(x -> x.go()); items.forEach(x -> find().next()); }", bareJava, both],
    ["a.java", "class In { void f() { find().go(); item.next(); } }", bareJava, both],
    [
      "a.java",
      "Foo own() { return null; } void f() { own().go(); key().go(); }",
      bareJava,
      ["Bar.go", "Foo.go"],
    ],
    ["a.cs", "void F() { Find().Go(); Item.Next(); }", bareCsharp, ["Foo.Go", "Foo.Next"]],
    ["a.cs", "void F() { Items[0].Go(); base.Find().Next(); }", bareCsharp, ["Foo.Go", "Foo.Next"]],
    ["a.cpp", "void f() { find()->go(); item.next(); }", cpp, both],
  ])("%s: %s", async (path, body, classes, expected) => {
    expect(classes).toContain("BODY");
    expect(await followed(path, classes.replace("BODY", body))).toEqual(expected);
  });
});
