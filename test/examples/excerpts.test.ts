import { describe, expect, test } from "@jest/globals";
import { usesOf } from "../../src/dependencies/uses.ts";
import { excerptsOf, linesOf, sameApi } from "../../src/examples/excerpts.ts";
import type { FileOutline } from "../../src/graph/outline.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";

/** `from-to: names`. */
async function check(text: string, wanted: readonly string[], expected: readonly string[]): Promise<void> {
  const result = await outlineOne({ language: "python", text });
  if ("skipped" in result) throw new Error(result.skipped);
  const outline = JSON.parse(result.json) as FileOutline;
  const shown = usesOf({ ecosystem: "pypi", name: "requests" }, [{ ...outline, path: "examples/a.py" }]);
  const apis = wanted.map((api) => ({ api, places: [] }));
  const told = excerptsOf(text, outline, shown, apis).map(
    ({ from, to, apis }) => `${from}-${to}: ${apis.join(" ")}`,
  );
  expect(told).toEqual(expected);
}

const filler = (count: number): string => "    x = 1\n".repeat(count);

describe("excerpts", () => {
  test("a short definition as a whole, with all that it shows", () =>
    check(
      "import requests\n\ndef f():\n    s = requests.Session()\n    s.get('x')\n\ndef g():\n    pass\n",
      ["requests.Session", "requests.Session.get"],
      ["3-5: requests.Session requests.Session.get"],
    ));
  test("of a long definition the lines around", () =>
    check(
      `import requests\ndef f():\n${filler(30)}    requests.get('x')\n${filler(30)}`,
      ["requests.get"],
      ["27-39: requests.get"],
    ));
  test("which do not begin within a block whose head is not shown", () =>
    check(
      `import requests\ndef f():\n${filler(30)}    if x:\n${"        x = 1\n".repeat(8)}    requests.get('x')\n${filler(30)}`,
      ["requests.get"],
      ["42-48: requests.get"],
    ));
  test("a second one only where it shows more", () =>
    check(
      "import requests\ndef f():\n    requests.get('x')\ndef g():\n    requests.get('y')\ndef h():\n    requests.post('z')\n",
      ["requests.get", "requests.post"],
      ["2-3: requests.get", "6-7: requests.post"],
    ));
  test("a block that is no definition as a whole, without its neighbours", () =>
    check(
      "import requests\nwith a:\n    x = 1\n    y = 2\nwith b:\n    if c:\n        requests.get('x')\n        x = 3\n\nz = 4\n",
      ["requests.get"],
      ["5-8: requests.get"],
    ));
  test("a block that is too long gives way to the lines around", () =>
    check(
      `import requests\nwith a:\n${filler(20)}    requests.get('x')\n${filler(20)}`,
      ["requests.get"],
      ["17-29: requests.get"],
    ));
  test("what nobody asked about is not shown", () =>
    check("import requests\nrequests.put('x')\n", ["requests.get"], []));
});

describe("the same name", () => {
  test.each([
    ["requests.Session", "Session", true],
    ["rq.Session", "requests.Session", false],
    ["Session.get", "requests.get", false],
    ["get", "requests.get", false],
    ["safe_load", "yaml.safe_load", true],
    ["a.b.close", "c.b.close", true],
    ["program.usage.option", "commander.Command.option", true],
    ["express.Express.get", "express.get", true],
    ["Argument.choices", "Option.choices", false],
    ["click.option", "core.option", false],
  ])("%s and %s: %s", (left, right, expected) => {
    expect(sameApi(left, right)).toBe(expected);
    expect(sameApi(right, left)).toBe(expected);
  });
});

test("lines lose the indentation that all of them share", () =>
  expect(linesOf("a\r\n    if x:\r\n\r\n      y\r\n", { from: 2, to: 4 })).toBe("if x:\n\n  y"));
