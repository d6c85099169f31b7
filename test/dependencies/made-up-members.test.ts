import { describe, expect, test } from "@jest/globals";
import { madeUpImports } from "../../src/dependencies/made-up-imports.ts";
import { madeUpMembers } from "../../src/dependencies/made-up-members.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import { workspace as empty } from "../agent/small-repository.ts";

const files: Readonly<Record<string, string>> = {
  "go.mod": "module a.b/c\n\ngo 1.22\n",
  "text/text.go": "package text\n\nfunc Title(s string) string { return s }\n",
  "text/more.go": "package text\n\nvar Max = 1\n",
  "cmd/run.go":
    'package cmd\n\nimport (\n\t"os"\n\n\t"a.b/c/text"\n)\n\nfunc run(s string) {\n\tos.Exit(len(text.Title(s)))\n}\n',
  "shop/__init__.py": "",
  "shop/money.py": "def cents(amount):\n    return amount\n",
  "shop/all.py": "from os import *\n",
  "shop/lazy.py": "def __getattr__(name):\n    return load(name)\n",
  "shop/bag.py": "class Bag:\n    def __getattr__(self, name):\n        return self[name]\n",
  "shop/run.py":
    "import json\nfrom shop import all as names\nimport shop.money as money\nimport shop\n\nmoney.cents(1)\n",
  "examples/pydantic/__init__.py": "",
  "web/draw.ts": "export const line = (n: number) => n;\n",
  "web/old.js": "module.exports = { square: 1 };\n",
  "web/old.d.ts": "export const square: number;\nexport type Corner = number;\n",
  "web/types.ts": "export type Ink = string;\n",
  "web/all.ts": "export type * from './types';\n",
  "web/app.ts": "import * as draw from './draw';\n\ndraw.line(1);\n",
};
const workspace = overlay(
  { ...empty, entries: new Map() },
  Object.entries(files).map(([path, after]) => ({ path, before: undefined, after })),
);
const { graph } = await indexWorkspace(workspace, { workers: 1 }, AbortSignal.timeout(240_000));

/** A line of the file in place of another one. */
const rows: readonly [what: string, path: string, from: string, to: string, expected: readonly string[]][] = [
  ["Go: a function that the package has", "cmd/run.go", "text.Title(s)", "text.Title(s + s)", []],
  ["Go: one that another file of it has", "cmd/run.go", "len(text.Title(s))", "text.Max()", []],
  [
    "Go: one that is made up",
    "cmd/run.go",
    "text.Title(s)",
    "text.CleanBase(s)",
    ["10 text.CleanBase of a.b/c/text"],
  ],
  ["Go: one of the library", "cmd/run.go", "os.Exit(len(text.Title(s)))", "os.Quit(text.Title(s))", []],
  [
    "Go: a parameter of that name",
    "cmd/run.go",
    "run(s string) {",
    "run(text Doc) { text.Close(); s := text.Title",
    [],
  ],
  [
    "Python: one that is made up",
    "shop/run.py",
    "money.cents(1)",
    "money.pennies(1)",
    ["6 money.pennies of shop.money"],
  ],
  ["Python: a module of a package", "shop/run.py", "money.cents(1)", "shop.money(1)", []],
  ["Python: a module that passes names on", "shop/run.py", "money.cents(1)", "names.getcwd()", []],
  ["Python: one of the library", "shop/run.py", "money.cents(1)", "json.loadz(1)", []],
  [
    "TypeScript: one that is made up",
    "web/app.ts",
    "draw.line(1)",
    "draw.circle(1)",
    ["3 draw.circle of ./draw"],
  ],
  ["a line that stood there", "web/app.ts", "draw.line(1);", "draw.line(1);\ndraw.line(2);", []],
];
test.each(rows)("%s", async (_, path, from, to, expected) => {
  const before = files[path]!;
  const found = await madeUpMembers([{ path, before, after: before.replace(from, to) }], {
    graph,
    workspace,
  });
  expect(found.map((one) => `${one.line} ${one.name} of ${one.from}`)).toEqual(expected);
});

test("one that the change itself adds", async () => {
  const changes = [
    {
      path: "web/app.ts",
      before: files["web/app.ts"]!,
      after: "import * as draw from './draw';\n\ndraw.circle(1);\n",
    },
    { path: "web/draw.ts", before: files["web/draw.ts"]!, after: "export const circle = 1;\n" },
  ];
  expect(await madeUpMembers(changes, { graph, workspace })).toEqual([]);
});

describe("a name that is imported", () => {
  const imports: readonly [what: string, path: string, added: string, expected: readonly string[]][] = [
    ["Python: one that its module has", "shop/run.py", "from shop.money import cents", []],
    [
      "Python: one that it does not have",
      "shop/run.py",
      "from shop.money import (\n    cents,\n    pennies as p,\n)",
      ["1 pennies of shop.money"],
    ],
    ["Python: a module of a package", "shop/run.py", "from shop import money", []],
    ["Python: no module of it", "shop/run.py", "from . import till", ["1 till of ."]],
    ["Python: what loads names later", "shop/run.py", "from shop.lazy import getcwd", []],
    [
      "Python: what a class answers, its module does not",
      "shop/run.py",
      "from shop.bag import till",
      ["1 till of shop.bag"],
    ],
    ["Python: what passes names on", "shop/run.py", "from shop.all import getcwd", []],
    ["Python: what is installed", "shop/run.py", "from json import loadz", []],
    [
      "Python: what is installed, though an example is called so",
      "shop/run.py",
      "from pydantic import Model",
      [],
    ],
    ["Python: what every module has", "shop/run.py", "from shop.money import __file__", []],
    ["Python: a new file", "shop/new.py", "from shop.money import pennies", ["1 pennies of shop.money"]],
    ["TypeScript: one that its module has", "web/app.ts", "import { type line } from './draw';", []],
    [
      "TypeScript: one that it does not have",
      "web/app.ts",
      "import { line, circle } from './draw';",
      ["1 circle of ./draw"],
    ],
    ["TypeScript: a type that is declared beside it", "web/app.ts", "import { Corner } from './old.js';", []],
    ["TypeScript: types that are passed on", "web/app.ts", "import type { Ink } from './all';", []],
    ["TypeScript: the default", "web/app.ts", "import { default as draw2 } from './draw';", []],
    ["TypeScript: no such module", "web/app.ts", "import { circle } from './drawn';", []],
  ];
  test.each(imports)("%s", async (_, path, added, expected) => {
    const before = files[path];
    const found = await madeUpImports([{ path, before, after: `${added}\n${before ?? ""}` }], workspace);
    expect(found.map((one) => `${one.line} ${one.name} of ${one.from}`)).toEqual(expected);
  });

  test("and that the change itself adds, or takes away", async () => {
    const app = { path: "web/app.ts", before: "", after: "import { line, circle } from './draw';\n" };
    const draw = { path: "web/draw.ts", before: files["web/draw.ts"]!, after: "export const circle = 1;\n" };
    expect((await madeUpImports([app, draw], workspace)).map(({ name }) => name)).toEqual(["line"]);
  });
});
