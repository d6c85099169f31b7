import { describe, expect, test } from "@jest/globals";
import { createCodeTest } from "../../src/agent/tools/code-test.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { words } from "../../src/retrieval/words.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { workspace as empty } from "./small-repository.ts";

const files: Readonly<Record<string, string>> = {
  "shop/__init__.py": "",
  "shop/money.py":
    "import json\n\nTOKEN = 1\n\ndef round_cents(amount):\n    return json.dumps(round(amount, 2))\n",
  "shop/front.py": "from shop.money import *\n",
  "shop/cart.py":
    "from shop.money import round_cents\n\ndef total(lines):\n    return round_cents(sum(lines))\n",
  "web/app.ts": "import { draw } from './draw';\nimport './style.css';\nexport const app = () => draw(1);\n",
  "web/draw.ts": "export function draw(n: number) {\n  return n;\n}\n",
  "web/style.css": "",
  "pkg/a.go": "package pkg\n\nfunc Helper() int { return 1 }\n",
};
const workspace: Workspace = overlay(
  { ...empty, entries: new Map() },
  Object.entries(files).map(([path, after]) => ({ path, before: undefined, after })),
);
const signal = AbortSignal.timeout(240_000);
const graphOf = async (seen: Workspace) => (await indexWorkspace(seen, { workers: 1 }, signal)).graph;
const search = await createSearchIndex(await graphOf(workspace), (paths) => workspace.readMany(paths));
const tool = createCodeTest(workspace, {
  graphAfter: (changes) => graphOf(overlay(workspace, changes)),
  knows: (name) => search.files.idf(words(name).at(-1) ?? name) > 0,
});

async function unknown(path: string, code: string): Promise<readonly string[]> {
  const answer = String(await tool.run({ path, code }, signal));
  expect(answer.split("\n")[0]).toBe(`${path}: parses.`);
  return answer.split("\n").slice(1);
}

describe("code-test says which names the repository does not have", () => {
  test.each<[string, string, string, readonly string[]]>([
    [
      "nothing of what is there",
      "shop/new.py",
      "from shop.money import round_cents, TOKEN\nimport json\nround_cents(TOKEN)\n",
      [],
    ],
    [
      "arguments that a function does not take",
      "shop/new.py",
      "from shop.money import round_cents\n\nround_cents(1, 2, 3)\n",
      ["- line 3: round_cents is given 3 arguments and takes 1 (shop/money.py#round_cents)."],
    ],
    [
      "components that markup uses, which a program may know by their names",
      "shop/new.vue",
      "<template><router-link/><NuxtLink/>{{ gone_total(1) }}</template>\n<script setup>\nconst a = 1\n</script>\n",
      ["- line 1: nothing in the repository is called gone_total."],
    ],
    [
      "what a template is said to belong to",
      "web/new.component.html",
      "<app-row (click)='gone(one)'>{{ two.three() | four }}</app-row>\n",
      [],
    ],
    [
      "a name that a module does not have",
      "shop/new.py",
      "from shop.money import round_cent\nround_cent(1)\n",
      ["- line 1: shop.money has no round_cent."],
    ],
    [
      "where such a name is",
      "shop/new.py",
      "from shop.cart import draw_total\nfrom shop.cart import TOKENS, total\n",
      ["- line 1: shop.cart has no draw_total.", "- line 2: shop.cart has no TOKENS."],
    ],
    [
      "a name that stands elsewhere",
      "web/new.ts",
      "import { total } from './draw';\ntotal();\n",
      ["- line 1: ./draw has no total. The repository has shop/cart.py#total."],
    ],
    ["nothing of a module that passes names on", "shop/new.py", "from shop.front import anything\n", []],
    [
      "a file that is not there",
      "web/new.ts",
      "import { x } from './drawing';\nimport './style.css';\nx();\n",
      ["- line 1: ./drawing leads to no file of the repository."],
    ],
    [
      "nothing of what a script calls, and of what only a run knows of its paths",
      "run.sh",
      '. "$HOME/.profile"\n. lib/log.sh\nrsync -a x y\n',
      ["- line 2: lib/log.sh leads to no file of the repository."],
    ],
    [
      "a library that no file mentions",
      "shop/new.py",
      "import numpyx\nimport json\n",
      ["- line 1: numpyx is mentioned nowhere in the repository: is it installed?"],
    ],
    [
      "a helper that was made up",
      "shop/new.py",
      "def f(a):\n    return format_cents(a)\n",
      ["- line 2: nothing in the repository is called format_cents."],
    ],
    [
      "a helper that was not imported",
      "shop/new.py",
      "def f(a):\n    return round_cents(a)\n",
      ["- line 2: round_cents is not imported. The repository has shop/money.py#round_cents."],
    ],
    ["nothing of a parameter that is called", "shop/new.py", "def f(make):\n    return make()\n", []],
    [
      "nothing where a package shares its names",
      "pkg/b.go",
      "package pkg\n\nfunc Use() int { return Helper() }\n",
      [],
    ],
    [
      "nothing of names that the file itself has, for a piece of it",
      "shop/cart.py",
      "def twice(lines):\n    return total(lines) + round_cents(1)\n",
      [],
    ],
  ])("%s", async (_, path, code, expected) => expect(await unknown(path, code)).toEqual(expected));

  test("of edits only what their own lines bring in", async () => {
    const view = await workspace.read("shop/cart.py");
    const edits = "=== shop/cart.py\n4:     return round_all(sum(lines))";
    const answer = String(await tool.run({ edits }, signal));
    expect(view).toContain("round_cents");
    expect(answer).toContain(
      "shop/cart.py: applies and parses.\n- line 4: nothing in the repository is called round_all.",
    );
  });
});
