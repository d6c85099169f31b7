/** What fresh repositories of Python showed: a row for each cause, with what must not be followed. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

describe("comments among what is read by its place", () => {
  rows([
    [
      "before the first parameter",
      `//- a.py
class A:
    def go(self): pass
    def f(  # pylint: disable=x
        self, other
    ):
        self.go(); other.go()
    def g(
        # one
        # two
        self: "A",
    ):
        self.go()
    @staticmethod
    def h(  # no receiver
        self
    ):
        self.go()
`,
      ["a.py#A.f call a.py#A.go", "a.py#A.g call a.py#A.go"],
    ],
  ]);
});

describe("modules beside what is run in place", () => {
  rows([
    [
      "tests and examples that are packages, and folders above that are none",
      `//- tests/__init__.py
//- tests/features/__init__.py
//- tests/features/steps/__init__.py
//- tests/features/steps/wrappers.py
def run(): pass
//- tests/features/steps/basic.py
import wrappers
def f(): wrappers.run()
//- suite/conftest.py
//- suite/helpers/kit.py
def help(): pass
//- suite/unit/deep/test_a.py
from helpers import kit
def f(): kit.help()
//- sites/common.py
def shared(): pass
//- sites/docs/conf.py
from common import shared
def f(): shared()
`,
      [
        "tests/features/steps/basic.py#f call tests/features/steps/wrappers.py#run",
        "suite/unit/deep/test_a.py#f call suite/helpers/kit.py#help",
        "sites/docs/conf.py#f call sites/common.py#shared",
      ],
    ],
    [
      "not beside a package's own module, not for the standard library's names, not before what stands at a root",
      `//- app/__init__.py
//- app/redis.py
def connect(): pass
//- app/cache.py
import redis
def f(): redis.connect()
//- tests/__init__.py
//- tests/logging.py
def info(): pass
//- tests/config.py
def load(): pass
//- tests/test_a.py
import logging
import config
def f(): logging.info(); config.load()
//- config.py
def load(): pass
//- deploy/redis/run.py
def connect(): pass
//- deploy/web/start.py
from redis import run
def f(): run.connect()
`,
      ["tests/test_a.py#f call config.py#load"],
    ],
  ]);
});

describe("tuples that are written out", () => {
  const classes = `//- a.py
class A:
    def go(self): pass
class B:
    def put(self): pass
`;
  rows([
    [
      "what a function gives, each place by its own",
      `${classes}
def local():
    b = B()
    a = A()
    return a, b
def some(): return (A(), 1)
def nested(): return (A(), 1), B()
def spread(xs): return A(), *xs, B()
def f1():
    a, b = local()
    a.go(); b.put()
def f2():
    a, b = local()
    a.put(); b.go()
def f3():
    a, one = some()
    a.go(); one.go()
def f4(): some()[0].go(); some()[1].go()
def f5():
    a, b = nested()
    a[0].go(); b.put()
def f6():
    a, b, c = spread([])
    a.go(); b.put(); c.put()
`,
      [
        "a.py#f1 call a.py#A.go inferred",
        "a.py#f1 call a.py#B.put inferred",
        "a.py#f1 call a.py#local",
        "a.py#f2 call a.py#local",
        "a.py#f3 call a.py#A.go inferred",
        "a.py#f3 call a.py#some",
        "a.py#f4 call a.py#A.go inferred",
        "a.py#f4 call a.py#some",
        "a.py#f5 call a.py#A.go inferred",
        "a.py#f5 call a.py#B.put inferred",
        "a.py#f5 call a.py#nested",
        "a.py#f6 call a.py#A.go inferred",
        "a.py#f6 call a.py#spread",
        "a.py#local call a.py#A",
        "a.py#local call a.py#B",
        "a.py#nested call a.py#A",
        "a.py#nested call a.py#B",
        "a.py#some call a.py#A",
        "a.py#spread call a.py#A",
        "a.py#spread call a.py#B",
      ],
    ],
  ]);
});

describe("a type variable for the object itself", () => {
  rows([
    [
      "gives the receiver's class, bound or not; a class in its place and a static method do not",
      `//- a.py
from typing import Type, TypeVar
T = TypeVar("T", bound="Base")
U = TypeVar("U")
class Base:
    def get(self): pass
    def copy(self: T) -> T: ...
    def same(self: "U", other: int) -> "U": ...
    @classmethod
    def make(cls: type[T], state) -> T: ...
    @classmethod
    def build(cls: Type[T]) -> T: ...
    def plain(self: "Base") -> "Base": ...
    @staticmethod
    def other(one: T) -> T: ...
class Heir(Base):
    def get(self): pass
def f1(x: Heir): x.copy().get()
def f2(x: Heir): x.same(1).get()
def f3(): Heir.make(1).get()
def f4(): Heir.build().get()
def f5(x: Heir): x.plain().get()
def f6(x: Base): x.copy().get(); x.same(1)
def f7(x: Heir, y: Base): x.other(y).get()
`,
      [
        "a.py#Heir inherit a.py#Base",
        "a.py#f1 call a.py#Base.copy inferred",
        "a.py#f1 call a.py#Heir.get inferred",
        "a.py#f2 call a.py#Base.same inferred",
        "a.py#f2 call a.py#Heir.get inferred",
        "a.py#f3 call a.py#Base.make",
        "a.py#f3 call a.py#Heir.get inferred",
        "a.py#f4 call a.py#Base.build",
        "a.py#f4 call a.py#Heir.get inferred",
        "a.py#f5 call a.py#Base.get inferred",
        "a.py#f5 call a.py#Base.plain inferred",
        "a.py#f6 call a.py#Base.copy inferred",
        "a.py#f6 call a.py#Base.get inferred",
        "a.py#f6 call a.py#Base.same inferred",
        "a.py#f7 call a.py#Base.get inferred",
        "a.py#f7 call a.py#Base.other inferred",
      ],
    ],
  ]);
});

describe("objects made by __new__", () => {
  rows([
    [
      "of the class that it is given, where the repository has no such method",
      `//- a.py
class A:
    def go(self): pass
class B(dict):
    def __new__(cls):
        one = super().__new__(cls)
        one.put()
        return one
    def put(self): pass
class C(B):
    def __new__(cls):
        one = super().__new__(cls)
        one.more()
        return one
    def more(self): pass
class D:
    def __new__(cls, kind):
        return A()
def make():
    one = object.__new__(A)
    return one
def f1(): make().go()
def f2(): super(dict, B).__new__(B).put()
def f3(): object.__new__(unknown).go()
def f4(): D.__new__(B).put()
`,
      [
        "a.py#B.__new__ call a.py#B.put inferred",
        "a.py#C inherit a.py#B",
        "a.py#C.__new__ call a.py#B.__new__",
        "a.py#C.__new__ call a.py#C.more inferred",
        "a.py#D.__new__ call a.py#A",
        "a.py#f1 call a.py#A.go inferred",
        "a.py#f1 call a.py#make",
        "a.py#f2 call a.py#B.put",
        "a.py#f4 call a.py#D.__new__",
      ],
    ],
  ]);
});

describe("what is held, sorted and looked up", () => {
  const classes = `//- a.py
class A:
    def go(self): pass
class B:
    def go(self): pass
`;
  rows([
    [
      "functions that are given each element",
      `${classes}
def f1(xs: list[A]): return sorted(xs, key=lambda x: x.go())
def f2(xs: "list[A]"): return max(xs, key=lambda x: x.go())
def f3(xs: list[A]): xs.sort(reverse=True, key=lambda x: x.go())
def f4(xs: list[A]): return list(filter(lambda x: x.go(), xs))
def f6(a: A, b: A): return max(a, b, key=lambda x: x.go())
def f7(xs: list[A]): return other(xs, key=lambda x: x.go())
def f8(xs: list[A], y): return sorted(xs, cmp=lambda x: x.go())
`,
      [
        "a.py#f1 call a.py#A.go inferred",
        "a.py#f2 call a.py#A.go inferred",
        "a.py#f3 call a.py#A.go inferred",
        "a.py#f4 call a.py#A.go inferred",
      ],
    ],
    [
      "context variables",
      `${classes}
from contextvars import ContextVar
one: ContextVar[A] = ContextVar("one")
def f1(): one.get().go()
def f2(): one.go()
`,
      ["a.py#f1 call a.py#A.go inferred"],
    ],
    [
      "maps and tuples of classes",
      `${classes}
class K:
    kinds = {"a": A}
    both = {"a": A, "b": B, **more}
    many = {"a": one, "b": two, "c": three, "d": four, "e": A}
    def f1(self): self.kinds["a"]().go()
    def f2(self): self.both["b"]().go()
    def f3(self): self.many["e"]().go()
    def f4(self): self.kinds.go()
def f5():
    for k in (A, B): k().go()
def f6(): {"a": A}["a"]()
def f7(): {A: 1}["a"]()
`,
      [
        "a.py#K.f1 call a.py#A inferred",
        "a.py#K.f1 call a.py#A.go inferred",
        "a.py#K.f2 call a.py#A ambiguous",
        "a.py#K.f2 call a.py#A.go ambiguous",
        "a.py#K.f2 call a.py#B ambiguous",
        "a.py#K.f2 call a.py#B.go ambiguous",
        "a.py#f5 call a.py#A ambiguous",
        "a.py#f5 call a.py#A.go ambiguous",
        "a.py#f5 call a.py#B ambiguous",
        "a.py#f5 call a.py#B.go ambiguous",
        "a.py#f6 call a.py#A inferred",
      ],
    ],
  ]);
});

describe("imports that may fail", () => {
  rows([
    [
      "count before what stands in for them, where the repository has the module",
      `//- kit.py
def run(): pass
class Box:
    def open(self): pass
//- a.py
try:
    from kit import run, Box
except ImportError:
    def run(): pass
    class Box:
        def open(self): pass
def f(): run(); Box().open()
//- b.py
try:
    from elsewhere import run
except (ImportError, AttributeError):
    def run(): pass
def f(): run()
//- c.py
try:
    from kit import run
except ValueError:
    def run(): pass
def f(): run()
`,
      [
        "a.py#f call kit.py#run",
        "a.py#f call kit.py#Box",
        "a.py#f call kit.py#Box.open",
        "b.py#f call b.py#run",
        "c.py#f call c.py#run",
      ],
    ],
    [
      "for types alone count before what runs instead",
      `//- kit.py
def run(): pass
class Box:
    def open(self): pass
//- a.py
import typing
if typing.TYPE_CHECKING:
    from kit import run, Box as _Box
else:
    def run(): pass
    class _Box: ...
def f(box: _Box): run(); box.open()
//- b.py
if has_kit:
    from kit import run
else:
    def run(): pass
def f(): run()
`,
      ["a.py#f call kit.py#run", "a.py#f call kit.py#Box.open inferred", "b.py#f call b.py#run"],
    ],
  ]);
});

describe("stubs beside code", () => {
  rows([
    [
      "what a module lacks, and nothing that it has",
      `//- web/__init__.py
//- web/op.py
from .kit import build
def run(): pass
build(globals())
//- web/op.pyi
from .kit import Table
def run(): ...
def add(name: str) -> Table: ...
//- web/kit.py
def build(names): pass
class Table:
    def drop(self): pass
//- web/use.py
from web import op
from web.op import add as put
def f(): op.run(); op.add("a").drop(); op.other()
def g(): put("a")
`,
      [
        "web/op.py call web/kit.py#build",
        "web/use.py#f call web/op.py#run",
        "web/use.py#f call web/op.pyi#add",
        "web/use.py#f call web/kit.py#Table.drop inferred",
        "web/use.py#g call web/op.pyi#add",
      ],
    ],
    [
      "members that the class lacks, those of its bases before them",
      `//- web/http.py
from outside import Session
class Base(Session):
    def close(self): pass
class Http(Base):
    def request(self): pass
//- web/http.pyi
from typing import Self, overload
class Http:
    @overload
    def get(self, url: str) -> int: ...
    @overload
    def get(self, url: str, more: int) -> str: ...
    def request(self): ...
    def close(self): ...
    def again(self) -> Self: ...
    def make(self) -> Http: ...
class Other:
    def put(self): ...
//- web/own.py
from web.http import Http
class Own(Http): pass
def f1(x: Http): x.get("a")
def f2(x: Own): x.get("a")
def f3(x: Http): x.request(); x.close()
def f4(x: Own): x.again().request()
def f5(x: Http): x.put()
def f6(x: Http): x.make().close()
`,
      [
        "web/http.py#Http inherit web/http.py#Base",
        "web/own.py#Own inherit web/http.py#Http",
        "web/own.py#f1 call web/http.pyi#Http.get inferred",
        "web/own.py#f2 call web/http.pyi#Http.get inferred",
        "web/own.py#f3 call web/http.py#Base.close inferred",
        "web/own.py#f3 call web/http.py#Http.request inferred",
        "web/own.py#f4 call web/http.py#Http.request inferred",
        "web/own.py#f4 call web/http.pyi#Http.again inferred",
        "web/own.py#f6 call web/http.pyi#Http.close inferred",
        "web/own.py#f6 call web/http.pyi#Http.make inferred",
      ],
    ],
  ]);
});

describe("what a method says of its object", () => {
  rows([
    [
      "an heir of the class, another class besides it, and what says no more than the class",
      `//- a.py
class Mixin:
    def one(self: "Whole", name):
        self.add(name); self.kept()
        def inner(other: Named): self.add(name)
    def two(self: Named): self.name(); self.kept()
    def three(self: T): self.kept()
    def four(self: object): self.kept()
    @classmethod
    def five(cls: type["Whole"]): cls.add()
    @staticmethod
    def six(other: Named): other.name()
    def kept(self): ...
class Named(Protocol):
    def name(self): ...
class Whole(Mixin):
    def add(self, name): ...
    def own(self: Mixin): self.add(1)
`,
      [
        "a.py#Whole inherit a.py#Mixin",
        "a.py#Mixin.one call a.py#Whole.add inferred",
        "a.py#Mixin.one call a.py#Mixin.kept inferred",
        "a.py#Mixin.one.inner call a.py#Whole.add inferred",
        "a.py#Mixin.two call a.py#Named.name inferred",
        "a.py#Mixin.two call a.py#Mixin.kept inferred",
        "a.py#Mixin.three call a.py#Mixin.kept",
        "a.py#Mixin.four call a.py#Mixin.kept",
        "a.py#Mixin.five call a.py#Whole.add inferred",
        "a.py#Mixin.six call a.py#Named.name inferred",
        "a.py#Whole.own call a.py#Whole.add",
      ],
    ],
  ]);
});

describe("names of a class that are made of what they hide", () => {
  rows([
    [
      "by a value and by a type, until the class has the name itself",
      `//- layout.py
class Row:
    def go(self): ...
def make() -> Row: ...
//- views.py
import layout
from layout import make
from layout import Row as row
class View:
    layout = layout.Row()
    row = row()
    make = make()
    def f1(self): self.layout.go()
    def f2(self): self.row.go()
    def f3(self): self.make.go()
class Typed:
    row: row | None = None
    layout: layout.Row
    def f4(self): self.row.go()
    def f5(self): self.layout.go()
class Own:
    def make(self): ...
    make = make()
    row = None
    row = row()
`,
      [
        "views.py#View call layout.py#Row",
        "views.py#View call layout.py#make",
        ...["View.f1", "View.f2", "View.f3", "Typed.f4", "Typed.f5"].map(
          (name) => `views.py#${name} call layout.py#Row.go inferred`,
        ),
        "views.py#Own call views.py#Own.make",
      ],
    ],
  ]);
});

describe("type variables", () => {
  const heir = "kit.py#Foo inherit kit.py#Base";
  const kit = `//- kit.py
from typing import Generic, TypeVar
T = TypeVar("T", bound="Base")
class Base:
    def go(self): pass
class Foo(Base):
    def go(self): pass
class Box(Generic[T]):
    def get(self) -> T: pass
class Shelf:
    FOOS = Box[Foo]
    def add(self, one: T, *, index=None) -> T: return one
    def keep(self, one: Base) -> Base: return one
    def put(self: S, one: Base) -> S: return self
S = TypeVar("S", bound="Shelf")
Foos = Box[Foo]
def same[K](one: K) -> K: return one
class Kind:
    def get(self): pass
`;
  rows([
    [
      "with a bound stand for what the class is given, by another name for it, too",
      `${kit}//- a.py
from kit import Box, Foo, Foos, Shelf
def f(box: Box[Foo]):
    box.get().go()
def g(box: Foos):
    box.get().go()
def h(box: Shelf.FOOS):
    box.get().go()
class Heir(Foos): pass
def i():
    Heir().get().go()
def j(box: Box):
    box.get().go()
`,
      [
        heir,
        ...["f", "g", "h"].flatMap((name) => [
          `a.py#${name} call kit.py#Box.get inferred`,
          `a.py#${name} call kit.py#Foo.go inferred`,
        ]),
        "a.py#Heir inherit kit.py#Box inferred",
        "a.py#i call a.py#Heir",
        "a.py#i call kit.py#Box.get",
        "a.py#i call kit.py#Foo.go inferred",
        "a.py#j call kit.py#Box.get inferred",
        "a.py#j call kit.py#Base.go inferred",
      ],
    ],
    [
      "give what a function is given first, where that is made on the spot",
      `${kit}//- a.py
from kit import Foo, Shelf, same
class View:
    def __init__(self, shelf: Shelf):
        self.foo = shelf.add(Foo())
    def f(self):
        self.foo.go()
def g():
    same(Foo()).go()
def h(shelf: Shelf):
    shelf.keep(Foo()).go()
def i(shelf: Shelf):
    shelf.put(Foo()).keep(1)
`,
      [
        heir,
        "a.py#View.__init__ call kit.py#Shelf.add inferred",
        "a.py#View.__init__ call kit.py#Foo",
        "a.py#View.f call kit.py#Foo.go inferred",
        "a.py#g call kit.py#same",
        "a.py#g call kit.py#Foo",
        "a.py#g call kit.py#Foo.go inferred",
        "a.py#h call kit.py#Shelf.keep inferred",
        "a.py#h call kit.py#Foo",
        "a.py#h call kit.py#Base.go inferred",
        "a.py#i call kit.py#Shelf.put inferred",
        "a.py#i call kit.py#Foo",
        "a.py#i call kit.py#Shelf.keep inferred",
      ],
    ],
    [
      "of an index into a class that is no type nothing is made",
      `${kit}//- a.py
from kit import Kind
one = Kind["one"]
def f(name):
    two = Kind[name]
    one.get(); two.get()
`,
      [heir, "a.py#f call kit.py#Kind.get inferred"],
    ],
    [
      "sum gives what is in the list",
      `${kit}//- a.py
from kit import Foo
def f(all: dict[str, Foo]):
    sum(all.values()).go()
`,
      [heir, "a.py#f call kit.py#Foo.go inferred"],
    ],
    [
      "one of ten types that elements may be of has its own methods",
      `//- a.py
${Array.from({ length: 9 }, (_, at) => `class C${at}: pass\n`).join("")}class Foo:
    def go(self): pass
Any: TypeAlias = str | C0 | C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | Foo
def f(all: str | Sequence[Any]):
    for one in all:
        if isinstance(one, Foo):
            one.go()
`,
      ["a.py#f call a.py#Foo.go inferred"],
    ],
  ]);
});

describe("types that comments say", () => {
  const foo = `//- kit.py
class Foo:
    def go(self): pass
class Bar(Foo): pass
`;
  const heir = "kit.py#Bar inherit kit.py#Foo";

  rows([
    [
      "below the head of a function, with and without the object of a method",
      `${foo}//- a.py
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from kit import Foo
def f(a, b=None, *rest):
    # type: (int, Optional[Foo], *Foo) -> None
    b.go()
    rest[0].go()
class A(object):
    def __init__(self, foo):  # pylint: disable=x
        # type: (Foo) -> None
        """Keeps it."""
        self._foo = foo
    def run(self): self._foo.go()
    def make(self):  # type: () -> List[Foo]
        return load()
    def all(self):
        for one in self.make(): one.go()
`,
      [
        heir,
        "a.py#f call kit.py#Foo.go inferred",
        "a.py#A.run call kit.py#Foo.go inferred",
        "a.py#A.all call a.py#A.make",
        "a.py#A.all call kit.py#Foo.go inferred",
      ],
    ],
    [
      "beside each parameter, and of all no more than what comes out",
      `${foo}//- a.py
from kit import Foo
def f(a,       # type: Foo
      b=None,  # type: Type[Foo]
      **c      # type: str
      ):
    # type: (...) -> Foo
    a.go()
    return load(b)
def g(): f().go()
`,
      [
        heir,
        "a.py#f call kit.py#Foo.go inferred",
        "a.py#g call a.py#f",
        "a.py#g call kit.py#Foo.go inferred",
      ],
    ],
    [
      "behind a value; what linters are told is no type",
      `${foo}//- a.py
from kit import Foo
class A:
    one = None  # type: Foo
    def __init__(self):
        self.all = {}  # type: Dict[str, Foo]
    def f(self):
        self.one.go()
        self.all["a"].go()
def g():
    all = load(
    )  # type: list[Foo]
    all[0].go()
def h():
    foo: Foo = None  # type: ignore[assignment]
    foo.go()
`,
      [
        heir,
        "a.py#A.f call kit.py#Foo.go inferred",
        "a.py#g call kit.py#Foo.go inferred",
        "a.py#h call kit.py#Foo.go inferred",
      ],
    ],
  ]);
});

describe("what waiting gives", () => {
  const kit = `//- kit.py
T = TypeVar("T")
class Foo:
    def go(self): pass
class Later(Protocol[T]):
    def __await__(self) -> Generator[Any, None, T]: ...
    def more(self) -> "Later[T]": ...
class Own:
    def __await__(self) -> typing.Generator[None, None, "Own"]: ...
class Any:
    def __await__(self): return run().__await__()
`;

  rows([
    [
      "is what __await__ says, of what its class does not have itself",
      `${kit}//- a.py
from kit import Foo, Later, Own, Any
async def f(later: Later[Foo], own: Own, some: Any):
    foo = await later.more()
    foo.go()
    (await own).go()
    (await some).go()
`,
      ["a.py#f call kit.py#Later.more inferred", "a.py#f call kit.py#Foo.go inferred"],
    ],
  ]);
});
