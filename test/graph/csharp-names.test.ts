import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

describe("names of C#", () => {
  const all: readonly (readonly [what: string, files: string, edges: readonly string[]])[] = [
    [
      "an extension method that its class is named for takes its object as an argument, too",
      `//- A.cs
class Foo { }
static class Extensions { public static void Run(this Foo foo, int a) { } }
class B { void F(Foo foo) { Extensions.Run(foo); } void G(Foo foo) { Extensions.Run(foo, 1); } }
`,
      ["A.cs#B.G call A.cs#Extensions.Run"],
    ],
    [
      "a using in a namespace names what is there beside it",
      `//- A.cs
namespace Shop.Till {
  using Tax; using System; using Money;
  class A { void F() { new Rate(); new Coin(); } }
}
//- B.cs
namespace Shop.Tax; public class Rate { }
//- C.cs
namespace Shop.Money; public class Coin { }
`,
      ["A.cs#A.F call B.cs#Rate", "A.cs#A.F call C.cs#Coin"],
    ],
    [
      "a whole name comes before one that is seen from inside",
      `//- A.cs
namespace Shop { using Tax; class A { void F() { new Rate(); } } }
//- B.cs
namespace Shop.Tax { public class Rate { } }
//- C.cs
namespace Tax { public class Rate { } }
`,
      ["A.cs#A.F call C.cs#Rate"],
    ],
    [
      "a static using names a class that a using knows, or one of a namespace inside",
      `//- A.cs
using Lib.Inner;
namespace Shop { using static Tools; using static Deep.More; using static System.Math;
  class A { void F() { Help(); Extra(); Max(1, 2); } } }
//- B.cs
namespace Lib.Inner; public static class Tools { public static void Help() { } }
//- C.cs
namespace Shop.Deep; public static class More { public static void Extra() { } }
`,
      ["A.cs#A.F call B.cs#Tools.Help", "A.cs#A.F call C.cs#More.Extra"],
    ],
    [
      "a namespace may be named whole, or by its last part inside of the one around it",
      `//- A.cs
namespace Noda.Time;
public class A {
  void Inside() => Xml.Schema.Add();
  void Beside() => Time.Xml.Schema.Add();
  void Whole() => Noda.Time.Xml.Schema.Add();
  void Global() => global::Noda.Time.Xml.Schema.Add();
  void Deep(Xml.Schema.Inner x) => x.Go();
  void Other() => System.Xml.Schema.Add();
}
//- B.cs
namespace Noda.Time.Xml;
public static class Schema { public static void Add() { } public class Inner { public void Go() { } } }
`,
      [
        "A.cs#A.Beside call B.cs#Schema.Add",
        "A.cs#A.Deep call B.cs#Schema.Inner.Go inferred",
        "A.cs#A.Global call B.cs#Schema.Add",
        "A.cs#A.Inside call B.cs#Schema.Add",
        "A.cs#A.Whole call B.cs#Schema.Add",
      ],
    ],
    [
      "a file may say several namespaces, one in another too",
      `//- A.cs
namespace Lib.Logging { public static class Log { public static void Write() { Inner.Writer.Go(); } } }
namespace Lib.Logging.Inner { public static class Writer { public static void Go() { Log.Write(); } } }
namespace Lib { namespace Deep { public static class Well { public static void Draw() { } } } }
namespace System.Linq { public static class Enumerable { public static void Go() { } } }
//- B.cs
using Lib.Logging; using System.Linq;
namespace App; class B { void F() { Log.Write(); Enumerable.Go(); } }
//- C.cs
using Lib.Logging.Inner; using Lib.Deep;
namespace App; class C { void F() { Writer.Go(); Well.Draw(); } }
`,
      [
        "A.cs#Log.Write call A.cs#Writer.Go",
        "A.cs#Writer.Go call A.cs#Log.Write",
        "B.cs#B.F call A.cs#Log.Write",
        "C.cs#C.F call A.cs#Well.Draw",
        "C.cs#C.F call A.cs#Writer.Go",
      ],
    ],
    [
      "String is string, whichever way a method is added to it",
      `//- A.cs
namespace A;
public static class Ext { public static void Shout(this Stream s) { } public static void Shout(this String s) { } }
public class B { void F() { "a".Shout(); } }
`,
      ["A.cs#B.F call A.cs#Ext.Shout~2 inferred"],
    ],
    [
      "where a call says types what is added for types comes before an own method that has none",
      `//- A.cs
namespace A;
public interface INode { INode Query(string s); }
public static class Ext { public static T Query<T>(this INode node, string s) where T : INode => default; }
public class B { void F(INode node) { node.Query<INode>("a"); } void G(INode node) { node.Query("a"); } }
`,
      ["A.cs#B.F call A.cs#Ext.Query inferred", "A.cs#B.G call A.cs#INode.Query inferred"],
    ],
    [
      "a class that takes no types is not the list that is given some",
      `//- A.cs
using System.Collections.Generic;
namespace A;
public static class List { public static void Map() { } }
public class Item { public void Go() { } }
public class B { void F() { var all = new List<Item>(); all[0].Go(); List.Map(); } }
`,
      ["A.cs#B.F call A.cs#Item.Go inferred", "A.cs#B.F call A.cs#List.Map"],
    ],
    [
      "a list has ForEach itself, what else can be gone through may be given it",
      `//- A.cs
namespace A;
public static class Ext { public static void ForEach<T>(this IEnumerable<T> all, Action<T> act) { } }
public class B { void F(List<B> all) { all.Where(x => true).ForEach(x => { }); } void G(List<B> all) { all.Where(x => true).ToList().ForEach(x => { }); } }
`,
      ["A.cs#B.F call A.cs#Ext.ForEach inferred"],
    ],
    [
      "of overloads that take functions as what they are made of the one of the same type is meant",
      `//- A.cs
namespace A;
public class Job {
  public static void From(Expression<Action> call) { }
  public static void From(Expression<Func<Task>> call) { }
  public static void Make(Expression<Action> call) { From(call); }
  public static void Take(Expression<Func<Task>> call) { From(call); }
}
`,
      ["A.cs#Job.Make call A.cs#Job.From", "A.cs#Job.Take call A.cs#Job.From~2"],
    ],
    [
      "a property for an interface is not the one of the class",
      `//- A.cs
namespace A;
public interface ISheet { void Go(); }
public class Sheet : ISheet { public void Go() { } void ISheet.Go() { } }
public interface ICell { ISheet Sheet { get; } }
public class Cell : ICell { public Sheet Sheet { get; } ISheet ICell.Sheet => Sheet; public void F() { Sheet.Go(); } }
`,
      [
        "A.cs#Cell inherit A.cs#ICell",
        "A.cs#Cell.F call A.cs#Sheet.Go inferred",
        "A.cs#Sheet inherit A.cs#ISheet",
      ],
    ],
    [
      "a file of several namespaces counts where no other says the name: it may list what others say",
      `//- A.cs
namespace Lib; public class Foo { public void Go() { } }
//- ref/All.cs
namespace Lib { public class Foo { public void Go() { } } }
namespace Lib.Inner { public class Bar { public void Go() { } } }
//- B.cs
using Lib; using Lib.Inner;
namespace App; class B { void F(Foo foo, Bar bar) { foo.Go(); bar.Go(); } }
`,
      ["B.cs#B.F call A.cs#Foo.Go inferred", "B.cs#B.F call ref/All.cs#Bar.Go inferred"],
    ],
    [
      "what is called on stands behind its attributes",
      `//- A.cs
namespace A;
public class Foo { }
public static class Ext { public static void Twice([NotNull] this Foo foo, [CanBeNull] string text) { } }
public class B { void F(Foo foo) { foo.Twice("a"); } }
`,
      ["A.cs#B.F call A.cs#Ext.Twice inferred"],
    ],
    [
      "what is made is a type, whatever else has its name",
      `//- A.cs
namespace A;
class Foo { public void Go() { } }
class Box<T> { }
class B {
  Foo Foo { get; } = new Foo();
  object Box = new Box<int>();
  void F() { new Foo().Go(); void Foo() { } }
}
`,
      ["A.cs#B call A.cs#Box", "A.cs#B call A.cs#Foo", "A.cs#B.F call A.cs#Foo", "A.cs#B.F call A.cs#Foo.Go"],
    ],
    [
      "of a class in parts the one with the constructor is made, and every part is built on",
      `//- A.cs
namespace A; public partial class C { void One() { } }
//- B.cs
namespace A; public partial class C { public C(int a) { } public C() { } }
//- C.cs
namespace A; public partial class C { public C(int a, int b) { } }
//- D.cs
namespace A; class D : C { D() : base(1, 2) { } void F() { new C(1); new C(); new C(1, 2); } }
`,
      [
        "D.cs#D inherit A.cs#C",
        "D.cs#D inherit B.cs#C",
        "D.cs#D inherit C.cs#C",
        "D.cs#D.D call C.cs#C",
        "D.cs#D.F call B.cs#C",
        "D.cs#D.F call C.cs#C",
      ],
    ],
    [
      "of Foo and Foo<T> in one file, of which only one has other parts, both are known elsewhere",
      `//- A.cs
namespace A; public partial class Foo { public void One() { } }
//- B.cs
namespace A; public partial class Foo { } public class Foo<T> : Foo { public void Two() { } }
//- C.cs
namespace B; using A; class C : Foo<int> { void F(Foo a, Foo<int> b) { a.One(); b.Two(); } }
`,
      [
        "B.cs#Foo~2 inherit A.cs#Foo",
        "B.cs#Foo~2 inherit B.cs#Foo",
        "C.cs#C inherit B.cs#Foo~2",
        "C.cs#C.F call A.cs#Foo.One inferred",
        "C.cs#C.F call B.cs#Foo.Two inferred",
      ],
    ],
    [
      "a class in a class may have parts in the parts of that",
      `//- A.cs
namespace A; partial class Out { partial class In { void F() { Other(); } } }
//- B.cs
namespace A; partial class Out { partial class In { void Other() { } } class Not { } }
`,
      ["A.cs#Out.In.F call B.cs#Out.In.Other"],
    ],
    [
      "a constructor runs one of its own class, or of its base, but of no interface",
      `//- A.cs
namespace A;
interface I { }
class Base { protected Base(int a) { } }
class C : Base, I { C() : this(1) { } C(int a) : base(a) { } }
class D : I { D() : base() { } }
`,
      [
        "A.cs#C inherit A.cs#Base",
        "A.cs#C inherit A.cs#I",
        "A.cs#C.C call A.cs#C",
        "A.cs#C.C~2 call A.cs#Base",
        "A.cs#D inherit A.cs#I",
      ],
    ],
    [
      "a parameter for types has what it is said to have at least",
      `//- A.cs
namespace A;
class Foo { public void Go() { } }
class Holder<H> where H : Foo { H held; void F() { held.Go(); } }
class B { void F<T>(T one) where T : class, Foo { one.Go(); } void G<T>(T one) where T : class { one.Go(); } }
`,
      ["A.cs#B.F call A.cs#Foo.Go inferred", "A.cs#Holder.F call A.cs#Foo.Go inferred"],
    ],
    [
      "in text that an #if takes apart members stay in their class",
      `//- A.cs
namespace A;
enum Way {
  One
#if HAVE_TWO
  , Two
#endif
  , Three }
class B {
  void F(int a) {
    if (a == 1) { a = 2; }
#if HAVE
    else if (a == 2) { a = 3; }
#endif
    else { a = 4; }
    switch (a) {
#if HAVE
      case 3: break;
#endif
      default: Go(); break; } }
#if !HAVE
  void Last() { Go(); }
#else
  int TheOtherOfBothThatIsLeftOut() { return 1; }
#endif
  void Go() { }
}
`,
      ["A.cs#B.F call A.cs#B.Go", "A.cs#B.Last call A.cs#B.Go"],
    ],
  ];
  test.each(all)("%s", (_, files, edges) => check(files, edges));
});

describe("methods that are added to types of C#", () => {
  const added = `//- X.cs
namespace A;
static class X {
  public static bool IsOdd(this int a) => true;
  public static string Shout(this string a) => a;
  public static void Rest(this Foo a) { }
  public static void Guard(this object a, string text) { }
  public static void Guard(this string a, string text) { }
  public static void Deep(this Expression a) { }
  public static void Later<T>(this Func<T> a) { }
  public static V Find<K, V>(this IDictionary<K, V> a, K key) => default;
  public static void Trim(this string a, int count) { }
  public static void Select(this Unheard a) { }
  public static void Run(this Foo a, string text) { }
}
class Foo { public void Run(int a) { } public object Other; public static Foo Make() => null; }
`;
  const all: readonly (readonly [body: string, ...edges: string[]])[] = [
    ['"a".Shout()', "Shout"],
    ['$"{1}".Shout()', "Shout"],
    ["3.IsOdd()", "IsOdd"],
    ["text.Shout()", "Shout"],
    ["text.Trim(1)"],
    ["far.Where().Shout()", "Shout"],
    ["far.Where().Select()"],
    ["far.Where().Rest()"],
    ["far.Guard(text)", "Guard"],
    ["text.Guard(text)", "Guard~2"],
    ["foo.Guard(text)", "Guard"],
    ["far.Deep()", "Deep"],
    ["later.Later()", "Later"],
    ["map.Find(1)", "Find"],
    ["sure.Find(1)", "Find"],
    ["foo.Run(text)", "Run"],
    ["foo.Run(1)", "Foo.Run"],
    ["X.Run(foo, text)", "Run"],
    ["X.Shout(text)", "Shout"],
    ["foo.Nobody(1)"],
    ["Equals(foo, text)"],
  ];
  const methods = all.map(
    ([body], at) =>
      `  void C${at}(string text, System.Far far, Foo foo, Func<int> later, Dictionary<int, Foo> map, SortedDictionary<int, Foo> sure) { ${body}; }`,
  );
  const main = `//- M.cs
namespace A;
class M {
  public override bool Equals(object other) => true;
${methods.join("\n")}
}
`;
  test("each call", () =>
    check(
      added + main,
      all
        .flatMap(([, ...edges], at) =>
          edges.map((name) => {
            const [to, sure] = name.startsWith("Foo.")
              ? [`X.cs#${name}`, " inferred"]
              : [`X.cs#X.${name}`, name.includes("Shout") && all[at]![0].startsWith("X.") ? "" : " inferred"];
            return `M.cs#M.C${at} call ${to}${all[at]![0].startsWith("X.") ? "" : sure}`;
          }),
        )
        .sort(),
    ));
});
