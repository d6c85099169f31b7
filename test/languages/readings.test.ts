import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { deadlineIn } from "../../src/languages/limits.ts";
import { loadGrammar, ParseDeadlineError } from "../../src/languages/parsing/parser.ts";
import { firstBranches } from "../../src/languages/preprocessing/preprocessed.ts";
import { withBestReading } from "../../src/languages/preprocessing/readings.ts";

interface Reading {
  readonly text: string;
  readonly isFaulty: boolean;
}

async function best(language: string, source: string): Promise<Reading> {
  const grammar = await loadGrammar(language);
  return withBestReading(
    grammar,
    source,
    (text, tree) => ({ text, isFaulty: tree.rootNode.hasError }),
    deadlineIn(10_000),
  );
}

describe("what a preprocessor takes out is blank, and nothing else", () => {
  test.each([
    [
      "a macro before a class's name",
      "cpp",
      "class API_EXPORT Foo : public Bar {};",
      "class            Foo : public Bar {};",
    ],
    [
      "two of them",
      "cpp",
      "class API_EXPORT CACHE_ALIGNED(64) Foo {\n  int f();\n};",
      "class                              Foo {\n  int f();\n};",
    ],
    ["with arguments", "cpp", "struct ALIGNED(8) Foo { int a; };", "struct            Foo { int a; };"],
    ["a variable of a struct in capitals", "c", "struct POINT p;\nstruct POINT f() {}", undefined],
    [
      "a macro behind parameters",
      "cpp",
      "class A { void f() EXCLUDES(mu_); };\n",
      "class A { void f()              ; };\n",
    ],
    [
      "on the next line",
      "cpp",
      "class A { int f(int a)\n    REQUIRES(mu_);\n};\n",
      "class A { int f(int a)\n                 ;\n};\n",
    ],
    [
      "before what a constructor sets",
      "cpp",
      "struct A { A(int b) LOCKS(b) : b_(b) {} };\n",
      "struct A { A(int b)          : b_(b) {} };\n",
    ],
    [
      "before a type",
      "c",
      "LIB_API foo_t *f(int a);\nLIB_API void g(foo_t *a);\n",
      "        foo_t *f(int a);\n        void g(foo_t *a);\n",
    ],
    [
      "all of a file is one fault: what stands alone, and before types",
      "c",
      `#ifdef __cplusplus\nextern "C" {\n#endif\ntypedef enum {\n  LIB_A,\n  LIB_MAP(XX)\n  LIB_B = 2\n} lib_t;\n${"LIB_API int f(lib_t a, ...);\n".repeat(30)}struct s {\n  LIB_FIELDS\n  int a;\n};\n#ifdef __cplusplus\n}\n#endif\n`,
      `                  \nextern "C" {\n      \ntypedef enum {\n  LIB_A,\n             \n  LIB_B = 2\n} lib_t;\n${"        int f(lib_t a, ...);\n".repeat(30)}struct s {\n            \n  int a;\n};\n                  \n}\n      \n`,
    ],
    ["constants are none", "cpp", "int a = LIMIT;\nint f() { return LIMIT; }\n", undefined],
    [
      "a comment about one stays",
      "cpp",
      "int f() LOCKS(a); // about LOCKS(a) here\n",
      "int f()         ; // about LOCKS(a) here\n",
    ],
    [
      "both halves of a condition",
      "cpp",
      '#ifndef A_H\n#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n#endif\n',
      '#ifndef A_H\n                  \nextern "C" {\n      \nint f(void);\n                  \n}\n      \n#endif\n',
    ],
    [
      "an else of its own",
      "csharp",
      "class A { void F(int a) {\nif (a > 1) { }\n#if NEW\nelse if (a > 2) { }\n#endif\nelse { }\n} }\n",
      "class A { void F(int a) {\nif (a > 1) { }\n       \nelse if (a > 2) { }\n      \nelse { }\n} }\n",
    ],
  ])("%s", async (_, language, source, expected = source) => {
    expect(await best(language, source)).toEqual({ text: expected, isFaulty: false });
  });

  test("a fault of the author's stays one", async () => {
    const source = "int f( { return 1; }\n#if A\nint g() {}\n#else\nint h() {}\n#endif\n";
    expect((await best("cpp", source)).isFaulty).toBe(true);
  });

  test("every index stays what it was", async () => {
    const words = [
      "class",
      "API",
      "Foo",
      "{",
      "}",
      "(",
      ")",
      ";",
      ":",
      "\n",
      "#if A\n",
      "#else\n",
      "#endif\n",
      "é",
      "\r\n",
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 40 }), async (parts) => {
        const source = parts.join(" ");
        const { text } = await best("cpp", source);
        expect(text).toHaveLength(source.length);
        expect(text.split("\n").map((line) => line.length)).toEqual(
          source.split("\n").map((line) => line.length),
        );
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ["classes that never begin", "class AAA B<".repeat(80_000)],
    ["brackets that never close", `${"A_B(".repeat(4_000)}\n`.repeat(60)],
    ["conditions within conditions", `${"#if A\n".repeat(100_000)}}`],
    ["many conditions, many faults", "#if A\n}\n#else\n{\n#endif\n".repeat(30_000)],
  ])("%s are read, or are over their time", async (_, source) => {
    const outcome = await best("cpp", source).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ParseDeadlineError);
    else expect((outcome as Reading).text).toHaveLength(source.length);
  });
});

describe("what a grammar does not know is read in other words, and nothing else", () => {
  test.each([
    [
      "marks of variance",
      "typescript",
      "interface A<in T, out U, in out V extends B> { a(b: T): U }\n",
      "interface A<   T,     U,        V extends B> { a(b: T): U }\n",
    ],
    [
      "words that are names here, which keep their letters",
      "typescript",
      "class A { abstract?: B; accessor(a = 1) {} using() {} }\nconst using = 1;\nif (using.a) f(using);\nexport { a, type };\n",
      "class A { abstract?: B; accessor(a = 1) {} using() {} }\nconst using = 1;\nif (using.a) f(using);\nexport { a, type };\n",
    ],
    [
      "the same words where they are none",
      "typescript",
      "abstract class A { abstract a(): void; accessor b = 1; }\nusing c = d();\nawait using e = f();\n",
      undefined,
    ],
    ["a type of that name", "typescript", "type A<out> = out;\nexport * as type from 'a';\n", undefined],
    [
      "overloads without semicolons",
      "typescript",
      "interface A {\n  (a: B): C\n  <T>(a: T): T\n  // again\n  <T, U>(\n    a: T,\n  ): Promise<T>\n}\n",
      "interface A {\n  (a: B): C\n; <T>(a: T): T\n  // again\n; <T, U>(\n    a: T,\n  ): Promise<T>\n}\n",
    ],
    [
      "a comparison over two lines",
      "typescript",
      "interface A<out T> {}\nconst a = b\n  < c;\n",
      "interface A<    T> {}\nconst a = b\n  < c;\n",
    ],
    ["types that all pass on", "typescript", "export type * from './a';\n", "export      * from './a';\n"],
    [
      "an imported type with arguments",
      "tsx",
      "let a: import('./b').C<D>;\nlet e: import('./b').F;\n",
      "let a:               C<D>;\nlet e: import('./b').F;\n",
    ],
    [
      "arguments of a tag",
      "tsx",
      "const a = sql<A[]>`a`;\nf(b < c);\n",
      "const a = sql     `a`;\nf(b < c);\n",
    ],
    [
      "an empty collection",
      "csharp",
      "class A { int[] b = []; void F() { G(b ?? [], []); int[] c = [1]; } }\n",
      "class A { int[] b = 00; void F() { G(b ?? 00, 00); int[] c = [1]; } }\n",
    ],
  ])("%s", async (_, language, source, expected = source) => {
    expect(await best(language, source)).toEqual({ text: expected, isFaulty: false });
  });

  test("a fault of the author's stays one, and what is known is not touched for it", async () => {
    const source = "function f( { return 1; }\ninterface A { a(): void }\n";
    expect(await best("typescript", source)).toEqual({ text: source, isFaulty: true });
  });

  test.each([
    "\n ",
    "x\n <",
    ", in A",
    "<in out out in A\n",
    'import("a").A ',
    "a<b>",
    "[ ]",
    "\t[]",
    "using ",
    "accessor",
    "abstract ",
    ",type",
  ])("%j a hundred thousand times over is read, or is over its time", async (part) => {
    for (const language of ["typescript", "csharp"]) {
      const source = `/* ${part.repeat(100_000).slice(0, 300_000)} */\n((`;
      const outcome = await best(language, source).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ParseDeadlineError);
      else expect((outcome as Reading).text).toHaveLength(source.length);
    }
  });
});

describe("first branches", () => {
  test.each([
    ["the first", "#if A\na\n#elif B\nb\n#else\nc\n#endif\n", "a"],
    ["not that of 0", "#if 0\na\n#elif B\nb\n#else\nc\n#endif\n", "b"],
    ["one within another", "#if 0\n#if A\na\n#endif\n#else\nc\n#ifdef D\nd\n#endif\n#endif\n", "c d"],
    ["without an end", "#if A\na\n#else\nb\n", "a"],
    ["an end too many", "a\n#endif\nb\n", "a #endif b"],
  ])("%s", (_, source, expected) => {
    expect(firstBranches(source).split(/\s+/).filter(Boolean).join(" ")).toBe(expected);
  });
});
