import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

const bar = `//- Lib/Bar.cs
namespace Lib.Things;
public class Bar {
    public static Bar Of() => null;
    public Bar Go() { return this; }
}
`;

describe("C# namespaces", () => {
  rows([
    [
      "methods that are called on their first parameter",
      `//- Lib/Ext.cs
using System;
namespace Lib;
public interface IShape {}
public class Foo : IShape { public Foo Next() { return this; } public void Own() {} }
public static class Ext {
    public static bool IsNice(this Type type) { return true; }
    public static Foo Odd(this Foo foo) { return foo; }
    public static Foo Odd(this Foo foo, int more) { return foo; }
    public static void Draw(this IShape shape) {}
    public static void Tell<K, V>(
        this
            Dictionary<K, V> all) {}
    public static void Own(this Foo foo) {}
    public static T Also<T>(this T one) { return one; }
    public static T First<T>(this IEnumerable<T> all) { return default; }
    public static bool Contains<T>(this IEnumerable<T> all, T one) { return true; }
    public static bool Plain(Type type) { return true; }
}
//- App/A.cs
using Lib;
namespace App;
class A {
    private readonly Type _type;
    void Outside(Type type, string text) { type.IsNice(); _type.IsNice(); text.IsNice(); type.Plain(); }
    void Chain(Foo foo) { foo.Odd(1).Next().Draw(); }
    void Hidden(Foo foo) { foo.Own(); }
    void Any(Foo foo, string text) { foo.Also(); text.Also(); }
    void Map(Dictionary<string, Foo> all) { all.Tell(); }
    void List(List<Foo> all, Foo[] more) { all.First(); more.First(); all.Contains(more[0]); }
    void Value(Foo foo) { var x = foo.Draw; }
}
`,
      [
        "App/A.cs#A.Any call Lib/Ext.cs#Ext.Also inferred",
        "App/A.cs#A.Chain call Lib/Ext.cs#Ext.Draw inferred",
        "App/A.cs#A.Chain call Lib/Ext.cs#Ext.Odd~2 inferred",
        "App/A.cs#A.Chain call Lib/Ext.cs#Foo.Next inferred",
        "App/A.cs#A.Hidden call Lib/Ext.cs#Foo.Own inferred",
        "App/A.cs#A.List call Lib/Ext.cs#Ext.First inferred",
        "App/A.cs#A.Map call Lib/Ext.cs#Ext.Tell inferred",
        "App/A.cs#A.Outside call Lib/Ext.cs#Ext.IsNice inferred",
        "Lib/Ext.cs#Foo inherit Lib/Ext.cs#IShape",
      ],
    ],
    [
      "an if of the preprocessor in a class's head, and around an else",
      `//- A.cs
class Base {}
partial class Foo
#if NEW
    : Base
#endif
{
    void F(int a) {
        if (a > 1) { G(); }
#if NEW
        else if (a > 2) { H(); }
#endif
        else { G(); }
    }
    void G() {}
    void H() {}
}
`,
      ["A.cs#Foo inherit A.cs#Base", "A.cs#Foo.F call A.cs#Foo.G", "A.cs#Foo.F call A.cs#Foo.H"],
    ],
    [
      "using, static, alias, and the namespaces around",
      `${bar}//- App/A.cs
using Lib.Things;
using static Lib.Things.Bar;
namespace App.Inner;
class A { void F() { Bar.Of(); Of(); Root.Top(); } }
//- App/B.cs
using Q = Lib.Things.Bar;
namespace App.Inner { class B { void F() { Q.Of(); } } }
//- App/Root.cs
namespace App { static class Root { public static void Top() {} } }
//- App/C.cs
namespace Other;
class C { void F() { Bar.Of(); Root.Top(); } }
`,
      [
        "App/A.cs import Lib/Bar.cs",
        "App/A.cs#A.F call Lib/Bar.cs#Bar.Of",
        "App/A.cs#A.F call App/Root.cs#Root.Top",
        "App/B.cs import Lib/Bar.cs",
        "App/B.cs#B.F call Lib/Bar.cs#Bar.Of",
      ],
    ],
  ]);
});

describe("C# classes", () => {
  rows([
    [
      "bases, bare members, base, partial classes in two files",
      `//- A.cs
namespace N;
interface IRun { void Run(); }
record Base<T> : IRun { public virtual void Run() {} }
partial class A : Base<int> { void F() { Run(); G(); base.Run(); this.G(); } }
//- A2.cs
namespace N;
partial class A { void G() { F(); } }
`,
      [
        "A.cs#Base inherit A.cs#IRun",
        "A.cs#A inherit A.cs#Base",
        "A.cs#A.F call A.cs#Base.Run",
        "A.cs#A.F call A2.cs#A.G",
        "A2.cs#A.G call A.cs#A.F",
      ],
    ],
    [
      "fields, properties, parameters, locals, patterns, elements",
      `${bar}//- A.cs
using Lib.Things;
class A {
    private readonly Bar one; Bar? Two { get; set; } List<Bar> many;
    void B() { one.Go(); }
    void C() { Two.Go().Go(); }
    void D() { foreach (var x in many) x.Go(); }
    void E(Bar x) { x.Go(); }
    void F() { var x = new Bar(); x.Go(); }
    void G(object x) { if (x is Bar y) y.Go(); }
    async Task<Bar> H() { var x = await H(); x.Go(); return x; }
    void I(object x) { ((Bar)x).Go(); (x as Bar).Go(); x.Go(); }
    void J() { Bar x = new(); x.Go(); }
}
`,
      [
        ..."BCDEFGHIJ".split("").map((name) => `A.cs#A.${name} call Lib/Bar.cs#Bar.Go inferred`),
        "A.cs#A.F call Lib/Bar.cs#Bar",
        "A.cs#A.J call Lib/Bar.cs#Bar",
        "A.cs#A.H call A.cs#A.H",
      ],
    ],
    [
      "what is only asked where there is something",
      `${bar}//- A.cs
using Lib.Things;
class A {
    Bar one; List<Bar> many; A next;
    void B() { one?.Go(); }
    void C() { this.one?.Go().Go(); }
    void D() { many?[0]?.Go(); }
    void E() { next?.next?.one.Go(); }
    void F() { next.next?.G<int>()?.Go(); }
    Bar G<T>() { return one; }
    void H() { var x = next?.one; x.Go(); }
    void I() { (next?.G<int>() ?? one).Go(); one?.Unknown(); }
}
`,
      [
        ..."BCDEFHI".split("").map((name) => `A.cs#A.${name} call Lib/Bar.cs#Bar.Go inferred`),
        "A.cs#A.F call A.cs#A.G inferred",
        "A.cs#A.I call A.cs#A.G inferred",
      ],
    ],
    [
      "overloads by the number of arguments; a method and a local of one name",
      `//- A.cs
class A {
    void F(int a) {}
    void F(int a, int b) {}
    void G() { var F = 1; F(1); F(1, 2); }
}
`,
      ["A.cs#A.G call A.cs#A.F", "A.cs#A.G call A.cs#A.F~2"],
    ],
  ]);
});
