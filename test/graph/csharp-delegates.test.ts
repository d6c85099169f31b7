import { beforeAll, describe, expect, test } from "@jest/globals";
import { check } from "./fixture.ts";
import { calledIn, rows } from "./followed.ts";

const classes = `
using System; using System.Collections.Generic;
namespace A;
public class Item { public void Go() {} public Item Next() => this; public bool Ok() => true; }
public class Bag<T> { public void Put(T t) {} public T Take() => default; }
public delegate void Handle(Item item, int n);
public delegate Item Make(string s);
public delegate void Both<TA, TB>(TA a, Bag<TB> b) where TA : class;
public class Main {
  Make make; Handle OnIt; public Both<Item, Item> Two { get; set; } Func<Item, bool> test = (i) => i.Ok();
  static readonly Dictionary<char, Handle> table = new Dictionary<char, Handle> { { 'a', (item, n) => item.Go() } };
  public Handle f900() => (item, n) => item.Go();
  public Handle f901() { return (item, n) => item.Go(); }
  public Both<Item, string> f902() => (a, b) => a.Go();
  public Both<string, Item> f903() { if (true) { return (a, b) => { b.Take().Go(); }; } return null; }
  static void Run(Handle h) {} IList<Handle> l2; List<Action<Item>> fs;
  static void RunBoth<T>(Both<Item, T> h) {}
`;

const rest = `
}
public class Taker { public Taker(string s) {} public Taker(string s, Action<Item> a) {} }
public partial class Parted { public int Size; }
public partial class Parted { public Parted(int n, Handle h) {} }
public class Holder { public Handle H; public event Handle E; public Both<Item, Item> B; }
`;

const all = [
  ...rows(
    "Go",
    `
    make("x").Go();
    make.Invoke("x").Go();
    make?.Invoke("x").Go();
    Run((item, n) => item.Go());
    Run(delegate (Item item, int n) { item.Go(); });
    var t = new Taker("a", item => item.Go());
    Take(new Taker("a", item => { item.Go(); }));
    new Parted(1, (item, n) => item.Go());
    RunBoth<string>((a, b) => a.Go());
    h.H = (item, n) => item.Go();
    h.E += (item, n) => item.Go();
    h.B = (a, b) => b.Take().Go();
    Two = (a, b) => b.Take().Go();
    Handle x = (item, n) => item.Go();
    var x = new Handle((item, n) => item.Go());
    Handle x; x = (item, n) => item.Go();
    var t = new Dictionary<string, Handle> { ["a"] = (item, n) => item.Go() };
    var t = new Dictionary<string, Handle> { { "a", (item, n) => item.Go() } };
    var t = new List<Handle> { (item, n) => item.Go() };
    Handle[] t = { (item, n) => item.Go() };
    var o = new Holder { H = (item, n) => item.Go() };
    Handle y = true ? (item, n) => item.Go() : null;
    Handle Local() => (item, n) => item.Go();
    Handle Local() { return (item, n) => { item.Go(); }; }
    h.H = (Item item, int n) => item.Go();
    var l = new List<Handle>(); l.Add((item, n) => item.Go());
    l2.Add((item, n) => item.Go());
    table.Add('a', (item, n) => item.Go());
    fs.Add(item => item.Go());
    table['x'] = (item, n) => item.Go();
  `,
  ),
];

/** Methods of their own, each with one call. */
const methods = [900, 901, 902, 903];

describe("what functions without names take in C#, where a type of functions is declared", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const functions = all.map(([statement], at) => `  public void f${at}(Holder h) { ${statement} }\n`);
    called = await calledIn("Main.cs", `${classes}${functions.join("")}${rest}`);
  });

  test.each(all.map(([statement, method], at) => [statement, method, at] as const))("%s", (_, method, at) => {
    expect(called.get(at)).toContain(method);
  });

  test.each(methods)("method f%i", (at) => {
    expect(called.get(at)).toContain("Go");
  });
});

describe("a method of C# is handed on by its name wherever a function may stand", () => {
  const others = `//- B.cs
class B { public int Is() { return 1; } public static bool Ok(int n) { return true; } public int Prop { get; } public Action Act; }
static class More { public static bool CanRead(this PropertyInfo one, out MethodInfo getter) { return true; } }
`;
  test.each<readonly [string, readonly string[]]>([
    ["Func<int, bool> P { get; set; } = B.Ok;", ["A call B.cs#B.Ok"]],
    ["Action x = Foo;", ["A call A.cs#A.Foo"]],
    ["A(Action a) { } A() : this(Foo) { }", ["A.A~2 call A.cs#A", "A.A~2 call A.cs#A.Foo"]],
    ["void F() { a.Happened += Foo; }", ["A.F call A.cs#A.Foo"]],
    ["void F() { x = this.Foo; }", ["A.F call A.cs#A.Foo"]],
    ["void F() { Action q = (Action)Foo; }", ["A.F call A.cs#A.Foo"]],
    ["void F() { x = y ? Foo : Bar; }", ["A.F call A.cs#A.Foo", "A.F call A.cs#A.Bar"]],
    ["void F() { var q = y ?? Foo; }", ["A.F call A.cs#A.Foo"]],
    ["void F() { Run(Gen<int>); }", ["A.F call A.cs#A.Gen"]],
    ["void F(B b) { Run(h: b.Is); }", ["A.F call B.cs#B.Is inferred"]],
    ["Action F() => Foo;", ["A.F call A.cs#A.Foo"]],
    ["Func<int> F(B b) { return b.Is; }", ["A.F call B.cs#B.Is inferred"]],
    ["Action F() => n switch { 1 => Foo, _ => Bar };", ["A.F call A.cs#A.Foo", "A.F call A.cs#A.Bar"]],
    ["Action[] all = { Foo, Bar };", ["A call A.cs#A.Foo", "A call A.cs#A.Bar"]],
    ['void F() { var all = new Map { ["a"] = Foo }; }', ["A.F call A.cs#A.Foo"]],
    ["void F() { Each(More.CanRead); }", ["A.F call B.cs#More.CanRead"]],
    // What is taken away, compared or named is not handed on, and a property is no method.
    ["void F() { a.Happened -= Foo; }", []],
    ["bool F() { return a == Foo; }", []],
    ["void F() { Log(nameof(B.Ok)); }", []],
    ["void F(B b) { x = b.Prop; Run(b.Act); }", []],
    // A property of a type from elsewhere hides what is added to it.
    ["void F(PropertyInfo one) { Run(one.CanRead); }", []],
  ])("%s", (member, expected) =>
    check(
      `${others}//- A.cs\nclass A { ${member} static void Foo() { } static void Bar() { } static void Gen<T>() { } }\n`,
      expected.map((edge) => `A.cs#${edge}`),
    ),
  );
});
