/** What no compiler would take for a name of its own where it stands: found in fmt, nlohmann json, rapidjson, taglib, cereal, spdlog. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { FileOutline } from "../../src/graph/outline.ts";
import { deadlineIn } from "../../src/languages/limits.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";
import { loadGrammar, withTree } from "../../src/languages/parsing/parser.ts";
import { withoutWords } from "../../src/languages/preprocessing/words-of-macros.ts";

const rows: readonly (readonly [what: string, source: string, read: string])[] = [
  [
    "before what makes an object, in the class",
    "struct A { CONSTEXPR A(int b) : b_(b) {} int b_; };",
    "struct A {           A(int b) : b_(b) {} int b_; };",
  ],
  [
    "with what it throws",
    "struct A { CONSTEXPR explicit A(int b) noexcept : b_(b) {} int b_; };",
    "struct A {           explicit A(int b) noexcept : b_(b) {} int b_; };",
  ],
  ["before what ends one", "struct A { CONSTEXPR ~A() {} };", "struct A {           ~A() {} };"],
  [
    "before what makes another type of it",
    "struct A { EXPLICIT operator int() const; EXPLICIT operator B::C() const; };",
    "struct A {          operator int() const;          operator B::C() const; };",
  ],
  [
    "no word before an operator",
    "struct A { BOOL operator==(A b); };",
    "struct A { BOOL operator==(A b); };",
  ],
  [
    "behind parameters",
    "struct A { ~A() NOEXCEPT = default; A() NOEXCEPT : b(0) {} void f() OVERRIDE final; int b; };",
    "struct A { ~A()          = default; A()          : b(0) {} void f()          final; int b; };",
  ],
  [
    "before a template",
    "EXPORT template <typename T> class A {};",
    "       template <typename T> class A {};",
  ],
  [
    "on a line of its own, above a comment",
    "BEGIN_EXPORT\n\n/** Of A.\n * And more. */\n// B\ntemplate <typename T> class A {};",
    "            \n\n/** Of A.\n * And more. */\n// B\ntemplate <typename T> class A {};",
  ],
  ["the last of a list", "enum A {\n  ONE,\n  TWO\n};\nint f();", "enum A {\n  ONE,\n  TWO\n};\nint f();"],
  [
    "who sees what follows",
    "class A {\nPRIVATE_OR_TESTED:\n  int f();\n};",
    "class A {\n                  \n  int f();\n};",
  ],
  [
    "comments in macros of several lines",
    "#define A(b) \\\n  f(b); /* more */ \\\n  g(b)\nint c; /* d */",
    "#define A(b) \\\n  f(b);            \\\n  g(b)\nint c; /* d */",
  ],
  ["a comment in a macro of one line", "#define A /* b */\nint c;", "#define A /* b */\nint c;"],
  ["one of two values", "int a = b ?\n  FIRST_VALUE:\n  SECOND;", "int a = b ?\n  FIRST_VALUE:\n  SECOND;"],
  [
    "a class in another one",
    "class API A::B : public C {};\nclass API D\n#ifndef DOCS\n: private C\n#endif\n{};",
    "class     A::B : public C {};\nclass     D\n#ifndef DOCS\n: private C\n#endif\n{};",
  ],
  ["in a condition", "void f() { if CONSTEXPR (a) g(); }", "void f() { if           (a) g(); }"],
  [
    "a condition",
    "void f() {\n  LIB_IF_CONSTEXPR (a == 1) { g(); }\n  else { h(); }\n}",
    "void f() {\n  if               (a == 1) { g(); }\n  else { h(); }\n}",
  ],
  [
    "a directive is none",
    "#if DEFINED (A)\n#endif\n#define A ~b(1)\n",
    "#if DEFINED (A)\n#endif\n#define A ~b(1)\n",
  ],
  ["another word for try", "void f() { LIB_TRY { g(); } }", "void f() {         { g(); } }"],
  [
    "what a template asks, by a macro",
    "template <typename T, ENABLE_IF(!is_a<T>::value && sizeof(T) > 4)> void f(T a);",
    "template <typename T, int                                        > void f(T a);",
  ],
  [
    "what it asks of the library",
    "template <typename T, typename std::enable_if<(a < b), int>::type = 0> void f(T a);",
    "template <typename T, int                                         = 0> void f(T a);",
  ],
  [
    "what it has by default",
    "template <class T, class = std::enable_if_t<A<T>::b>> T f();",
    "template <class T, class = int                      > T f();",
  ],
  [
    "conditions in it",
    "template <typename A,\n#if B\n  typename C,\n#else\n  typename D,\n#endif\n  typename E> void f();",
    "template <typename A,\n     \n  typename C,\n     \n             \n      \n  typename E> void f();",
  ],
  [
    "a macro that a call is given",
    "int a = f(b, LIMIT(c), d < LIMIT(e));",
    "int a = f(b, LIMIT(c), d < LIMIT(e));",
  ],
  ["what a parameter is by default", "void f(const A& a = {}, B = {});", "void f(const A& a = 0 , B = 0 );"],
  [
    "and one without a name",
    "void f(const void* = 0, A* = nullptr);",
    "void f(const void*_= 0, A*_= nullptr);",
  ],
  ["commas in types", "auto f() -> decltype(g(a, b), void());", "auto f() -> decltype(g(a, b)+ void());"],
  [
    "within each other",
    "using A = decltype(f(b), h<decltype(g<C, D>(), e())>());",
    "using A = decltype(f(b)+ h<decltype(g<C, D>()+ e())>());",
  ],
  ["numbers made", "int a = b | (unsigned(c) << 4);", "int a = b | (unsigne\u01c3(c) << 4);"],
  ["members by pointers", "void f() { (a->*b)(); }", "void f() { (a  *b)(); }"],
  [
    "sizes compared",
    "template <bool A = sizeof(B) >= sizeof(int)> void f();",
    "template <bool A = sizeof(B) +  sizeof(int)> void f();",
  ],
  ["the type of an enumeration without a name", "enum : unsigned { ONE };", "enum            { ONE };"],
];

const read = async (source: string): Promise<boolean> => {
  const grammar = await loadGrammar("cpp");
  return withTree(grammar, source, ({ rootNode }) => rootNode.hasError, deadlineIn(10_000));
};

test.each(rows)("%s", async (_, source, expected) => {
  expect(withoutWords(source).replaceAll("\f", " ")).toBe(expected);
  if (!expected.includes("#ifndef DOCS")) expect(await read(expected)).toBe(false);
});

test.each([
  ["template <typename T, ENABLE_IF(!a<T>())> void f(T b, const A& c = {});", undefined],
  ["template <class T> auto f(T a) -> decltype(g(a), void());", undefined],
  ["struct A { CONSTEXPR A(int b) : c(b) {} int c; };", "A(int b) : c(b)"],
])("%s is said as it is written, without what was left out", async (source, expected = source) => {
  const outlined = await outlineOne({ language: "cpp", text: source });
  const { definitions } = JSON.parse("json" in outlined ? outlined.json : "{}") as FileOutline;
  const [last] = definitions.filter(({ kind }) => kind === "function").map(({ signature }) => signature);
  expect(last).toBe(expected.split("\n")[0]!.replace(/;$/, ""));
});

test("every index stays what it was", () => {
  const words = rows.flatMap(([, source]) => source.split(/(?<=[\s(){}<>,;])/)).concat("\r\n", "é", "{", "(");
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), (parts) => {
      const source = parts.join("");
      const once = withoutWords(source);
      expect(once.split("\n").map(({ length }) => length)).toEqual(
        source.split("\n").map(({ length }) => length),
      );
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["templates that never end", "template <A(".repeat(100_000)],
  ["types that never end", "decltype(a, <".repeat(100_000)],
  ["words and brackets", `${"AAA b(".repeat(5_000)}\n`.repeat(20)],
  ["words on lines", "AAA\n".repeat(250_000)],
  ["words above comments", "AAA\n/* b */ // c\n".repeat(60_000)],
  ["conditions by another name", `${" LIB_IF_A (((".repeat(5_000)}\n`.repeat(15)],
  ["blanks", `x = ${" ".repeat(900_000)}A`],
  ["lines", `x =${"\n".repeat(900_000)}A`],
  ["enumerations", "enum : ".repeat(140_000)],
])("%s are read in time", (_, source) => {
  expect(withoutWords(source)).toHaveLength(source.length);
});
