import { describe, expect, test } from "@jest/globals";
import { check, graphOf } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("Python modules", () => {
  rows([
    [
      "absolute and relative imports, with and without another name",
      `//- pkg/__init__.py
//- pkg/a.py
def f(): pass
//- pkg/b.py
from pkg.a import f
from .a import f as g
from . import a
import pkg.a
import pkg.a as other
def h():
    f(); g(); a.f(); pkg.a.f(); other.f()
`,
      ["pkg/b.py#h call pkg/a.py#f", "pkg/b.py import pkg/a.py", "pkg/b.py import pkg/__init__.py"],
    ],
    [
      "a package that imports its own modules by its whole name",
      `//- kit/__init__.py
from kit import config, unknown
from kit.config import get
//- kit/config.py
def get(): pass
//- kit/db.py
from kit import config
def f(): config.get()
//- other.py
import kit
def g(): kit.config.get(); kit.get(); kit.unknown.get()
`,
      ["kit/db.py#f call kit/config.py#get", "other.py#g call kit/config.py#get"],
    ],
    [
      "two folders up",
      `//- p/__init__.py
//- p/x.py
def f(): pass
//- p/q/__init__.py
//- p/q/r.py
from ..x import f
from ... import nowhere
f()
`,
      ["p/q/r.py call p/x.py#f"],
    ],
    [
      "a name passed on by __init__, also by star",
      `//- p/__init__.py
from .a import f
from .b import *
//- p/a.py
def f(): pass
//- p/b.py
def g(): pass
def _hidden(): pass
//- main.py
import p
from p import f, g
from p import _hidden
p.f(); f(); p.g(); g(); _hidden()
`,
      ["main.py call p/a.py#f", "main.py call p/b.py#g"],
    ],
    [
      "a package that imports its own module under the same name",
      `//- p/__init__.py
from . import json as json
//- p/json.py
def dumps(): pass
//- main.py
import p
from p import json
def f(): p.json.dumps()
def g(): json.dumps()
`,
      ["main.py#f call p/json.py#dumps", "main.py#g call p/json.py#dumps"],
    ],
    [
      "src layout, namespace package and a script beside its module",
      `//- src/app/core.py
def f(): pass
//- tests/test_core.py
from app.core import f
from app import core
f(); core.f()
//- tools/helper.py
def h(): pass
//- tools/run.py
from helper import h
h()
`,
      ["tests/test_core.py call src/app/core.py#f", "tools/run.py call tools/helper.py#h"],
    ],
    [
      "an import inside a function holds there only",
      `//- a.py
def f(): pass
//- b.py
def g():
    from a import f
    f()
def h():
    f()
`,
      ["b.py#g call a.py#f"],
    ],
    [
      "modules that import each other, and a star circle",
      `//- a.py
from b import *
def f(): g(); nothing()
//- b.py
from a import *
def g(): f()
`,
      ["a.py#f call b.py#g", "b.py#g call a.py#f"],
    ],
    [
      "what comes from outside makes no edge, whatever its name",
      `//- a.py
import json
from requests import get
def loads(): pass
def get_it():
    json.loads("1"); get("x").json(); print(1); unknown.loads()
`,
      [],
    ],
  ]);
});

describe("Python scopes", () => {
  rows([
    [
      "a parameter or local hides the function of that name",
      `//- a.py
def f(): pass
def g(f): f()
def h():
    for f in []: f()
def i():
    f = 1
    f()
def j(): return [f() for f in []]
def k(): return lambda f: f()
`,
      [],
    ],
    [
      "methods do not see the names of their class",
      `//- a.py
class A:
    def f(self): pass
    def g(self): f()
    x = f(1)
`,
      ["a.py#A call a.py#A.f"],
    ],
    [
      "nested functions, and self from within them",
      `//- a.py
class A:
    def run(self): pass
    def g(self):
        def inner(): self.run()
        inner()
        return lambda: self.run()
`,
      ["a.py#A.g call a.py#A.g.inner", "a.py#A.g.inner call a.py#A.run", "a.py#A.g call a.py#A.run"],
    ],
    [
      "decorators and defaults belong to what they stand at",
      `//- a.py
def dec(f): return f
def default(): pass
class A:
    @dec
    def m(self, x=default()): pass
`,
      ["a.py#A.m call a.py#dec", "a.py#A.m call a.py#default"],
    ],
  ]);
});

describe("Python classes", () => {
  rows([
    [
      "self, super and inherited methods over files",
      `//- base.py
class Base:
    def setup(self): pass
    def run(self): self.setup()
//- child.py
import base
class Child(base.Base):
    def setup(self): super().setup()
    def go(self): self.run(); self.setup()
`,
      [
        "base.py#Base.run call base.py#Base.setup",
        "child.py#Child inherit base.py#Base",
        "child.py#Child.setup call base.py#Base.setup",
        "child.py#Child.go call base.py#Base.run",
        "child.py#Child.go call child.py#Child.setup",
      ],
    ],
    [
      "the left base before the right, the child of a diamond before its top",
      `//- a.py
class Top:
    def f(self): pass
class Left(Top): pass
class Right(Top):
    def f(self): pass
class Both(Left, Right):
    def g(self): self.f()
`,
      [
        "a.py#Left inherit a.py#Top",
        "a.py#Right inherit a.py#Top",
        "a.py#Both inherit a.py#Left",
        "a.py#Both inherit a.py#Right",
        "a.py#Both.g call a.py#Right.f",
      ],
    ],
    [
      "classes that are each other's base",
      `//- a.py
class A(B):
    def f(self): self.g()
class B(A):
    def g(self): self.f(); self.missing()
`,
      ["a.py#A inherit a.py#B", "a.py#B inherit a.py#A", "a.py#A.f call a.py#B.g", "a.py#B.g call a.py#A.f"],
    ],
    [
      "a star passes a name that begins with _ on where the module lists it",
      `//- p/listed.py
__all__ = ["_listed", "plain"]
def _listed(): pass
def _hidden(): pass
def plain(): pass
//- p/__init__.py
from p.listed import *
//- main.py
import p
from p import _listed
p._listed(); p.plain(); _listed(); p._hidden()
`,
      ["main.py call p/listed.py#_listed", "main.py call p/listed.py#plain"],
    ],
    [
      "what a class method makes, under a name",
      `//- a.py
class Key:
    @classmethod
    def read(cls):
        key = cls(1)
        return key
    @classmethod
    def other(cls):
        key = Key()
        return key
    def sign(self): pass
class RsaKey(Key):
    def sign(self): pass
def f():
    key = RsaKey.read()
    key.sign()
def g():
    RsaKey.other().sign()
`,
      [
        "a.py#RsaKey inherit a.py#Key",
        "a.py#Key.read call a.py#Key",
        "a.py#Key.other call a.py#Key",
        "a.py#f call a.py#Key.read",
        "a.py#f call a.py#RsaKey.sign inferred",
        "a.py#g call a.py#Key.other",
        "a.py#g call a.py#Key.sign inferred",
      ],
    ],
    [
      "making, class methods, static methods, calling an object",
      `//- a.py
class A:
    def __init__(self): pass
    def __call__(self): pass
    @classmethod
    def make(cls): return cls()
    @staticmethod
    def plain(a): a.make()
def f():
    a = A()
    a()
    A.make().plain(1)
`,
      [
        "a.py#A.make call a.py#A",
        "a.py#f call a.py#A",
        "a.py#f call a.py#A.__call__ inferred",
        "a.py#f call a.py#A.make",
        "a.py#f call a.py#A.plain inferred",
      ],
    ],
  ]);
});

describe("Python types", () => {
  const engine = `//- engine.py
class Engine:
    def start(self): pass
    @property
    def twin(self) -> "Engine": pass
def build() -> Engine: pass
def guess(): return Engine()
`;
  rows([
    [
      "a constructed local, an annotated parameter, what functions return",
      `${engine}//- car.py
from typing import Optional
from engine import Engine, build, guess
def a():
    e = Engine()
    e.start()
def b(e: Optional[Engine] = None): e.start()
def c(): build().start()
def d(): guess().start()
def e(e: "Engine | None"): e.twin.start()
def f():
    with Engine() as e: e.start()
`,
      [
        "engine.py#guess call engine.py#Engine",
        "car.py#a call engine.py#Engine",
        "car.py#a call engine.py#Engine.start inferred",
        "car.py#b call engine.py#Engine.start inferred",
        "car.py#c call engine.py#build",
        "car.py#c call engine.py#Engine.start inferred",
        "car.py#d call engine.py#guess",
        "car.py#d call engine.py#Engine.start inferred",
        "car.py#e call engine.py#Engine.start inferred",
        "car.py#e call engine.py#Engine.twin inferred",
        "car.py#f call engine.py#Engine",
        "car.py#f call engine.py#Engine.start inferred",
      ],
    ],
    [
      "attributes given in __init__ or written in the class",
      `${engine}//- car.py
import engine
class Car:
    spare: engine.Engine
    def __init__(self, given: engine.Engine):
        self.main = engine.Engine()
        self.given = given
    def go(self):
        self.main.start(); self.spare.twin.start(); self.given.start()
class Sub(Car):
    def stop(self): self.main.start()
`,
      [
        "engine.py#guess call engine.py#Engine",
        "car.py#Car.__init__ call engine.py#Engine",
        "car.py#Car.go call engine.py#Engine.start inferred",
        "car.py#Car.go call engine.py#Engine.twin inferred",
        "car.py#Sub inherit car.py#Car",
        "car.py#Sub.stop call engine.py#Engine.start inferred",
      ],
    ],
    [
      "elements of collections",
      `${engine}//- car.py
from engine import Engine
def a(many: list[Engine], by_name: dict[str, Engine]):
    for one in many: one.start()
    many[0].start()
    by_name["x"].start()
    for name in by_name: name.start()
`,
      ["engine.py#guess call engine.py#Engine", "car.py#a call engine.py#Engine.start inferred"],
    ],
    [
      "what an object's own methods give where it is indexed or gone through, and its heirs their own",
      `//- a.py
from typing import Iterator, Self
class Row:
    def show(self): pass
class Table:
    def __getitem__(self, name: str) -> "Table": ...
    def __iter__(self) -> Iterator[Row]: ...
    def grow(self) -> Self: ...
    @classmethod
    def make(cls): return cls()
    def draw(self): pass
class Wide(Table):
    def draw(self): pass
def f(table: Table):
    table["a"]["b"].draw()
    for row in table: row.show()
def g():
    Wide.make().grow().draw()
`,
      [
        "a.py#Wide inherit a.py#Table",
        "a.py#Table.make call a.py#Table",
        "a.py#f call a.py#Table.draw inferred",
        "a.py#f call a.py#Row.show inferred",
        "a.py#g call a.py#Table.make",
        "a.py#g call a.py#Table.grow inferred",
        "a.py#g call a.py#Wide.draw inferred",
      ],
    ],
    [
      "names for types: unions, TypeAlias, the type statement; a context manager's object",
      `//- a.py
import contextlib
from contextlib import AbstractContextManager
from typing import Optional, TypeAlias, Union
Shown = Union[str, "Text"]
Maybe = Optional["Text"]
Same: TypeAlias = "Text | None"
type Other = Text
class Text:
    def a(self): pass
    def b(self): pass
    def c(self): pass
    def d(self): pass
    def e(self): pass
    def f(self): pass
def opened() -> AbstractContextManager[Text]: ...
@contextlib.contextmanager
def lent() -> Iterator[Text]: yield Text()
def f(one: Shown, two: Maybe, three: Same, four: Other):
    one.a(); two.b(); three.c(); four.d()
    with opened() as five: five.e()
    with lent() as six: six.f()
table = {}
Value = table[0]
Value.a()
`,
      [
        "a.py#f call a.py#Text.a inferred",
        "a.py#f call a.py#Text.b inferred",
        "a.py#f call a.py#Text.c inferred",
        "a.py#f call a.py#Text.d inferred",
        "a.py#f call a.py#Text.e inferred",
        "a.py#f call a.py#Text.f inferred",
        "a.py#f call a.py#lent",
        "a.py#f call a.py#opened",
        "a.py#lent call a.py#Text",
      ],
    ],
    [
      "a type variable that the class decides which a function is given",
      `//- kit.py
from typing import Callable, Optional, TypeVar
T = TypeVar("T")
def build(cls: type[T], *args) -> T: ...
def maybe(cls: "type[T]") -> Optional[T]: ...
def called(make: Callable[..., T]) -> T: ...
def same(cls: T) -> T: ...
def other(cls: type) -> "Thing": ...
def modern[S](cls: type[S]) -> S: ...
@overload
def loaded(cls: Supports[T, P], crawler) -> T: ...
@overload
def loaded(cls: Callable[P, T], crawler) -> T: ...
def loaded(cls: Any, crawler: Any) -> Any: return cls(crawler)
@overload
def picked(name: str) -> "Thing": ...
@overload
def picked(name: int) -> None: ...
def picked(name): ...
class Holder:
    def ensure(self, kind: type[T], default=None) -> T: ...
class Thing:
    def run(self): pass
    def stop(self): pass
//- a.py
import kit
from kit import Holder, Thing, build, called, maybe, modern, other, same
class Own:
    def a(self): pass
    def b(self): pass
    def c(self): pass
    def d(self): pass
    def e(self): pass
    def f(self): pass
    def g(self): pass
def one():
    own = build(Own, 1)
    own.a(); maybe(Own).b(); called(Own).c(); same(Own)().d()
def two(holder: Holder):
    holder.ensure(Own).e(); modern(Own).f()
    build(kit.Thing).run(); kit.loaded(Own, 1).g(); kit.picked("a").stop()
def three():
    other(Own).run()
def four(value):
    class Own:
        def a(self): pass
    build(Own).a(); build(value).a(); build(5).a()
`,
      [
        "a.py#one call kit.py#build",
        "a.py#one call kit.py#maybe",
        "a.py#one call kit.py#called",
        "a.py#one call kit.py#same",
        ...["a", "b", "c", "d"].map((name) => `a.py#one call a.py#Own.${name} inferred`),
        "a.py#one call a.py#Own inferred",
        "a.py#two call kit.py#Holder.ensure inferred",
        "a.py#two call kit.py#modern",
        "a.py#two call kit.py#build",
        ...["e", "f"].map((name) => `a.py#two call a.py#Own.${name} inferred`),
        "a.py#two call kit.py#Thing.run inferred",
        "a.py#two call kit.py#loaded",
        "a.py#two call a.py#Own.g inferred",
        "a.py#two call kit.py#picked",
        "a.py#two call kit.py#Thing.stop inferred",
        "a.py#three call kit.py#other",
        "a.py#three call kit.py#Thing.run inferred",
        "a.py#four call kit.py#build",
        "a.py#four call a.py#four.Own.a inferred",
      ],
    ],
    [
      "one of two",
      `//- a.py
class A:
    def go(self): pass
class B:
    def go(self): pass
def f(c):
    x = A() if c else B()
    y = A()
    if c: y = B()
    y.go()
`,
      [
        "a.py#f call a.py#A",
        "a.py#f call a.py#B",
        "a.py#f call a.py#A.go ambiguous",
        "a.py#f call a.py#B.go ambiguous",
      ],
    ],
    [
      "either of two values, what was checked, methods of collections",
      `//- a.py
class A:
    def go(self): pass
def f(given, many: dict[str, A]):
    a = given or A()
    a.go()
def g(x):
    if isinstance(x, A): x.go()
def h(many: dict[str, A]):
    many.get("x").go()
    for one in many.values(): one.go()
    many.go()
`,
      [
        "a.py#f call a.py#A",
        "a.py#f call a.py#A.go inferred",
        "a.py#g call a.py#A.go inferred",
        "a.py#h call a.py#A.go inferred",
      ],
    ],
    [
      "what a parameter of a type is checked to be has what the type has not",
      `//- a.py
class A:
    def both(self): pass
class B(A):
    def both(self): pass
    def more(self): pass
def f(x: A):
    if isinstance(x, B): x.more()
    x.both()
`,
      ["a.py#B inherit a.py#A", "a.py#f call a.py#A.both inferred", "a.py#f call a.py#B.more inferred"],
    ],
    [
      "overloads stand for one function, a setter beside its getter",
      `//- a.py
from typing import overload
@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a): return a
class C:
    @property
    def p(self) -> "C": return self
    @p.setter
    def p(self, v): f(v)
    def go(self): self.p.go()
f(1)
`,
      [
        "a.py call a.py#f",
        "a.py#C.p~2 call a.py#f",
        "a.py#C.go call a.py#C.p",
        "a.py#C.go call a.py#C.go inferred",
      ],
    ],
    [
      "any of the functions of one name in the branches of a condition may run, and the last of others",
      `//- a.py
import sys
if sys.platform == "win32":
    def run(): pass
elif sys.platform == "darwin":
    @wrapped
    def run(): pass
else:
    def run(): pass
try:
    import fast
    def load(): pass
except Exception:
    def load(): pass
def twice(): pass
def twice(): pass
class A:
    if sys.version_info > (3, 8):
        def go(self): pass
    else:
        def go(self): pass
def main(a: A):
    run()
    load()
    twice()
    a.go()
`,
      [
        ...["run", "run~2", "run~3", "load", "load~2"].map((to) => `a.py#main call a.py#${to} ambiguous`),
        "a.py#main call a.py#twice~2",
        ...["A.go", "A.go~2"].map((to) => `a.py#main call a.py#${to} ambiguous`),
      ],
    ],
    [
      "a name stands for what its decorator gives, through callables and overloads",
      `//- lib.py
from typing import Callable, overload
class Command:
    def run(self): pass
class Group(Command):
    def command(self, name: str = "") -> Callable[[Callable], Command]: pass
@overload
def group(name: None) -> Group: ...
def group(name: str | None = None) -> Group | Callable[[Callable], Group]: pass
def plain(f): return f
//- main.py
import functools
from lib import group, plain
@group()
def cli(): pass
@cli.command("a")
def a(): pass
@plain
def b(): pass
@functools.cache
def c(): pass
def go():
    cli()
    a.run()
    b.run()
    c.run()
`,
      [
        "lib.py#Group inherit lib.py#Command",
        "main.py#cli call lib.py#group",
        "main.py#a call lib.py#Group.command inferred",
        "main.py#b call lib.py#plain",
        "main.py#go call main.py#cli",
        "main.py#go call lib.py#Command.run inferred",
      ],
    ],
    [
      "call and apply are methods like others",
      `//- a.py
def f(): pass
def g():
    f.call(1)
    f.apply([])
`,
      [],
    ],
    [
      "a name that is given again what one of its methods gives, over and over",
      `//- a.py
class Query:
    def where(self) -> "Query": ...
    def limit(self) -> "Query": ...
    def sort(self) -> "Query": ...
    def run(self): pass
def f():
    query = Query()
    query = query.where()
    query = query.limit()
    query = query.sort()
    query.run()
`,
      [
        "a.py#f call a.py#Query",
        ...["where", "limit", "sort", "run"].map((name) => `a.py#f call a.py#Query.${name} inferred`),
      ],
    ],
    [
      "what is there for types only comes before what runs instead",
      `//- a.py
import typing
from typing import TYPE_CHECKING, Protocol
class Client:
    def get(self): pass
    def put(self): pass
if TYPE_CHECKING:
    class Factory(Protocol):
        def __call__(self) -> Client: ...
else:
    class Factory:
        pass
if typing.TYPE_CHECKING:
    def made() -> Client: ...
else:
    def made(): return lost()
def f(make: Factory):
    make().get(); made().put()
`,
      [
        "a.py#f call a.py#Client.get inferred",
        "a.py#f call a.py#Client.put inferred",
        "a.py#f call a.py#Factory.__call__ inferred",
        "a.py#f call a.py#made",
      ],
    ],
    [
      "a decorator does not know the parameters of what it decorates",
      `//- a.py
class App:
    def on(self, f): return f
    def make(self, x): return lambda f: f
    def stop(self): pass
def test(app: App):
    @app.on
    def down(app):
        app.stop()
    @app.make(1)
    def two(app: "Other"):
        app.on(1)
def load(f): return f
class Schema:
    def own(f): return f
    @load
    def load(self): pass
    @own
    def other(self): pass
`,
      [
        "a.py#Schema.load call a.py#load",
        "a.py#Schema.other call a.py#Schema.own",
        "a.py#test.down call a.py#App.on inferred",
        "a.py#test.two call a.py#App.make inferred",
      ],
    ],
    [
      "a value that leads back to itself",
      `//- a.py
class N:
    def next(self): return self
def f(n):
    n = n.next()
    n.next()
    m = N().next()
    m = m.next()
    m.next()
`,
      ["a.py#f call a.py#N", "a.py#f call a.py#N.next"],
    ],
  ]);
});

test("of a name that is given again a thousand times each call is followed, and in a circle of names", async () => {
  const steps = Array.from({ length: 1_000 }, (_, at) => `    a = a.step${at}()`);
  const ring = Array.from({ length: 100 }, (_, at) => `    x${at} = x${(at + 1) % 100}.step${at}()`);
  const methods = steps.map((_, at) => `    def step${at}(self) -> "A": pass`);
  const lines = [
    "class A:",
    ...methods,
    "def f():",
    "    a = A()",
    ...steps,
    "def g():",
    "    x0 = A()",
    ...ring,
  ];
  const { calls } = await graphOf(`//- a.py\n${lines.join("\n")}\n`);
  expect(calls).toEqual({ resolved: 1_102, external: 0, unresolved: 0 });
});
