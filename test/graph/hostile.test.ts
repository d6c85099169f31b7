import { describe, expect, test } from "@jest/globals";
import type { BuiltGraph } from "../../src/graph/columns/store.ts";
import { timeOf } from "../helpers/time-of.ts";
import { graphOfFiles } from "./fixture.ts";

type Files = Readonly<Record<string, string>>;

const numbered = (text: string, i: number): string =>
  text.replaceAll("~+", `${i + 1}`).replaceAll("~", `${i}`);

/** The part again and again, `~` and `~+` standing for the number and the next one. */
const many = (count: number, part: string): string =>
  Array.from({ length: count }, (_, i) => numbered(part, i)).join("");

const files = (count: number, path: string, text: (i: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [numbered(path, i), numbered(text(i), i)]));

const count = 3_000;

/** What made linking a file of some hundred kilobytes take minutes, or gigabytes, once. */
const rows: Readonly<Record<string, Files>> = {
  "names of unions of names of unions": {
    "a.py": `class T0:\n    def f(self): ...\nclass U0: ...\n${many(300, "T~+ = Union[T~, U~]\nU~+ = Union[U~, T~]\n")}def g(t: T300):\n    t.f()\n`,
  },
  "methods of one name": { "A.java": `class A {\n${many(count, "void f() { f(); }\n")}}` },
  "overloads that nothing tells apart": { "A.cs": `class A {\n${many(count, "void F(T~ t) { F(x); }\n")}}` },
  "classes of one name": { "A.java": many(count, "class C { void f() { new C().f(); } }\n") },
  "functions of one name": { "a.cpp": many(count, "void f() { f(); }\n") },
  "declarations and bodies of one name": {
    "a.cpp": `${many(count, "void f();\n")}${many(count, "void f() { f(); }\n")}`,
  },
  "functions for two systems": {
    "a.c": many(count / 4, "#ifdef A~\nvoid f() { f(); }\n#else\nvoid f() { g(); }\n#endif\n"),
  },
  "blocks of methods": {
    "src/lib.rs": `struct T;\n${many(count, "impl T { fn f(&self) { self.f(); } }\n")}`,
  },
  "blocks of a trait for types from elsewhere": {
    "src/lib.rs": `trait X { fn f(&self) {} fn g(&self) {} }\n${many(count, "impl X for E~ { fn f(&self) { self.g(); } }\nfn f~(e: E~+) { e.f(); }\n")}`,
  },
  "traits for all types that have one method": {
    "src/lib.rs": `${many(count / 2, "trait X~ { fn f(&self) {} }\nimpl<T> X~ for T {}\nfn f~(e: E) { e.f(); }\n")}`,
  },
  "a trait that every type has, called by its name": {
    "src/lib.rs": `trait X { fn f(&self); }\n${many(2 * count, "struct S~;\nimpl X for S~ { fn f(&self) { X::f(self); } }\n")}`,
  },
  "modules with paths of their own": {
    "src/a.rs": "pub fn f() {}\n",
    "src/lib.rs": many(2 * count, '#[a]\n#[path = "a.rs"]\nmod m~;\nfn g~() { m~::f(); }\n'),
  },
  "failures of variables that each stand for the next": {
    "src/lib.rs": `fn f() {\n${many(count, "let a~ = a~+;\nif let Err(e) = a~ { e.g(); }\n")}}`,
  },
  "patterns in patterns": {
    "src/lib.rs": `enum K { A(K), B }\nfn f(x: K) { ${many(count / 10, "if let K::A(x) = x { x.f();\nmatch x { K::A(x) => x.f(), ")}${"_ => {} } }\n".repeat(count / 10)} }`,
  },
  "macros that match": { "src/lib.rs": `fn f(x: u8) { ${many(count, "matches!(g(x), A(~) | B(~), );\n")} }` },
  "parts of one class": { "A.cs": many(count / 5, "partial class C { void F~() { F~+(); Z(); } }\n") },
  "parts of one class, made and built on": {
    ...files(60, "C~.cs", () => "partial class C { public C(int a) { } }\n"),
    "D.cs": many(count / 5, "class D~ : C { D~() : base(1) { new C(1); new C~(); } }\n"),
  },
  "functions that run where they stand": { "a.js": many(2 * count, "var a~ = (() => { return a~+; })();\n") },
  "functions in such functions": {
    "a.js": `${many(count / 4, "var a~ = (() => {\nvar b~ = 1;\n")}${"return b1; })();\n".repeat(count / 4)}`,
  },
  "a function that builds on many": {
    "a.js": `function A() {}\n${many(4 * count, "inherits(A, B~);\n")}new A().go();`,
  },
  "functions that build on each other": {
    "a.js": many(count, "function A~() {}\ninherits(A~, A~+);\nnew A~().go();\n"),
  },
  "names in names": { "a.js": many(count, "A.a~.b~.c.d.e.f.g.h.i.j = function () {};\n") },
  "openings of one class": { "a.rb": many(count, "class C\ndef f; f; end\ndef g~; z; end\nend\n") },
  "classes that each build on the last": {
    "a.rb": `class C0\ndef f; end\nend\n${many(count, "class C~+ < C~\ndef g~; f(); h(); end\nend\n")}`,
  },
  "a mixin that everything takes in": {
    "a.rb": `module M\ndef m\n${many(count / 10, "f~();\n")} end\nend\n${many(count / 4, "class C~\ninclude M\ndef f~; end\nend\n")}`,
  },
  "a class that many files write on, and that builds on itself there": {
    ...files(
      3_000,
      "a~.rb",
      () =>
        "class A < B\nextend T\ninclude M\ndef f; g; z; X.f; end\nend\nclass B < A\nextend T\nend\nmodule M\ninclude B\nend\n",
    ),
  },
  "what a variable may be besides its type": {
    "a.py": `class A: pass\n${many(count / 10, "class B~(A):\n  def m~(self): pass\n")}def f(x: A):\n${many(count / 2, "  if isinstance(x, B~): x.n~()\n")}`,
  },
  "methods that say what the overridden one says": {
    "a.php": `<?php class C0 { function f() { return $this->x; } }\n${many(count / 4, "class C~+ extends C~ { function f() : array { return $this->f()->g(); } }\n")}`,
  },
  "names that a statement declares": {
    "a.go": `package a\nfunc f(c T) {\n${many(count / 2, "a~,\n")} z := g()\n${many(count / 2, "a~ := a~.go(c.x)\n")}}\n`,
  },
  "declared once for each way of building": files(
    500,
    "a~.go",
    () => "//go:build t~\n\npackage a\nfunc f() { g(); f() }\nfunc g() {}\n",
  ),
  "a namespace that is used again and again": {
    "a.cpp":
      `namespace a { class A { void f(); }; }\n${many(count / 2, "using namespace a;\n")}` +
      many(count / 2, "void A::f() { f(); }\n"),
  },
  "namespaces that are all used": {
    "a.cpp":
      `${many(count / 2, "namespace n~ { void f~() {} }\nusing namespace n~;\n")}` +
      `void g() {\n${many(count / 2, "f~(); z~();\n")}}`,
  },
  "headers that include each other": files(
    250,
    "h~.h",
    () => `${many(250, '#include "h~.h"\n')}inline void f() { z(); }\n`,
  ),
  "classes whose members are all imported": {
    ...files(1_000, "p~/B~.java", () => "package p~; public class B~ { public static void f~() {} }\n"),
    "a/A.java": `package a;\n${many(1_000, "import static p~.B~.*;\n")}class A { void g() {\n${many(1_000, "z~();\n")}} }`,
  },
  "a module that is imported whole again and again": {
    "b.py": "def f(): pass\n",
    "a.py": `${many(count, "from b import *\n")}${many(count, "f()\nz~()\n")}`,
  },
  "a module that is passed on again and again": {
    "b.ts": "export function f() {}\n",
    "c.ts": many(count, 'export * from "./b";\n'),
    "a.ts": `import * as c from "./c";\n${many(count, "c.f();\nc.z~();\n")}`,
  },
  "extension methods": {
    "A.cs": `static class E {\n${many(count, "public static void F(this A~ a) { a.F(); }\n")}}\n${many(count, "class A~ {}\n")}`,
  },
  "methods that are added to one type of many, of which nothing is known": {
    "A.cs": `static class E {\n${many(count, "public static void F(this A~ a, int b) { }\n")}}\n`,
    "B.cs": `class B { void G(Far far) {\n${many(count, "x~.y.F(1); far.z~.F(a~: ~);\n")}} }\n`,
  },
  "patterns, tuples and types of functions in C#": {
    "A.cs": `class A { public A P { get; } public A this[int i] => this; void Deconstruct(out A a, out A b) {}
void F(A a, object o) {\n${many(200, `if (o is A { ${many(20, "P: var p~, ")} P.P: A q~ }) q~.F(q~, 1);\n`)}
${`if (o is ${"A { P: ".repeat(500)}var x${" }".repeat(500)}) x.F(x, 1);`}\n${many(count / 2, "var (c~, d~) = d~+; c~[0].F(1, 2); T(out var t~); t~.F(t~+, 1);\n")} }
void T(out A a) {}\n${many(200, "(A a, List<A> b) G~() => (x switch { A y => y, _ => x switch { A z => z, _ => G~+() } }).P;\n")} }\n`,
    "B.cs": `${many(count / 4, "delegate D~+<T> D~<T>(D~+<T> a, D~<D~+<T>> b);\n")}
class B<T> { D0<T> d; ${many(count / 4, "D~<T> e~ = (a, b) => b(a)(a, b); D~<T> G~() => (a, b) => a(a, b);\n")} }\n`,
    "C.cs": `class C { (A${"<>".repeat(300)} a, A b) f; void F() { ${many(300, "Far~.Near~.Deep~.Go~(); X.Y.Own<A, B<A>>().F(f.a, 1);\n")} } static T Own<T, U>() => default; }\n`,
  },
  "namespaces in namespaces, used by their last names": {
    "A.cs": `namespace ${many(500, "A~.")}Z {\n${many(500, "using A~; using static B~;\n")}\nclass B { void G() {\n${many(200, "F~(); new C~();\n")}} } }\n`,
  },
};

/**
 * Milliseconds for so many characters: twice or thrice what those take that need most. Without the bounds that hold
 * them, those whose time grows with the square of `count` need more.
 */
const most = (size: number): number => 500 + size / 20;

describe("what links to itself in all ways is linked within its time, to a graph of bounded size", () => {
  test.each(Object.entries(rows))("%s", async (_, made) => {
    let graph: BuiltGraph | undefined;
    const milliseconds = await timeOf(async () => {
      graph = await graphOfFiles(new Map(Object.entries(made)));
    });
    const size = Object.values(made).join("").length;
    expect(milliseconds).toBeLessThan(most(size));
    // None is left out: of a line without end, or for the time that its parts take.
    expect(new Set(graph!.nodes.map(({ path }) => path))).toEqual(new Set(Object.keys(made)));
    // Of each call 64 at most: a call takes more than 32 characters here, with the method around it.
    expect(graph!.edges.from.length).toBeLessThan(2 * size);
  });
});

test("a base that falls to the namespace around, where a class does not parse, is no edge", async () => {
  const text =
    "struct base {};\nnamespace N {\n  class base {};\n  class [[]] X alignas(float) [[]] final alignas(float): base{};\n}\n";
  const { edges } = await graphOfFiles(new Map([["a.cpp", text]]));
  expect([...edges.from, ...edges.to].filter((node) => node < 0)).toEqual([]);
});

test("a variable that is made of one of its name at the top of a file, where nothing is around", async () => {
  const { edges } = await graphOfFiles(
    new Map([["src/lib.rs", "fn f() {}\nlet f = f();\nlet a = a.run();\n"]]),
  );
  expect([...edges.from, ...edges.to].filter((node) => node < 0)).toEqual([]);
});
