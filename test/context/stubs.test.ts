import { expect, test } from "@jest/globals";
import { stubsAbove } from "../../src/context/stubs.ts";

const rows: [string, string, number, number][] = [
  ["none", "b = 1\n\ndef f(a):\n    pass", 3, 3],
  [
    "overloads",
    "b = 1;\n\n@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(\n    a: str,\n) -> str: ...\ndef f(a):\n    pass",
    9,
    3,
  ],
  [
    "a getter, which has a body",
    "@property\ndef f(self):\n    return 1\n@f.setter\ndef f(self, a):\n    pass",
    4,
    4,
  ],
  [
    "signatures",
    "g();\n/** Does. */\nexport function f(a: string): void;\nexport function f(\n  a: { b: 1 },\n): void;\nexport function f(a) {}",
    7,
    2,
  ],
  ["signatures of a method", "class A {\n  g(): void;\n  f<T>(a: T): void;\n  f(a) {}\n}", 4, 3],
  ["another function above", "function g(a: string): void;\nfunction f(a) {}", 2, 2],
];
test.each(rows)("stubs above a function: %s", (_, text, line, expected) =>
  expect(stubsAbove(text.split("\n"), "f", line)).toBe(expected),
);
