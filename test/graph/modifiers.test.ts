import { describe, expect, test } from "@jest/globals";
import { graphOf } from "./fixture.ts";

type Row = readonly [what: string, source: string, expected: readonly string[]];

const rows = (table: readonly Row[], of: (source: string) => Promise<readonly string[]>): void => {
  test.each(table)("%s", async (_, source, expected) => expect(await of(source)).toEqual(expected));
};

describe("who may use a definition", () => {
  /** `name visibility` of every definition, in the order of the source. */
  const visibilities = async (source: string): Promise<readonly string[]> =>
    (await graphOf(source)).nodes
      .filter(({ kind }) => kind !== "Module")
      .map(({ qualifiedName, visibility }) => `${qualifiedName} ${visibility}`);
  rows(
    [
      [
        "Python by its underscores",
        `//- a.py
def f():
    def inner(): pass
    class Local:
        def m(self): pass
def _g(): pass
class A:
    def __init__(self): pass
    def m(self): pass
    def _n(self): pass
    def __o(self): pass
`,
        [
          "f public",
          "f.inner private",
          "f.Local private",
          "f.Local.m public",
          "_g internal",
          "A public",
          "A.__init__ public",
          "A.m public",
          "A._n protected",
          "A.__o private",
        ],
      ],
      [
        "Python by __all__",
        `//- a.py
__all__ = ["f", '_g']
__all__ += ["B"]
other = ["h"]
def f(): pass
def _g(): pass
def h(): pass
class B:
    def m(self): pass
`,
        ["f public", "_g public", "h internal", "B public", "B.m public"],
      ],
      [
        "TypeScript by export and modifiers",
        `//- a.ts
export function f() { const inner = () => 1; }
function g() {}
function h() {}
export const [x] = [1], k = () => 1;
export { h as other };
export class A {
  constructor() {}
  #p() {}
  private q() {}
  protected static r = () => 1;
  s() {}
}
interface I { m(): void }
export namespace N { export function open() {} function shut() {} }
export default () => { };
const hidden = { m() {} };
export const shown = { m() {} };
`,
        [
          "f public",
          "f.inner private",
          "g private",
          "h public",
          "k public",
          "A public",
          "A.constructor public",
          "A.#p private",
          "A.q private",
          "A.r protected",
          "A.s public",
          "I private",
          "I.m public",
          "N.open public",
          "N.shut private",
          "default public",
          "hidden.m private",
          "shown.m public",
        ],
      ],
      [
        "CommonJS by what exports gets; a file that exports nothing is a script",
        `//- a.js
const b = require("./b");
function make() {}
function help() {}
module.exports = make;
make.now = function () {};
exports.f = () => 1;
//- script.js
function everywhere() { function here() {} }
`,
        [
          "make public",
          "help private",
          "make.now public",
          "exports.f public",
          "everywhere public",
          "everywhere.here private",
        ],
      ],
      [
        "Go by capitals",
        `//- a.go
package a
type T struct{}
func (t T) Run() { inner := func() {}; inner() }
func (t *T) stop() {}
type closer interface { Close(); hide() }
func main() {}
`,
        [
          "T public",
          "T.Run public",
          "T.Run.inner private",
          "T.stop internal",
          "closer internal",
          "closer.Close public",
          "closer.hide internal",
          "main internal",
        ],
      ],
      [
        "Java by modifiers; members of an interface are public, others of the package",
        `//- A.java
package a;
public class A {
  @Tag("private") A() {}
  private static <T> T f() { return null; }
  protected int g() { return 1; }
  void h() { Runnable r = new Runnable() { public void run() {} }; }
  interface I { void m(); private void n() {} }
}
class B { public String privately() { return null; } }
`,
        [
          "A public",
          "A.A internal",
          "A.f private",
          "A.g protected",
          "A.h internal",
          "A.h.Runnable private",
          "A.h.Runnable.run public",
          "A.I internal",
          "A.I.m public",
          "A.I.n private",
          "B internal",
          "B.privately public",
        ],
      ],
      [
        "C# by modifiers; types are internal, members private, those of an interface public",
        `//- a.cs
namespace N;
class A {
  void F() { int Local() { return 1; } }
  public A() {}
  protected internal void G() {}
  private protected void H() {}
  internal class C { }
}
public interface I { void M(); }
file class D { }
`,
        [
          "A internal",
          "A.F private",
          "A.F.Local private",
          "A.A public",
          "A.G protected",
          "A.H protected",
          "A.C internal",
          "I public",
          "I.M public",
          "D private",
        ],
      ],
      [
        "PHP by modifiers",
        `//- a.php
<?php
final class A {
  function f() {}
  private static function g() {}
  abstract protected function h();
}
function free() {}
`,
        ["A public", "A.f public", "A.g private", "A.h protected", "free public"],
      ],
      [
        "Rust by pub; a trait's functions are as public as the trait",
        `//- src/lib.rs
pub struct A;
struct B;
pub(crate) fn f() { fn inner() {} }
pub(self) fn g() {}
fn h() {}
impl A { pub fn m(&self) {} fn n(&self) {} }
trait T { fn t(&self); }
impl T for A { fn t(&self) {} }
mod inside { pub fn k() {} }
`,
        [
          "A public",
          "B private",
          "f internal",
          "f.inner private",
          "g private",
          "h private",
          "A.m public",
          "A.n private",
          "T private",
          "T.t public",
          "A.t public",
          "inside.k public",
        ],
      ],
      [
        "C by static, C++ by the lines before members, also where the body stands elsewhere",
        `//- a.c
static inline int f(void) { return 1; }
int g(int a[static 1]) { return f(); }
//- b.h
class A {
  void p();
public:
  A();
  static int q();
protected:
  int r() { return 1; }
};
template <class T> struct S { int s(); private: int t(); };
//- b.cpp
#include "b.h"
void A::p() {}
A::A() {}
`,
        [
          "f private",
          "g public",
          "A.p private",
          "A.A public",
          "A public",
          "A.q public",
          "A.r protected",
          "S public",
          "S.s public",
          "S.t private",
        ],
      ],
    ],
    visibilities,
  );
});

describe("decorators, annotations and attributes, as written", () => {
  /** `name: decorators` of every definition that has some. */
  const decorated = async (source: string): Promise<readonly string[]> =>
    (await graphOf(source)).nodes
      .filter(({ decorators }) => decorators.length > 0)
      .map(({ qualifiedName, decorators }) => `${qualifiedName}: ${decorators.join(" | ")}`);
  rows(
    [
      [
        "Python",
        `//- a.py
@app.route("/")  # the root
@cached
def f(): pass
@dataclass(
    frozen=True,
)
class A:
    @property
    def m(self): pass
    def n(self): pass
`,
        ['f: app.route("/") | cached', "A: dataclass( frozen=True, )", "A.m: property"],
      ],
      [
        "TypeScript, before export and after, and of members",
        `//- a.ts
@Component({ x: 1 }) /* the first */
@Other
export class A {
  @Input() field = 1;
  @Get("/a")
  // About m.
  m(@Body() body: string) {}
  n() {}
}
export @Late() class B {}
`,
        ["A: Component({ x: 1 }) | Other", 'A.m: Get("/a")', "B: Late()"],
      ],
      [
        "Java",
        `//- A.java
@Entity @Table(name = "a")
public class A {
  @Inject private B b;
  @Override
  public String toString(@Nullable String x) { return null; }
  void plain() {}
}
`,
        ['A: Entity | Table(name = "a")', "A.toString: Override"],
      ],
      [
        "C#",
        `//- a.cs
[assembly: Title("x")]
[Serializable, Obsolete("no")]
class A {
  [JsonProperty] int x;
  [Test]
  [Case(1)]
  void F([In] int a) {}
  void G() {}
}
`,
        ['A: Serializable | Obsolete("no")', "A.F: Test | Case(1)"],
      ],
      [
        "PHP",
        `//- a.php
<?php
#[Entity, Table("a")]
class A {
  #[Column] private int $x;
  #[Route("/")]
  public function f(#[Sensitive] $a) {}
}
#[Pure]
function g() {}
`,
        ['A: Entity | Table("a")', 'A.f: Route("/")', "g: Pure"],
      ],
      [
        "Rust, before and after the documentation",
        `//- src/lib.rs
#![allow(dead_code)]
#[derive(Debug, Clone)]
/// About A.
#[serde(rename = "a")]
pub struct A { #[serde(skip)] x: i32 }
pub struct B;
impl A {
    #[inline]
    fn f(&self) {}
}
#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
    fn helps() {}
}
`,
        ['A: derive(Debug, Clone) | serde(rename = "a")', "A.f: inline", "tests.works: test"],
      ],
      [
        "one that is long is cut",
        `//- a.py\n@long("${"x".repeat(200)}")\ndef f(): pass\n`,
        [`f: long("${"x".repeat(73)}…`],
      ],
    ],
    decorated,
  );

  test("of one kind share one list", async () => {
    const graph = await graphOf("//- a.py\n@a\ndef f(): pass\n//- b.py\n@a\ndef g(): pass\ndef h(): pass\n");
    expect(graph.node("a.py#f")!.decorators).toBe(graph.node("b.py#g")!.decorators);
    expect(graph.node("b.py#h")!.decorators).toBe(graph.node("b.py")!.decorators);
  });
});

describe("what stands above a decorated definition belongs to it", () => {
  const facts = async (source: string) =>
    (await graphOf(`//- a.ts\n${source}`)).nodes
      .filter(({ kind }) => kind !== "Module")
      .map(({ qualifiedName, startLine, doc, decorators }) =>
        [qualifiedName, startLine, doc ?? "", decorators.length].join(" "),
      );
  test.each<[string, readonly string[]]>([
    ["class A {\n  /** Sends. */\n  @Get('a')\n  send() {}\n}\n", ["A 1  0", "A.send 2 Sends. 1"]],
    ["class A {\n  @Get('a')\n  /** Sends. */\n  send() {}\n}\n", ["A 1  0", "A.send 2 Sends. 1"]],
    ["class A {\n  /** Two. */\n  @One()\n  @Two()\n  two() {}\n}\n", ["A 1  0", "A.two 2 Two. 2"]],
    [
      "class A {\n  /** Given. */\n  @Log({ args: (to) => to })\n  send() {}\n}\n",
      ["A 1  0", "A.args 3  0", "A.send 2 Given. 1"],
    ],
    ["@Module({ make: () => 1 })\nexport class A {}\n", ["A 1  1", "A.make 1  0"]],
    ["const x = 1;\n\n/** Runs. */\n\nfunction run() {}\n", ["run 3 Runs. 0"]],
    ["/** The file. */\n\nfunction run() {}\n", ["run 3  0"]],
    ["const x = 1;\n\n/** Far. */\n\n\nfunction run() {}\n", ["run 6  0"]],
    ["/** Of x. */\nconst x = 1;\n\nfunction run() {}\n", ["run 4  0"]],
  ])("%s", async (source, expected) => expect(await facts(source)).toEqual(expected));
});
