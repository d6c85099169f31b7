import { describe, expect, test } from "@jest/globals";
import { usedConstants } from "../../src/retrieval/constants.ts";
import { graphOf } from "../helpers/graph-of.ts";

type Source = Readonly<Record<string, string>>;
/** `from` imports `to` in this line. */
type Imports = readonly (readonly [from: string, to: string, line: number])[];

/** The constants that `user.py#use`, which is the whole of its file but for its imports, reads elsewhere. */
async function found(source: Source, imports: Imports): Promise<readonly string[]> {
  const graph = graphOf(
    Object.entries(source).flatMap(([path, text]) => [
      [path, 1, text.split("\n").length] as const,
      ...[...text.matchAll(/def (\w+)/g)].map(([, name]) => [`${path}#${name}`, 1, 99] as const),
    ]),
    imports.map(([from, to, line]) => [from, "Import", to, { line }] as const),
  );
  const read = async (paths: readonly string[]) => new Map(paths.map((path) => [path, source[path] ?? ""]));
  const constants = await usedConstants([graph.node("user.py#use")!], graph, read);
  return constants.map(({ module, name, line }) => `${module.path}:${line} ${name}`);
}

describe("constants that a definition reads elsewhere", () => {
  test.each<[string, Source, Imports, readonly string[]]>([
    [
      "by an import",
      { "user.py": "from limits import MOST\ndef use(): return MOST", "limits.py": "# of a run\nMOST = 3" },
      [["user.py", "limits.py", 1]],
      ["limits.py:2 MOST"],
    ],
    [
      "through a front that passes everything on",
      {
        "user.py": "from front import *\ndef use(): return MOST",
        "front.py": "from limits import *",
        "limits.py": "MOST: int = 3",
      },
      [
        ["user.py", "front.py", 1],
        ["front.py", "limits.py", 1],
      ],
      ["limits.py:1 MOST"],
    ],
    [
      "as a member of a module",
      {
        "user.py": "import limits\ndef use(): return limits.MOST == limits.LEAST",
        "limits.py": "MOST = 3\nLEAST = 1",
      },
      [["user.py", "limits.py", 1]],
      ["limits.py:1 MOST", "limits.py:2 LEAST"],
    ],
    [
      "by a statement of several lines",
      {
        "user.py": "from limits import (\n  LEAST,\n  MOST,\n)\ndef use(): return MOST",
        "limits.py": "MOST = 3",
      },
      [["user.py", "limits.py", 1]],
      ["limits.py:1 MOST"],
    ],
    [
      "the first of two that have it",
      {
        "user.py": "from a import *\nfrom b import *\ndef use(): return MOST",
        "a.py": "MOST = 1",
        "b.py": "MOST = 2",
      },
      [
        ["user.py", "a.py", 1],
        ["user.py", "b.py", 2],
      ],
      ["a.py:1 MOST"],
    ],
    [
      "none where modules import each other in a ring",
      {
        "user.py": "from a import *\ndef use(): return MOST",
        "a.py": "from b import *",
        "b.py": "from a import *",
      },
      [
        ["user.py", "a.py", 1],
        ["a.py", "b.py", 1],
        ["b.py", "a.py", 1],
      ],
      [],
    ],
    [
      "none for what is a definition of the graph",
      { "user.py": "from a import most\ndef use(): return most()", "a.py": "most = 1\ndef most(): pass" },
      [["user.py", "a.py", 1]],
      [],
    ],
    [
      "none for a comparison or an attribute that only looks like a declaration",
      { "user.py": "from a import MOST\ndef use(): return MOST", "a.py": "MOST == 1\nx.MOST = 2" },
      [["user.py", "a.py", 1]],
      [],
    ],
  ])("%s", async (_, source, imports, expected) => expect(await found(source, imports)).toEqual(expected));

  test("are looked for once where a package's front leads to every name by thousands of ways", async () => {
    const names = Array.from({ length: 80 }, (_, at) => `NAME_${at}`);
    const modules = Array.from({ length: 60 }, (_, at) => `m${at}.py`);
    const line = `from package import ${names.join(", ")}`;
    const source = Object.fromEntries(modules.map((path) => [path, line]));
    const user = { "user.py": `${line}\ndef use(): return (${names.join(", ")})` };
    const imports = ["user.py", ...modules].flatMap((from) => modules.map((to) => [from, to, 1] as const));
    expect(await found({ ...source, ...user }, imports)).toEqual([]);
  });
});
