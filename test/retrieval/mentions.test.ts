import { expect, test } from "@jest/globals";
import { findMentions } from "../../src/retrieval/mentions.ts";

const check = (body: string, expected: readonly string[]): void => {
  const found = findMentions({ title: "", body, comments: [] });
  expect(found.map((mention) => `${mention.kind} ${mention.written} ${mention.text}`)).toEqual(expected);
};

const rows: [string, readonly string[]][] = [
  ["see src/config.ts:12 for it", ["path plain src/config.ts:12"]],
  ["`parseConfig` is slow", ["identifier code parseConfig"]],
  [
    "parse_config and Parser.parse are slow",
    ["path plain Parser.parse", "identifier plain parse_config", "identifier plain Parser.parse"],
  ],
  [
    "`pdm.lock`, package.json and mutex.lock() are slow\n```\nread pdm.lock\nyaml.load(x)\n```",
    [
      "path code pdm.lock",
      "path plain package.json",
      "path plain mutex.lock",
      "identifier plain mutex.lock",
      "identifier fence yaml.load",
    ],
  ],
  ["call render() twice", ["identifier plain render"]],
  ["Nothing here, etc. No code at all.", []],
  ["see a.ts\n\n- [x] Read CONTRIBUTING.md\n- [x] Read docs/usage.md", ["path plain a.ts"]],
  ["- [x] a.ts is done\n- [ ] b.ts is not", ["path plain a.ts", "path plain b.ts"]],
  [
    "https://github.com/o/r/blob/abc123/src/my%20file.ts#L10-L12",
    ["path link https://github.com/o/r/blob/abc123/src/my%20file.ts#L10-L12"],
  ],
  ["```\nclient.send(data)\nx = 1\n```", ["identifier fence client.send"]],
  ["```\n```js\nclient.send(data)\n```\nsee a.ts", ["path plain a.ts", "identifier fence client.send"]],
  ["```run```\nsee a.ts", ["identifier code run", "path plain a.ts"]],
  [
    '```\n  File "a/b.py", line 3, in go\nValueError: no such key in map\n```',
    [
      'frame trace File "a/b.py", line 3, in go',
      "identifier fence ValueError",
      "message fence no such key in map",
      "message fence ValueError: no such key in map",
    ],
  ],
  ['it says "cannot open the file" then stops', ["message plain cannot open the file"]],
  ["it says 'cannot open the file', then stops", ["message plain cannot open the file"]],
  ["it says ‘can’t open the file’ twice", []],
  [
    "`data-allow-mismatch` and max-len, items.length-1 and `parseAll-like` are fine",
    ["identifier code parseAll", "path plain items.length", "identifier plain items.length"],
  ],
  ["`throw new Fault()` and `new`, `new(1)`", ["identifier code Fault", "identifier code new"]],
  ["`a` of the first list and `b` of another", ["identifier code a", "identifier code b"]],
  ['"a" of the first list and "b" of another', []],
  [
    "running `deno task dev` says `no task of that name`",
    [
      "identifier code deno",
      "identifier code task",
      "identifier code dev",
      "identifier code no",
      "identifier code of",
      "identifier code that",
      "identifier code name",
      "message plain no task of that name",
    ],
  ],
  ["`null`, `None` and `isNull` are values", ["identifier code isNull"]],
  [
    "```\nfrom app.schema_parts import Location\nimport numpy as np\nimport of the file failed\n```",
    [
      "identifier fence app.schema_parts",
      "identifier fence Location",
      "identifier fence numpy",
      "identifier fence as",
      "identifier fence np",
      "identifier fence of",
      "identifier fence the",
      "identifier fence file",
      "identifier fence failed",
      "message fence import of the file failed",
    ],
  ],
  [
    '`go` stops\n\n### Tool doctor output\n\n`set_up` says "could not read the file"\n\n    at run (src/a.ts:3:1)',
    ["identifier code go", "frame trace at run (src/a.ts:3:1)"],
  ],
  [
    "```\nFAILED tests/test_a.py::TestA::test_b - \\x1b[33m\\x1b[1mtest\\x1b[0m\n```",
    [
      "path trace FAILED tests/test_a.py::TestA::test_b",
      "identifier trace TestA.test_b",
      "identifier fence TestA::test_b",
    ],
  ],
  ["it doesn't open the users' file and isn't able to close it", []],
];
test.each(rows)("mentions of %j", (body, expected) => check(body, expected));

test("a class within another, as Java's machine names it", () => {
  const [found] = findMentions({ title: "`Maps$Adapter.read`", body: "", comments: [] });
  expect(found).toMatchObject({ text: "Maps$Adapter.read", names: ["Maps", "Adapter", "read"] });
});

test("a pasted log stays bounded", () => {
  const body = Array.from({ length: 5_000 }, (_, at) => `\`name_${at}\``).join(" ");
  expect(findMentions({ title: "", body, comments: [] }).length).toBeLessThanOrEqual(200);
});
