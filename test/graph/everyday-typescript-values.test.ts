import { describe, expect, test } from "@jest/globals";
import { callsIn } from "./followed.ts";

const classes = `
class Foo { go() {} kind = "foo" as const; foos: Foo[] = []; }
class Bar { stop() {} kind = "bar" as const; go() {} }
declare const given: any;
class More extends Foo { go() {} }
interface Wide { wide(): void }
function isFoo(one: unknown): one is Foo { return one instanceof Foo; }
function assertBar(one: unknown): asserts one is Bar {}
function assertNothing(one: unknown) {}
function $isFoo(one: unknown): one is Foo { return one instanceof Foo; }
const kit = { foo: new Foo(), open() {} };
async function load(): Promise<Foo> { return given; }
async function loadBar(): Promise<Bar> { return given; }
`;

/** What a function of these parameters calls besides functions. */
async function called(parameters: string, body: string): Promise<readonly string[]> {
  const all = await callsIn("a.ts", `${classes}\nasync function f(${parameters}) { ${body} }`);
  const methods = all.flatMap(({ from, to }) => (/^f\b/.test(from) && to.includes(".") ? [to] : []));
  return [...new Set(methods)].sort();
}

type Row = readonly [parameters: string, body: string, expected: readonly string[]];

const follows = (rows: readonly Row[]): void => {
  test.each(rows)("(%s) %s", async (parameters, body, expected) => {
    expect(await called(parameters, body)).toEqual(expected);
  });
};

describe("values that are handed on, taken apart and asked, in TypeScript", () => {
  follows([
    // Functions that say what their argument is.
    ["x: unknown", "if (isFoo(x)) x.go();", ["Foo.go"]],
    ["x: unknown", "if (!isFoo(x)) return; x.go();", ["Foo.go"]],
    ["x: unknown", "assertBar(x); x.stop();", ["Bar.stop"]],
    ["x: unknown", "if ($isFoo(x)) x.go();", ["Foo.go"]],
    ["x?: Foo", "assertNothing(x); x.go();", ["Foo.go"]],
    // Where the answer holds, and where it does not.
    ["x: Foo | Bar", "if (isFoo(x) && given) { x.go(); }", ["Foo.go"]],
    ["x: Foo | Bar", "if (!isFoo(x) || !given) return; x.go();", ["Foo.go"]],
    ["x: Foo | Bar", "if (isFoo(x)) { return; } x.go();", ["Bar.go"]],
    ["x: Foo | Bar", "if (x instanceof Foo) given(); else x.go();", ["Bar.go"]],
    ["x: Foo | Bar", "return x instanceof Bar && x.go();", ["Bar.go"]],
    ["x: Foo | Bar", "return isFoo(x) ? given : x.go();", ["Bar.go"]],
    ["x: Foo | Bar", "while (isFoo(x)) { x.go(); }", ["Foo.go"]],
    ["x: Foo | Bar", "invariant(isFoo(x)); x.go();", ["Foo.go"]],
    ["x: Foo | Bar", "assertBar(x); x.go();", ["Bar.go"]],
    ["x: Foo | Bar", "if (isFoo(x)) { x = given; x.go(); }", []],
    ["x: Foo | Bar", "if (isFoo(x) || given) { x.go(); }", []],
    ["x: More", "if (isFoo(x)) { x.go(); }", ["More.go"]],
    ["x: Wide", "if (isFoo(x)) { x.wide(); }", ["Wide.wide"]],
    ["x: Foo", "given(() => { assertNothing(x); x.go(); });", ["Foo.go"]],
    ["x: unknown", "assertNothing(x); x.go();", []],
    // Promises of several things.
    ["all: Promise<Foo>[]", "for (const one of await Promise.all(all)) one.go();", ["Foo.go"]],
    ["all: Promise<Foo>[]", "Promise.all(all).then((foos) => foos[0].go());", ["Foo.go"]],
    ["", "const [a, b] = await Promise.all([load(), loadBar()]); b.stop();", ["Bar.stop"]],
    ["", "const [a, b] = await Promise.all([load(), loadBar()]); a.stop();", []],
    ["names: string[]", "(await Promise.all(names.map((name) => load())))[0].go();", ["Foo.go"]],
    ["all: Promise<Foo>[]", "(await Promise.race(all)).go();", ["Foo.go"]],
    // What is taken apart.
    ["x: { foo?: Foo }", "const { foo = new Foo() } = x; foo.go();", ["Foo.go"]],
    ["x: { foo?: Foo }", "const { foo: one = new Foo() } = x; one.go();", ["Foo.go"]],
    ["x: { a: { foo: Foo } }", "const { a: { foo } } = x; foo.go();", ["Foo.go"]],
    ["{ a: { foo } }: { a: { foo: Foo } }", "foo.go();", ["Foo.go"]],
    ["{ foo = new Foo() }", "foo.go();", ["Foo.go"]],
    ["x: Foo[]", "const [first, ...rest] = x; rest[0].go();", ["Foo.go"]],
    ["x: { foo: Foo }[]", "for (const { foo } of x) foo.go();", ["Foo.go"]],
    ["x: { foo: Foo }[]", "x.forEach(({ foo }) => foo.go());", ["Foo.go"]],
    ["x: Promise<{ foo: Foo }>", "x.then(({ foo }) => foo.go());", ["Foo.go"]],
    ["x: { foo: Foo; bar: Bar }", "const { bar, ...rest } = x; rest.foo.go(); rest.bar.stop;", ["Foo.go"]],
    ["{ bar, ...rest }: { foo: Foo; bar: Bar }", "rest.foo.go();", ["Foo.go"]],
    ["x: { a: { foo: Foo } }[]", "for (const { a: { ...rest } } of x) rest.foo.go();", ["Foo.go"]],
    ["x: any", "const { foo }: { foo: Foo } = x; foo.go();", ["Foo.go"]],
    ["x: any", "const { foo } = x as { foo: Foo }; foo.go();", ["Foo.go"]],
    // What stands at a place, and under a name.
    ["x: { foo: Foo }[]", "x[0].foo.go();", ["Foo.go"]],
    ["x: [Foo, Bar]", "x[1].stop();", ["Bar.stop"]],
    ["x: readonly [Foo, Bar]", "x[0].stop();", []],
    ["x: Foo[][]", "x.flat().forEach((one) => one.go());", ["Foo.go"]],
    ["x: Foo", `x["go"]();`, ["Foo.go"]],
    ["x: Foo", `x["foos"][0].go();`, ["Foo.go"]],
    ["x: Foo, name: string", "x[name]();", []],
    ["", "const all: { run: (one: Foo) => void }[] = [{ run: (one) => { one.go(); } }];", ["Foo.go"]],
    ["", "const all: ((one: Foo) => void)[] = [(one) => one.go()];", ["Foo.go"]],
    // What is spread, and what a method is bound to.
    ["", "const more = { ...kit, other: 1 }; more.foo.go();", ["Foo.go"]],
    ["", "const more = { ...kit }; more.open();", ["kit.open"]],
    ["x: Foo", "const go = x.go.bind(x); go();", ["Foo.go"]],
    ["x: Foo[]", "for (const one of new Set(x)) one.go();", ["Foo.go"]],
    ["x: Foo[]", "x.reduce<Record<string, Foo>>((all) => all, {})[given].go();", ["Foo.go"]],
    ["x: Foo[]", "x.toSorted((one) => one.go());", ["Foo.go"]],
    ["x: Foo[]", "const all = Object.fromEntries(x.map((one) => [1, one])); all[given].go();", ["Foo.go"]],
    // What is put into a list that was empty, and what is gathered.
    ["", "const all = []; all.push(new Foo()); all[0].go();", ["Foo.go"]],
    ["", "const all = new Set(); all.add(new Foo()); for (const one of all) one.go();", ["Foo.go"]],
    ["x: Foo[]", "x.reduce((sum, one) => { sum.stop(); return sum; }, new Bar());", ["Bar.stop"]],
    // Types with something more.
    ["x: Loaded<Foo>", "x.go(); } type Loaded<T> = T & { at: Date }; {", ["Foo.go"]],
    ["x: Loaded<Foo>", "x.when(); } type Loaded<T> = T & { when(): Date }; {", ["Loaded.when"]],
  ]);
});

const served = `} interface Hooks<S> { go(a: number): void; hook(): void }
type Served<A = string, S = Foo> = S & Hooks<S>; type Kept<S> = Hooks<S> & S;
interface App { one(): Served<this, Bar>; two<L>(): Served<this, L extends string ? Bar : unknown>; } {`;

describe("a type with a name, and a parameter of its own among what it is", () => {
  follows([
    // Of two that have the member the first counts.
    [`x: Served`, `x.go(); ${served}`, ["Foo.go"]],
    [`x: Served<App>`, `x.go(); ${served}`, ["Foo.go"]],
    [`x: Served<App, Bar>`, `x.stop(); ${served}`, ["Bar.stop"]],
    [`x: Served<App, Bar>`, `x.hook(); ${served}`, ["Hooks.hook"]],
    [`x: Kept<Bar>`, `x.stop(); x.go(1); ${served}`, ["Bar.stop", "Hooks.go"]],
    [`x: Kept<unknown>`, `x.stop(); ${served}`, []],
    [`x: App`, `x.one().stop(); ${served}`, ["App.one", "Bar.stop"]],
    [`x: App`, `x.two<string>().stop(); ${served}`, ["App.two", "Bar.stop"]],
  ]);
});

describe("methods of a class that is only declared", () => {
  follows([
    [
      "x: Kept",
      "x.one().go(); x.two<Bar>().stop(); } declare class Kept { one(): Foo; two<T>(): T; } {",
      ["Bar.stop", "Foo.go", "Kept.one", "Kept.two"],
    ],
    [
      "",
      "Kept.all().go(); } declare class Kept { static all(): Foo; static all(n: number): Foo; } {",
      ["Foo.go", "Kept.all"],
    ],
  ]);
});

describe("a type that says what calling its objects takes", () => {
  follows([
    ["", "const on: Call<Foo> = (x) => x.go(); } interface Call<B> { (b: B): void } {", ["Foo.go"]],
    [
      "",
      "const on: Call = (n, x) => x.stop(); } interface Call { (n: number, b: Bar): void; more: Foo } {",
      ["Bar.stop"],
    ],
    [
      "",
      "const on: Call = (x) => x.go(); } interface Base { (b: Foo): void } interface Call extends Base {} {",
      ["Foo.go"],
    ],
    ["", "const on: Call = (x) => x.go(); } interface Call { run(b: Foo): void } {", []],
    [
      "",
      "const mix: Mix<Foo> = (Base) => class extends Base { f() { this.go(); } }; } interface Mix<B> { (Base: new () => B): new () => B } {",
      ["Foo.go"],
    ],
  ]);
});

describe("what a function gives to a variable of another one", () => {
  follows([
    // Its type says what it may be, whoever gives it something.
    ["", "let x: Foo; given(() => { x = given(); x.go(); });", ["Foo.go"]],
    ["", "let x: Foo; given(() => { [x] = given(); x.go(); });", ["Foo.go"]],
    // Without one others know what it was given, and who gives it knows that alone.
    ["", "let x; given(() => { x = new Foo(); }); given(() => { x.go(); });", ["Foo.go"]],
    ["", "let x; given(() => { x = new Foo(); }); given(() => { x = new Bar(); x.go(); });", ["Bar.go"]],
    // What means something else where the variable is declared says nothing there.
    ["", "let x; given((foo: Foo) => { x = foo; }); given(() => { x.go(); });", []],
  ]);
});

test.each<readonly [string, readonly string[]]>([
  ["function* made() { yield new Foo(); }\nfunction f() { for (const one of made()) one.go(); }", ["Foo.go"]],
  [
    "function* made() { yield* [new Foo()]; }\nfunction f() { for (const one of made()) one.go(); }",
    ["Foo.go"],
  ],
  ["let foo;\nbefore(() => { foo = new Foo(); });\nfunction f() { foo.go(); }", ["Foo.go"]],
  ["class A { all = []; add() { this.all.push(new Foo()); } f() { this.all[0].go(); } }", ["Foo.go"]],
])("JavaScript: %s", async (source, expected) => {
  const all = await callsIn("a.js", `class Foo { go() {} }\n${source}`);
  expect(all.flatMap(({ from, to }) => (/\bf$/.test(from) && to === "Foo.go" ? [to] : []))).toEqual(expected);
});
