import { expect, test } from "@jest/globals";
import { fileDiff } from "../../src/edits/file-diff.ts";
import { type ChangedFiles, stillNamed } from "../../src/jobs/suggest/gone-names.ts";
import { tellNamed } from "../../src/jobs/suggest/named-lines.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import { makeRepository, type TestFiles } from "../helpers/repository.ts";

const { signal } = new AbortController();
const rates = "def old_rate(item):\n    return 1\n\n\ndef total(item):\n    return old_rate(item)\n";
const without = "def total(item):\n    return 1\n";
const money =
  "def rate(item):\n    return 1\n\n\nclass Money:\n    def half(self):\n        return rate(2)\n";
const base: TestFiles = {
  ...{ "shop/rates.py": rates, "old_rules.py": "x = 1\n", "shop/money.py": money },
  "shop/tax.py": "def tax():\n    return 1\n",
};
const change: TestFiles = { "shop/rates.py": without };

/** What is told of a change of `base` and what else is there. */
async function toldOf(others: TestFiles, changed: TestFiles, seen: readonly string[] = []): Promise<string> {
  const repository = await makeRepository({ ...base, ...others });
  const open = (commit: string) =>
    readCommit({ directory: repository.dir }, commit, async () => undefined, signal);
  try {
    const workspace = await open(await repository.add(changed, { branch: "main" }));
    const before = await open(repository.commit);
    const files: { path: string; previousPath: string | undefined; status: string }[] = [];
    for (const path of Object.keys(changed))
      files.push({
        path,
        previousPath: undefined,
        status: workspace.entries.has(path) ? "modified" : "removed",
      });
    const diffs = [];
    for (const { path, status } of files)
      if (status !== "removed")
        diffs.push(
          fileDiff(path, { before: await before.read(path), after: (await workspace.read(path)) ?? "" }),
        );
    const { graph } = await indexWorkspace(workspace, { workers: 1 }, signal);
    const surroundings = {
      openWorkspace: (one: { commit: string }) => open(one.commit),
      options: { workers: 1 },
    };
    const pull = {
      ...{ look: { mergeBase: repository.commit, files }, files: diffs },
      shown: new Map(seen.map((path) => [path, [{ from: 1, to: 99 }]])),
    } as unknown as ChangedFiles;
    const search = await stillNamed(
      pull,
      { workspace, graph },
      surroundings as unknown as Surroundings,
      signal,
    );
    const [told = ""] = await tellNamed(search ? [search] : [], workspace, signal);
    return told.split("\n").slice(1).join("\n");
  } finally {
    await repository.remove();
  }
}

const use = { "shop/cart.py": "from .rates import old_rate\n\nprice = old_rate(3)\n" };
const many = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`a${at}.py`, "x.old_rate()\n"]));
const rows: readonly [string, TestFiles, TestFiles, readonly string[], string][] = [
  [
    "a function that is still called",
    use,
    change,
    [],
    "old_rate (was shop/rates.py#old_rate)\n  shop/cart.py:1: from .rates import old_rate\n  shop/cart.py:3: price = old_rate(3)",
  ],
  ["what the diff shows", use, change, ["shop/cart.py"], ""],
  [
    "a name that is defined elsewhere, by who used this one",
    { ...use, "b.py": "def old_rate():\n    pass\n", "docs/use.md": "Call `old_rate`.\n" },
    change,
    [],
    "old_rate (was shop/rates.py#old_rate)\n  shop/cart.py:3: price = old_rate(3)",
  ],
  ["a part of a longer name", { "shop/cart.py": "very_old_rate = old_rates = 1\n" }, change, [], ""],
  ["a word that is everywhere", many, change, [], ""],
  ["what speaks of what was", { "CHANGELOG.md": "old_rate is new\n" }, change, [], ""],
  ["code of another language", { "web/a.ts": "gl.old_rate();\n" }, change, [], ""],
  [
    "a manual",
    { "docs/use.md": "Call `old_rate`.\n" },
    change,
    [],
    "old_rate (was shop/rates.py#old_rate)\n  docs/use.md:1: Call `old_rate`.",
  ],
  [
    "a file, as a manual writes it",
    { "docs/use.md": "Skip old-rules.\n" },
    { "old_rules.py": undefined },
    [],
    "old-rules (was old_rules.py)\n  docs/use.md:1: Skip old-rules.",
  ],
  [
    "a file that keeps its name in another folder",
    { "docs/use.md": "Skip old-rules.\n" },
    { "old_rules.py": undefined, "shop/old_rules.py": "x = 1\n" },
    [],
    "",
  ],
  [
    "a function of one word, by whoever called it",
    { "shop/cart.py": "from .money import rate\n\nrate = rate(3)\n\n\ndef other(rate):\n    return rate\n" },
    { "shop/money.py": money.slice(money.indexOf("class")).replace("rate(2)", "1") },
    [],
    "rate (was shop/money.py#rate)\n  shop/cart.py:3: rate = rate(3)",
  ],
  [
    "a method of one word, in the file that loses it, lines further up",
    { "shop/cart.py": "from .money import Money\n\n\ndef pay(money: Money):\n    return money.half()\n" },
    {
      "shop/money.py": money.slice(0, money.indexOf("    def half")).concat("    pass\n"),
      "shop/cart.py":
        "from .money import Money\n\nx = 1\n\n\ndef pay(money: Money):\n    return money.half()\n",
    },
    [],
    "half (was shop/money.py#Money.half)\n  shop/cart.py:7: return money.half()",
  ],
  [
    "a function of one word that went to where it is imported from",
    {
      "shop/cart.py": "from .rates import *\nfrom .tax import tax\n\nprice = tax()\n",
    },
    { "shop/tax.py": "from .taxes import tax\n", "shop/taxes.py": "def tax():\n    return 1\n" },
    [],
    "",
  ],
  [
    "a file of one word that is still imported",
    { "shop/cart.py": "from . import tax\n" },
    { "shop/tax.py": undefined },
    [],
    "tax (was shop/tax.py)\n  shop/cart.py:1: from . import tax",
  ],
  [
    "a file with another ending",
    { "web/a.ts": 'import "./b";\n', "web/b.js": "export {};\n" },
    { "web/b.js": undefined, "web/b.mts": "export {};\n" },
    [],
    "",
  ],
  ["a change that takes nothing away", use, { "shop/rates.py": `${rates}\nx = 1\n` }, [], ""],
];
test.each(rows)("names that go and still stand elsewhere: %s", async (_, others, changed, seen, expected) => {
  expect(await toldOf(others, changed, seen)).toBe(expected);
});
