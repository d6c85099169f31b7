import { describe, expect, test } from "@jest/globals";
import { syntaxFaults } from "../../src/languages/checking/syntax.ts";
import { allLanguages, languageOf, languagesAmong } from "../../src/languages/registry.ts";

async function check(path: string, text: string, expected: readonly string[]): Promise<void> {
  const faults = await syntaxFaults(path, text);
  expect(faults?.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual(expected);
}

describe("languageOf", () => {
  test("an ending may count only beside another file", () => {
    const among = languagesAmong(["a.html", "a.ts", "b/a.html", "c.html", "c.page.ts", "c.py"]);
    expect(["a.html", "b/a.html", "c.html", "c.py", "html"].map(among)).toEqual([
      ...["angular", undefined, "angular", "python", undefined],
    ]);
    expect(languageOf("a.html")).toBeUndefined();
  });

  test.each([
    ["a.py", "python"],
    ["src/b.pyi", "python"],
    ["a.ts", "typescript"],
    ["a.d.ts", "typescript"],
    ["a.mts", "typescript"],
    ["A.TSX", "tsx"],
    ["a.cjs", "javascript"],
    ["a.jsx", "javascript"],
    ["a_test.go", "go"],
    ["src/A.java", "java"],
    ["src/A.php", "php"],
    ["src/A.cs", "csharp"],
    ["lib/a.rb", "ruby"],
    ["lib/tasks/a.rake", "ruby"],
    ["config.ru", "ruby"],
    ["a.gemspec", "ruby"],
    ["src/main.rs", "rust"],
    ["scripts/build.sh", "bash"],
    ["lib/log.bash", "bash"],
    ["a.mjs", "javascript"],
    ["a.js", "javascript"],
    ["a.cts", "typescript"],
    ["a.c", "c"],
    ["a.ipynb", "notebook"],
    ["app/views/a/show.html.erb", "erb"],
    ["app/views/a/show.json.jbuilder", "ruby"],
    ["src/a.b.component.html", "angular"],
    ["src/a.component.ts", "typescript"],
    ["src/a.html", undefined],
    ["resources/views/a.blade.php", "blade"],
    ["src/A.vue", "vue"],
    ["src/+page.svelte", "svelte"],
    ["src/index.astro", "astro"],
    ...["a.cpp", "a.cc", "a.cxx", "a.c++", "a.hpp", "a.hh", "a.hxx", "a.h", "a.inl", "a.ipp"].map(
      (path) => [path, "cpp"] as const,
    ),
    ["Makefile", undefined],
    [".py/readme", undefined],
    ["a.md", undefined],
  ])("%s -> %s", (path, expected) => expect(languageOf(path)).toBe(expected));

  test("answers for every ending of every folder", () => {
    for (const { name, endings } of allLanguages().values())
      for (const ending of endings) expect([ending, languageOf(`a${ending}`)]).toEqual([ending, name]);
  });
});

describe("syntaxFaults says nothing of", () => {
  test.each([
    ["a.py", "def f(a, *, b: int = 1) -> None:\n    if a: b(); a()\n    # end\n"],
    ["a.py", "match x:\n  case {'a': 1}: pass\ntry:\n  pass\nexcept* E:\n  pass\n"],
    ["a.py", "class A:\n    '''doc'''\n\n    x = [\n1,\n]\n    y = 2\n"],
    [
      "a.py",
      "if a: # b:\n\tc = f\"{d[\"e\"]}\" + \\\n  'f:'\n  # else\nelse:\n        g = '\\'('\n        h = 1\n",
    ],
    ["a.py", ""],
    ["a.vue", "<template><a :b='{'>{{ c | d }}</a></template>\n<script setup>\nconst e = 1\n</script>\n"],
    [
      "a.blade.php",
      "@media (min-width: 1px) {} @if($a) {{ f('}', [1]) }} @endif @foreach ($a as $b => $c) @php f(); @endphp {!! $b !!}\n@use('A\\B', 'C') @@if( @{{ a b }} {{-- a b --}} a@b.c( <x-a :b='c d'/> @click='a b'",
    ],
    [
      "a.component.html",
      "@if (a; as b) { {{ b | c: d }} } @else { <a (b)='c(' *ngFor='let d of e; trackBy: f'/> }",
    ],
    [
      "a.erb",
      "<% case a -%>\n<% when 1 %>b<%= yield :c %><% else %><%# end %><% end %><%% a %>\n<%= f a do |b| %><% end %><a<% if b",
    ],
    ["a.svelte", "<script>\n$: a = b\n</script>\n{#each c as d}{d}{/each}\n"],
    ["a.astro", "---\nconst a = 1\n---\n<b>{a</b>\n"],
    ["a.ts", "export type * from './a';\nimport defer * as x from 'y';\n"],
    ["a.ts", "class A { accessor x = 1 }\nusing y = f();\nconst z = { a } satisfies B;\n"],
    ["a.tsx", "export const A = <T,>(p: T) => <div {...p}>{1}</div>;\n"],
    ["a.js", "class A { #x = 1; static async *z() {} }\nfor await (const a of b) c.d ??= e;\n"],
    ["a.jsx", "const a = <><b.c d='e' /></>;\n"],
    [
      "a.rs",
      "impl<'a, T: ?Sized> A<'a, T> { async fn f(&self) -> Option<u8> { let Some(x) = g()? else { return None }; x } }\n",
    ],
    [
      "a.c",
      "#include <a.h>\nstatic int f(const char *a, ...) { struct b c = { .d = 1 }; return c.d ? 1 : 0; }\n",
    ],
    [
      "a.h",
      "API_PUBLIC(int) f(void);\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nchar c = '{';\n#ifdef __cplusplus\n}\n#endif\n",
    ],
    ["a.c", "#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\n}\n// {\n"],
    [
      "a.cpp",
      "template <typename T> auto f(T &&x) -> decltype(x) { return [=]() mutable { return 1'000; }(); }\n",
    ],
    [
      "a.go",
      "package a\n\nfunc F[K comparable, V int | ~string](m map[K]V) {\n\tfor i := range 3 {\n\t\t_ = i\n\t}\n}\n",
    ],
    [
      "A.java",
      'sealed interface A permits B {}\nrecord B(int x) implements A {\n  B { var t = """\n    a"""; }\n}\n',
    ],
    [
      "A.java",
      "class A { int f(Object o) { return switch (o) { case B(var x) when x > 1 -> 1; default -> 2; }; } }\n",
    ],
    [
      "a.php",
      "<?php\nenum A: string { case B = 'b'; }\nfn(?A $x): static => match (true) { default => $x?->y };\n",
    ],
    [
      "A.cs",
      'namespace A;\npublic record B(int X) { public int Y => X switch { > 0 => 1, _ => $"{X}".Length }; }\n',
    ],
    [
      "a.rb",
      "class A < B\n  attr_reader :x\n  def y = @x&.z(&:w) || <<~T\n    a #{x}\n  T\n  def f(a, *b, c:, **d, &e) = case a\n    in {k:} if k then k\n    else yield(*b)\n  end\nend\n",
    ],
  ])("%s: %j", (path, text) => check(path, text, []));
});

describe("syntaxFaults names what a grammar lets pass", () => {
  test.each([
    ["a.py", "import ioimport json\n", ["1:17 something is missing here, perhaps the end of a line"]],
    ["a.py", "f(a=1, b)\n", ["1:8 a positional argument follows a keyword argument"]],
    ["a.go", "package a\n\nf(1)\n", ["3:1 this cannot stand at the top of a file"]],
    ["a.go", 'import "b"\npackage a\n', ["2:1 this must stand further above, once"]],
    ["a.go", "package a\npackage a\n", ["2:1 this must stand further above, once"]],
    ["a.go", 'package a\n\nimport (\n\t"b"\n\t"b"\n)\n', ['5:2 `"b"` is imported already in line 4']],
    ["a.ts", 'import { B } from "b";\nimport B from "c";\n', ["2:8 `B` is imported already in line 1"]],
    [
      "a.tsx",
      'import * as B from "b";\nimport { c as B } from "c";\n',
      ["2:15 `B` is imported already in line 1"],
    ],
    ["A.java", "a.b;\nclass A {}\n", ["1:1 this expression is not a statement"]],
    ["A.java", "class A { void f() { x; } }\n", ["1:22 this expression is not a statement"]],
    [
      "A.java",
      "class A { public f() {} }\n",
      ["1:11 a method needs a type, and a constructor the name of its class"],
    ],
    ["A.java", 'class A { String s = "\\V"; }\n', ["1:23 unknown escape `\\V`"]],
    ["a.rs", "crate::b;\n", ["1:1 this cannot stand at the top of a file"]],
    ["a.rs", "fn f() {\n  a!(1)\n  b!(2)\n}\n", ["2:3 expected `;` after this macro"]],
    ["a.rs", "struct A {\n  /// b\n}\n", ["2:3 nothing follows that this documents"]],
    ["a.rs", 'const A: &str = "\\T";\n', ["1:18 unknown escape `\\T`"]],
    ["a.rs", "fn f() { let a = try!(b(); }\n", ["1:22 `(` is never closed", "1:27 expected `;`"]],
    ["A.cs", "class A {\n#if C\n  int b = ;\n#endif\n}\n", ["3:9 unexpected `=`"]],
    ["a.rb", "class A\n  def f\n  end\n  end\nend\n", ["5:1 unexpected `end`"]],
    ["a.rb", "@a b\n", ["1:4 unexpected `b`"]],
    ["a.blade.php", "<b>\n{{ f(1, }}\n", ["2:7 expected `)`"]],
    ["a.erb", "<b>\n<% if a %>\n<%= f( %>\n<% end %>\n", ["3:6 `(` is never closed"]],
    ["a.erb", "<% if a %>\n<% end %>\n<p>\n<% end %>\n", ["4:4 unexpected `end`"]],
    [
      "a.erb",
      "<% a %>\n<%= b do |c| %>\n  <p>\n  <% if d -%>\n    <i>\n<% end %>\n<p>\n",
      ["4:6 `if` is never closed"],
    ],
    ["a.erb", "<% a %>\n<% b do %><% if c %>\n<% end %>\n<%= d %>\n", ["2:14 `if` is never closed"]],
    ["a.vue", "<script>\nconst a = [1\n</script>\n<b>{{ c d }}</b>\n", ["2:13 expected `]`"]],
    ["a.rb", "x = [a, b c]\n", ["1:11 expected `,` or `(`"]],
    ["a.rb", "class A\n  yield\nend\n", ["2:3 `yield` outside of a method"]],
    [
      "a.ts",
      "const a = c?.d ??= e;\n",
      ["1:11 the left-hand side of an assignment expression must be a variable or a property access"],
    ],
  ])("%s: %j", (path, text, expected) => check(path, text, expected));
});

describe("syntaxFaults leaves alone what only looks odd", () => {
  test.each([
    ["layout.erb", "<%= yield %>\n<% if a %>\n  <%= b.end %>\n<% else %>\n  <%= c(class: d) %>\n<% end %>\n"],
    ["a.py", "f(a=1, *b, **c)\nclass A(B, metaclass=C): pass\n"],
    ["a.go", '// c\npackage a\n\nimport b "b"\n\nvar c = 1\n'],
    ["a.go", 'package a\n\nimport (\n\t_ "b"\n\t_ "c"\n\td "b"\n\t"b"\n)\n'],
    [
      "a.ts",
      'import "b";\nimport "b";\nimport { b as c, default as b } from "b";\nimport type { d } from "b";\n',
    ],
    ["a.ts", 'const t = `\nimport { b } from "b";\nimport { b } from "b";\n`;\n'],
    ["A.java", "package a;\nimport b.C;\nenum A { B(1); A(int x) {} }\nrecord D(int e) { D { e = 1; } }\n"],
    [
      "A.java",
      "class A { A() { switch (x) { case 1 -> f(); default -> i++; } new B(); } class B { B() {} } }\n",
    ],
    ["a.rs", "mod a {\n  b!(1);\n}\nc! { d }\ne!(f);\nfn g() -> u8 { h!(1); i!(2) }\n"],
    ["a.rs", '//! a\nenum A {\n  /// b\n  B, // c\n}\nconst C: &str = "a\\\n  b\\u{1F600}";\n'],
    ["a.rb", "def a.end; end\nalias end b\nx = y.class\nA::end\nprivate def do; end\nloop { yield 1 }\n"],
    ["a.js", "if (x) return;\nwith (a) {}\n"],
    ["a.js", "const a = () => <div>{b}</div>;\n"],
    ["a.rs", 'fn f() -> R { let a = try!(b()); g(str![[r#"c"#]]) }\n'],
    [
      "A.cs",
      'class A {\n  string[] b = new [] {\n#if C\n    "d",\n    "e"\n#else\n    "f"\n#endif\n  };\n}\n',
    ],
    [
      "A.cs",
      "class A {\n  int[] B { get; } = [];\n  int[] C(int[]? d) => d ?? [];\n  bool E(int[] f) { g = new() { H = [] }; I(1, []); if (f is []) return J([]); return []; }\n}\n",
    ],
    ["a.d.ts", "export const a: B;\n"],
    ["a.ts", "namespace A { export enum B { c } }\nimport d = require('d');\n"],
  ])("%s: %j", (path, text) => check(path, text, []));
});

describe("syntaxFaults names", () => {
  test.each([
    ["a.py", "def f(:\n  pass\n", ["1:7 expected `)`"]],
    ["a.py", "x = = 3\n", ["1:5 unexpected `=`"]],
    ["a.py", "def f():\nreturn 1\n", ["1:9 expected an indented block"]],
    ["a.py", "def f():\n    x = 1\n      y = 2\n", ["3:7 unexpected indentation"]],
    [
      "a.py",
      "def f():\n    try:\n    x = g(\n1)\n    except E:\n        pass\n",
      ["2:5 expected an indented block"],
    ],
    [
      "a.py",
      "if a:\n    b = '''\nif c:\n'''\nelif d:\nb = 2\nelse:\n    b = 3\n",
      ["5:1 expected an indented block"],
    ],
    [
      "a.py",
      "def f():\n    if a:\n        b = 1\n      else:\n        b = 2\n",
      ["4:7 this indentation is that of no block around it"],
    ],
    ["a.py", "try:\n    a = 1\nb = 2\n", ["1:1 `try` has neither `except` nor `finally`"]],
    ["a.py", "x = 1\n  y = 2\n", ["2:3 unexpected indentation"]],
    ["a.ts", "function f() {\n  if (x) {\n    g();\n}\n", ["4:2 expected `}`"]],
    ["a.ts", "const a = 1 +;\nlet b = 2", ["1:13 unexpected `+`"]],
    ["a.ts", "f(a, b;\ng();", ["1:7 expected `)`"]],
    ["a.go", "package a\n\nfunc f() {\n\tx := 1 +\n}\n", ["4:9 unexpected `+`"]],
    ["A.java", "class A {\n  void f() {\n    g()\n  }\n}\n", ["3:5 unexpected `g()`"]],
    ["A.cs", "class A {\n  void F() {\n    var x = 1 +;\n  }\n}\n", ["3:15 unexpected `+`"]],
    ["A.cs", "class A {\n  int[] b = [;\n}\n", ["2:13 `[` is never closed"]],
    ["A.cs", "class A {\n  int [] = [];\n}\n", ["2:10 unexpected `=`"]],
    ["a.php", "<?php\nfunction f() {\n  $x = 1 +;\n}\n", ["3:10 unexpected `+`"]],
    ["a.rb", "class A\n  def f(\n  end\nend\n", ["2:8 `(` is never closed"]],
    ["a.js", "}\nfoo();", ["1:1 unexpected `}`"]],
    ["a.rs", "fn f() {\n  let x = ;\n}\n", ["2:9 unexpected `=`"]],
    ["a.c", "int f(void) { return 1 }\n", ["1:23 expected `;`"]],
    ["a.h", "API_PUBLIC(int) f(void);\nvoid g(void) {\n  h(1;\n}\n", ["4:1 unexpected `}`"]],
    ["a.jsx", "const a = <div>{b}</div", ["1:1 from here to its end the file does not parse"]],
  ])("%s: %j", (path, text, expected) => check(path, text, expected));
});

describe("syntaxFaults keeps within its limits", () => {
  test.each([
    ["an unknown language", "a.xyz", "("],
    ["a long line", "a.js", `x = "${"a".repeat(30_000)}"`],
    ["a large file", "a.js", "x = 1;\n".repeat(200_000)],
  ])("%s", async (_, path, text) => expect(await syntaxFaults(path, text)).toBeUndefined());

  test("many brackets never closed", async () => {
    const faults = await syntaxFaults("a.js", "(((([[[[{{{{\n".repeat(10_000));
    expect(faults === undefined || faults.length > 0).toBe(true);
  });
  test("a deep tree", async () => {
    const text = `x = ${"[\n".repeat(50_000)}${"]\n".repeat(50_000)}`;
    expect((await syntaxFaults("a.py", text)) ?? []).toEqual([]);
  });
  test("bytes that are no code", async () => {
    let [state, text] = [1, ""];
    for (let i = 0; i < 20_000; i++) {
      state = (state * 48271) % 2147483647;
      text += String.fromCharCode(1 + (state % 126));
    }
    const faults = await syntaxFaults("a.ts", text);
    expect(faults === undefined || faults.length > 0).toBe(true);
  });
});
