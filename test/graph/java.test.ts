import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("Java packages", () => {
  const tool = `//- src/main/java/com/x/util/Tool.java
package com.x.util;
public class Tool {
  public static Tool make() { return new Tool(); }
  public static int SIZE;
  public void cut() {}
  public static class Case { public void open() {} }
}
`;
  const made = "src/main/java/com/x/util/Tool.java#Tool.make call src/main/java/com/x/util/Tool.java#Tool";
  const at = "src/main/java/com/x/util/Tool.java";
  rows([
    [
      "a class, a nested class, a static method, all of a package, all of a class",
      `${tool}//- A.java
package a;
import com.x.util.Tool;
import com.x.util.Tool.Case;
class A { void f(Case c) { Tool.make().cut(); c.open(); } }
//- B.java
package a;
import static com.x.util.Tool.make;
import com.x.util.*;
class B { void f() { make(); new Tool(); } }
//- C.java
package a;
import static com.x.util.Tool.*;
import java.util.*;
class C { void f(List l) { make(); new Case().open(); l.clear(); new ArrayList(); } }
`,
      [
        made,
        `A.java#A.f call ${at}#Tool.make`,
        `A.java#A.f call ${at}#Tool.cut inferred`,
        `A.java#A.f call ${at}#Tool.Case.open inferred`,
        `A.java import ${at}`,
        `B.java#B.f call ${at}#Tool.make`,
        `B.java#B.f call ${at}#Tool`,
        `B.java import ${at}`,
        `C.java import ${at}`,
        `C.java#C.f call ${at}#Tool.make`,
        `C.java#C.f call ${at}#Tool.Case`,
        `C.java#C.f call ${at}#Tool.Case.open`,
      ],
    ],
    [
      "one package in two folders of sources; a class of that name elsewhere is another one",
      `${tool}//- src/test/java/com/x/util/ToolTest.java
package com.x.util;
class ToolTest { void t() { new Tool().cut(); } }
//- other/Tool.java
package other;
class Tool { void cut() {} }
//- other/Use.java
package other;
import com.x.missing.Gone;
class Use { void t() { new Tool().cut(); Gone.cut(); com.y.Tool.cut(); } }
`,
      [
        made,
        `src/test/java/com/x/util/ToolTest.java#ToolTest.t call ${at}#Tool`,
        `src/test/java/com/x/util/ToolTest.java#ToolTest.t call ${at}#Tool.cut`,
        "other/Use.java#Use.t call other/Tool.java#Tool",
        "other/Use.java#Use.t call other/Tool.java#Tool.cut",
      ],
    ],
  ]);
});

describe("Java classes", () => {
  rows([
    [
      "bare names are members, inherited ones too, then those of the class around",
      `//- Base.java
package p;
abstract class Base implements Face {
  Base(int x) { reset(); }
  protected void reset() {}
  abstract void act();
}
interface Face { default void show() {} }
//- Child.java
package p;
class Child extends Base {
  Child() { super(1); reset(); this.show(); }
  void act() { super.reset(); new Inner().go(); }
  class Inner { void go() { act(); Child.this.reset(); missing(); } }
}
`,
      [
        "Base.java#Base inherit Base.java#Face",
        "Base.java#Base.Base call Base.java#Base.reset",
        "Child.java#Child inherit Base.java#Base",
        "Child.java#Child.Child call Base.java#Base",
        "Child.java#Child.Child call Base.java#Base.reset",
        "Child.java#Child.Child call Base.java#Face.show",
        "Child.java#Child.act call Base.java#Base.reset",
        "Child.java#Child.act call Child.java#Child.Inner",
        "Child.java#Child.act call Child.java#Child.Inner.go",
        "Child.java#Child.Inner.go call Child.java#Child.act",
        "Child.java#Child.Inner.go call Base.java#Base.reset inferred",
      ],
    ],
    [
      "`super` is no interface: with a base from elsewhere nothing here, else what the base has, also from its interfaces",
      `//- Group.java
package p;
public interface Group { void submit(int x); default void more() {} }
//- Base.java
package p;
public class Base implements Group { public void submit(int x) {} }
//- Pool.java
package p;
import java.util.concurrent.ForkJoinPool;
class Pool extends ForkJoinPool implements Group { public void submit(int x) { super.submit(x); } }
class Own extends Base implements Group { public void submit(int x) { super.submit(x); super.more(); } }
`,
      [
        "Base.java#Base inherit Group.java#Group",
        "Pool.java#Pool inherit Group.java#Group",
        "Pool.java#Own inherit Base.java#Base",
        "Pool.java#Own inherit Group.java#Group",
        "Pool.java#Own.submit call Base.java#Base.submit",
        "Pool.java#Own.submit call Group.java#Group.more",
      ],
    ],
    [
      "a local, a field and a method of one name do not hide each other",
      `//- A.java
class A {
  A size;
  A size() { return size; }
  void f() { A size = size(); size.size().f(); this.size.f(); }
}
`,
      ["A.java#A.f call A.java#A.size", "A.java#A.f call A.java#A.f inferred"],
    ],
    [
      "overloads by number of arguments; where nothing tells them apart, each is one of several",
      `//- A.java
class A {
  void f() {}
  void f(int a) {}
  void f(int a, String... b) {}
  void g(int a) {}
  void g(String a) {}
  void x() { f(); }
  void y() { f(1, "a", "b"); }
  void z() { g(unknown()); }
}
`,
      [
        "A.java#A.x call A.java#A.f",
        "A.java#A.y call A.java#A.f~3",
        "A.java#A.z call A.java#A.g ambiguous",
        "A.java#A.z call A.java#A.g~2 ambiguous",
      ],
    ],
    [
      "overloads by the types of arguments, as far as they are known",
      `//- A.java
import java.io.*;
class Base {}
class Sub extends Base {}
class A {
  String name;
  void f(String a) {}
  void f(Reader a) {}
  void f(Base a) {}
  void f(Object a) {}
  void g(int a, Class<A> b) {}
  void g(long a, Class<A> b) {}
  void g(String a, Object b) {}
  void m(int[] a) {}
  void m(Object[] a) {}
  void m(Object a) {}
  int[] numbers;
  void a() { f("a"); }
  void b() { f(this.name); }
  void c(Reader r) { f(r); }
  void d() { f(new Sub()); }
  void e(A a) { f(a); }
  void h() { g(1, A.class); }
  void i() { g(1L, A.class); }
  void j(Object o) { g(name, o); }
  void k(Other o) { f(o.any()); }
  <T> void l(T t) { f((Base) t); }
  void o(String[] s) { m(s); }
  void p() { m(numbers); }
  void q() { m(name); }
}
`,
      [
        "A.java#Sub inherit A.java#Base",
        "A.java#A.a call A.java#A.f",
        "A.java#A.b call A.java#A.f",
        "A.java#A.c call A.java#A.f~2",
        "A.java#A.d call A.java#A.f~3",
        "A.java#A.d call A.java#Sub",
        "A.java#A.e call A.java#A.f~4",
        "A.java#A.h call A.java#A.g",
        "A.java#A.i call A.java#A.g~2",
        "A.java#A.j call A.java#A.g~3",
        ...["f", "f~2", "f~3", "f~4"].map((name) => `A.java#A.k call A.java#A.${name} ambiguous`),
        "A.java#A.l call A.java#A.f~3",
        "A.java#A.o call A.java#A.m~2",
        "A.java#A.p call A.java#A.m",
        "A.java#A.q call A.java#A.m~3",
      ],
    ],
    [
      "overloads by what is written for an argument: operators, arrays, nothing, functions, any number of them",
      `//- A.java
import java.util.function.*;
class A {
  void f(int a) {}
  void f(boolean a) {}
  void f(String a) {}
  void f(byte[] a) {}
  void f(byte[][] a) {}
  void f(Supplier<String> a) {}
  void n(int a) {}
  void n(String a) {}
  void o(Object a) {}
  void o(long a) {}
  void s(String a, Object... b) {}
  void s(Object a, Object b) {}
  void a(int i) { f(i == 1); f(i + "x"); }
  void b() { f(new byte[] {1}); }
  void c() { f(new byte[2][]); }
  void d(A a) { f(() -> "x"); f(a::toString); }
  void e() { n(null); }
  void g(Integer i) { o(i); }
  void h() { o(0x1FL); o(-1); }
  void i(Other o) { f(o.toString()); n(o.size()); }
  void j() { s("a", 1); s("a", 1, 2); s("a"); }
  void k() { f(Integer.MAX_VALUE); f(String.valueOf(1)); }
}
`,
      [
        "A.java#A.a call A.java#A.f~2",
        "A.java#A.a call A.java#A.f~3",
        "A.java#A.b call A.java#A.f~4",
        "A.java#A.c call A.java#A.f~5",
        "A.java#A.d call A.java#A.f~6",
        "A.java#A.e call A.java#A.n~2",
        "A.java#A.g call A.java#A.o",
        "A.java#A.h call A.java#A.o~2",
        "A.java#A.i call A.java#A.f~3",
        "A.java#A.i call A.java#A.n",
        "A.java#A.j call A.java#A.s",
        "A.java#A.j call A.java#A.s~2",
        "A.java#A.k call A.java#A.f",
        "A.java#A.k call A.java#A.f~3",
      ],
    ],
    [
      "constructors have no name of their own; method references; a nested class with type arguments",
      `//- A.java
class A<T> {
  A() { this(1); }
  A(int a) {}
  static A of() { return new A(2); }
  void run() { list.forEach(this::one); list.map(A::two); list.map(A::new); list.map(int[]::new); }
  void one() {}
  static void two() {}
  static class In<T> {}
}
class B extends A {
  void f() { new A() {}; new A.In<String>(); }
}
`,
      [
        "A.java#A.A call A.java#A",
        "A.java#A.of call A.java#A",
        "A.java#A.run call A.java#A",
        "A.java#A.run call A.java#A.one",
        "A.java#A.run call A.java#A.two",
        "A.java#B inherit A.java#A",
        "A.java#B.f call A.java#A",
        "A.java#B.f call A.java#A.In",
        "A.java#B.f.A inherit A.java#A",
      ],
    ],
    [
      "classes without a name, enums and their constants, records, interfaces",
      `//- A.java
class A {
  Task make() { return new Task() { public void run() { help(); done(); } }; }
  void help() {}
  void f(Color c, Point p) { Color.RED.paint(); c.paint(); p.move(); make().run(); }
}
interface Task { void run(); default void done() {} }
enum Color implements Task { RED { void paint() { mix(); } }, BLUE; void paint() {} void mix() {} public void run() {} }
record Point(int x) { void move() {} }
`,
      [
        "A.java#A.make call A.java#Task",
        "A.java#A.make.Task inherit A.java#Task",
        "A.java#A.make.Task.run call A.java#A.help",
        "A.java#A.make.Task.run call A.java#Task.done",
        "A.java#A.f call A.java#Color.paint inferred",
        "A.java#A.f call A.java#Point.move inferred",
        "A.java#A.f call A.java#A.make",
        "A.java#A.f call A.java#Task.run inferred",
        "A.java#Color inherit A.java#Task",
        "A.java#Color.RED inherit A.java#Color",
        "A.java#Color.RED.paint call A.java#Color.mix",
      ],
    ],
  ]);
});

describe("Java types", () => {
  rows([
    [
      "fields, parameters, var, loops, casts, patterns, resources, bounds, collections, chained calls",
      `//- E.java
class E implements AutoCloseable {
  E next() { return this; }
  void go() {}
  public void close() {}
}
//- A.java
class A<T extends E> {
  private final E field = new E();
  void a(E e) { e.go(); }
  void b() { field.next().go(); }
  void c() { var e = new E(); e.go(); }
  void d(List<E> l, Map<String, E> m) { for (E e : l) e.go(); l.get(0).go(); m.values().iterator().next(); }
  void f(Object o) { ((E) o).go(); if (o instanceof E e) e.next(); }
  void g() { try (E e = new E()) { e.go(); } }
  void h(T t, E... es) { t.go(); es[0].next(); }
  void i(List<E> l) { for (var e : l) { e.go(); } l.forEach(e -> e.go()); }
}
`,
      [
        "A.java#A call E.java#E",
        "A.java#A.a call E.java#E.go inferred",
        "A.java#A.b call E.java#E.next inferred",
        "A.java#A.b call E.java#E.go inferred",
        "A.java#A.c call E.java#E",
        "A.java#A.c call E.java#E.go inferred",
        "A.java#A.d call E.java#E.go inferred",
        "A.java#A.f call E.java#E.go inferred",
        "A.java#A.f call E.java#E.next inferred",
        "A.java#A.g call E.java#E",
        "A.java#A.g call E.java#E.go inferred",
        "A.java#A.h call E.java#E.go inferred",
        "A.java#A.h call E.java#E.next inferred",
        "A.java#A.i call E.java#E.go inferred",
      ],
    ],
  ]);
});
