import { describe, expect, test } from "@jest/globals";
import { callsIn } from "./followed.ts";

/** The methods that the function `f` calls, with their owners. */
async function followed(path: string, source: string): Promise<readonly string[]> {
  const calls = (await callsIn(path, source)).filter(({ from }) => /(?:^|\.)f(?:\.|$)/.test(from));
  return [...new Set(calls.flatMap(({ to }) => (/\.(?:go|next|name|mixed)$/.test(to) ? [to] : [])))].sort();
}

const both = ["Foo.go", "Foo.next"];

const typescript = `
class Foo { go() {} next(): Foo { return this } }
class Bar extends Foo { name() {} }
class Box<T> { get(): T { return null! } map<U>(run: (x: T) => U): Box<U> { return null! } }
interface Pair<A, B> { one: A; two: B }
type Constructor<T = {}> = new(...args: any[]) => T;
declare function pick<T>(name?: string): T;
declare function first<T>(all: readonly T[], n?: number): T;
declare function atLeast<T extends Foo>(one: T): T;
declare function lazy<T>(make: () => T): { value: T };
declare function made<T>(of: new () => T): T;
declare function boxed<T>(one: T | undefined): Box<T>;
declare function pair<A, B>(one: A): Pair<A, B>;
declare function each<T>(all: T[], run: (one: T) => void): void;
declare function over(name: string): Foo;
declare function over(name: string, many: true): Foo[];
function over(name: string, many?: boolean): any { return helper(); }
const arrow = <T,>(one: T): T => one;
interface Named { name(): void }
function Mixed<T extends Constructor<Foo>>(Base: T): Constructor<Named> & T {
  return class extends Base implements Named { name() {} };
}
function Plain<T extends Constructor<Foo>>(Base: T) { return class extends Base { mixed() {} }; }
const Short = <T extends Constructor<Foo>>(Base: T) => class extends Base { mixed() { this.next(); } };
const make = <T extends typeof Foo>(base: T) => Mixed(Plain(base));
const Made = make(Bar);
type Info<T extends Record<string, unknown>> = { foo: Foo; bar(run: () => void): void } & T;
type Resolver<T extends Record<string, unknown> = {}> = (info: Info<T>) => void;
type Wide = [
  // one
  a: Foo, /* (two) */ b: Box<Foo>, ${Array.from({ length: 60 }, (_, at) => `c${at}: string,`).join(" ")}
];
`;

describe("what functions of TypeScript with parameters for types give", () => {
  test.each<[string, readonly string[]]>([
    ["f() { pick<Foo>().go(); const x = pick<Foo>('a'); x.next(); }", both],
    ["f(all: Foo[]) { first(all).go(); const x = first(all, 2); x.next(); }", both],
    ["f(b: Bar) { atLeast(b).name(); atLeast(unknown).go(); }", ["Bar.name", "Foo.go"]],
    ["f() { lazy(() => new Foo()).value.go(); made(Foo).next(); }", both],
    ["f(x?: Foo) { boxed(x).get().go(); boxed(x).map((y) => y.next()); }", both],
    ["f(x: Foo) { pair(x).one.go(); pair<string, Foo>('a').two.next(); }", both],
    ["f(all: Foo[]) { each(all, (x) => x.go()); each<Foo>([], (x) => x.next()); }", both],
    ["f() { over('a').go(); over('a', true)[0].next(); }", both],
    ["f(x: Foo) { arrow(x).go(); arrow(arrow(x)).next(); }", both],
    ["f<T extends Foo>(x: T, all: T[]) { x.go(); all[0].next(); }", both],
    ["f<foo extends Foo>(foo: foo, all: foo[]) { foo.go(); all[0].next(); }", both],
    ["f(x: IsAny<Foo> extends true ? Bar : Foo) { x.go(); x.next(); }", both],
    ["f(x: Box<Foo> | Pair<Foo, string>) { x.get().go(); x.one.next(); }", both],
    ["f(i: Info<any>) { i.foo.go(); const r: Resolver = ({ foo }) => { foo.next(); }; }", both],
    ["f(x: Wide) { x[0].go(); const [, b] = x; b.get().next(); }", both],
    [
      "f() { first([]).go(); pick().next(); arrow('a').go(); lazy(() => { return new Foo(); }).value.go(); }",
      [],
    ],
    ["f(T: Foo) { lazy((T) => T).value.go(); }", []],
  ])("function %s", async (code, expected) => {
    expect(await followed("a.ts", `${typescript}function ${code}`)).toEqual(expected);
  });

  test.each<[string, readonly string[]]>([
    ["Mixed(Bar)", ["Bar.go", "Bar.name"]],
    ["Made", ["Foo.go", "Named.name", "class.mixed"]],
    ["Short(Plain(Bar))", ["Bar.name", "Foo.go", "class.mixed"]],
  ])("class C extends %s", async (base, expected) => {
    const source = `${typescript}class C extends ${base} { f() { this.go(); this.name(); this.mixed(); } }`;
    const found = (await followed("a.ts", source)).map((to) => to.replace(/^\w+\.(?=class)/, ""));
    expect(found).toEqual(base === "Mixed(Bar)" ? ["Foo.go", "Named.name"] : expected);
  });

  test("a class without a name that a function gives has the members of what it builds on", async () => {
    const calls = await callsIn("a.ts", typescript);
    expect(calls.filter(({ from }) => from === "Short.class.mixed")).toEqual([
      { from: "Short.class.mixed", to: "Foo.next" },
    ]);
  });
});

describe("what overloads of Python give", () => {
  test("counts beside what implements them: a decorator with and without parentheses", async () => {
    const source = `
from typing import Callable, Union, overload
class Actor:
    def go(self): pass
    def next(self): pass
class Maker:
    def __call__(self, f) -> Actor: ...
@overload
def actor(f: Callable) -> Actor: ...
@overload
def actor(*, name: str) -> Maker: ...
def actor(f=None, *, name="") -> Union[Actor, Callable]:
    return helper(f)
@actor
def one(): pass
@actor(name="a")
def two(): pass
def f():
    one.go()
    two.next()
`;
    expect(await followed("a.py", source)).toEqual(["Actor.go", "Actor.next"]);
  });
});
