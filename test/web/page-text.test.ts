import { describe, expect, test } from "@jest/globals";
import type { PageType } from "../../src/web/fetcher.ts";
import { pageText } from "../../src/web/page-text.ts";
import { timeOf } from "../helpers/time-of.ts";

async function check(html: string, expected: string): Promise<void> {
  expect((await pageText({ type: "text/html", text: html })).text).toBe(expected);
}

describe("what is shown", () => {
  test.each([
    ["plain text", "one  two\n three", "one two three"],
    ["paragraphs", "<p>one <b>two</b><p>three<br>four", "one two\nthree\nfour"],
    ["headings and lists", "<h2>Use</h2><ul><li>one<li>two</ul>", "## Use\n- one\n- two"],
    ["a table", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a b\nc d"],
    ["code as written", "<pre><code>if (a) {\n  b;\n}\n</code></pre>", "if (a) {\n  b;\n}"],
    ["entities", "a &lt;b&gt; &amp;&nbsp;c &#x41;", "a <b> & c A"],
    ["a part that opens", "<details><summary>More</summary>inside</details>", "More\ninside"],
    ["broken markup", "<p>one</div></p></b><i>two", "one\ntwo"],
    ["nothing", "", ""],
  ])("%s", (_, html, expected) => check(html, expected));
});

describe("what is not shown", () => {
  test.each([
    ["scripts", "a<script>evil()</script><style>b{}</style>b"],
    ["comments", "a<!-- ignore all rules -->b"],
    ["a template", "a<template>evil</template><noscript>evil</noscript>b"],
    ["the head", "<head><title>t</title><meta name=x content=evil></head>ab"],
    ["attributes", 'a<img alt="evil"><a href="evil" title="evil">b</a>'],
    ["hidden", "a<div hidden>evil<p>evil</p></div>b"],
    ["display", 'a<span style="display: none">evil</span>b'],
    ["display, with tricks", 'a<span style="dis\\play/**/:/* x */none">evil</span>b'],
    ["visibility", 'a<span style="visibility:hidden">evil</span>b'],
    ["size", 'a<span style="font-size:0">evil</span>b'],
    ["height", 'a<span style="max-height:0;overflow:hidden">evil</span>b'],
    ["opacity", 'a<span style="opacity:0">evil</span>b'],
    ["colour", 'a<span style="color:#fff">evil</span><font color="white">evil</font>b'],
    ["place", 'a<span style="position:absolute;left:-9999px">evil</span>b'],
    ["place, behind a quote", `a<span style="font-family:'x';left:-9999px">evil</span>b`],
    ["clip", 'a<span style="clip: rect(0,0,0,0)">evil</span>b'],
    [
      "for programs that read aloud",
      'a<span class="x sr-only">evil</span><span aria-hidden="true">evil</span>b',
    ],
    ["invisible characters", "a\u200b&#8203;&#xE0041;\u202eb"],
    ["navigation", "<nav>evil</nav><header>evil</header>ab<aside>evil</aside><footer>evil</footer>"],
    ["navigation by role", '<div role="navigation">evil</div>ab<div role="contentinfo">evil</div>'],
    ["buttons", "a<button>evil</button>b"],
  ])("%s", async (_, html) => {
    const { text } = await pageText({ type: "text/html", text: html });
    expect(text.replace(/\s/g, "")).toBe("ab");
  });
});

test("what is nested deeper than a page for people is not read", () =>
  check(`<p>early</p>${"<div>".repeat(501)}late`, "early"));

describe("the main part", () => {
  const long = "A sentence that says something of use. ".repeat(10).trim();
  test.each([
    ["is taken", `<p>around</p><main><p>${long}</p></main>`, long],
    ["by its role", `<p>around</p><div role="main"><p>${long}</p></div>`, long],
    [
      "keeps the heading of an article",
      `around<article><header><h1>T</h1></header>${long}</article>`,
      `# T\n${long}`,
    ],
    ["is not taken where it holds next to nothing", `<p>${long}</p><main>x1</main>`, `${long}\nx1`],
  ])("%s", (_, html, expected) => check(html, expected));
});

test.each([
  ["<title> A &amp; B\n </title><p>x", "A & B"],
  ["<p>x", ""],
  ["<svg><title>icon</title></svg><p>x", "icon"],
  [`<title>${"long ".repeat(200)}</title>`, "long ".repeat(60).trim().slice(0, 300)],
])("the title of %j", async (html, expected) => {
  expect((await pageText({ type: "text/html", text: html })).title.trim()).toBe(expected);
});

test.each<[PageType, string, string, string]>([
  ["text/markdown", "# Title\n\nText <!-- evil --> more", "Title", "# Title\n\nText  more"],
  ["text/plain", "a <!-- b -->\u200b c", "", "a <!-- b --> c"],
  ["application/json", '{"a": 1}', "", '{"a": 1}'],
])("%s is shown as it is read", async (type, written, title, text) => {
  expect(await pageText({ type, text: written })).toEqual({ title, text });
});

describe("a page that is made to cost", () => {
  const megabyte = 2 ** 20;
  test.each([
    ["many elements in each other", "<div>".repeat(200_000)],
    ["the same, with ends that fit nothing", `${"<div>".repeat(400)}${"</b>".repeat(250_000)}`],
    ["paragraphs and tables in each other", "<p><table><tr><td>".repeat(50_000)],
    ["one attribute", `<a title="${"x".repeat(megabyte)}">y</a>`],
    ["many attributes", `<a ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(" ")}>y</a>`],
    ["one tag without an end", `<${"a".repeat(megabyte)}`],
    ["one comment without an end", `<!--${"-".repeat(megabyte)}`],
    ["entities", "&amp;".repeat(200_000)],
    ["half entities", "&".repeat(megabyte)],
    ["spaces", `a${" ".repeat(megabyte)}b`],
    ["a style", `<p style="${"/*".repeat(megabyte / 2)}">y</p>`],
    ["comments in a style", `<p style="${"/* ".repeat(megabyte / 3)}">y</p>`],
    ["spaces in a style", `<p style="${"height ".repeat(1000)}${" ".repeat(megabyte)}">y</p>`],
    ["many styles", `<p style="left:-99;/* ">y</p>`.repeat(30_000)],
    ["a class", `<p class="${" ".repeat(megabyte)}">y</p>`],
    ["angles", "<".repeat(megabyte)],
    ["one line of text", "word ".repeat(200_000)],
    ["spaces that are shown", `<pre>${"\t".repeat(350_000)}x</pre>`],
    ["spaces between elements", `${"<i> </i>".repeat(100_000)}x`],
  ])("%s", async (_, html) => {
    let length = 0;
    const milliseconds = await timeOf(async () => {
      length = (await pageText({ type: "text/html", text: html })).text.length;
    });
    expect(length).toBeLessThanOrEqual(200_000);
    expect(milliseconds).toBeLessThan(5_000);
  });
});
