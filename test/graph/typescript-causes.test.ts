/** What fresh repositories of TypeScript showed: rows for each cause, with what must not be followed. */
import { describe, expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";
import { calledIn } from "./followed.ts";

const types = `
class Foo { go(): Foo { return this } static make() { return new Foo() } opt?(): Foo }
interface Store { foo: Foo; open?(): Foo }
type Handler = (foo: Foo) => void;
`;

/** What `f0` calls, without classes that are made. */
async function called(code: string): Promise<readonly string[]> {
  const all = (await calledIn("a.ts", `${types}${code}`)).get(0) ?? [];
  return [...new Set(all)].filter((name) => name !== "Foo").sort();
}

/** Rows of a name and code in which `f0` calls these. */
const rows = (table: readonly (readonly [code: string, names: readonly string[]])[]): void => {
  test.each(table)("%s", async (code, names) => expect(await called(code)).toEqual(names));
};

describe("casts", () => {
  rows([
    ["class A extends Foo { f0() { (this.constructor as typeof Foo).make(); } }", ["make"]],
    ["function f0(x: any) { const Kind = x as typeof Foo; Kind.make().go(); }", ["go", "make"]],
    ["function f0(x: any) { new (x as typeof Foo)().go(); }", ["go"]],
    ["function f0(x: any) { (<Foo>x).go(); }", ["go"]],
    ["const make = Foo as any as (x: number) => Foo;\nfunction f0() { make(1).go(); }", ["go"]],
    ["const one = x as any as { foo: Foo };\nfunction f0() { one.foo.go(); }", ["go"]],
    ["const f0 = ((foo) => { foo.go(); }) as Handler;", ["go"]],
    ["function f0(x: any) { (x as Foo | undefined)?.go(); }", ["go"]],
    ["function f0(x: any) { const all = x as\n  | Foo[]\n  | null; all![0].go(); }", ["go"]],
    ["function f0(x: any) { (<null | Promise<Foo>>x)?.then((one) => one.go()); }", ["go"]],
    ["function f0(x: any) { (x as 'make' | 'go').go(); }", []],
    ["function f0(x: any) { (x as typeof Unknown).make(); }", []],
  ]);
});

describe("calls that say types are calls behind every sign", () => {
  const made = "function make<T>(x?: T): boolean { return true }\n";
  rows([
    [`${made}function f0() { void make<Foo>(); }`, ["make"]],
    [`${made}function f0() { return !make<Foo>(); }`, ["make"]],
    [`${made}function f0() { return typeof make<Foo[]>(); }`, ["make"]],
    [`${made}function f0() { return 1 + make<Foo>(); }`, ["make"]],
    [`${made}async function f0() { return !(await make<Foo>()) || !await make<Foo>(); }`, ["make"]],
    [`${made}function f0() { return 1 < make && make > (1); }`, []],
    ["function f0(s: Store) { void s.foo.go<Foo>(); }", ["go"]],
  ]);
});

describe("what may be missing is called all the same", () => {
  rows([
    ["function f0(s: Store) { s.open!(); }", ["open"]],
    ["function f0(s: Store) { s.open!().go(); }", ["go", "open"]],
    ["function f0(s: Store) { s.open?.(); }", ["open"]],
    ["function g() {} function f0() { g!(); }", ["g"]],
  ]);
});

describe("classes that a function is given", () => {
  const wrap = "function wrap(x: unknown) { return x }\n";
  rows([
    [`${wrap}wrap(class extends Foo { f0() { this.go(); } });`, ["go"]],
    [`${wrap}wrap(class extends Foo { f0() { this.own(); super.go(); } own() {} });`, ["go", "own"]],
    [`${wrap}wrap(class Named extends Foo { f0() { this.go(); } });`, ["go"]],
    [`${wrap}wrap(class { f0() { this.other(); } }); wrap(class { other() {} });`, []],
  ]);

  test("have a node each, which is no class of that name for others", async () => {
    const edges = edgesOf(
      await graphOf(`//- a.ts\n${types}${wrap}wrap(class extends Foo {}); wrap(class extends Foo {});\n`),
    );
    expect(edges.filter((edge) => edge.includes(" inherit "))).toEqual([
      "a.ts#class inherit a.ts#Foo",
      "a.ts#class~2 inherit a.ts#Foo",
    ]);
  });
});

describe("functions by what a type says of members that it does not name", () => {
  rows([
    ["const all: Record<string, Handler> = { f0: (foo) => { foo.go(); } };", ["go"]],
    ["const all: Partial<Record<string, Handler>> = { f0: (foo) => { foo.go(); } };", ["go"]],
    ["const all: { [key: string]: Handler } = { f0: (foo) => { foo.go(); } };", ["go"]],
    ["const all: { x: Handler; f0: Handler } = { f0: (foo) => { foo.go(); } };", ["go"]],
    ["const all: { f0(foo: Foo): void } = { f0(foo) { foo.go(); } };", ["go"]],
    ["interface All { [key: string]: Handler }\nconst all: All = { f0: (foo) => { foo.go(); } };", ["go"]],
    ["interface Foos { [key: string]: Foo }\nfunction f0(foos: Foos) { foos['a'].go(); }", ["go"]],
    ["interface Foos { [key: string]: Foo }\nfunction f0(foos: Foos) { foos.some.go(); }", ["go"]],
    [
      "interface Foos { [key: string]: Foo }\nfunction f0(foos: Foos) { for (const one of Object.values(foos)) one.go(); }",
      ["go"],
    ],
    ["interface Foos { [key: string]: Foo; other: Store }\nfunction f0(foos: Foos) { foos.other.go(); }", []],
    ["type Run = { run(foo: Foo): void }['run'];\nconst f0: Run = (foo) => { foo.go(); };", ["go"]],
    ["const all: { x: Handler } = { f0: (foo) => { foo.go(); } };", []],
  ]);
});

describe("lists that are written out", () => {
  /** What `f` calls, with how sure that is. */
  const callsOf = async (code: string): Promise<readonly string[]> =>
    edgesOf(await graphOf(`//- a.ts\n${types}${code}\n`)).flatMap(
      (edge) => /^a\.ts#f call a\.ts#(.+)$/.exec(edge)?.[1] ?? [],
    );
  const tabs = "const tabs = [{ href: () => 1 }, { href: () => 2 }, { href() { return 3; } }];\n";
  const all = ["href ambiguous", "href~2 ambiguous", "href~3 ambiguous"];
  test.each<[string, readonly string[]]>([
    [`${tabs}function f() { tabs.map((tab) => tab.href()); }`, all],
    [`${tabs}function f() { tabs.find((tab) => tab)?.href(); }`, all],
    [`${tabs}function f() { for (const { href } of tabs) href(); }`, all],
    [`${tabs}function f(i: number) { tabs[i].href(); }`, all],
    ["const tabs = [{ href: () => 1, id: 1 }];\nfunction f() { tabs[0].href(); }", ["href inferred"]],
    [
      "function a() {} function b() {}\nconst tabs = [{ go: a }, { go: b }];\nfunction f() { for (const tab of tabs) tab.go(); }",
      ["a ambiguous", "b ambiguous"],
    ],
    [
      "function a() {} function b() {}\nconst both = [a, b];\nfunction f() { const [, x] = both; x(); }",
      ["b inferred"],
    ],
    [
      "function a() {} function b() {}\nconst both = [a, b];\nfunction f() { const [x] = both.reverse(); x(); }",
      ["a ambiguous", "b ambiguous"],
    ],
    [
      `const many = [${"{ href: () => 1 }, ".repeat(20)}];\nfunction f() { many.map((one) => one.href()); }`,
      [],
    ],
  ])("%s", async (code, calls) => expect(await callsOf(code)).toEqual(calls));
});

describe("fields that a class asks about are its base's", () => {
  const base = `function isReady(foo: Foo): boolean { return true }
function isMore(one: unknown): one is More { return true }
class More extends Foo { more() {} }
class Base { constructor(protected readonly foo: Foo) {} protected made = new Foo(); }
`;
  rows([
    [`${base}class A extends Base { g() { isReady(this.foo); } f0() { this.foo.go(); } }`, ["go"]],
    [
      `${base}class A extends Base { g() { if (isReady(this.made)) return; } f0() { this.made.go(); } }`,
      ["go"],
    ],
    [
      `${base}class A extends Base { g() { isMore(this.foo); } f0() { this.foo.more(); this.foo.go(); } }`,
      ["go", "more"],
    ],
    [
      `${base}class A extends Base { g() { return this.foo instanceof More; } f0() { this.foo.go(); this.foo.more(); } }`,
      ["go", "more"],
    ],
    [`${base}class A extends Outside { g() { isMore(this.foo); } f0() { this.foo.more(); } }`, ["more"]],
    [
      "class A { foo: Foo | Bar; f0() { if (this.foo instanceof Foo) this.foo.go(); } }\nclass Bar { go() {} }",
      ["go"],
    ],
    // What gets a value declares nothing.
    [`${base}class A extends Base { f0() { this.made = this.made.go(); } }`, ["go"]],
    [`${base}class A extends Outside { g() { this.made = new Foo(); } f0() { this.made.go(); } }`, ["go"]],
    [`${base}class A extends Base { foo = {}; g() { isReady(this.foo); } f0() { this.foo.go(); } }`, []],
  ]);
});

describe("tuples and objects that a function gives", () => {
  const hook = "function open() {} function use() { return [1, open, new Foo()] as const }\n";
  rows([
    [`${hook}function f0() { const [, go] = use(); go(); }`, ["open", "use"]],
    [`${hook}function f0() { const [, , foo] = use(); foo.go(); }`, ["go", "use"]],
    [`${hook}function f0() { use()[2].go(); }`, ["go", "use"]],
    [
      "function use() { const open = () => {}; return { open } as const }\nfunction f0() { const { open } = use(); open(); }",
      ["open", "use"],
    ],
    [
      "function use() { return [1, new Foo()] }\nfunction f0() { const [, foo] = use(); foo.go(); }",
      ["go", "use"],
    ],
    ["const all = [new Foo()] as const;\nfunction f0() { for (const foo of all) foo.go(); }", ["go"]],
  ]);
});

describe("types that are put together", () => {
  rows([
    ["type Both = { one: Foo } & { two: Foo };\nfunction f0(x: Both) { x.two.go(); }", ["go"]],
    [
      "interface All extends Readonly<Omit<Store, 'open'> & { more: Foo }> {}\nfunction f0(x: All) { x.more.go(); }",
      ["go"],
    ],
    [
      "type All = Readonly<Store & { more: Foo; run(): Foo }>;\nfunction f0(x: All) { x.run().go(); x.more.go(); }",
      ["go", "run"],
    ],
  ]);

  test("of modules and of a namespace beside a class", async () => {
    const source = `
//- a.ts
export function one(this: All): All { return this.two(); }
//- b.ts
export function two(): All { return null!; }
//- all.ts
import * as a from "./a";
import type * as b from "./b";
type Methods = typeof a & typeof b;
export interface All extends Methods {}
export function f0(all: All) { all.one().two(); }
//- c.ts
export namespace C { export interface Options {} }
export class C { static run() {} run() { C.run(); } }
export namespace kit {
  export function run() {}
  export namespace run { export type Options = string; export function more() {} }
  export class Foo { go() {} }
  export namespace Foo { export interface Options {} }
}
export function f1() { kit.run(); kit.run.more(); new kit.Foo().go(); }
`
      .replace("//- a.ts\n", '//- a.ts\nimport type { All } from "./all";\n')
      .replace("//- b.ts\n", '//- b.ts\nimport type { All } from "./all";\n');
    const found = edgesOf(await graphOf(source.trimStart())).filter((edge) => edge.includes(" call "));
    expect(found).toEqual([
      "a.ts#one call b.ts#two inferred",
      "all.ts#f0 call a.ts#one inferred",
      "all.ts#f0 call b.ts#two inferred",
      "c.ts#C.run~2 call c.ts#C.run",
      ...["kit.run", "kit.run.more", "kit.Foo", "kit.Foo.go"].map((to) => `c.ts#f1 call c.ts#${to}`),
    ]);
  });
});

describe("what is handed out by a class, or by what stands for one", () => {
  const token = "const TOKEN = new InjectionToken<Foo>('foo');\n";
  rows([
    ["class A { foo = inject(Foo); f0() { this.foo.go(); } }", ["go"]],
    [`${token}class A { foo = inject(TOKEN); f0() { this.foo.go(); } }`, ["go"]],
    ["function f0() { TestBed.inject(Foo).go(); }", ["go"]],
    ["function f0(app: any) { app.get(Foo).go(); }", ["go"]],
    ["async function f0(app: any) { (await app.resolve(Foo)).go(); }", ["go"]],
    ["function f0(box: ComponentFixture<Foo>) { box.componentInstance.go(); }", ["go"]],
    ["function f0() { const box = TestBed.createComponent(Foo); box.componentInstance.go(); }", ["go"]],
    ["function f0(ref: ComponentRef<Foo>) { ref.instance.go(); }", ["go"]],
    ["function f0(all: QueryList<Foo>) { all.forEach((foo) => foo.go()); all.first.go(); }", ["go"]],
    ['class A { foo = viewChild<Foo>("foo"); f0() { this.foo()?.go(); } }', ["go"]],
    ["class A { foo = viewChild(Foo); f0() { this.foo()?.go(); } }", ["go"]],
    ["class A { foos = viewChildren(Foo); f0() { this.foos().forEach((foo) => foo.go()); } }", ["go"]],
    ["class A { foo = input<Foo>(); f0() { this.foo().go(); } }", ["go"]],
    ["const foo = ref<Foo>();\nfunction f0() { foo.value.go(); }", ["go"]],
    ["const foo = computed(() => new Foo());\nfunction f0() { foo.value.go(); foo().go(); }", ["go"]],
    [
      "const foo = new BehaviorSubject<Foo>(one);\nfunction f0() { foo.value.go(); foo.getValue().go(); }",
      ["go"],
    ],
    ["function f0(all: Map<unknown, Store>) { all.get(Foo).go(); }", []],
    [
      "class Own { get(x: unknown): Store { return null!; } }\nfunction f0(own: Own) { own.get(Foo).go(); }",
      ["get"],
    ],
    ["function inject(x: unknown): Store { return null!; }\nfunction f0() { inject(Foo).go(); }", ["inject"]],
  ]);
});

describe("what makes objects tells the types of who takes it", () => {
  const maker = `interface Maker<T> { new (): T } class Choice<T> { constructor(of: Maker<T>) {} }
type Query<T> = Maker<T> | Choice<T>;
interface Loader { one<T>(of: Query<T>): Promise<T>; all<T>(of: Query<T>): Promise<T[]> }
`;
  rows([
    [`${maker}async function f0(l: Loader) { (await l.one(Foo)).go(); }`, ["go", "one"]],
    [`${maker}async function f0(l: Loader, c: Choice<Foo>) { (await l.one(c)).go(); }`, ["go", "one"]],
    [`${maker}async function f0(l: Loader) { for (const foo of await l.all(Foo)) foo.go(); }`, ["all", "go"]],
  ]);
});

describe("objects that a base from elsewhere makes", () => {
  rows([
    ["class User extends Model { go() {} }\nasync function f0() { (await User.findByPk(1))?.go(); }", ["go"]],
    ["class User { go() {} }\nasync function f0() { (await User.findByPk(1))?.go(); }", []],
  ]);
});

test("an export of a package is the one that always holds", async () => {
  const source = `
//- package.json
{ "name": "kit", "exports": { "./run": { "development": "./src/dev.ts", "default": "./src/run.ts" } } }
//- src/dev.ts
export function run() {}
//- src/run.ts
export function run() {}
//- src/use.ts
import { run } from "kit/run";
export function use() { run(); }
`;
  const found = edgesOf(await graphOf(source.trimStart())).filter((edge) => edge.includes(" call "));
  expect(found).toEqual(["src/use.ts#use call src/run.ts#run"]);
});

test("what a decorator of a method calls is called by the method, each time", async () => {
  const source = `//- a.ts
function may(what: string) { return (to: any) => to; }
function log() { return (to: any) => to; }
@log()
class Shop {
  @may("sell") @log()
  sell() {}
  @may("buy")
  buy() {}
}
`;
  const calls = edgesOf(await graphOf(source)).filter((edge) => edge.includes(" call "));
  expect(calls.sort()).toEqual([
    "a.ts#Shop call a.ts#log",
    "a.ts#Shop.buy call a.ts#may",
    "a.ts#Shop.sell call a.ts#log",
    "a.ts#Shop.sell call a.ts#may",
  ]);
});

test("what decorates a field as well as a method is called by the class and by the method", async () => {
  const source = `//- a.ts
function skip(to: object, name: string) {}
class Shop {
  @skip name = "";
  @skip
  sell() {}
  @skip
  open = 1;
}
`;
  const calls = edgesOf(await graphOf(source)).filter((edge) => edge.includes(" call "));
  expect(calls.sort()).toEqual(["a.ts#Shop call a.ts#skip", "a.ts#Shop.sell call a.ts#skip"]);
});

describe("the prototype of a class has what its objects have", () => {
  rows([
    ["function f0(x: any) { Foo.prototype.go.call(x); Foo.prototype.make; }", ["go"]],
    ["function f0() { return { run: Foo.prototype.go }; }", ["go"]],
  ]);
});

describe("a class and its objects may have members of one name", () => {
  const from = "static from(): Box { return new Box() }\ngo() {}";
  rows([
    [
      `class Box { get from(): string { return "" } ${from} }\nfunction f0() { Box.from().go(); }`,
      ["from", "go"],
    ],
    [
      `class Box { ${from}\nget from(): string { return "" } }\nfunction f0() { Box.from().go(); }`,
      ["from", "go"],
    ],
    [
      `class Box { ${from}\nfrom(): Foo { return foo } }\nfunction f0(b: Box) { b.from().go(); }`,
      ["from", "go"],
    ],
    [
      `class Box { get from(): Foo { return foo } ${from} }\nfunction f0(b: Box) { b.from.opt(); }`,
      ["from", "opt"],
    ],
  ]);
});

describe("a class that a constructor is given decides what the object is for", () => {
  const pool =
    "class Pool<T> { constructor(private readonly type: new () => T) {}\nget(): T { return all[0] } }\n";
  rows([
    [`${pool}function f0() { new Pool(Foo).get().go(); }`, ["Pool", "get", "go"]],
    [`${pool}class A { pool = new Pool(Foo); f0() { this.pool.get().go(); } }`, ["get", "go"]],
    [
      `type Kind<T> = new () => T; class Box<T> { constructor(kind: Kind<T>) {}\nget(): T { return x } }\nfunction f0() { new Box(Foo).get().go(); }`,
      ["Box", "get", "go"],
    ],
    [
      `class Box<T> { constructor(size: number) {}\nget(): T { return x } }\nfunction f0() { new Box(Foo).get().go(); }`,
      ["Box", "get"],
    ],
    [`${pool}function f0() { new Pool<Store>(Foo).get().go(); }`, ["Pool", "get"]],
  ]);
});

describe("members that are functions by their type say what they are given", () => {
  const kept = "type Kept<S> = S & { run: <R>(fn: (one: S) => R, more?: number) => Promise<R> };\n";
  rows([
    ["function f0(x: { on: (fn: (foo: Foo) => void) => void }) { x.on((foo) => foo.go()); }", ["go"]],
    [
      "type On = { on: (fn: (foo: Foo) => void) => void };\nfunction f0(x: On) { x.on((foo) => foo.go()); }",
      ["go"],
    ],
    ["interface On { on: (fn: Handler) => void }\nfunction f0(x: On) { x.on((foo) => foo.go()); }", ["go"]],
    [
      "interface On { on: (x: { fn: Handler }) => void }\nfunction f0(x: On) { x.on({ fn: (foo) => foo.go() }); }",
      ["go"],
    ],
    [
      "interface On<T> { on: (fn: (one: T) => void) => void }\nfunction f0(x: On<Foo>) { x.on((foo) => foo.go()); }",
      ["go"],
    ],
    [`${kept}function f0(x: Kept<Foo>) { x.run((foo) => foo.go()); x.opt(); }`, ["go", "opt"]],
    [
      "type Kept<S> = S & { run(fn: (one: S) => void): void };\nfunction f0(x: Kept<Foo>) { x.run((foo) => foo.go()); }",
      ["go", "run"],
    ],
    [
      "type All = Record<string, (foo: Foo, more: number) => void>;\nconst all: All = { f0(foo) { foo.go(); } };",
      ["go"],
    ],
    [
      `interface On { all: Readonly<{ ${"some: Record<string, string>; ".repeat(12)}foo: Foo }> }\nfunction f0(x: On) { x.all.foo.go(); }`,
      ["go"],
    ],
    ['interface On { run: Handler }\nconst f0: On["run"] = (foo) => foo.go();', ["go"]],
    ["interface On { run(foo: Foo): void }\nconst f0: On['run'] = (foo) => foo.go();", ["go"]],
    ['interface On { a: { run?: Handler } }\nconst f0: On["a"]["run"] = (foo) => foo.go();', ["go"]],
    [
      "interface On { on: (fn: (x: number, foo: Foo) => void) => void }\nfunction f0(x: On) { x.on((foo) => foo.go()); }",
      [],
    ],
    [`${kept}function f0(x: Kept<Store>) { x.run((foo) => foo.go()); }`, []],
  ]);
});

describe("types that are written out without semicolons", () => {
  rows([
    [
      "function f0(x: {\n  name: string\n  foo: Foo\n  make(one: string,\n    two: string): Foo\n}) { x.foo.go(); x.make('', '').opt(); }",
      ["go", "opt"],
    ],
    [
      "type Kit = {\n  name: // of it\n    | string\n    | number\n  // What it does.\n  readonly foo?:\n    Foo\n}\nfunction f0(x: Kit) { x.foo.go(); }",
      ["go"],
    ],
    [
      "function f0(x: {\n  run: (foo: Foo) => void\n  open(fn: (foo: Foo) => void): void\n}) { x.open((foo) => foo.go()); }",
      ["go"],
    ],
    ["function f0(x: {\n  name:\n    foo\n  bar: Foo\n}) { x.foo.go(); }", []],
  ]);
});

test("a member of the object's own type", async () => {
  const box = "class Box<N extends Foo> { readonly N!: N; go() {} }";
  expect(await called(`${box}\nclass A extends Box<Foo> { f0(one: this["N"]) { one.opt(); } }`)).toEqual([
    "opt",
  ]);
});

describe("what a place says that `this` is", () => {
  const kit = `interface Kit { f0?: ((this: { foo: Foo }) => object) | null; run(this: Store): void; on(foo: Foo): void }
function create(kit: Partial<Kit>): Kit { return null!; }
`;
  rows([
    [`${kit}create({ f0() { return [() => this.foo.go()]; } });`, ["go"]],
    [`${kit}create({ f0: function () { this.foo.go(); } });`, ["go"]],
    [`${kit}const kit: Kit = { f0() { this.foo.go(); } };`, ["go"]],
    [
      "function each(run: (this: Foo) => void) {}\nfunction f0() { each(function () { this.go(); }); }",
      ["each", "go"],
    ],
    ["function create(kit: { f0(foo: Foo): void; g(): void }) {}\ncreate({ f0() { this.foo.go(); } });", []],
    [`${kit}class A { foo = new Foo(); f0() { create({ f0: () => this.foo.go() }); } }`, ["create", "go"]],
    ["const all = { f0() { this.more(); }, more() {} };", ["more"]],
  ]);
});

describe("heads that are too long to be kept whole", () => {
  const more = Array.from(
    { length: 8 },
    (_, at) => `Parameter${at} extends Record<string, unknown> = {}`,
  ).join(", ");
  rows([
    [
      `class Pool<T extends Foo, ${more}> { one: T; f0(two: T) { this.one.go(); two.opt(); } }`,
      ["go", "opt"],
    ],
    [`class Pool<T, ${more}> { one: T }\nfunction f0(pool: Pool<Foo>) { pool.one.go(); }`, ["go"]],
    [`class Pool<${more}, T extends Foo> { one: T; f0() { this.one.go(); } }`, []],
  ]);
});
