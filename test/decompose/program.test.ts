import { expect, test } from "@jest/globals";
import { mismatches, parametersOf } from "../../src/decompose/mismatches.ts";
import { modulesOf } from "../../src/decompose/program.ts";

const signal = AbortSignal.timeout(240_000);

const program = `import sys
from collections import defaultdict

class Heap:
    def push(self, x):
        pass

def shortest(graph, start):
    """Distances from start."""
    def relax(u, v):
        # an inner one
        return u + v

    return relax(start, 1)

def read():
    return [int(x) for x in sys.stdin.read().split()]

def main():
    print(shortest({}, Heap() and int(input())))

main()
`;

test("functions, classes and inner functions are cut out; what reads the input is not", async () => {
  expect(await modulesOf(program, signal)).toEqual([
    { name: "Heap", kind: "function", text: "class Heap:\n    def push(self, x):\n        pass" },
    {
      name: "shortest",
      kind: "function",
      text: 'def shortest(graph, start):\n    """Distances from start."""\n    def relax(u, v):\n        # an inner one\n        return u + v\n\n    return relax(start, 1)',
    },
    {
      name: "shortest.relax",
      kind: "inner function",
      text: "def relax(u, v):\n    # an inner one\n    return u + v",
    },
  ]);
});

test("a function brings the constants that it names", async () => {
  const text =
    "MOD = 10**9 + 7\nMOD_2: int = 5\nWAYS = [\n    1,\n]\nname = MOD\n\ndef f(a):\n    return a % MOD + len(WAYS) + name\n";
  expect((await modulesOf(text, signal)).map((module) => module.text)).toEqual([
    "MOD = 10**9 + 7\ndef f(a):\n    return a % MOD + len(WAYS) + name",
  ]);
});

test("a program without functions has no modules", async () => {
  expect(await modulesOf("print(1)\n", signal)).toEqual([]);
});

const done =
  "def f(a, b):\n    def g(x):\n        return x\n    return g(a)\n\ndef main():\n    print(f(1, 2))\n\nmain()\n";

test.each([
  ["nothing", "def f(a: int, b: int) -> int:\n    def g(x): ...\n    ...\n", done, []],
  [
    "nothing, where main was declared, too",
    "def f(a, b):\n    def g(x): ...\n    ...\ndef main(): ...\n",
    done,
    [],
  ],
  [
    "a function that is not there",
    "def f(a, b):\n    def g(x): ...\n    ...\ndef h(): ...\n",
    done,
    ["`h` was declared and is not in the program."],
  ],
  [
    "an inner function at the top",
    "def f(a, b): ...\ndef g(x): ...\n",
    done,
    [
      "`g` was declared and stands inside of another function (`f.g`).",
      "`f.g` is in the program and was not declared.",
    ],
  ],
  [
    "nothing, where the program has more: a function, a parameter that may be left out",
    "def f(a): ...\n",
    "def f(a, b: int = 1, *rest, c={}):\n    def g(x):\n        return x\n    return g(a)\nprint(f(1))\n",
    [],
  ],
  [
    "a parameter more that must be given",
    "def f(a): ...\n",
    "def f(a, b):\n    return a == b\nprint(f(1, 2))\n",
    ["`f` was declared with (a) and takes (a, b)."],
  ],
  [
    "other parameters",
    "def f(a, c=1, *rest):\n    def g(x): ...\n    ...\n",
    done,
    ["`f` was declared with (a, c, *rest) and takes (a, b)."],
  ],
  [
    "a function that nothing uses",
    "def f(a, b): ...\ndef k(): ...\n",
    "def f(a, b):\n    return a\ndef k():\n    return 1\nprint(f(1, 2))\n",
    ["`k` is never used."],
  ],
])("between declarations and program it finds %s", async (_, declarations, text, expected) => {
  expect(await mismatches(declarations, text, signal)).toEqual(expected);
});

test.each([
  ["def f()", []],
  ["def f(a, b)", ["a", "b"]],
  [
    "def f(self, a: dict[str, int] = {}, *args: int, b=(1, 2), **rest) -> list[int]",
    ["a", "*args", "b", "**rest"],
  ],
  ["def f(a: Callable[[int, int], int], b)", ["a", "b"]],
  ["class Heap", []],
])("the parameters of %s", (signature, names) => {
  expect(parametersOf(signature)).toEqual(names);
});
