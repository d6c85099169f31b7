import { expect, test } from "@jest/globals";
import { readConventions } from "../../src/context/conventions.ts";

const of = (files: Record<string, string>) => ({
  entries: new Map(Object.keys(files).map((path) => [path, { path, mode: "100644", hash: "0", size: 1 }])),
  read: async (path: string) => files[path],
});

const rows: [string, Record<string, string>, number, readonly unknown[]][] = [
  ["none", { "README.md": "x" }, 100, []],
  [
    "the most telling of each kind",
    { "CLAUDE.md": "b", "AGENTS.md": "a", ".github/CONTRIBUTING.md": "c", ".editorconfig": "d" },
    100,
    [
      { path: "AGENTS.md", text: "a", cut: false },
      { path: ".github/CONTRIBUTING.md", text: "c", cut: false },
      { path: ".editorconfig", text: "d", cut: false },
    ],
  ],
  [
    "in any case of letters, the root first",
    { ".github/contributing.md": "a", "docs/Contributing.rst": "b" },
    100,
    [{ path: ".github/contributing.md", text: "a", cut: false }],
  ],
  [
    "a long one by its head",
    { "AGENTS.md": "one\ntwo\nthree" },
    9,
    [{ path: "AGENTS.md", text: "one\ntwo", cut: true }],
  ],
  [
    "of a long one the sections on changes of code, not those on reports",
    {
      "CONTRIBUTING.md":
        "# Contributing\n\nWelcome.\n\n## Report a bug\n\nSay your version.\n\n## Changelog\n\nAdd `news/N.md`.\n\n```\n# Tests\n```\n\nTests\n-----\n\nRun all.",
    },
    70,
    [
      {
        path: "CONTRIBUTING.md",
        text: "## Changelog\n\nAdd `news/N.md`.\n\n```\n# Tests\n```\n\nTests\n-----\n\nRun all.",
        cut: true,
      },
    ],
  ],
  [
    "of a long one what a change has to bring along, whatever its heading",
    {
      "CONTRIBUTING.md":
        "## Merging code\n\nCommit style, types, tests.\n\n## Short version\n\n1. Fork.\n2. Add a changelog entry.\n\n## Other\n\nMore.",
    },
    60,
    [{ path: "CONTRIBUTING.md", text: "## Short version\n\n1. Fork.\n2. Add a changelog entry.", cut: true }],
  ],
  [
    "without its table of contents, but with links to other pages",
    {
      "CONTRIBUTING.md":
        "# Rules\n\n* [Code](#code)\n  * [Style](#code-style)\n1. [Tests](#tests)\n\n## Code\n\n- [a](#a)\n- [b](#b)\n\n- [c](docs/c.md)\n- [d](#d) first\n- [e](#e)\n",
    },
    200,
    [
      {
        path: "CONTRIBUTING.md",
        text: "# Rules\n\n\n## Code\n\n- [a](#a)\n- [b](#b)\n\n- [c](docs/c.md)\n- [d](#d) first\n- [e](#e)",
        cut: false,
      },
    ],
  ],
  [
    "a second one though the first is long, and none of which nothing fits",
    {
      "AGENTS.md": "## Style\nshort\n\n## Tests\nlonger than that",
      "CONTRIBUTING.md": "## Tests\nrun",
      ".editorconfig": "x",
    },
    30,
    [
      { path: "AGENTS.md", text: "## Style\nshort", cut: true },
      { path: "CONTRIBUTING.md", text: "## Tests\nrun", cut: false },
      { path: ".editorconfig", text: "x", cut: false },
    ],
  ],
  ["nothing of an empty one", { "AGENTS.md": " \n" }, 100, []],
];
test.each(rows)("reads %s", async (_, files, characters, expected) => {
  expect(await readConventions(of(files), characters)).toEqual(expected);
});
