import { beforeAll, describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";

/** Each call, and the parameters of the methods that it may mean. */
const calls: readonly (readonly [call: string, ...parameters: string[]])[] = [
  ["F(1)", "int a"],
  ["F(1L)", "long a"],
  ["F('c')", "char a"],
  ["F(2.5)", "double a"],
  ["F(2m)", "decimal a"],
  ["F(true)", "bool a"],
  ["F(!flag)", "bool a"],
  ["F(1 < 2)", "bool a"],
  ['F("x")', "string a"],
  ['F("x" + 1)', "string a"],
  ['F($"{flag}")', "string a"],
  ["F(nameof(Cat))", "string a"],
  ["F(text.Trim())", "string a"],
  ["F(string.Empty)", "string a"],
  ["F(int.MaxValue)", "int a"],
  ["F(maybe)", "int? a"],
  ["F((byte)3)", "byte a"],
  ["F(typeof(Cat))", "Type a"],
  ["F(TimeSpan.Zero)", "TimeSpan a"],
  ["F(new Cat())", "Cat a"],
  ["F(new Lion())", "Cat a"],
  ["F(new Box<int>())", "Box<int> a"],
  ["F(new Box())", "Box a"],
  ["F(other as Cat)", "Cat a"],
  ["F(new int[] { 1 })", "int[] a"],
  ["F([1, 2])", "int[] a"],
  ["F(out var b)", "out Cat a"],
  ["F(ref cat)", "ref Cat a"],
  ["F(this)", "object a"],
  ["F(Kind.A)", "Kind a"],
  ["var local = 12; F(local)", "int a"],
  ["G(() => { })", "Action a"],
  ["G(() => 1)", "Func<int> a"],
  ["G(() => new Task<int>(null))", "Action a", "Func<int> a", "Func<Task> a", "Func<Task<int>> a"],
  ["G(x => { })", "Action<int> a"],
  ["G(x => { return x; })", "Func<int, int> a"],
  ["G(async () => { await Wait(); })", "Func<Task> a"],
  ["G(async () => { await Wait(); return 1; })", "Func<Task<int>> a"],
  ["G(delegate (int x, int y) { return x; })", "Comparison<int> a"],
  ["G(Three)", "Action<int, int, int> a"],
  ["G(runs)", "Action<int> a"],
  ["G(() => Wait())", "Action a", "Func<int> a", "Func<Task> a", "Func<Task<int>> a"],
  ["H(1)", "int a, int b = 2"],
  ["H(1, 2)", "int a, int b = 2"],
  ["H(1, 2, 3)", "params int[] all"],
  ["H()", "params int[] all"],
  ['H("a")', "string a"],
  ['H("a", 1, 2)', "string a, params object[] all"],
  ["I(1)", "int a"],
  ["I<int>(1)", "int a"],
  ["J(1)", "T a"],
  ['J("a")', "string a"],
  ["K(3)", "long a"],
  ["K(2.5f)", "double a"],
  ["P(0xFF)", "int a"],
  ["P(0xFFFF0000)", "uint a"],
  ["P(3_000_000_000)", "uint a"],
  ["P(0x1_0000_0000)", "long a"],
  ["L(new Dictionary<string, int>())", "IDictionary<string, int> a"],
  ["L(new List<int>())", "IEnumerable<int> a"],
  ["M(new Cat())", "Cat a"],
  ["M(text)", "string a"],
  ["N(new constructor())", "constructor a"],
  ["N(new toString())", "toString a"],
  ["F(b: maybe, a: 1)", "int a, int? b"],
  ["F(a: text, b: 1)", "string a, int b"],
  ["F(maybe.Value)", "int a"],
  ["F(maybe.GetValueOrDefault())", "int a"],
  ["F(flag ? (int?)null : 1)", "int? a"],
  ["F(flag ? 1 : 2)", "int a"],
  ["G(makes)", "Func<Task<int>> a"],
  ["J(one)", "T a"],
  ["H(text, one)", "string a, T b"],
  ["H(text, one.Unknown)", "string a, T b"],
  ["H(text, all)", "string a, params object[] all"],
  ["K(null)", "Cat a"],
  ["M((object)cat)", "object a"],
  ["M(cat, 1, 2, 3)"],
  ["Cat.Run(1)", "int a"],
];

const [f, g] = [[...parametersOf("F")], [...parametersOf("G")]];

function parametersOf(name: string): ReadonlySet<string> {
  return new Set(
    calls
      .filter(([call]) => call.includes(`${name}(`) && !call.startsWith("Cat."))
      .flatMap(([, ...all]) => all),
  );
}

const source = `//- Main.cs
using System; using System.Collections.Generic; using System.Threading.Tasks;
namespace A;
enum Kind { A, B }
interface IRuns { void Run(int a); }
class Cat : IRuns { void IRuns.Run(int a) { } public static void Run(int a) { } }
class Lion : Cat { }
class Box { }
class constructor { }
class toString { }
class Base { protected void M(Cat a) { } protected void M(Lion a) { } protected void M(object a) { } }
class Main : Base {
  static Task Wait() => null;
  void Three(int a, int b, int c) { }
${f.map((parameters) => `  void F(${parameters}) { }`).join("\n")}
${g.map((parameters) => `  void G(${parameters}) { }`).join("\n")}
  void H(int a, int b = 2) { }
  void H(params int[] all) { }
  void H(string a) { }
  void H<T>(string a, T b) { }
  void H(string a, params object[] all) { }
  void K(Cat a) { }
  void K(object a) { }
  void I(int a) { }
  void I<T>(int a) { }
  void J<T>(T a) { }
  void J(string a) { }
  void K(long a) { }
  void P(int a) { }
  void P(uint a) { }
  void P(long a) { }
  void K(double a) { }
  void L(IDictionary<string, int> a) { }
  void L(IEnumerable<int> a) { }
  void L(string a) { }
  void M(string a) { }
  void M(bool a) { }
  void N(constructor a) { }
  void N(toString a) { }
${calls.map(([call], at) => `  void C${at}<T>(bool flag, string text, int? maybe, Cat cat, object other, Action<int> runs, Func<Task<int>> makes, T one, params object[] all) { ${call}; }`).join("\n")}
}
//- Box.cs
namespace A;
class Box<T> : Box { }
`;

let called: ReadonlyMap<number, readonly string[]>;
beforeAll(async () => {
  const graph = await graphOf(source);
  const signatures = new Map(graph.nodes.map(({ id, signature }) => [id, signature]));
  const all = new Map<number, string[]>();
  for (const edge of edgesOf(graph)) {
    const [, at, to] =
      /^Main\.cs#Main\.C(\d+) call (Main\.cs#(?:Main\.[F-NP]|Base\.M|Cat\.Run)\S*)/.exec(edge) ?? [];
    const [, parameters] = /\((.*)\)/.exec(signatures.get(to ?? "") ?? "") ?? [];
    if (at !== undefined && parameters !== undefined)
      all.set(Number(at), [...(all.get(Number(at)) ?? []), parameters]);
  }
  called = all;
});

describe("overloads in C#", () => {
  test.each(calls.map((row, at) => [row[0], at, row.slice(1)] as const))("%s", (_, at, expected) => {
    expect([...(called.get(at) ?? [])].sort()).toEqual([...expected].sort());
  });

  test("a generic method is meant where the call says for which types", async () => {
    const graph = await graphOf(source);
    expect(edgesOf(graph).filter((edge) => /C\d+ call Main\.cs#Main\.I(?:~\d)?$/.test(edge))).toHaveLength(2);
  });

  test("what a chain goes on with is what the overload gives that the call means", () =>
    check(
      `//- A.cs
namespace App;
public class Gvk { }
public class Plugin { public void Meta() { } }
public class Unstr { public void Meta() { } }
public interface IClient {
  Plugin Load(string s); Unstr Load(Gvk g); Task<Plugin> GetAsync(int id); Task<Unstr> GetAsync(Gvk g);
  Unstr Find(Gvk g); object Find(string s); void Each(string s, Action<Plugin> a); void Each(Gvk g, Action<Unstr> a);
}
public class T(IClient c) {
  void A(string s) { c.Load(s).Meta(); }
  void B(Gvk g) { var u = c.Load(g); u.Meta(); }
  async Task C() { var p = await c.GetAsync(1); p.Meta(); }
  void D(Elsewhere e) { c.Find(e.Make()).Meta(); }
  void E(Gvk g) { c.Each(g, x => x.Meta()); }
}
`,
      [
        "A.cs#T.A call A.cs#IClient.Load inferred",
        "A.cs#T.A call A.cs#Plugin.Meta inferred",
        "A.cs#T.B call A.cs#IClient.Load~2 inferred",
        "A.cs#T.B call A.cs#Unstr.Meta inferred",
        "A.cs#T.C call A.cs#IClient.GetAsync inferred",
        "A.cs#T.C call A.cs#Plugin.Meta inferred",
        "A.cs#T.D call A.cs#IClient.Find ambiguous",
        "A.cs#T.D call A.cs#IClient.Find~2 ambiguous",
        "A.cs#T.E call A.cs#IClient.Each~2 inferred",
        "A.cs#T.E call A.cs#Unstr.Meta inferred",
      ],
    ));

  test("what overrides a method hides nothing that a base has", () =>
    check(
      `//- A.cs
class Print {
  public virtual bool Equals(Print o) { return true; }
  public override bool Equals(object o) { return Equals(o as Print); }
  public virtual void Write(object o) {}
  public void Write(Sub s) {}
}
class Sub : Print {
  public override bool Equals(object o) { Sub other = o as Sub; return this.Equals(other); }
  public override void Write(object o) {}
  void A(Sub s) { Write(s); }
  void B(object o) { Write(o); }
  void C(Elsewhere e) { Write(e.Make()); }
}
class Hid : Print {
  public override void Write(object o) {}
  public void Write(Print o) {}
  void A(Sub s) { Write(s); }
  void B(string s) { Write(s); }
}
`,
      [
        "A.cs#Print.Equals~2 call A.cs#Print.Equals",
        "A.cs#Sub inherit A.cs#Print",
        "A.cs#Sub.Equals call A.cs#Print.Equals",
        "A.cs#Sub.A call A.cs#Print.Write~2",
        "A.cs#Sub.B call A.cs#Sub.Write",
        "A.cs#Sub.C call A.cs#Sub.Write",
        "A.cs#Hid inherit A.cs#Print",
        "A.cs#Hid.A call A.cs#Hid.Write~2",
        "A.cs#Hid.B call A.cs#Hid.Write",
      ],
    ));

  test("what a call writes for a parameter that has a bound counts more than the bound", () =>
    check(
      `//- A.cs
class Page { public void Base() {} }
class Data : Page { public void Block() {} }
class Snap {
  public T Get<T>(int id) where T : Page { return null; }
  public T Get<T>(int id, out int at) where T : Page { return null; }
  public static T Own<T>() where T : Page { return null; }
}
class Use {
  Snap snap;
  void A() { var page = snap.Get<Data>(1); page.Block(); }
  void B() { snap.Get<Data>(1, out var at).Base(); }
  void C() { Snap.Own<Data>().Block(); }
}
`,
      [
        "A.cs#Data inherit A.cs#Page",
        "A.cs#Use.A call A.cs#Snap.Get inferred",
        "A.cs#Use.A call A.cs#Data.Block inferred",
        "A.cs#Use.B call A.cs#Snap.Get~2 inferred",
        "A.cs#Use.B call A.cs#Page.Base inferred",
        "A.cs#Use.C call A.cs#Snap.Own",
        "A.cs#Use.C call A.cs#Data.Block inferred",
      ],
    ));

  test("what a type of the platform has itself comes before what is added to it", () =>
    check(
      `//- A.cs
static class More {
  public static StringBuilder Append(this StringBuilder b, Slice s) { return b; }
  public static HashSet<T> AddRange<T>(this HashSet<T> all, IEnumerable<T> more) { return all; }
  public static List<T> AddRange<T>(this List<T> all, T[] more) { return all; }
  public static decimal Truncate(this decimal d, int n = 0) { return d; }
  public static string Deep(this string s) { return s; }
}
class Use {
  void A(StringBuilder b) { b.Append("a"); }
  void B(List<int> more) { new HashSet<int>(more).AddRange(more); }
  void C(List<int> more) { more.AddRange(more); }
  void D(decimal d) { Math.Truncate(d); System.Math.Truncate(d); Path.Deep(); }
}
class Has { string Path; void A() { Path.Deep(); } }
`,
      ["A.cs#Use.B call A.cs#More.AddRange inferred", "A.cs#Has.A call A.cs#More.Deep inferred"],
    ));
});
