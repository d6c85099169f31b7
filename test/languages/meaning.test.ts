import { describe, expect, test } from "@jest/globals";
import { meaningOf } from "../../src/languages/checking/meaning.ts";

const same = async (path: string, one: string, other: string): Promise<boolean> =>
  (await meaningOf(path, one)) === (await meaningOf(path, other));

describe("meaningOf", () => {
  test.each([
    ["a.py", "x = {'a':1}\n", 'x = {"a": 1,}\n'],
    ["a.py", "return_ = a, b\n", "return_ = (\n    a,\n    b,\n)\n"],
    ["a.py", "x = 0XFF #  c\n", "x = 0xff  # c\n"],
    ["a.ts", "const a=x=>({b:'c'})\n", 'const a = (x) => ({ b: "c" });\n'],
    ["a.json", '{"a":[1]}', '{\n  "a": [1]\n}\n'],
    ["a.css", ".a{b:c}", ".a {\n  b: c;\n}\n"],
  ])("%s %j is %j", async (path, one, other) => expect(await same(path, one, other)).toBe(true));

  test.each([
    ["a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"],
    ["a.py", "x = a + b\n", "x = a - b\n"],
    ["a.py", "x = 'a  b'\n", "x = 'a b'\n"],
    ["a.py", "x = b''\n", "x = ''\n"],
    ["a.ts", "a = b\n", "a = c\n"],
    ["a.go", 'package a\nimport ("b"; "a")\n', 'package a\nimport ("a"; "b")\n'],
    ["a.json", '{"a":1}', '{"a":2}'],
  ])("%s %j is not %j", async (path, one, other) => expect(await same(path, one, other)).toBe(false));

  test("nothing is known of what does not parse", async () => {
    expect(await meaningOf("a.py", "x = = 1\n")).toBeUndefined();
    expect(await meaningOf("a.txt", "x")).toBeUndefined();
    expect(await meaningOf("a.json", "{")).toBeUndefined();
    expect(await meaningOf("a.json", `${"[".repeat(100_000)}${"]".repeat(100_000)}`)).toBeUndefined();
  });
});
