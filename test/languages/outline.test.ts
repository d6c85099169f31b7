import { describe, expect, test } from "@jest/globals";
import type { FileOutline } from "../../src/graph/outline.ts";
import { outlineText } from "../../src/languages/outlines/outline-file.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";
import { loadGrammar, patternsOf } from "../../src/languages/parsing/parser.ts";
import { allLanguages } from "../../src/languages/registry.ts";

const outline = async (language: string, text: string): Promise<FileOutline> =>
  outlineText(await loadGrammar(language), text);

test.each([...allLanguages().keys()])("the query of %s compiles", async (name) => {
  const { captureNames } = patternsOf(await loadGrammar(name));
  expect(captureNames).toEqual(expect.arrayContaining(["function", "body", "callee"]));
});

describe("a signature has no comments, and keeps their signs in strings", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "python",
      `def f(  # noqa
    a,  # the a
    # own line
    b="#x",
):  # returns
    # head comment
    return a
@dec  # why
# more
class A(B):  # base
    # head
    x = 1
`,
      ['def f( a, b="#x", )', "class A(B)"],
    ],
    [
      "typescript",
      `export /* c */ const a = (x: /* t */ A, // note
  url = "http://x") /* r */ => 1;
export class C /* n */ extends D { // x
  /* m */ run(/* a */ x: T): void {} }
`,
      ['export const a = (x: A, url = "http://x")', "export class C extends D", "run( x: T): void"],
    ],
    [
      "javascript",
      "function f(a /* the a */, b = '//') // why\n{ return a; }\n",
      ["function f(a, b = '//')"],
    ],
    [
      "java",
      `class A /* a */ extends B { // x
  @Override // why
  // more
  public int f(int a, // the a
    String s /* s */) // t
    throws E { return 1; } }
`,
      ["class A extends B", "public int f(int a, String s) throws E"],
    ],
    [
      "go",
      "package a\nfunc (a *A) Run(x int, // the x\n\ty string /* y */) (n int) { // head\n\treturn\n}\ntype T struct { // x\n\ta int\n}\n",
      ["func (a *A) Run(x int, y string) (n int)", "type T struct"],
    ],
    [
      "rust",
      "pub fn f(a: u8, // the a\n  /* b */ b: &str) -> u8 // r\n{ 1 }\nstruct A /* a */ { x: u8 }\n",
      ["pub fn f(a: u8, b: &str) -> u8", "struct A"],
    ],
    ["ruby", 'def f(a, # the a\n  b = "#{x}")\n  # head\n  1\nend\n', ['def f(a, b = "#{x}")']],
    [
      "csharp",
      '[Made("A")] // why\n[Other]\nclass A : B /* b */ { // x\n  [Fact] public int F([In] int a, // the a\n   string s = "//") // r\n  { return 1; } }\n',
      ["class A : B", 'public int F([In] int a, string s = "//")'],
    ],
    [
      "php",
      "<?php\nfunction f(#[Attr] $a, # the a\n  $b /* b */) // r\n{ return 1; }\n#[Attr]\nclass A extends B // base\n{ }\n",
      ["function f(#[Attr] $a, $b)", "class A extends B"],
    ],
    [
      "cpp",
      "int f(int a, // the a\n  int b /* b */) // r\n{ return 1; }\nclass A : public B // base\n{ };\n",
      ["int f(int a, int b)", "class A : public B"],
    ],
    [
      "c",
      "static int f(int a, /* the a */\n  int b) /* r */\n{ return 1; }\n",
      ["static int f(int a, int b)"],
    ],
  ])("%s", async (language, text, expected) => {
    const { definitions } = await outline(language, text);
    expect(definitions.map(({ signature }) => signature)).toEqual(expected);
  });
});

describe("a definition has its range, its signature on one line and its doc", () => {
  const check = async (language: string, text: string, expected: readonly string[]): Promise<void> => {
    const { definitions } = await outline(language, text);
    expect(
      definitions.map(
        ({ startLine, endLine, signature, doc }) =>
          `${startLine}-${endLine} ${signature}${doc === undefined ? "" : ` | ${doc.replaceAll("\n", "/")}`}`,
      ),
    ).toEqual(expected);
  };
  test.each<[string, string, readonly string[]]>([
    [
      "python",
      `@decorator
@other(1)
class A(Base, metaclass=M):
    """One line."""
    async def f(
        self,
        x: int = 1,
    ) -> "A":
        '''First.

            Indented.
        Second.
        '''
        def inner(): pass
def g(): r"Raw."; return 1
`,
      [
        "1-14 class A(Base, metaclass=M) | One line.",
        '5-14 async def f( self, x: int = 1, ) -> "A" | First.//    Indented./Second.',
        "14-14 def inner()",
        "15-15 def g() | Raw.",
      ],
    ],
    [
      "typescript",
      `/* not this */

/**
 * Does f.
 *
 * @param a what
 */
export async function f(a: string): Promise<void> {
  return;
}
// One
// Two
const g = (a: A): B => a.b, h = function () {};

/** Of the class. */
@Component({ x: 1 })
export abstract class C<T> extends D implements E {
  /** Of the field. */
  private readonly run = async (x: T) => x;
  abstract m(): void; // behind
  get n(): number { return 1; }
}
export interface I extends J { /** Of m. */
  m(a: number): void }
export type U = A | B;
enum Color { Red }
`,
      [
        "3-10 export async function f(a: string): Promise<void> | Does f.//@param a what",
        "11-13 const g = (a: A): B | One/Two",
        "13-13 h = function ()",
        "15-22 export abstract class C<T> extends D implements E | Of the class.",
        "18-19 private readonly run = async (x: T) | Of the field.",
        "20-20 abstract m(): void",
        "21-21 get n(): number",
        "23-24 export interface I extends J",
        "24-24 m(a: number): void",
        "25-25 export type U = A | B",
        "26-26 enum Color",
      ],
    ],
    [
      "csharp",
      `/// <summary>
/// Reads <see cref="T:App.Cart"/> for a <c>user</c>.
/// </summary>
/// <param name="id">whose</param>
/// <inheritdoc/>
class A {
  /// x < y, and a List<T>
  int F() { return 1; }
}
`,
      ["1-9 class A | Reads App.Cart for a user.//id: whose", "7-8 int F() | x < y, and a List<T>"],
    ],
    [
      "javascript",
      "const api = {\n  // Gets.\n  get(a) {},\n  post: (b) => {},\n};\nmodule.exports = function make() {};\n",
      ["1-5 const api", "2-3 get(a) | Gets.", "4-4 post: (b)", "6-6 module.exports = function make()"],
    ],
    [
      "go",
      "package a\n\n// One\ntype (\n\t// A is.\n\tA struct{ x int }\n\tB interface {\n\t\t// M does.\n\t\tM() error\n\t}\n)\n\n// C is.\ntype C = A\n\n// Run runs.\n//\n// Twice.\nfunc (a *A) Run(x int) (n int, err error) {\n\treturn\n}\n",
      [
        "5-6 A struct | A is.",
        "7-10 B interface",
        "8-9 M() error | M does.",
        "13-14 type C = A | C is.",
        "16-21 func (a *A) Run(x int) (n int, err error) | Run runs.//Twice.",
      ],
    ],
    [
      "java",
      `package a;
/** Of the class. */
@Deprecated
public final class A<T> extends B implements C {
  /** Makes. */
  @Inject
  A(int a, String... b) {}
  abstract T get(int at) throws E;
  Runnable r = new Task<T>(1) { public void run() {} };
}
enum D { X { }, Y }
`,
      [
        "2-10 public final class A<T> extends B implements C | Of the class.",
        "5-7 A(int a, String... b) | Makes.",
        "8-8 abstract T get(int at) throws E",
        "9-9 Task<T>(1)",
        "9-9 public void run()",
        "11-11 enum D",
        "11-11 X",
      ],
    ],
  ])("%s", check);
});

describe("an outline survives what people write", () => {
  test.each([
    ["python", ""],
    ["python", "class A(:\n  def f(self: pass\n"],
    ["python", "def f(\n"],
    ["typescript", "export class { constructor( { } export default"],
    ["typescript", "\uFEFFexport const a = 1;\r\nexport function f() {}\r\n"],
    ["tsx", "const A = () => <B.C {...d}>{e ? <F/> : null}</B.C>"],
    ["go", "package a\nfunc (t *T) f( {\n type X struct {\n"],
    ["go", "func () f() {}\nfunc (a, b *T) g() {}\ntype A = \n"],
    ["java", "class A { void f( { new B() { } class"],
    ["java", "import a.; enum { X { } } record R( { }"],
    ["javascript", "export default class extends (a, b) {}; exports = module.exports = {}"],
  ])("%s %j", async (language, text) => {
    const { scopes, definitions } = await outline(language, text);
    expect(scopes.length).toBeGreaterThan(definitions.length);
  });

  test("a chain deeper than anyone follows", async () => {
    const text = `x${".y()".repeat(3_000)}\n${"[\n".repeat(20_000)}${"]\n".repeat(20_000)}\n`;
    expect(
      "json" in (await outlineOne({ language: "python", text: text.replaceAll(".y()", ".y()\\\n") })),
    ).toBe(true);
  });

  test("functions in functions in functions", async () => {
    const text = `${"function f() {\n".repeat(5_000)}${"}\n".repeat(5_000)}`;
    const result = await outlineOne({ language: "javascript", text });
    expect("json" in result ? (JSON.parse(result.json) as FileOutline).definitions.length : 5_000).toBe(
      5_000,
    );
  });
});
