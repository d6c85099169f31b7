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
