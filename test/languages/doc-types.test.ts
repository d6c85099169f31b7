import { describe, expect, test } from "@jest/globals";
import { type DocTypes, docTypesIn } from "../../src/languages/comments/doc-types.ts";

const none: DocTypes = { returns: undefined, value: undefined, variables: [], members: [] };

describe("types in comments of PHP", () => {
  test.each<readonly [comment: string, said: Partial<DocTypes>]>([
    ["/** Says nothing of types, and @return */", {}],
    ["/** @return Foo */", { returns: "Foo" }],
    ["/** @return Foo|null why */", { returns: "Foo" }],
    ["/** @return Foo | Bar */", { returns: "Foo | Bar" }],
    ["/** @return int|null */", {}],
    ["/** @return $this */", { returns: "static" }],
    ["/** @return Foo[] all */", { returns: "Foo[]" }],
    ["/** @return (Foo|Bar)[] */", { returns: "(Foo | Bar)[]" }],
    ["/** @return array<string, Foo> */", { returns: "Foo[]" }],
    ["/** @return array<string, list<Foo>> */", { returns: "Foo[][]" }],
    ["/** @return \\Generator<int, Foo, mixed, void> */", { returns: "Foo[]" }],
    ["/** @return Collection<int, \\App\\Foo> */", { returns: "\\App\\Foo[]" }],
    ["/** @return FooList<Foo> */", { returns: "Foo[] | FooList" }],
    ["/** @return Box<Foo> */", { returns: "Box" }],
    ["/** @return array{a: Foo, b: int} */", {}],
    ["/** @return callable(int): Foo */", { returns: "() => Foo" }],
    ["/** @return class-string<Foo> */", { returns: "type[Foo]" }],
    ["/** @psalm-return ($name is class-string<T> ? Foo<T> : Foo<object>) */", { returns: "Foo" }],
    ["/** @return Foo\n * @phpstan-return Foo<Bar> */", { returns: "Foo" }],
    ["/** @var Foo */", { value: "Foo" }],
    ["/** @return array<\n * @var Foo */", { value: "Foo" }],
    ["/** @var ?Foo $foo what it is */", { variables: [["$foo", "?Foo"]] }],
    [
      "/** @param Foo $a\n * @param Bar ...$b\n * @param $c\n * @param int $d */",
      {
        variables: [
          ["$a", "Foo"],
          ["$b", "Bar"],
        ],
      },
    ],
    [
      "/** @property-read Foo $foo\n * @method static Bar make(int $a)\n * @method void go() */",
      {
        members: [
          ["foo", "Foo"],
          ["make", "() => Bar"],
        ],
      },
    ],
    ["/** @param array<string, array<string, array<", {}],
  ])("%s", (comment, said) => {
    expect(docTypesIn(comment)).toEqual({ ...none, ...said });
  });
});
