import { describe, expect, test } from "@jest/globals";
import { callsIn } from "./followed.ts";

/** What the functions `f0`, `f1`, ... of a file call, each as `f0 Foo.go`. */
async function calls(source: string): Promise<readonly string[]> {
  const all = (await callsIn("a.ts", source)).flatMap(({ from, to }) => {
    const [by] = /\bf\d+\b/.exec(from) ?? [];
    return by === undefined ? [] : [`${by} ${to}`];
  });
  return [...new Set(all)].sort();
}

const classes = "class Foo { go() {} next(): Foo { return this } static make() { return new Foo() } }\n";

test("a parameter that may be left out is a property, too", async () => {
  const source = `
class A { constructor(private p?: Foo, readonly q?: Foo, r?: Foo) {}
  f0() { this.p.go(); } f1() { this.q?.next(); } f2() { this.r.go(); } }`;
  expect(await calls(classes + source)).toEqual(["f0 Foo.go", "f1 Foo.next"]);
});

describe("`this` in an object that is written out is that of the function around", () => {
  test.each([
    ["const a = { b: this.own() }; return a;", ["f0 A.own"]],
    ["const a: T = { b: this.own(), c: { d: [this.foo.go()] } };", ["f0 A.own", "f0 Foo.go"]],
    ["const a = { ...this.own(), b: () => this.own() };", ["f0 A.own"]],
    ["const a = { b() { const c = { d: this.b() }; }, own() {} };", ["f0 f0.a.b"]],
    ["const a = { b() { return () => this.own(); }, own() {} };", ["f0 f0.a.own"]],
    ["const a = { b: function () { this.own(); }, own: () => this.foo.go() };", ["f0 Foo.go", "f0 f0.a.own"]],
    ["const a = { b: this.c(), c() {} };", []],
  ])("%s", async (code, expected) => {
    const source = `class A { foo = new Foo(); own() {} f0() { ${code} } }`;
    const found = (await calls(classes + source)).map((one) => one.replace("A.f0.", "f0."));
    expect(found.sort()).toEqual(expected);
  });

  test("and none at the top of a file", async () => {
    expect(await calls("const f0 = { own() {}, b: this.own() };")).toEqual([]);
  });
});

test("of a class and its objects each has its own methods", async () => {
  const source = `
class Base { visit() {} static make() {} }
class A extends Base {
  static visit() {} static only() {} make() {} own() {} static own() {} static arrow = () => this.own();
  f0() { this.visit(); } static f1() { this.visit(); }
  f2() { super.visit(); } static f3() { super.make(); }
  f4() { this.make(); } static f5() { this.make(); }
  f6() { this.own(); } static f7() { this.own(); }
  f8() { this.only(); } static f9() { A.arrow(); }
}
class B { own() {} static own() {} }
function f10(b: B) { b.own(); } function f11() { B.own(); } function f12() { A.visit(); }`;
  expect(await calls(source)).toEqual(
    [
      ...["f0 Base.visit", "f1 A.visit", "f2 Base.visit", "f3 Base.make", "f4 A.make", "f5 Base.make"],
      ...["f6 A.own", "f7 A.own~2", "f8 A.only", "f9 A.arrow", "f10 B.own", "f11 B.own~2", "f12 A.visit"],
    ].sort(),
  );
});

describe("a variable has the members of its declared type, where its value says nothing of them", () => {
  const types = `
import { outer } from "outside";
interface M { is(): void } interface B { set(): void; get(): Foo }
type Plain = (a: string) => M; type Both = ((a: string) => M) & B; type Given = (<T>(a: T) => M) & B;
interface Api { outer(): void; missing(): void; own(): void; foo: Foo }`;
  test.each([
    ["declare const e: Both;", "e.set(); e('').is(); e.get().go();", ["Foo.go", "B.set", "B.get", "M.is"]],
    ["declare const e: Given;", "e.set(); e('').is();", ["B.set", "M.is"]],
    ["declare const e: ((Foo));", "e.go();", ["Foo.go"]],
    ["const e: Both = (a) => null as any;", "e.set(); e('').is();", ["B.set", "M.is", "e"]],
    ["const e: Plain = (a) => outer(a);", "e('').is();", ["M.is", "e"]],
    ["const e: Unknown = (a) => new Foo();", "e('').go();", ["Foo.go", "e"]],
    ["const e: Api = { outer, own() {} };", "e.outer(); e.own();", ["Api.outer", "e.own"]],
    ["const e: Api = { ...outer };", "e.missing(); e.foo.go();", ["Api.missing", "Foo.go"]],
    ["const e: Record<string, Foo> = { a: outer() };", "e[1].go(); e.a.next();", ["Foo.go", "Foo.next"]],
    ["const e = { outer };", "e.outer();", []],
    ["const e: Unknown = { outer };", "e.outer(); e.other();", []],
  ])("%s %s", async (variable, code, expected) => {
    const found = await calls(`${classes}${types}\n${variable}\nfunction f0() { ${code} }`);
    expect(found).toEqual(expected.map((one) => `f0 ${one}`).sort());
  });
});

describe("any member of a map of names gives what is in it", () => {
  const types = `
type Names = "a" | "b"; type Mapped = { [K in Names]: Foo }; type Of<T> = { readonly [K in Names]?: T };
type Same = { [K in keyof Holder]: Holder[K] }; interface Holder { foo: Foo; run(): Foo }`;
  test.each([
    ["Record<Names, Foo>", "x.a.go(); x['b'].next();", ["Foo.go", "Foo.next"]],
    ["Record<'a' | (string & {}), () => Foo>", "x.a().go();", ["Foo.go"]],
    [
      "Record<string, Foo>",
      "Object.values(x)[0].go(); for (const [, y] of Object.entries(x)) y.next();",
      ["Foo.go", "Foo.next"],
    ],
    ["Mapped", "x.a.go(); x[k].next();", ["Foo.go", "Foo.next"]],
    ["{ [K in Names]: Foo }", "x.a.go();", ["Foo.go"]],
    ["Of<Foo>", "x.a.go();", ["Foo.go"]],
    ["Partial<Mapped>", "x.a?.go();", ["Foo.go"]],
    ["Same", "x.foo.go(); x.run().next(); x.bar.go();", ["Foo.go", "Foo.next", "Holder.run"]],
    ["Map<string, Foo>", "x.a.go();", []],
  ])("%s: %s", async (type, code, expected) => {
    const found = await calls(`${classes}${types}\nfunction f0(x: ${type}) { ${code} }`);
    expect(found).toEqual(expected.map((one) => `f0 ${one}`).sort());
  });
});

describe("what stands before an object is used like it", () => {
  test.each([
    ["const x = new Proxy<Foo>({} as any, handler); x.go();", ["Foo.go"]],
    ["const x = new Proxy(new Foo(), { get() {} }); x.go();", ["Foo", "Foo.go"]],
    ["const x = new Proxy({} as Foo, {}); x.go();", ["Foo.go"]],
    ["const x = new Proxy(handler, {}); x.go();", []],
    ["const x = new Other(new Foo()); x.go();", ["Foo"]],
  ])("%s", async (code, expected) => {
    const found = await calls(`${classes}\nfunction f0() { ${code} }`);
    expect(found).toEqual(expected.map((one) => `f0 ${one}`).sort());
  });

  test("unless the repository has a class of that name", async () => {
    const source = "class Proxy<T> { go() {} }\nfunction f0() { const x = new Proxy<Foo>(); x.go(); }";
    expect(await calls(classes + source)).toEqual(["f0 Proxy", "f0 Proxy.go"]);
  });
});

describe("parameters for types stand for their defaults where nothing is said", () => {
  const types = `
class Bar { foo = new Foo(); run(): Foo { return this.foo } }
interface Base<C> { context: C; other(): C } interface Args<C = Readonly<Foo>> extends Base<C> {}
interface Two<A, B = A> { a: A; b: B } interface Three<A = Foo, B = Bar> extends Two<A, B> {}
interface Heir extends Args {} type Alias<T = Foo> = { one: T } & Bar; interface Round<T = Round> { next: T; foo: Foo }`;
  test.each([
    ["Args", "x.context.go(); x.other().next();", ["Base.other", "Foo.go", "Foo.next"]],
    ["Args<Bar>", "x.context.run();", ["Bar.run"]],
    ["Two<Foo>", "x.b.go();", ["Foo.go"]],
    ["Three", "x.a.go(); x.b.run();", ["Bar.run", "Foo.go"]],
    ["Three<Bar>", "x.a.run(); x.b.foo.go();", ["Bar.run", "Foo.go"]],
    ["Heir", "x.context.go();", ["Foo.go"]],
    ["Alias", "x.one.go(); x.run();", ["Bar.run", "Foo.go"]],
    ["Round", "x.next.foo.go();", ["Foo.go"]],
    ["Base", "x.context.go();", []],
  ])("%s: %s", async (type, code, expected) => {
    const found = await calls(`${classes}${types}\nfunction f0(x: ${type}) { ${code} }`);
    expect(found).toEqual(expected.map((one) => `f0 ${one}`).sort());
  });
});

describe("what is in a list that is written out has the type that the list is to have", () => {
  const types = `
interface Option { action(foo: Foo): void; other?: (foo: Foo) => void; more?: Option[]; called?: { (foo: Foo): void } & { a?: 1 } }
declare function take(options: { list: Option[]; some: ((foo: Foo) => void)[] }): void;
declare function put(called: { (foo: Foo): void }): void;
declare function all(options: ReadonlyArray<Option>, one?: Option): void;`;
  test.each([
    "const x: Option[] = [{ action(f) { f.go(); } }];",
    "const x: readonly Option[] = [{ a: 1 }, { other: (f) => f.go() }];",
    "const x: Array<Option> = [{ more: [{ action: (f) => { f.go(); } }] }];",
    "const x = [{ action(f) { f.go(); } }] satisfies Option[];",
    "take({ list: [{ action(f) { f.go(); } }], some: [] });",
    "take({ list: [], some: [(f) => f.go()] });",
    "all([{ action: function (f) { f.go(); } }]);",
    "all([{ called(f) { f.go(); } }]);",
    "put((f) => f.go());",
    "const x = (): Option[] => [{ action(f) { f.go(); } }];",
    "function x(): Option[] { return [{ action(f) { f.go(); } }]; }",
  ])("%s", async (code) => {
    const found = await callsIn("a.ts", `${classes}${types}\nfunction f0() { ${code} }`);
    expect(found.map(({ to }) => to)).toContain("Foo.go");
  });

  test.each([
    "const x: Option = [{ action(f) { f.go(); } }];",
    "const x: [Option, number] = [{ action(f) { f.go(); } }];",
    "const x: Unknown[] = [{ action(f) { f.go(); } }];",
  ])("%s: nothing", async (code) => {
    const found = await callsIn("a.ts", `${classes}${types}\nfunction f0() { ${code} }`);
    expect(found.map(({ to }) => to)).not.toContain("Foo.go");
  });
});

describe("a parameter that is taken apart into places has the types of a tuple", () => {
  const types = `
type Pair = [foo: Foo, name: string]; interface Handle<T> { run<R>(by: (given: [T, string]) => R): R }
declare function pair(by: (given: Pair) => void): void; declare const handle: Handle<Foo>;
declare function nested(by: (given: { all: [number, Foo] }) => void): void; declare const x: Foo;`;
  test.each([
    ["handle.run(([f, name]) => f.go());", true],
    ["pair(([f]) => f.go());", true],
    ["pair(([, f]) => f.go());", false],
    ["pair(([f = other]) => f.go());", true],
    ["nested(({ all: [, f] }) => f.go());", true],
    ["const by: (given: Pair) => void = ([f]) => f.go();", true],
    ["unknown(([x]) => x.go());", false],
  ])("%s", async (code, isFollowed) => {
    const found = await callsIn("a.ts", `${classes}${types}\nfunction f0() { ${code} }`);
    expect(found.some(({ to }) => to === "Foo.go")).toBe(isFollowed);
  });
});

describe("an object that is written out as the usual value of a parameter for types", () => {
  const types = `
interface Config { foo: unknown }
class Table<T, C extends Config = { foo: Foo; more: T }> { config: C; own(): T { return null! } }
interface Tree<K = { foo: Foo }, V = { of: K }> { value: V; at(one: K | K[]): K }
declare const table: Table<Foo>; declare const tree: Tree; declare const either: Table<Foo> | Table<Bar>;
class Bar { name() {} }`;
  test.each([
    ["table.config.foo.go();", ["f0 Foo.go"]],
    ["table.config.more.go();", ["f0 Foo.go"]],
    ["tree.value.of.foo.go();", ["f0 Foo.go"]],
    ["tree.at(x).foo.go();", ["f0 Foo.go", "f0 Tree.at"]],
    ["either.own().go();", ["f0 Table.own"]],
    ["for (const one of [table, either, tree]) one.own();", ["f0 Table.own"]],
  ])("%s", async (code, expected) => {
    expect(await calls(`${classes}${types}\nfunction f0() { ${code} }`)).toEqual(expected);
  });
});

describe("what is written for a parameter of a class hides no member of that class", () => {
  const types = `
class Query<T> { run(x?: number): Foo { return null! } given: T } type Same<T> = { [K in keyof T]: T[K] };
type Rows<T> = Query<{ run: T; foo: Foo }>; type Two<T> = Query<{ run(): T }> & { more: Foo };
type Plain = Readonly<{ run: () => Foo; foo: Foo }>; type Shown = Same<{ foo: Foo; go(): void }>;`;
  test.each([
    ["rows: Rows<string>", "rows.run().go();", ["f0 Foo.go", "f0 Query.run"]],
    ["rows: Rows<string>", "rows.given.foo.go();", ["f0 Foo.go"]],
    ["two: Two<string>", "two.run(1).go(); two.more.next();", ["f0 Foo.go", "f0 Foo.next", "f0 Query.run"]],
    ["plain: Plain", "plain.run().go(); plain.foo.next();", ["f0 Foo.go", "f0 Foo.next"]],
    ["shown: Shown", "shown.foo.go();", ["f0 Foo.go"]],
  ])("%s: %s", async (parameter, code, expected) => {
    expect(await calls(`${classes}${types}\nfunction f0(${parameter}) { ${code} }`)).toEqual(expected);
  });
});

describe("what was asked to be an object of a class has its members", () => {
  const types = `
class One extends Foo { one() {} } class Two extends Foo { two() {} }
class Holder { some?: Foo; any: any; bare; all: Map<string, Foo>;
  f0() { if (this.some instanceof One) this.some.one(); else if (this.some instanceof Two) { this.some.two(); } }
  f1() { return this.some && this.some instanceof One ? this.some.one() : this.some?.go(); }
  f2() { if (this.any instanceof One) this.any.one(); if (!(this.bare instanceof Two)) return; this.bare.two(); }
  f3() { const { some } = this; if (some instanceof Two) some.two(); this.some.unknown(); }
  f4() { return [1].map(() => this.some instanceof One && this.some.one()); }
  f5() { if (this.all.get("a") instanceof One) this.all.one(); }
  own: Map<string, Foo> = new Own(); f8() { this.own.set("a", x); this.own.get("a").go(); } }
class Own<K, V> extends Map<K, V> { set() {} }
function f6(x: Foo) { if (x instanceof One) x.one(); x.go(); }
function f7(x: unknown) { if (x instanceof Two) x.two(); x.one(); }`;
  test.each([
    ["f0", ["One.one", "Two.two"]],
    ["f1", ["Foo.go", "One.one"]],
    ["f2", ["One.one", "Two.two"]],
    ["f3", ["Two.two"]],
    ["f4", ["One.one"]],
    ["f5", []],
    ["f6", ["Foo.go", "One.one"]],
    ["f7", ["Two.two"]],
    ["f8", ["Foo.go"]],
  ])("%s", async (name, expected) => {
    const found = (await calls(classes + types)).filter((call) => call.startsWith(`${name} `));
    expect(found).toEqual(expected.map((to) => `${name} ${to}`));
  });
});

describe("what libraries give that are known by name is followed", () => {
  const react =
    'import * as React from "react";\nimport { useRef, useState, Component as Other } from "react";\n';
  const types = `
interface Props { foo: Foo; onGo?(x: number): void; all: Foo[] } interface State { last: Foo }
abstract class Base<P, S = {}> extends React.PureComponent<P, S> { shared() {} } const Shared = React.createContext<Foo>(null!);`;
  test.each([
    [
      "class A extends React.Component<Props> { f0() { this.props.foo.go(); this.props.onGo?.(1); } }",
      ["Foo.go", "Props.onGo"],
    ],
    [
      "class A extends React.Component<Props> { f0() { const { foo, all } = this.props; foo.go(); all[0].next(); } }",
      ["Foo.go", "Foo.next"],
    ],
    ["class A extends React.Component<Props, State> { f0() { this.state.last.go(); } }", ["Foo.go"]],
    [
      "class A extends Base<Props, State> { f0() { this.props.foo.go(); this.state.last.next(); this.shared(); } }",
      ["Base.shared", "Foo.go", "Foo.next"],
    ],
    [
      "class A extends Base<Props> { props!: State; f0() { this.props.foo.go(); this.props.last.next(); } }",
      ["Foo.next"],
    ],
    ["class A { private ref = React.createRef<Foo>(); f0() { this.ref.current?.go(); } }", ["Foo.go"]],
    ["function f0(ref: React.RefObject<Foo>) { ref.current?.go(); }", ["Foo.go"]],
    ["function f0() { const ref = useRef<Foo>(null); ref.current!.go(); }", ["Foo.go"]],
    ["function f0(foo: Foo) { const ref = useRef(foo); ref.current.go(); }", ["Foo.go"]],
    ["function f0() { const [foo, setFoo] = useState<Foo>(); foo?.go(); setFoo.next(); }", ["Foo.go"]],
    ["function f0(foo: Foo) { const [one] = useState(() => foo.next()); one.go(); }", ["Foo.go", "Foo.next"]],
    [
      "function f0(foo: Foo) { const one = React.useMemo(() => foo.next(), [foo]); one.go(); }",
      ["Foo.go", "Foo.next"],
    ],
    ["function f0() { React.useContext(Shared).go(); }", ["Foo.go"]],
    ["const f0: React.FC<Props> = ({ foo }) => { foo.go(); return null; };", ["Foo.go"]],
    ["const f0: React.FunctionComponent<Props> = (props) => { props.foo.go(); return null; };", ["Foo.go"]],
    ["function f0({ foo, children }: React.PropsWithChildren<Props>) { foo.go(); }", ["Foo.go"]],
    ["function f0(page: Document) { page.querySelector<Foo>('x')!.go(); }", ["Foo.go"]],
    ["function f0(page: Document) { [...page.querySelectorAll<Foo>('x')][0].go(); }", ["Foo.go"]],
    ["async function f0() { const one = await fixture<Foo>(html`<x-foo />`); one.go(); }", ["Foo.go"]],
    ["function f0(foo: jest.Mocked<Foo>) { expect(foo.go).toHaveBeenCalled(); }", ["Foo.go"]],
    ["function f0(foo: Foo) { vi.mocked(foo).go(); }", ["Foo.go"]],
    ["function f0(foo: Foo) { const ref = useRef(() => foo); ref.current.go(); }", []],
    ["class A extends Unknown<Props> { f0() { this.props.foo.go(); } }", []],
    ["class A { f0() { this.props.foo.go(); } }", []],
  ])("%s", async (code, expected) => {
    expect(await calls(`${react}${classes}${types}\n${code}`)).toEqual(expected.map((to) => `f0 ${to}`));
  });

  test("unless the repository has them", async () => {
    const own =
      "class Component<P> { other: P }\nfunction useMemo(x: () => Foo): Bar { return null! }\nclass Bar { bar() {} }";
    const code =
      "class A extends Component<Foo> { f0() { this.props.go(); useMemo(() => new Foo()).go(); this.other.next(); } }";
    expect(await calls(`${classes}${own}\n${code}`)).toEqual(["f0 Foo", "f0 Foo.next", "f0 useMemo"]);
  });
});

describe("a parameter for types hides what has its name outside", () => {
  const types = `
class Type { other() {} } interface Option { other(): void }
class Maker { make<Type = any>(token: string): Type { return null! } }
class Box<Type> { get(): Type { return null! } }
function keep<Option>(one: Option): Option { return one; }`;
  test.each([
    ["f0(m: Maker) { m.make<Foo>('a').go(); }", ["f0 Foo.go", "f0 Maker.make"]],
    ["f0(b: Box<Foo>) { b.get().go(); }", ["f0 Box.get", "f0 Foo.go"]],
    ["f0(foo: Foo) { keep(foo).go(); }", ["f0 Foo.go", "f0 keep"]],
    ["f0<Type extends Foo>(one: Type) { one.go(); one.other(); }", ["f0 Foo.go"]],
    ["f0<Type>(one: Type) { one.other(); }", []],
    ["f0(one: Type, two: Option) { one.other(); two.other(); }", ["f0 Option.other", "f0 Type.other"]],
  ])("function %s", async (code, expected) => {
    expect(await calls(`${classes}${types}\nfunction ${code}`)).toEqual(expected);
  });
});
