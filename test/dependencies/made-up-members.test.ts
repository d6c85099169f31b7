import { expect, test } from "@jest/globals";
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
  "shop/run.py":
    "import json\nfrom shop import all as names\nimport shop.money as money\nimport shop\n\nmoney.cents(1)\n",
  "web/draw.ts": "export const line = (n: number) => n;\n",
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
