import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const box = `//- Box.cs
class Box { public void Plain() {} public void Go() {} public static void Make() {} }
class Box<T> : Box { public T Get() { return x; } public void Go() {} public static void Make() {} }
class Foo { public void Run() {} }
`;

describe("in C# the number of types tells classes and methods apart, in Java and C# a base may have the overload", () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      "what is made",
      `${box}//- A.cs
class A {
    void B() { new Box<Foo>().Go(); }
    void C() { new Box().Go(); }
    void D() { var x = new Box<Foo>(); x.Go(); }
    void E() { var x = new Box(); x.Go(); }
    void F() { Box<Foo> x = new(); x.Go(); }
}
`,
      [
        "Box.cs#Box~2 inherit Box.cs#Box",
        ..."BDF".split("").map((name) => `A.cs#A.${name} call Box.cs#Box~2`),
        ..."CE".split("").map((name) => `A.cs#A.${name} call Box.cs#Box`),
        ..."BDF".split("").map((name) => `A.cs#A.${name} call Box.cs#Box.Go~2 inferred`),
        "A.cs#A.C call Box.cs#Box.Go",
        "A.cs#A.E call Box.cs#Box.Go inferred",
      ],
    ],
    [
      "what a class builds on, and what is static",
      `${box}//- A.cs
class A : Box<Foo> { void F() { this.Get().Run(); Plain(); } }
class B : Box { void F() { Go(); Box<Foo>.Make(); } void G() { Box.Make(); } }
`,
      [
        "Box.cs#Box~2 inherit Box.cs#Box",
        "A.cs#A inherit Box.cs#Box~2",
        "A.cs#B inherit Box.cs#Box",
        "A.cs#A.F call Box.cs#Box.Get",
        "A.cs#A.F call Box.cs#Box.Plain",
        "A.cs#A.F call Box.cs#Foo.Run inferred",
        "A.cs#B.F call Box.cs#Box.Go",
        "A.cs#B.F call Box.cs#Box.Make~2 inferred",
        "A.cs#B.G call Box.cs#Box.Make",
      ],
    ],
    [
      "methods that are called for types",
      `//- A.cs
static class A {
    static T Map<T>(int a) { return x; }
    static U Map<T, U>(int a) { return x; }
    static void Map(string a) {}
    static void F() { Map<int>(1); }
    static void G() { Map<int, int>(1); }
    static void H() { A.Map<int>(1); }
    static void I() { Map(""); }
    static void J() { Map<int, int, int>(1); }
    static void Put<T>(T a) {}
    static void Put<T, U>(T a, U b = null) {}
    static void K() { Put(x); }
}
`,
      [
        "A.cs#A.F call A.cs#A.Map",
        "A.cs#A.G call A.cs#A.Map~2",
        "A.cs#A.H call A.cs#A.Map",
        // What no argument says must be written.
        "A.cs#A.I call A.cs#A.Map~3",
        ...["Put", "Put~2"].map((name) => `A.cs#A.K call A.cs#A.${name} ambiguous`),
      ],
    ],
    [
      "parts of a class that have overloads, apart from those of another class of its name",
      `//- A.cs
namespace N;
public partial class A { public void F(int a) {} public void G() { F(1); F(1, 2); } }
//- B.cs
namespace N;
public partial class A { public void F(int a, int b) {} }
//- C.cs
namespace N;
public partial class A<T> { public void F(int a, int b) {} }
`,
      ["A.cs#A.G call A.cs#A.F", "A.cs#A.G call B.cs#A.F"],
    ],
    [
      "classes of one name for other numbers of types, each in a namespace of its own",
      `//- Spec.cs
namespace App.Specs;
public class Spec<T> { public void Where() {} }
public class Plain { public void Go() {} }
//- Result.cs
using App.Specs;
namespace App;
public class Spec<T, R> : Spec<T> { public void Select() {} }
public class Plain<T> { public void Go() {} }
//- Tests.cs
using App;
using App.Specs;
namespace Tests;
class Foo {}
class One : Spec<Foo> { void F() { Where(); } }
class Two(List<int> all) : Spec<Foo, int>(all) { void F() { Select(); Where(); } }
class Three : Spec<Foo, int, int> {}
class Four : Plain {}
class Use {
    void A(Spec<Foo> a) { a.Where(); }
    void B() { new Spec<Foo>().Where(); }
    void C() { new Plain().Go(); }
    void D(Plain p, Plain<Foo> q) { p.Go(); q.Go(); }
}
`,
      [
        "Result.cs#Spec inherit Spec.cs#Spec",
        "Tests.cs#One inherit Spec.cs#Spec",
        "Tests.cs#One.F call Spec.cs#Spec.Where",
        "Tests.cs#Two inherit Result.cs#Spec",
        "Tests.cs#Two call Result.cs#Spec",
        "Tests.cs#Two.F call Result.cs#Spec.Select",
        "Tests.cs#Two.F call Spec.cs#Spec.Where",
        "Tests.cs#Four inherit Spec.cs#Plain",
        "Tests.cs#Use.A call Spec.cs#Spec.Where inferred",
        "Tests.cs#Use.B call Spec.cs#Spec",
        "Tests.cs#Use.B call Spec.cs#Spec.Where inferred",
        "Tests.cs#Use.C call Spec.cs#Plain",
        "Tests.cs#Use.C call Spec.cs#Plain.Go",
        "Tests.cs#Use.D call Spec.cs#Plain.Go inferred",
        "Tests.cs#Use.D call Result.cs#Plain.Go inferred",
      ],
    ],
    [
      "an overload of the base",
      `//- A.cs
interface Base { T Map<T>(int a); }
interface More : Base { T Map<T>(int a, int b); }
class A { void F(More m) { m.Map<int>(1); } void G(More m) { m.Map<int>(1, 2); } }
//- B.java
class B { void f(int a) {} void g() {} }
class C extends B { void f() {} void g(int a) {} void g(int a, int b) {} void h() { f(1); g(); } }
class D extends C { void i(C c) { c.f(); c.f(2); } }
`,
      [
        "A.cs#More inherit A.cs#Base",
        "A.cs#A.F call A.cs#Base.Map inferred",
        "A.cs#A.G call A.cs#More.Map inferred",
        "B.java#C inherit B.java#B",
        "B.java#D inherit B.java#C",
        "B.java#C.h call B.java#B.f",
        "B.java#C.h call B.java#B.g",
        "B.java#D.i call B.java#C.f inferred",
        "B.java#D.i call B.java#B.f inferred",
      ],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
