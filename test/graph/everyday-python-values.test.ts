import { describe, expect, test } from "@jest/globals";
import { callsIn } from "./followed.ts";

const known = `
import asyncio, enum, typing, weakref
from collections import ChainMap
from concurrent.futures import ThreadPoolExecutor, as_completed
from enum import Enum, IntEnum
from unittest import mock
from unittest.mock import patch
from typing import Final, Generic, TypeGuard, TypeVar
T = TypeVar("T")
class Foo:
    def go(self): ...
def make(n) -> Foo: ...
def is_foo(x) -> TypeGuard[Foo]: ...
def is_ready(x) -> bool: ...
class Stack(Generic[T]):
    def peel(self) -> T: ...
class Foos(Stack[Foo]): ...
class Shade(Enum):
    LIGHT = 1
    def go(self): ...
class Color(Shade):
    RED = 2
    size: int
    def make(self): ...
class Level(enum.IntEnum):
    LOW = 1
    def go(self): ...
class Meta(type):
    def build(cls: type[T]) -> T: ...
    def go(cls): ...
class Made(metaclass=Meta):
    def run(self): ...
class Heir(Made): ...
class Local:
    foo: Foo
LOCAL: Final = Local()
TYPED: typing.Final = Foo()
class Plain:
    RED = 1
    def go(self): ...
class Kept:
    def add(self, one, name=None):
        self.all.append(one)
        return one
    def added(self):
        return self.add(Foo(), name=1)
    def other(self, one):
        one = wrap(one)
        return one
def same(one): return one
Kind = type[Foo]
def held(kind: type[T]) -> T: ...
class Accessor(Generic[T]):
    def __init__(self, kind: type[T]) -> None: ...
    def __get__(self, one: object, of) -> T: ...
class Line(Generic[T]):
    def go(self): ...
class Held:
    line = Accessor(Line["Foo"])
Quoted: typing.TypeAlias = "type[Foo]"
`;

/** What a function of these parameters calls that is called `go`. */
async function goes(parameters: string, lines: readonly string[]): Promise<readonly string[]> {
  const source = `${known}async def f(${parameters}):\n${lines.map((line) => `    ${line}\n`).join("")}`;
  const calls = await callsIn("a.py", source);
  return calls.flatMap(({ from, to }) => (from === "f" && to.endsWith(".go") ? [to] : []));
}

describe("values of Python that are asked, waited for and enumerated", () => {
  test.each<readonly [parameters: string, lines: readonly string[], expected: readonly string[]]>([
    ["x: object", ["if is_foo(x):", "    x.go()"], ["Foo.go"]],
    ["x: object", ["if is_ready(x):", "    x.go()"], []],
    ["", ["same(Foo()).go()"], ["Foo.go"]],
    ["", ["held(Line[Foo]).go()"], ["Line.go"]],
    ["x: Held", ["x.line.go()"], ["Line.go"]],
    ["kind: Kind", ["kind().go()"], ["Foo.go"]],
    ["kind: Quoted", ["kind().go()"], ["Foo.go"]],
    ["kept: Kept", ["foo = kept.add(Foo())", "foo.go()"], ["Foo.go"]],
    ["kept: Kept", ["kept.added().go()"], ["Foo.go"]],
    ["kept: Kept", ["kept.other(Foo()).go()"], []],
    ["x: Foo", ["if is_ready(x):", "    x.go()"], ["Foo.go"]],
    // Where the answer holds, and where it does not.
    ["x: Foo | Plain", ["if isinstance(x, Plain) and x:", "    x.go()"], ["Plain.go"]],
    ["x: Foo | Plain", ["if not isinstance(x, Plain):", "    return", "x.go()"], ["Plain.go"]],
    ["x: Foo | Plain", ["if isinstance(x, Plain): pass", "elif n:", "    x.go()"], ["Foo.go"]],
    ["x: Foo | Plain", ["if isinstance(x, Plain): pass", "else: x.go()"], ["Foo.go"]],
    ["x: Foo | Plain", ["assert isinstance(x, Foo)", "x.go()"], ["Foo.go"]],
    ["x: Foo | Plain", ["if isinstance(x, (Foo, Plain)):", "    x.go()"], []],
    ["xs", ["x = next((x for x in xs if isinstance(x, Foo)), None)", "x.go()"], ["Foo.go"]],
    [
      "xs: list[Foo | Plain]",
      ["ys = [x for x in xs if n and isinstance(x, Plain)]", "ys[0].go()"],
      ["Plain.go"],
    ],
    ["xs: list[Foo]", ["ys = [x for x in xs if n or isinstance(x, Plain)]", "ys[0].go()"], ["Foo.go"]],
    ["", ["task = asyncio.create_task(make(1))", "task.result().go()"], ["Foo.go"]],
    ["pool: ThreadPoolExecutor", ["pool.submit(make, 1).result().go()"], ["Foo.go"]],
    ["pool: ThreadPoolExecutor", ["for one in pool.map(make, [1]): one.go()"], ["Foo.go"]],
    [
      "pool: ThreadPoolExecutor",
      ["for one in as_completed([pool.submit(make, 1)]): one.result().go()"],
      ["Foo.go"],
    ],
    // A class of the repository that is called like a collection is given its types.
    ["x: Stack[Foo]", ["x.peel().go()"], ["Foo.go"]],
    ["x: Foos", ["x.peel().go()"], ["Foo.go"]],
    // What stands in an enumeration is an object of it; methods and other classes are what they are.
    ["", ["Color.RED.go()"], ["Shade.go"]],
    ["", ["Color.LIGHT.go()"], ["Shade.go"]],
    ["", ["Level.LOW.go()"], ["Level.go"]],
    ["", ["Color.make.go()"], []],
    ["", ["Plain.RED.go()"], []],
    // A class has what the class has that it is an object of; its objects do not.
    ["", ["Made.go()"], ["Meta.go"]],
    ["", ["Heir.go()"], ["Meta.go"]],
    ["x: type[Made]", ["x.go()"], ["Meta.go"]],
    ["x: Made", ["x.go()"], []],
    // What a test puts in the place of something is what it gives.
    ["", ["with mock.patch('a.make', Foo()) as x: x.go()"], ["Foo.go"]],
    ["", ["with patch.object(LOCAL, 'foo', make(1)) as x: x.go()"], ["Foo.go"]],
    ["", ["with patch('a.make') as x: x.go()"], []],
    // `Final` alone says no type.
    ["", ["LOCAL.foo.go()"], ["Foo.go"]],
    ["", ["TYPED.go()"], ["Foo.go"]],
    ["x: weakref.WeakValueDictionary[str, Foo]", ["x['a'].go()"], ["Foo.go"]],
    ["x: ChainMap[str, Foo]", ["for one in x.values(): one.go()"], ["Foo.go"]],
  ])("(%s) %j", async (parameters, lines, expected) => {
    expect(await goes(parameters, lines)).toEqual(expected);
  });
});

test("what a method of a metaclass gives is an object of the class that it is called on", async () => {
  const calls = await callsIn("a.py", `${known}def f():\n    Heir.build().run()\n`);
  expect(calls.flatMap(({ from, to }) => (from === "f" ? [to] : []))).toEqual(["Meta.build", "Made.run"]);
});

test("a field is what it was asked to be where the answer holds", async () => {
  const lines = ["if isinstance(self.one, Plain):", "    self.one.go()", "else: self.one.go()"];
  const method = `class Both:\n    one: Foo | Plain\n    def f(self):\n        ${lines.join("\n        ")}\n`;
  const calls = await callsIn("a.py", known + method);
  expect(calls.flatMap(({ from, to }) => (from === "Both.f" ? [to] : []))).toEqual(["Plain.go", "Foo.go"]);
});
