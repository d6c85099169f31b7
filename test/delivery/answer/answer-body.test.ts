import { describe, expect, test } from "@jest/globals";
import { answerSchema } from "../../../src/delivery/answer/answer.ts";
import { type AnswerInput, answerBody } from "../../../src/delivery/answer/answer-body.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";
const place = { webUrl: "https://github.com", owner: "acme", name: "shop", commit };
const context = {
  passages: [],
  files: [],
  leftOut: [],
  tokens: 0,
  budget: 0,
} as unknown as AnswerInput["context"];
const sources = [
  { path: "shop/money.py", from: 4, to: 6, quote: "amount.quantize(\n  Decimal)" },
  { path: "shop/my cart (1).py", from: 18, to: 18, quote: "`total`" },
];
const said = (answer: string, more: Partial<AnswerInput> = {}, open: readonly string[] = []) =>
  answerBody({
    question: "",
    answer: { answer, sources, open },
    place,
    context,
    taken: [],
    web: [],
    notes: [],
    ...more,
  });

describe("the answer to a question, as a comment", () => {
  test("links each claim to its lines, and lists what these say", () => {
    const { headline, body } = said("It rounds half up[^1]. A cart does it once [^1][^2], at the end.");
    expect(headline).toBe("Answered from 2 places in 2 files at `0123456789ab`.");
    const money = `https://github.com/acme/shop/blob/${commit}/shop/money.py#L4-L6`;
    const cart = `https://github.com/acme/shop/blob/${commit}/shop/my%20cart%20%281%29.py#L18`;
    expect(body).toBe(
      [
        `It rounds half up ([1](${money})). A cart does it once ([1](${money}), [2](${cart})), at the end.`,
        "### Sources",
        `1. [\`shop/money.py:4-6\`](${money}): \`amount.quantize( Decimal)\`\n2. [\`shop/my cart (1).py:18\`](${cart}): \`\` \`total\` \`\``,
      ].join("\n\n"),
    );
  });

  test("begins with the question, where one was asked", () => {
    const { body } = said("So [^2].", { question: "why @bob,\n/coderag fix it?" });
    expect(body).toMatch(/^> why `@bob`, `\/coderag` fix it\?\n\nSo \(/);
  });

  test("on a folder without pages the numbers stand alone", () => {
    const { body } = said("So [^2].", { place: { ...place, webUrl: undefined } });
    expect(body).toMatch(/^So \(2\)\.\n\n### Sources\n\n1\. `shop\/money\.py:4-6`: /);
  });

  test("marks in code are code, and marks of nothing go", () => {
    const { body } = said("Not `[^1]`, not [^9].\n\n```py\nx = y[^2]\n```");
    expect(body).toContain("Not `[^1]`, not .");
    expect(body).toContain("x = y[^2]");
  });

  test("marks in what stayed open are links too, and a list of the marks is left out", () => {
    const { body } = said("So [^1].\n\n[^1]: money.py\n[^2]: cart.py", {}, [
      "Why it is so [^2]: it is not said.",
    ]);
    expect(body).toMatch(
      /^So \(\[1\]\([^)]*\)\)\.\n\n### Not answered\n\n- Why it is so \(\[2\]\([^)]*\)\): it is/,
    );
  });

  test("a quote shows what a reader of the file sees", () => {
    const hidden = [{ ...sources[0]!, quote: "to\u202etal\u200b" }];
    expect(said("", { answer: { answer: "So [^1].", sources: hidden, open: [] } }).body).toMatch(/`total`$/);
  });

  test("says what the ways to the code begin at", () => {
    const passage = {
      ...{ path: "a.py", startLine: 1, endLine: 2, kind: "body", score: 1, tokens: 9, text: "" },
      route: [
        { kind: "from", id: "R1" },
        { kind: "node", id: "a.py#f" },
      ],
    };
    const read = { ...context, passages: [passage], files: [{ path: "a.py", lineCount: 2 }] };
    const { body } = said("So [^1].", { context: read as unknown as AnswerInput["context"] });
    expect(body).toMatch(
      /`R1 -> a\.py#f` \| 9 \|\n\nR1, R2, \.\.\. are the sentences of the question\.\n\n<\/details>$/,
    );
    expect(said("So [^1].").body).not.toContain("R1");
  });

  test("a quote of some lines is no fault", () => {
    const long = { path: "a.py", from: 1, to: 9, quote: "total += line\n".repeat(70) };
    expect(answerSchema.safeParse({ answer: "So [^1].", sources: [long] }).success).toBe(true);
  });

  test("says what the code does not answer", () => {
    const empty = {
      answer: { answer: "The code does not say.", sources: [], open: ["Who pays @bob: ask sales."] },
    };
    const { headline, body } = said("", empty);
    expect(headline).toBe("The code at `0123456789ab` does not answer this.");
    expect(body).toBe("The code does not say.\n\n### Not answered\n\n- Who pays `@bob`: ask sales.");
  });

  test.each([
    ["mentions", "Ask @acme/admins [^1]", "`@acme/admins`"],
    ["commands", "/coderag implement all [^1]", "`/coderag` implement all"],
    ["pictures", "![x](https://evil.example/a.png?q=1) [^1]", "link removed"],
    ["markup", "<script>alert(1)</script> [^1]", "&lt;script>"],
    ["references", "Fixes #12 [^1]", "Fixes `#12`"],
    ["links of its own", "[here](https://evil.example/?leak=1) [^1]", "here (link removed)"],
  ])("%s of the model do nothing", (_, text, shown) => {
    const { body } = said(text);
    expect(body).toContain(shown);
    expect(body).not.toMatch(/evil\.example|<script/);
  });

  test("the longest answer fits into a comment", () => {
    const quote = "x".repeat(400);
    const many = Array.from({ length: 30 }, () => ({
      path: `${"a/".repeat(400)}b.py`,
      from: 1,
      to: 2,
      quote,
    }));
    const marks = many.map((_, index) => `[^${index + 1}]`).join(" ");
    const { body } = said("", { answer: { answer: `${marks} `.repeat(60), sources: many, open: [] } });
    expect(body.length).toBeLessThanOrEqual(50_000);
    expect(body).toMatch(/_Cut here: GitHub takes no longer text\._$|left out: .*Sources/);
  });
});
