import { describe, expect, test } from "@jest/globals";
import { formatFaults } from "../../src/checks/formats.ts";
import { syntaxFaults } from "../../src/languages/checking/syntax.ts";
import { timeOf } from "../helpers/time-of.ts";

const places = (path: string, text: string): readonly string[] | undefined =>
  formatFaults(path, text)?.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe("formats that are fine", () => {
  test.each([
    ["a.json", '{"a": [1, {"b": null}]}\n'],
    ["a.json", '\uFEFF{"a": 1}'],
    ["tsconfig.json", '// c\n{\n  "a": "// no, \\" /* no", /* , */\n  "b": [1, /* x */\n  ], // ,\n}\n'],
    [".vscode/settings.json", "{ /* a */ }"],
    ["a.jsonc", "[1,]"],
    ["a.yml", "a:\n  - b: *c\n".replace("*c", "c")],
    ["a.yml", "---\na: 1\n---\nb: 2\n"],
    ["a.yml", "null: 1\n~: 2\n? a\n: b\n'': 3\n"],
    ["Cargo.toml", '[a]\nb = { c = 1, "d.e" = [1,\n2] } # f\n[[g]]\nh = 1979-05-27T07:32:00Z\n'],
    ["poetry.lock", "[[package]]\nname = 'a'\n"],
    ["a.html", "<!doctype html><title>a</title><p>b<ul><li>c<li>d</ul><br/><img src=a alt=''>\n"],
    ["a.html", '<app-a *ngIf="b" [c]="d" (e)="f($event)" #g><p>{{ h }}</p></app-a>'],
    ["a.html", '<a href="{{ url_for("b") }}">{{ "<c>" }}</a>'],
    ["a.html", "<script>if (a < b) c('</p>');</script><svg viewBox='0 0 1 1'><path d='M0'/></svg>"],
    ["a.md", "# A\n\n---\na: b: c\n---\n"],
    ["a.md", "---\ntitle: a\ntags: [b, c]\n---\n\n# A\n"],
    ["a.md", "---\n\nA break, then prose: with {a colon: \n\n---\n"],
    ["a.md", "+++\ntitle = 'a'\n+++\ntext\n"],
    ["a.md", ""],
    ["a.md", "```sh\na\n```\n\n~~~\n```\n~~~~\n\n````md\n```\n````\n"],
    ["a.md", "- ```sh\n  a\n  ```\n> ```\n\n    ```\n"],
    ["a.md", "```one line``` of code\n```js title='`'\n"],
    ["Makefile", "A := b\n  c\nall: a \\\n    b\n\techo \\\n  c\n  D = e\n  ifdef F\n\tg\n  endif\n  # h\n"],
    ["a.mk", "define A\n  echo\nendef\nB = c:d\n  $(error e)\n"],
    ["Makefile", ".RECIPEPREFIX := >\nall:\n  a\n"],
    [
      "a.scss",
      "#a { b: url(http://c/(d) ; // ' {\n  &:not(.e) { f: '}' #{$g}; /* ) */ }\n}\n".replace("(d)", "d)"),
    ],
    ["a.less", ".a() when (@b) { .c(~'('); }\n"],
  ])("%s %j", (path, text) => expect(places(path, text)).toEqual([]));
});

describe("formats that are broken", () => {
  test.each([
    ["a.json", '{"a": 1,}', "1:9"],
    ["Makefile", "all: a\n    echo b\n\techo c\n", "2:1 expected a tab before this recipe"],
    ["a.mk", "x::\n\tb\n\n c --d\n", "4:1 expected a tab before this recipe"],
    ["a.scss", "a {\n  b { c: d; }\n", "1:3 `{` is never closed"],
    ["a.less", "a {\n  b: c);\n}\n", "2:7 unexpected `)`"],
    ["a.json", '{\n"a": 1\n"b": 2}', "3:1"],
    ["a.json", "// a\n{}", ":"],
    ["tsconfig.json", '{\n  // a\n  "b": 1,\n  "c" 2\n}', "4:7"],
    ["tsconfig.json", "{ /* a ", "1:"],
    ["a.yaml", "a: [1\nb: 2\n", "2:"],
    ["a.yaml", "a:\n  : b\n", "2:3 a key is missing"],
    ["a.toml", "a = \nb = 1\n", "1:5"],
    ["a.toml", "[a\nb = 1\n", "1:"],
    ["a.html", "<div>\n<p>a</div>\n</div>", "3:1 `</div>` closes nothing"],
    ["a.html", "<div>\n<span>a</div>", "2:1 `<span>` is never closed"],
    ["a.html", "<div>\n<a b</div>", "1:1"],
    ["a.html", "<p>a\n<br", "2:1"],
    ["a.html", "<script>\na", "1:1"],
    ["a.html", '<a href="b>c</a>', "1:"],
    ["a.html", "<!doctype html>\n<div></div>\n<!-- a\n", "3:1"],
    ["a.md", "---\ntitle: a\ntags: [b\n---\n", "4:"],
    ["a.md", "+++\ntitle = a\n+++\n", "2:"],
    ["a.md", "# A\n\n```sh\na\n````\nb\n```\n", "7:1"],
    ["a.mdx", "~~~\na\n```\n", "1:1"],
  ])("%s %j", (path, text, place) => {
    expect(places(path, text)?.length).toBeGreaterThan(0);
    expect(places(path, text)![0]).toContain(place);
  });

  test("CSS is judged by its grammar", async () => {
    expect(
      await syntaxFaults("a.css", "@media (a: 1px) { .b > c:hover { d: var(--e, 1) } }\n@tailwind base;"),
    ).toEqual([]);
    expect((await syntaxFaults("a.css", ".b { c: d;\n.e { f: g }\n"))?.length).toBeGreaterThan(0);
  });
});

describe("what is not judged", () => {
  test.each([
    ["a.html", "<div>{% if a %}<p>{% endif %}"],
    ["a.html", "<div>{{#if a}}<p>{{/if}}"],
    ["a.html", "<?php echo 1 ?><div>"],
    ["a.yml", "a: {{ b }}\n"],
    ["a.txt", "{"],
    ["a.toml", `a = "${"b".repeat(600_000)}"`],
  ])("%s %#", (path, text) => expect(places(path, text)).toBeUndefined());
});

test("no text takes long", async () => {
  const hostile = [
    ["tsconfig.json", "/*".repeat(200_000)],
    ["tsconfig.json", '"\\'.repeat(200_000)],
    ["tsconfig.json", ",".repeat(200_000)],
    ["tsconfig.json", `[1${"/* a */".repeat(50_000)}x`],
    ["a.scss", '"\\'.repeat(300_000)],
    ["a.toml", "[".repeat(200_000)],
    ["a.toml", "a.".repeat(100_000)],
    ["a.html", "<p>".repeat(60_000)],
    ["a.html", "<b><p>".repeat(400)],
    ["a.html", "<a ".repeat(60_000)],
    ["a.html", "<table>".repeat(20_000)],
    ["a.html", "{{".repeat(90_000)],
    ["a.yaml", `---\n${"a: ".repeat(20_000)}\n---\n`],
    ["a.yaml", "- ".repeat(99_000)],
    ["a.md", `---\n${"a ".repeat(200_000)}\n---\n`],
    ["a.md", "---\n".repeat(200_000)],
    ["a.md", `+++\n${"--- \n".repeat(100_000)}`],
  ] as const;
  for (const [path, text] of hostile) {
    const milliseconds = await timeOf(() => formatFaults(path, text));
    // Far above what they take, far below what a square of their length would.
    expect([path, text.slice(0, 10), milliseconds < 20_000]).toEqual([path, text.slice(0, 10), true]);
  }
});
