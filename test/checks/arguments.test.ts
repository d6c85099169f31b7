/** Calls whose arguments do not fit what they call: what is told, and above all what is not. */
import { describe, expect, test } from "@jest/globals";
import { misfits } from "../../src/checks/arguments/misfits.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import type { FileChange } from "../../src/source/file.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import { workspace as empty } from "../agent/small-repository.ts";

/** What is told of files as if each were new, or of one in place of what it was. */
async function told(
  files: Readonly<Record<string, string>>,
  were: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const all = Object.entries(files).map(([path, after]): FileChange => ({ path, before: undefined, after }));
  const workspace = overlay({ ...empty, entries: new Map() }, all);
  const { graph } = await indexWorkspace(workspace, { workers: 1 }, AbortSignal.timeout(240_000));
  const changes = Object.keys(were).map((path) => ({ path, before: were[path], after: files[path] }));
  const found = await misfits(changes.length > 0 ? changes : all, { graph, workspace });
  return found.map(({ path, line, name, why, callee }) => `${path}:${line} ${name} ${why} (${callee})`);
}

const python = `from dataclasses import dataclass, field
from functools import wraps, lru_cache
from contextlib import contextmanager


def plain(a, b, c=1, *, key, other=None): ...
def rest(a, *args, **kwargs): ...
def only(a, b, /, c): ...
def twice(a): ...
@lru_cache(maxsize=None)
def cached(a): ...
@contextmanager
def opened(path): yield path
@inject
def injected(a, b): ...
try:
    def either(a): ...
except ImportError:
    def either(a, b): ...
def moved(a): ...
moved = partial(moved, 1)


class Base:
    def __init__(self, a, b=None):
        self.hook = None

    def run(self, a): ...
    def over(self): ...
    def hook(self, a): ...
    @staticmethod
    def still(a): ...
    @classmethod
    def make(cls, a): ...
    def calls(self):
        CALLS


class Heir(Base):
    def over(self, a): ...


class Made(Base):
    def __new__(cls, *args): ...


class Enumerated(Enum):
    def __init__(self, a, b): ...


class Meta(Base, metaclass=Other): ...


@dataclass
class Point:
    x: int
    y: int = 0
    z: list = field(default_factory=list)
    kind: ClassVar[str] = "p"


@dataclass(frozen=True, kw_only=True)
class Named:
    x: int


def use(given, f):
    USE
`;
/** The lines as they are told: what stands behind the name, without what is called. */
async function ofPython(use: string, inBase = "pass"): Promise<readonly string[]> {
  const found = await told({ "a.py": python.replace("CALLS", inBase).replace("USE", use) });
  return found.map((one) => one.replace(/^\S+ /, "").replace(/ \(a\.py#.*$/, ""));
}

describe("Python", () => {
  test.each<[string, readonly string[]]>([
    ["plain(1, 2, key=3); plain(1, b=2, key=3, c=4)", []],
    ["plain(1, 2, 3, 4, key=5)", ["plain is given 4 arguments by place and takes 2 to 3"]],
    ["plain(1, key=3)", ["plain is not given `b`"]],
    ["plain(1, 2)", ["plain is not given `key`"]],
    ["plain(1, 2, key=3, kee=4)", ["plain is given `kee`, which it does not take"]],
    ["plain(1, 2, b=2, key=3)", ["plain is given `b` twice, by its place and by its name"]],
    ["plain(*given, key=1); plain(1, **given); plain(*given, **given)", []],
    ["plain(1, 2, 3, 4, *given, key=3)", ["plain is given 4 arguments by place and takes 2 to 3"]],
    ["rest(1, 2, 3, four=4)", []],
    ["rest()", ["rest is not given `a`"]],
    ["rest(b=1)", ["rest is not given `a`"]],
    ["only(1, 2, c=3); only(1, 2, 3)", []],
    ["only(1, 2)", ["only is not given `c`"]],
    ["only(1, b=2, c=3)", ["only is given `b`, which it does not take"]],
    ["twice(x for x in given)", []],
    ["cached(1, 2)", ["cached is given 2 arguments and takes 1"]],
    ["opened()", ["opened is not given `path`"]],
    ["injected(1); either(1, 2); moved(); print(1, 2, 3)", []],
    ["f(1, 2, 3); given.run(1, 2)", []],
    ["with raises(TypeError): twice()", []],
    ["twice()  # type: ignore", []],
    ["Base(1); Base(1, b=2); Heir(1)", []],
    ["Base()", ["Base is not given `a`"]],
    ["Heir(1, 2, 3)", ["Heir is given 3 arguments and takes 1 to 2"]],
    ["Made(1, 2, 3); Enumerated(1); Meta()", []],
    ["Point(1, 2, []); Point(x=1)", []],
    ["Point(1, 2, [], 'p')", ["Point is given 4 arguments and takes 1 to 3"]],
    ["Point(y=1)", ["Point is not given `x`"]],
    ["Named(1)", []],
    ["Base.run(given, 1); Base.still(1)", []],
    ["Base.make(1, 2)", ["make is given 2 arguments and takes 1"]],
  ])("%s", async (use, expected) => expect(await ofPython(use)).toEqual(expected));

  test.each<[string, readonly string[]]>([
    ["self.run(1); self.over(1); self.hook(1, 2); self.still(1); self.make(1)", []],
    ["self.run(1, 2)", ["run is given 2 arguments and takes 1"]],
    ["self.still()", ["still is not given `a`"]],
  ])("within the class: %s", async (calls, expected) =>
    expect(await ofPython("pass", calls)).toEqual(expected),
  );
});

test("Python: what is called before its definition is another one", async () => {
  const code = "sorted([1])\n\n\ndef sorted():\n    pass\n\n\ndef use():\n    sorted(1)\n";
  expect(await told({ "a.py": code })).toEqual([
    "a.py:9 sorted is given 1 argument and takes 0 (a.py#sorted)",
  ]);
});

describe("languages with compilers", () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      "TypeScript",
      {
        "a.ts": `export function plain(a: string, b?: number, c = 1) {}
export function rest(this: Window, a: string, ...more: string[]) {}
export function over(a: string): void;
export function over(a: string, b: number): void;
export function over(a: string, b?: number) {}
export function later(a: string, done: void) {}
export const arrow = (a: string) => a;
export const typed: Handler = (a: string) => a;
export function untyped(a, b) {}
export const page: Page = { locate() {} };
export class Box { constructor(private a: string, b = 1) {} put(a: string) {} }
`,
        "b.ts": `import { Box, arrow, later, over, page, plain, rest, typed, untyped } from "./a";
page.locate(1); untyped(1); plain("a"); plain("a", 1, 2); rest("a"); over("a", 1); later("a"); arrow("a"); typed("a", 1); new Box("a");
plain();
plain("a", 1, 2, 3);
plain(...given);
rest();
arrow("a", 1);
new Box();
// @ts-expect-error
plain();
function inner(plain: (...all: unknown[]) => void) { plain(); }
function put(box: Box) {
  box.put("a", 1);
}
`,
        "c.js": `import { plain } from "./a";\nplain();\n`,
      },
      // A parameter of the name \`plain\` leaves that name alone.
      [
        "b.ts:6 rest is given 0 arguments and takes at least 1 (a.ts#rest)",
        "b.ts:7 arrow is given 2 arguments and takes 1 (a.ts#arrow)",
        "b.ts:8 Box is given 0 arguments and takes 1 to 2 (a.ts#Box)",
        "b.ts:13 put is given 2 arguments and takes 1 (a.ts#Box.put)",
      ],
    ],
    [
      "Go",
      {
        "go.mod": "module a.b/c\n",
        "a.go": `package a

func plain(a, b int, c string) {}
func rest(a int, more ...string) {}
func pair() (int, int) { return 1, 2 }
func two(a, b int) {}

type T struct{}

func (t *T) M(a int) {}

func use(t *T) {
	plain(1, 2, "c")
	rest(1)
	rest(1, more...)
	two(pair())
	(*T).M(t, 1)
}

func bad(t *T) {
	plain(1, 2)
	rest()
	t.M(1, 2)
}
`,
        "b_linux.go": "package a\n\nfunc host(a int) {}\n",
        "b_windows.go": "package a\n\nfunc host(a, b int) {}\n",
        "c.go": "package a\n\nfunc hosts() {\n\thost(1, 2)\n}\n",
      },
      [
        "a.go:21 plain is given 2 arguments and takes 3 (a.go#plain)",
        "a.go:22 rest is given 0 arguments and takes at least 1 (a.go#rest)",
        "a.go:23 M is given 2 arguments and takes 1 (a.go#T.M)",
      ],
    ],
    [
      "Java",
      {
        "A.java": `class A {
  A(int x) {}
  void m(int a) {}
  void more(String a, int... b) {}
  void over(int a) {}
  void over(int a, int b) {}
  void use() { new A(1); m(1); more("a"); more("a", 1, 2); over(1, 2); }
  void bad() {
    m(1, 2);
    new A();
    more();
  }
}
class B extends Other { void m(int a) {} void use() { m(1, 2); } }
class Z { void put(int a, int b) {} }
class C extends Z {
  class D extends Other { void use() { put(1); } }
  class E { void use() { put(1); } }
}
`,
      },
      [
        "A.java:9 m is given 2 arguments and takes 1 (A.java#A.m)",
        "A.java:10 A is given 0 arguments and takes 1 (A.java#A)",
        "A.java:11 more is given 0 arguments and takes at least 1 (A.java#A.more)",
        "A.java:18 put is given 1 argument and takes 2 (A.java#Z.put)",
      ],
    ],
    [
      "Rust",
      {
        "src/lib.rs": `pub struct A;
impl A {
    pub fn new(x: u8) -> A { A }
    fn m(&self, a: u8) {}
    fn typed(mut self: &mut Self, a: u8) {}
    fn use_it(&self) { self.m(1); self.typed(1); A::m(self, 1); A::new(1); log!(f()); }
    fn bad(&self) {
        self.m(1, 2);
        A::new();
    }
}
fn f(a: u8) {}
fn g() {
    f(1, 2);
}
#[cfg(unix)]
fn host(a: u8) {}
#[cfg(windows)]
fn host(a: u8, b: u8) {}
fn h() { host(1, 2); }
`,
      },
      [
        "src/lib.rs:8 m is given 2 arguments and takes 1 (src/lib.rs#A.m)",
        "src/lib.rs:9 new is given 0 arguments and takes 1 (src/lib.rs#A.new)",
        "src/lib.rs:14 f is given 2 arguments and takes 1 (src/lib.rs#f)",
      ],
    ],
  ])("%s", async (_, files, expected) => expect(await told(files)).toEqual(expected));
});

test("callers of a function whose parameters change are looked at in other files, too", async () => {
  const files = {
    "a.py": "def run(a, b):\n    pass\n\n\ndef same(a):\n    pass\n",
    "b.py":
      "from a import run, same\n\n\ndef one():\n    run(1)\n    same()\n\n\ndef two():\n    run(1, 2)\n",
  };
  const were = { "a.py": "def run(a):\n    pass\n\n\ndef same(a):\n    pass\n" };
  expect(await told(files, were)).toEqual(["b.py:5 run is not given `b` (a.py#run)"]);
  expect(await told(files, { "a.py": files["a.py"] })).toEqual([]);
});

test("of functions of one name the type or package that is written tells which", async () => {
  const rust = (more: string): string =>
    `pub struct Mode;\nimpl Mode {\n    pub fn read(a: u8${more}) {}\n}\npub struct View;\nimpl View {\n    pub fn read(a: u8) {\n        Mode::read(a);\n        View::read(a);\n    }\n}\n`;
  const files = { "src/lib.rs": rust(", b: u8") };
  expect(await told(files, { "src/lib.rs": rust("") })).toEqual([
    "src/lib.rs:8 read is given 1 argument and takes 2 (src/lib.rs#Mode.read)",
  ]);
  const go = {
    "go.mod": "module m\n\ngo 1.22\n",
    "one/a.go": "package one\n\nfunc New(a int) {}\n",
    "two/a.go": "package two\n\nfunc New(a, b int) {}\n",
    "c.go":
      'package m\n\nimport (\n\t"m/one"\n\t"m/two"\n)\n\nfunc use() {\n\tone.New(1)\n\ttwo.New(1, 2)\n\tone.New(1, 2)\n}\n',
  };
  expect(await told(go)).toEqual(["c.go:11 New is given 2 arguments and takes 1 (one/a.go#New)"]);
});

test("a dataclass with one more field", async () => {
  const code = (more: string): string =>
    `from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    x: int\n${more}`;
  const files = { "a.py": code("    y: int\n"), "b.py": "from a import A\n\nA(1)\nA(1, 2)\n" };
  expect(await told(files, { "a.py": code("") })).toEqual(["b.py:3 A is not given `y` (a.py#A)"]);
});

test("a constructor that wants more", async () => {
  const code = (fields: string): string => `class A:\n    def __init__(self, ${fields}):\n        pass\n`;
  const files = { "a.py": code("a, b"), "b.py": "from a import A\n\nA(1)\nA(1, 2)\n" };
  expect(await told(files, { "a.py": code("a") })).toEqual(["b.py:3 A is not given `b` (a.py#A)"]);
});
