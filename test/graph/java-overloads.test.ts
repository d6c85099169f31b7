import { beforeAll, describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";

/** Each call, and the parameters of the methods that it may mean. */
const calls: readonly (readonly [call: string, ...parameters: string[]])[] = [
  ["f(cat)", "Cat a"],
  ["f('c')", "char a"],
  ["f(2)", "int a"],
  ["f(text)", "String a"],
  ["f(unknown())", "int a", "Cat a"],
  ["g(lion)", "Lion a"],
  ["g(cat)", "Cat a"],
  ["h(1, 2)", "int a, int b"],
  ["k(text)", "Object a"],
  ["k(row)", "double a[]"],
  ["k(grid)", "double a[][]"],
  ["n(new IllegalStateException())", "Throwable a"],
  ["n(new Failure())", "Throwable a"],
  ["n(() -> null)", "Supplier<Throwable> a"],
  ["n(unknown())", "Throwable a", "Supplier<Throwable> a"],
  ["o(new ArrayList<Cat>())", "Collection<Cat> a"],
  ["o(new HashMap<Cat, Cat>())", "Map<Cat, Cat> a"],
  ["o(new Kittens())", "Collection<Cat> a"],
  ["p(() -> { })", "Runnable a"],
  ["p(() -> 1)", "Callable<Integer> a"],
  ["p(() -> { return cat; })", "Callable<Integer> a"],
  ["p(() -> unknown())", "Runnable a", "Callable<Integer> a"],
  ["p(x -> cat)", "Function<Cat, Cat> a"],
  ["p((x, y) -> cat)", "Pair a"],
  ["q(Kind.A)", "Enum<?> a"],
  ["q(cat.getClass().getAnnotation(Mark.class))", "Enum<?> a", "Annotation a", "Class<?> a"],
  ["q(mark)", "Annotation a"],
  ["q(Cat.class)", "Class<?> a"],
  ["box.to(Cat.class)", "Class<?> a"],
  ["box.to(new Key())", "Key a"],
  ["t(text.getBytes())", "byte[] a"],
  ["t(Kind.A.name())", "String a"],
  ["t(text == null ? 1 : 0)", "int a"],
  ["t(row.length)", "int a"],
  ["t(System.nanoTime())", "long a"],
  ["t(Duration.ofMillis(5))", "Duration a"],
  ["t(Collections.singletonList(text))", "List<String> a"],
  ["t(Arrays.asList(text, text))", "List<String> a"],
  ["t(Thread.ofVirtual())", "int a", "long a", "String a", "byte[] a", "Duration a", "List<String> a"],
  ["m(cat, text)", "@NonNull T a, @NonNull String ... all"],
];

const source = `//- Main.java
package a;
import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.lang.annotation.Annotation;
import b.Box;
class Cat { }
class Failure extends RuntimeException { }
class Kittens extends ArrayList<Cat> { }
enum Kind { A }
@interface Mark { }
interface Pair { Cat both(Cat one, Cat other); }
class Lion extends Cat { }
interface Top { void f(String a); default void g(Cat a) { } }
class Base implements Top { void f(char a) { } void f(Cat a) { } public void f(String a) { } void h(int a, int b) { } }
class Main extends Base {
  void f(int a) { }
  void f(Cat a) { }
  void g(Lion a) { }
  void h(int a) { }
  void k(Object a) { }
  void k(double a[]) { }
  void k(double a[][]) { }
  void n(Throwable a) { }
  void n(Supplier<Throwable> a) { }
  void o(Collection<Cat> a) { }
  void o(Map<Cat, Cat> a) { }
  void p(Runnable a) { }
  void p(Callable<Integer> a) { }
  void p(Function<Cat, Cat> a) { }
  void p(Pair a) { }
  void p(String a) { }
  void q(Enum<?> a) { }
  void q(Annotation a) { }
  void q(Class<?> a) { }
${["int", "long", "String", "byte[]", "Duration", "List<String>"].map((type) => `  void t(${type} a) { }`).join("\n")}
  <T> void m(@NonNull T a, @NonNull String @NonNull... all) { }
${calls.map(([call], at) => `  void c${at}(Cat cat, Lion lion, String text, double[] row, double[][] grid, Mark mark, Box box) { ${call}; }`).join("\n")}
}
//- b/Box.java
package b;
public class Box { public void to(Class<?> a) { } public void to(Key a) { } public void to(Provider a) { } }
//- b/Key.java
package b;
public class Key { }
//- b/Provider.java
package b;
public interface Provider { Object get(); Object other(); }
`;

describe("overloads in Java", () => {
  let called: ReadonlyMap<number, readonly string[]>;
  beforeAll(async () => {
    const graph = await graphOf(source);
    const signatures = new Map(graph.nodes.map(({ id, signature }) => [id, signature]));
    const all = new Map<number, string[]>();
    for (const edge of edgesOf(graph)) {
      const [, at, to] =
        /^\S+#Main\.c(\d+)(?:~\d+)? call (\S+#(?:Main|Base|Top|Box)\.(?:[a-t]|to)(?:~\d+)?)(?: |$)/.exec(
          edge,
        ) ?? [];
      const [, parameters] = /\((.*)\)/.exec(signatures.get(to ?? "") ?? "") ?? [];
      if (at !== undefined && parameters !== undefined)
        all.set(Number(at), [...(all.get(Number(at)) ?? []), parameters]);
    }
    called = all;
  });

  test.each(calls.map((row, at) => [row[0], at, row.slice(1)] as const))("%s", (_, at, expected) => {
    expect([...(called.get(at) ?? [])].sort()).toEqual([...expected].sort());
  });

  test.each<[string, string, readonly string[]]>([
    [
      "`super()` runs no interface",
      `//- A.java
interface Face { }
class A implements Face { A() { super(); } }
class B extends Elsewhere implements Face { B() { super(); } }
class C implements Face { }
class D extends C implements Face { D() { super(); } }
`,
      [
        "A.java#A inherit A.java#Face",
        "A.java#B inherit A.java#Face",
        "A.java#C inherit A.java#Face",
        "A.java#D inherit A.java#C",
        "A.java#D inherit A.java#Face",
        "A.java#D.D call A.java#C",
      ],
    ],
    [
      "a named `super` is what is behind a class around, or an interface itself",
      `//- A.java
class Base { void go() { } }
interface Face { default void run() { } }
class Own extends Base implements Face {
  void go() { new Thread() { void start() { Own.super.go(); } }; }
  public void run() { Face.super.run(); }
}
`,
      [
        "A.java#Own inherit A.java#Base",
        "A.java#Own inherit A.java#Face",
        "A.java#Own.run call A.java#Face.run",
        "A.java#Own.go.Thread.start call A.java#Base.go",
      ],
    ],
    [
      "the only one that takes so many does not hide what a base has for other types",
      `//- A.java
class Format { }
class Top { void to(Format format) { } }
class Own extends Top { void to() { } void to(String text) { } void to(String text, int at) { } }
class A { void f(Own own, Format format) { own.to(format); } void g(Own own) { own.to("a"); } }
`,
      [
        "A.java#Own inherit A.java#Top",
        "A.java#A.f call A.java#Top.to inferred",
        "A.java#A.g call A.java#Own.to~2 inferred",
      ],
    ],
    [
      "what takes any number is not what a base has for one written again",
      `//- A.java
class Top { void del(String key) { } }
class Own extends Top { void del(String... keys) { } void del(byte[]... keys) { } }
class A { void f(Own own, String key) { own.del(key); } void g(Own own, String key) { own.del(key, key); } }
`,
      [
        "A.java#Own inherit A.java#Top",
        "A.java#A.f call A.java#Top.del inferred",
        "A.java#A.g call A.java#Own.del inferred",
      ],
    ],
    [
      "what is private in another file is not meant",
      `//- Own.java
class Own { private void run(Reader reader) { } void run(Object all) { } void f(Reader reader) { run(reader); } }
//- A.java
class A { void f(Own own, Reader reader) { own.run(reader); } }
`,
      ["A.java#A.f call Own.java#Own.run~2 inferred", "Own.java#Own.f call Own.java#Own.run"],
    ],
    [
      "a star import of a class that builds on what is elsewhere hides none that has the name",
      `//- p/Open.java
package p; public class Open extends org.elsewhere.Thing { public static void one() { } }
//- p/Tools.java
package p; public class Tools { public static void two() { } }
//- q/A.java
package q;
import static p.Open.*;
import static p.Tools.*;
class A { void f() { one(); two(); three(); } }
`,
      [
        "q/A.java import p/Open.java",
        "q/A.java import p/Tools.java",
        "q/A.java#A.f call p/Open.java#Open.one",
        "q/A.java#A.f call p/Tools.java#Tools.two",
      ],
    ],
    [
      "what a chain goes on with is what the overload gives that the call means, and nothing where that is not told",
      `//- C.java
package app;
import java.util.*;
class Gvk { }
class Plugin { void meta() { } }
class Unstructured { void meta() { } }
interface Reader { Plugin read(int a); }
interface Client extends Reader {
  <E> Optional<E> fetch(Class<E> type, String name);
  Optional<Unstructured> fetch(Gvk gvk, String name);
  Plugin load(String name);
  Unstructured load(Gvk g);
  Unstructured read(Gvk g);
  Plugin name();
  Client name(Gvk g);
  Unstructured find(Gvk a);
  Object find(String b);
  void each(String a, java.util.function.Consumer<Plugin> b);
  void each(Gvk a, java.util.function.Consumer<Unstructured> b);
}
class T {
  Client client;
  void ofOther(Elsewhere e) { client.find(e.make()).meta(); }
  void fetch(Gvk g, String n) { client.fetch(g, n).ifPresent(p -> p.meta()); }
  void load(String n, Gvk g) { client.load(n).meta(); var u = client.load(g); u.meta(); }
  void base() { client.read(1).meta(); }
  void count(Gvk g) { client.name().meta(); client.name(g).name(g).name().meta(); }
  void any(Elsewhere e) { client.load(e.make()).meta(); }
  void both(Gvk g) { client.each(g, x -> x.meta()); }
}
`,
      [
        "C.java#Client inherit C.java#Reader",
        "C.java#T.any call C.java#Client.load ambiguous",
        "C.java#T.any call C.java#Client.load~2 ambiguous",
        "C.java#T.any call C.java#Plugin.meta ambiguous",
        "C.java#T.any call C.java#Unstructured.meta ambiguous",
        "C.java#T.base call C.java#Plugin.meta inferred",
        "C.java#T.base call C.java#Reader.read inferred",
        "C.java#T.both call C.java#Client.each~2 inferred",
        "C.java#T.both call C.java#Unstructured.meta inferred",
        "C.java#T.count call C.java#Client.name inferred",
        "C.java#T.count call C.java#Client.name~2 inferred",
        "C.java#T.count call C.java#Plugin.meta inferred",
        "C.java#T.fetch call C.java#Client.fetch~2 inferred",
        "C.java#T.fetch call C.java#Unstructured.meta inferred",
        "C.java#T.load call C.java#Client.load inferred",
        "C.java#T.load call C.java#Client.load~2 inferred",
        "C.java#T.load call C.java#Plugin.meta inferred",
        "C.java#T.load call C.java#Unstructured.meta inferred",
        "C.java#T.ofOther call C.java#Client.find ambiguous",
        "C.java#T.ofOther call C.java#Client.find~2 ambiguous",
      ],
    ],
  ])("%s", (_, files, expected) => check(files, expected));
});
