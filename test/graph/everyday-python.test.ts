/** Python as it is written every day: what object a name is, and what a call on it leads to. */
import { describe, expect, test } from "@jest/globals";
import { graphOf } from "./fixture.ts";
import { callsIn } from "./followed.ts";

const known = `
import asyncio, contextlib, functools, itertools, weakref
from collections import defaultdict
from functools import reduce
from enum import Enum
from typing import Callable, Dict, Generic, Iterator, List, Optional, Tuple, TypeVar
class Foo:
    name: str
    def go(self): pass
    def next(self) -> "Foo": return self
class Holder:
    foo: Foo
    foos: List[Foo]
    by: Dict[str, Foo]
    many: Dict[str, List[Foo]]
    pair: Tuple[str, Foo]
def make() -> Foo: ...
`;

/** The calls of `go` and `next` that `f` makes, by it and by what is written in it. */
async function followed(...lines: readonly string[]): Promise<readonly string[]> {
  const calls = (await callsIn("a.py", known + lines.join("\n"))).filter(({ from }) =>
    /^f(?:\.|$)/.test(from),
  );
  return [...new Set(calls.flatMap(({ to }) => /^Foo\.(go|next)$/.exec(to)?.[1] ?? []))].sort();
}

/** Rows of statements of a function, which may have more definitions before it. */
const follows = (rows: readonly (readonly [string, ...(readonly string[])])[]): void => {
  test.each(rows.map((row) => [row] as const))("%j", async (row) => {
    expect(await followed(...inFunction(row))).toEqual(["go", "next"]);
  });
};

const saysNothing = (rows: readonly (readonly [string, ...(readonly string[])])[]): void => {
  test.each(rows.map((row) => [row] as const))("%j says nothing", async (row) => {
    expect(await followed(...inFunction(row))).toEqual([]);
  });
};

/** Lines before one that says `def f` stand as they are; of others a function is made. */
const inFunction = (row: readonly string[]): readonly string[] =>
  row.some((line) => /^(?:async )?def f\(/.test(line))
    ? row
    : ["def f(h: Holder):", ...row.map((line) => `    ${line}`)];

describe("comprehensions and functions without a name give what stands in them", () => {
  follows([
    ["xs = [x for x in h.foos if x]", "xs[0].go()", "for x in xs: x.next()"],
    ["for x in {y for y in h.foos}: x.go()", "for x in (y for y in h.foos): x.next()"],
    ["by = {x.name: x for x in h.foos}", 'by["a"].go()', "for x in by.values(): x.next()"],
    ["xs = [Foo() for _ in range(3)]", "xs[0].go(); xs[1].next()"],
    ["xs = [x for xs in h.many.values() for x in xs]", "xs[0].go(); xs[1].next()"],
    ["for x in [y.next() for y in h.foos]: x.go()"],
    ["xs = [(i, x) for i, x in enumerate(h.foos)]", "for i, x in xs: x.go()", "xs[0][1].next()"],
    [
      "def all(h: Holder):",
      "    return [x for x in h.foos]",
      "def f(h: Holder):",
      "    for x in all(h): x.go(); x.next()",
    ],
    [
      "def f(a: List[List[List[Foo]]]):",
      "    b = [[[x for x in y] for y in z] for z in a]",
      "    b[0][0][0].go(); b[0][0][1].next()",
    ],
    ["next(x for x in h.foos).go()", "next((x for x in h.foos), None).next()"],
    ["xs = [x if x else None for x in h.foos]", "xs[0].go(); xs[0].next()"],
    [
      "class Bag:",
      "    def __init__(self, h: Holder): self.h = h",
      "    def all(self): return [(1, x) for x in self.h.foos]",
      "def f(b: Bag):",
      "    for i, x in b.all(): x.go(); x.next()",
    ],
    ["made = lambda: Foo()", "made().go(); made().next()"],
  ]);
  saysNothing([
    ["xs = [x.name for x in h.foos]", "xs[0].go()"],
    ["xs = [(x, i) for i, x in enumerate(h.foos)]", "for i, x in xs: x.go()"],
    ["by = {x: 1 for x in h.foos}", 'by["a"].go()'],
    ["x = Foo()", "made = lambda x: x", "made(1).go()"],
    ["x = Foo()", "xs = [x for x in range(3)]", "xs[0].go()"],
  ]);
});

describe("patterns in patterns, and what is left of a list", () => {
  follows([
    ["for i, (k, v) in enumerate(h.by.items()):", "    v.go(); v.next()"],
    ["a, (b, c) = 1, (Foo(), Foo())", "b.go(); c.next()"],
    ["first, *rest = h.foos", "first.go(); rest[0].next()"],
    [
      "[x.go() for i, (k, x) in enumerate(h.by.items())]",
      "for [i, [k, x]] in enumerate(h.by.items()): x.next()",
    ],
    [
      "class Two:",
      "    def __init__(self): self.a, self.b = Foo(), Foo()",
      "def f(t: Two):",
      "    t.a.go(); t.b.next()",
    ],
  ]);
  saysNothing([
    ["for i, (k, v) in enumerate(h.by.items()):", "    i.go(); k.next()"],
    ["a, (b, c) = 1, (Foo(), 2)", "a.go(); c.next()"],
  ]);
});

describe("what functions give that everybody knows by name", () => {
  follows([
    ["for a, b in zip(h.foos, h.foos): a.go(); b.next()"],
    ["for i, (a, b) in enumerate(zip(h.by, h.foos)): b.go(); b.next()"],
    ["by = dict(zip(h.by, h.foos))", 'by["a"].go()', 'dict(a=Foo())["a"].next()'],
    ["max(h.foos, key=len).go()", "min(h.foo, None).next()"],
    ["for x in map(lambda y: y.next(), h.foos): x.go()", "for x in filter(None, h.foos): x.next()"],
    ["for x in map(Foo, h.by): x.go()", "list(map(Foo, h.by))[0].next()"],
    [
      "for k, all in itertools.groupby(h.foos):",
      "    for x in all: x.go()",
      "reduce(lambda a, b: a, h.foos).next()",
    ],
    [
      "async def f(h: Holder):",
      "    a, b = await asyncio.gather(one(), make())",
      "    b.go(); (await asyncio.create_task(make())).next()",
    ],
    ['getattr(h, "foo").go()', 'getattr(h, "foo", None).next()'],
    ["by = defaultdict(Foo)", 'by["a"].go()', "weakref.ref(h.foo)().next()"],
    ["make_one = functools.partial(make)", "make_one().go()", "for x in iter(make, None): x.next()"],
    [
      "class Own:",
      "    def _get(self) -> Foo: ...",
      "    one = property(_get)",
      "    two = property(lambda self: self._get())",
      "def f(own: Own):",
      "    own.one.go(); own.two.next()",
    ],
    ["sorted(h.by.items())[0][1].go()", "list(h.by.values())[0].next()"],
  ]);
  saysNothing([
    ["for a, b in zip(h.by, h.foos): a.go()"],
    ["for a, b in zip(*h.foos): a.go(); b.next()"],
    ["list(h.by)[0].go()", "dict(zip(h.foos, h.by))[1].next()"],
    ["for x in map(lambda y: y.name, h.foos): x.go()", "for x in filter(h.foos, None): x.next()"],
    ['getattr(h, "foo" + "s").go()', "getattr(h, name).next()"],
    ["def max(all) -> int: ...", "def f(h: Holder): max(h.foos).go()"],
  ]);
});

describe("with gives a name of what is entered", () => {
  follows([
    [
      "class Man:",
      "    def __enter__(self) -> Foo: ...",
      "def f():",
      "    with Man() as x: x.go(); x.next()",
    ],
    [
      "class Man:",
      "    def __init__(self): self.foo = Foo()",
      "    async def __aenter__(self): return self.foo",
      "async def f():",
      "    async with Man() as x: x.go(); x.next()",
    ],
    [
      "class Sub(Foo):",
      "    def __enter__(self): return self",
      "def f():",
      "    with Sub() as x, Sub() as y: x.go(); y.next()",
    ],
    [
      "@contextlib.contextmanager",
      "def both() -> Iterator[Tuple[Foo, int]]: ...",
      "def f():",
      "    with both() as (x, y): x.go(); x.next()",
    ],
    [
      "with contextlib.closing(make()) as x: x.go()",
      "with contextlib.ExitStack() as stack: stack.enter_context(make()).next()",
    ],
  ]);
  saysNothing([
    [
      "class Man(Foo):",
      "    def __enter__(self) -> int: ...",
      "def f():",
      "    with Man() as x: pass",
      "    with open(x) as y: y.go()",
    ],
  ]);
});

describe("generators and iterators give one after the other", () => {
  follows([
    ["def gen():", "    yield Foo()", "def f():", "    for x in gen(): x.go()", "    next(gen()).next()"],
    [
      "def inner():",
      "    for x in [Foo()]: yield x",
      "def gen():",
      "    yield from inner()",
      "def f():",
      "    for x in gen(): x.go(); x.next()",
    ],
    ["def gen():", "    yield 1, Foo()", "def f():", "    for i, x in gen(): x.go(); x.next()"],
    ["async def gen():", "    yield Foo()", "async def f():", "    async for x in gen(): x.go(); x.next()"],
    [
      "@contextlib.contextmanager",
      "def entered():",
      "    yield Foo()",
      "def f():",
      "    with entered() as x: x.go(); x.next()",
    ],
    [
      "class It:",
      "    def __iter__(self): return self",
      "    def __next__(self) -> Foo: ...",
      "def f(it: It):",
      "    for x in it: x.go()",
      "    next(it).next()",
    ],
    [
      "class It:",
      "    def __init__(self, foos: List[Foo]): self.foos = foos",
      "    def __iter__(self):",
      "        for x in self.foos: yield x",
      "def f(it: It):",
      "    for x in it: x.go()",
      "    list(it)[0].next()",
    ],
    [
      "class It:",
      "    def __aiter__(self): return self",
      "    async def __anext__(self) -> Tuple[int, Foo]: ...",
      "async def f(it: It):",
      "    async for i, x in it: x.go(); x.next()",
    ],
    [
      "class Kind(Enum):",
      "    A = 1",
      "    def foo(self) -> Foo: ...",
      "def f():",
      "    for kind in Kind: kind.foo().go(); kind.foo().next()",
    ],
  ]);
  saysNothing([
    [
      "def gen():",
      "    yield 1",
      "    return Foo()",
      "def f():",
      "    gen().go()",
      "    for x in gen(): x.next()",
    ],
    ["def gen():", "    yield Foo()", "def f():", "    gen().go()"],
    [
      "def gen():",
      "    def inner(): yield Foo()",
      "    return inner",
      "def f():",
      "    for x in gen(): x.go()",
    ],
  ]);
});

describe("descriptors say what is got by them", () => {
  follows([
    [
      "class Desc:",
      "    def __get__(self, one, owner) -> Foo: ...",
      "class Own:",
      "    foo = Desc()",
      "def f(own: Own):",
      "    own.foo.go(); own.foo.next()",
    ],
    [
      "T = TypeVar('T')",
      "class Desc(Generic[T]):",
      "    def __get__(self, one, owner) -> T: ...",
      "class Own:",
      "    foo: Desc[Foo] = Desc()",
      "def f(own: Own):",
      "    own.foo.go(); own.foo.next()",
    ],
    [
      "class Desc:",
      "    def __get__(self, one, owner): return self.value",
      "    def go(self): pass",
      "class Own:",
      "    foo = Desc()",
      "    other = Foo()",
      "def f(own: Own):",
      "    own.other.go(); own.other.next()",
    ],
  ]);
  saysNothing([
    [
      "class Desc(Foo):",
      "    def __get__(self, one, owner) -> int: ...",
      "class Own:",
      "    foo = Desc()",
      "def f(own: Own):",
      "    own.foo.go()",
    ],
    [
      "class Desc:",
      "    def __get__(self, one, owner) -> Foo: ...",
      "class Own:",
      "    def __init__(self): self.foo = Desc()",
      "def f(own: Own):",
      "    own.foo.go()",
    ],
  ]);
});

describe("names for types of lists, tuples, functions and several types", () => {
  follows([
    ["Foos = List[Foo]", "def f(xs: Foos):", "    xs[0].go()", "    for x in xs: x.next()"],
    [
      "ByName = dict[str, Foo]",
      "def f(by: Optional[ByName]):",
      '    by["a"].go()',
      "    for x in by.values(): x.next()",
    ],
    ["Maker = Callable[[int], Foo]", "def f(one: Maker):", "    one(1).go(); one(2).next()"],
    [
      "Pair = Tuple[str, Foo]",
      "def f(pairs: List[Pair]):",
      "    for a, b in pairs: b.go()",
      "    pairs[0][1].next()",
    ],
    ["Maybe = Foo | None", "def f(x: Maybe, y: 'Maybe'):", "    x.go(); y.next()"],
    [
      'Foos: TypeAlias = "List[Foo]"',
      "type More = list[Foo]",
      "def f(xs: Foos, ys: More):",
      "    xs[0].go(); ys[0].next()",
    ],
  ]);
  saysNothing([
    [
      "Pair = Tuple[str, Foo]",
      "def f(pair: Pair):",
      "    a, b = pair",
      "    a.go(); pair.go(); pair[0].next()",
    ],
    ["A, B = 1, 2", "All = A | B", "def f(x: All):", "    x.go()"],
  ]);
});

describe("operators call methods, and give what these give", () => {
  const operated = `
from typing import List
class Foo:
    def go(self): pass
    def __add__(self, other) -> "Foo": ...
    def __truediv__(self, part): return self
    def __neg__(self) -> "Foo": ...
    def __iadd__(self, other) -> "Foo": ...
    def __or__(self, other) -> "Foo": ...
class Right:
    def __radd__(self, other) -> Foo: ...
class Both:
    def __add__(self, other) -> "Both": ...
    def __radd__(self, other) -> "Both": ...
`;
  test.each<[string, readonly string[]]>([
    ["a: Foo, b: Foo): (a + b).go()", ["Foo.__add__", "Foo.go"]],
    ["a: Foo):\n    c = a / 'x' / 'y'\n    c.go()", ["Foo.__truediv__", "Foo.go"]],
    ["a: Foo): (-a).go()", ["Foo.__neg__", "Foo.go"]],
    ["a: Foo):\n    a += 1\n    a.go()", ["Foo.__iadd__", "Foo.go"]],
    ["b: Right): (1 + b).go()", ["Foo.go", "Right.__radd__"]],
    ["b: Right): (-2.5 + b).go(); ((2**3) + b).go()", ["Foo.go", "Right.__radd__"]],
    ["b: Right): ('' + b); (... + b); (unknown + b)", []],
    ["b: Both): b + b + b + b + b + b + b + b", ["Both.__add__"]],
    ["a: 'Foo | None', b: Foo | None = None): pass", []],
    ["all: List[Foo]):\n    for x in all + [1]: x.go()", ["Foo.go"]],
    ["all: List[Foo]):\n    more = [Foo()] * 3 + all\n    more[0].go()", ["Foo", "Foo.go"]],
    ["a: str, b: Foo):\n    ('%s' % b).go()\n    (a - b).go()", []],
  ])("def f(%s", async (code, expected) => {
    const calls = await callsIn("a.py", `${operated}def f(${code}`);
    expect([...new Set(calls.filter(({ from }) => from === "f").map(({ to }) => to))].sort()).toEqual(
      expected,
    );
  });
});

describe("lists and maps that are filled after they were made, and names of others", () => {
  follows([
    ["xs = []", "xs.append(Foo())", "xs[0].go()", "for x in xs: x.next()"],
    ["by = {}", 'by["a"] = Foo()', 'by["a"].go()', "for x in by.values(): x.next()"],
    ["by = defaultdict(list)", 'by["a"].append(Foo())', 'by["a"][0].go()', 'by.get("b")[0].next()'],
    [
      "by = dict()",
      'by.setdefault("a", []).append(Foo())',
      "for k, xs in by.items(): xs[0].go(); xs[0].next()",
    ],
    [
      "class Bag:",
      "    def __init__(self): self.xs, self.by = [], {}",
      "    def clear(self): self.xs = []; self.by = {}",
      "    def add(self): self.xs.append(Foo()); self.by[1] = Foo()",
      "def f(b: Bag):",
      "    b.xs[0].go(); b.by[1].next()",
    ],
    ["all = []", "def add():", "    all.append(Foo())", "def f():", "    all[0].go(); all[1].next()"],
    [
      "one = None",
      "def set_up():",
      "    global one",
      "    one = Foo()",
      "def f():",
      "    one.go(); one.next()",
    ],
    ["one = None", "def inner():", "    nonlocal one", "    one = Foo()", "one.go(); one.next()"],
  ]);
  saysNothing([
    ["def f(xs):", "    xs.append(Foo())", "    xs[0].go()"],
    [
      "class Log:",
      "    def append(self, foo): pass",
      "def f():",
      "    log = Log()",
      "    log.append(Foo())",
      "    log[0].go()",
    ],
    [
      "one = Foo()",
      "def set_up(one):",
      "    global two",
      "    two = one",
      "two = None",
      "def f():",
      "    two.go()",
    ],
    ["all = []", "def add(x: Foo):", "    all.append(x)", "x = Foo()", "def f():", "    all[0].go()"],
  ]);
});

describe("what match and except ask for", () => {
  follows([
    ["match h.thing:", "    case Foo() as x: x.go(); x.next()"],
    ["match h.thing:", "    case Holder(foo=x): x.go(); x.next()"],
    ["def f(x):", "    match x:", "        case Foo(): x.go()", "        case Foo(name=n): x.next()"],
    ["def f(x):", "    if isinstance(x, (Foo, int)): x.go(); x.next()"],
    [
      "class Bad(Exception, Foo): pass",
      "def f():",
      "    try: pass",
      "    except (Bad, ValueError) as e: e.go(); e.next()",
    ],
  ]);
  saysNothing([["match h.thing:", "    case Holder(by=x): x.go()", "    case Holder() as x: x.next()"]]);
});

describe("what a method is given that overrides another one", () => {
  const base = ["class Base:", "    def run(self, foo: Foo, other): ..."];
  test.each<[string, readonly string[], readonly string[]]>([
    ["without a type", ["class Own(Base):", "    def run(self, foo, other): foo.go(); other.next()"], ["go"]],
    [
      "also above one between",
      [
        "class Middle(Base):",
        "    def run(self, foo, other): ...",
        "class Own(Middle):",
        "    def run(self, foo, other): foo.go()",
      ],
      ["go"],
    ],
    ["with one of its own", ["class Own(Base):", "    def run(self, foo: int, other): foo.go()"], []],
    [
      "under another name",
      ["class Own(Base):", "    def run(self, bar, other):", "        foo = 1", "        foo.go(); bar.go()"],
      [],
    ],
    ["without a base", ["class Own:", "    def run(self, foo, other): foo.go()"], []],
  ])("%s", async (_, lines, expected) => {
    const calls = await callsIn("a.py", known + [...base, ...lines].join("\n"));
    const made = calls.flatMap(({ from, to }) => (from === "Own.run" ? [to.replace("Foo.", "")] : []));
    expect(made).toEqual(expected);
  });
});

test("operators between what is not of the repository are no calls that were lost", async () => {
  const source =
    "class A:\n    def __add__(self, other): pass\ndef f(a: A, b, c: int):\n    a + b; b - c; c * 2; b()\n";
  const { calls } = await graphOf(`//- a.py\n${source}`);
  expect(calls).toEqual({ resolved: 1, external: 0, unresolved: 1 });
});
