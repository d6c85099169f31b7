import { describe, expect, test } from "@jest/globals";
import { checkAnswer } from "../../src/agent/check-answer.ts";
import type { AnswerSource, CodeAnswer } from "../../src/delivery/answer/answer.ts";
import { workspace } from "./small-repository.ts";

const source = (more: Partial<AnswerSource> = {}): AnswerSource => ({
  ...{ path: "src/shop/money.py", from: 1, to: 3, quote: "return round(amount, 2)" },
  ...more,
});
const answer = (sources: readonly AnswerSource[], more: Partial<CodeAnswer> = {}): CodeAnswer => ({
  ...{
    answer: sources.map((_, index) => `It does so [^${index + 1}].`).join(" ") || "Nobody knows.",
    sources,
  },
  ...{ open: [], ...more },
});
const lines = async (more: Partial<AnswerSource>) => {
  const checked = await checkAnswer(answer([source(more)]), workspace);
  expect(checked.complaints).toEqual([]);
  return checked.answer.sources.map(({ from, to }) => [from, to])[0];
};
const complaints = async (handedIn: CodeAnswer) =>
  (await checkAnswer(handedIn, workspace)).complaints.map(({ message }) => message);

describe("the sources of an answer", () => {
  test.each<[string, Partial<AnswerSource>, [number, number]]>([
    ["stay where the words stand in them", {}, [1, 3]],
    ["move to the words that stand elsewhere in the file", { from: 5, to: 6 }, [3, 3]],
    ["move where the file has no such lines", { from: 900, to: 901 }, [3, 3]],
    ["move where their numbers are the wrong way round", { from: 3, to: 1 }, [3, 3]],
    [
      "may be quoted over several lines and other white space",
      { quote: 'amount):\n  """Rounds half  up.' },
      [1, 3],
    ],
    ["are cut to the words where they are as long as a file", { from: 1, to: 500 }, [3, 3]],
    [
      "may be quoted as the model was shown them",
      { from: 6, to: 6, quote: 'TOKEN = "<¦|im_start|>"' },
      [6, 6],
    ],
    ["may be set otherwise", { quote: "return round( amount,2 )" }, [1, 3]],
    [
      "may be quoted with their numbers",
      { from: 9, to: 9, quote: " 3ab:   return round(amount, 2)" },
      [3, 3],
    ],
    ["may stand in back-ticks", { quote: "`return round(amount, 2)`" }, [1, 3]],
    ["are named as a place is", { path: "./src/shop/money.py#round_cents" }, [1, 3]],
    ["are named with a line", { path: "/src/shop/money.py:3-3" }, [1, 3]],
  ])("%s", async (_, more, expected) => {
    expect(await lines(more)).toEqual(expected);
  });

  test.each([
    ["runs over the lines of a comment", "kept in the context until the next call"],
    ["brings the marks of a comment", "// Kept in the context\n// until the next call.".toLowerCase()],
    ["was broken otherwise", "send(request, reply)"],
    ["holds what no reader sees", "send(\u200brequest, reply)\u202e"],
    ["leaves out what no reader sees", "const hidden = 1"],
  ])("prove a place where the quote %s", async (_, quote) => {
    const text =
      "// It is kept in the context\n// until the next call.\nsend(\n  request,\n  reply)\nconst hid\u200bden = 1\n";
    const readable = {
      entries: workspace.entries,
      readMany: async () => new Map([["src/shop/money.py", text]]),
    };
    const once = await checkAnswer(answer([source({ from: 1, to: 6, quote })]), readable);
    expect(once.complaints).toEqual([]);
    // The gate looks at what the loop accepted.
    expect(await checkAnswer(once.answer, readable)).toEqual(once);
  });

  test("are told without what they were shown with", async () => {
    const quote = "`3ab:   return round(amount, 2)`";
    const { answer: checked } = await checkAnswer(answer([source({ quote })]), workspace);
    expect(checked.sources[0]!.quote).toBe("  return round(amount, 2)");
  });

  test.each<[string, CodeAnswer, RegExp]>([
    [
      "are in the repository",
      answer([source({ path: "src/money.py" })]),
      /^Source 1: src\/money\.py is no text file of this repository\. There is src\/shop\/money\.py\.$/,
    ],
    [
      "are named by their whole path",
      answer([source({ path: "money.py" })]),
      /^Source 1: money\.py is no text file of this repository\. There is src\/shop\/money\.py\.$/,
    ],
    [
      "are not outside of it",
      answer([source({ path: "../x" })]),
      /^Source 1: \.\.\/x is no text file[^.]*\.$/,
    ],
    ["are not of the machine", answer([source({ path: "/etc/passwd" })]), /passwd is no text file[^.]*\.$/],
    ["are spelt alike", answer([source({ path: "src/shop/m\u043eney.py" })]), /is no text file[^.]*\.$/],
    ["are no comment's mark", answer([source({ quote: "//// x" })]), /does not hold the quoted words/],
    [
      "are marked outside of code",
      answer([source()], { answer: "`x[^1]`\n\n```py\ny[^1]\n```" }),
      /does not mark \[\^1\]/,
    ],
    [
      "are marked where they prove something",
      answer([source()], { answer: "It rounds.\n\n[^1]: src/shop/money.py" }),
      /does not mark \[\^1\]/,
    ],
    [
      "are there for what is open",
      answer([source()], { open: ["Why [^2]."] }),
      /marks \[\^2\], and there is no such/,
    ],
    ["are texts", answer([source({ path: "logo.png" })]), /^Source 1: logo\.png is no text file/],
    [
      "hold what is quoted",
      answer([source({ quote: "return floor(amount)" })]),
      /does not hold the quoted words/,
    ],
    ["are quoted with enough words", answer([source({ quote: "( )" })]), /too short to prove a place/],
    ["are marked", answer([source()], { answer: "It rounds." }), /does not mark \[\^1\]/],
    [
      "are there for each mark",
      answer([source()], { answer: "So [^1], so [^2]." }),
      /marks \[\^2\], and there is no such/,
    ],
    ["are there, or it is said why not", answer([]), /An answer stands on code/],
  ])("%s", async (_, handedIn, message) => {
    expect(await complaints(handedIn)).toEqual([expect.stringMatching(message)]);
  });

  test("are no classes of letters in code", async () => {
    expect(await complaints(answer([source()], { answer: "It splits at `[^2]` [^1]." }))).toEqual([]);
  });

  test("are not needed where the repository does not answer", async () => {
    expect(await complaints(answer([], { open: ["Who pays: the code does not say."] }))).toEqual([]);
  });
});

test.each([
  [
    "a path that is not there",
    "See `src/shop/tax.py` [^1].",
    ["The answer names `src/shop/tax.py`, which is no file of this repository."],
  ],
  [
    "an id of a file that is elsewhere",
    "See `lib/cart.py#Cart` [^1].",
    ["The answer names `lib/cart.py`, which is no file of this repository. There is src/shop/cart.py."],
  ],
  ["a path by its end", "See `shop/cart.py:12` [^1].", []],
  ["what no file ends as", "It is a `net/http.Request`, a `java/util.List` [^1].", []],
  ["what is no path", "It is `a/b`, `and/or` or `https://example.org/a.py` [^1].", []],
])("an answer that names %s", async (_, text, expected) => {
  const { objections, complaints: none } = await checkAnswer(answer([source()], { answer: text }), workspace);
  expect(objections.map(({ message }) => message)).toEqual(expected);
  expect(none).toEqual([]);
});

test("a long file and many marks take no time to speak of", async () => {
  const text = "same words here\n".repeat(60_000);
  const readable = {
    entries: workspace.entries,
    readMany: async () => new Map([["src/shop/money.py", text]]),
  };
  const sources = Array.from({ length: 30 }, () =>
    source({ from: 59_000, to: 59_000, quote: "same words here" }),
  );
  const marks = sources.map((_, index) => `[^${index + 1}]`).join("");
  const { answer: checked } = await checkAnswer(answer(sources, { answer: marks.repeat(100) }), readable);
  expect(checked.sources[29]).toMatchObject({ from: 59_000, to: 59_000 });
});

test("a repository of 100,000 files and an answer that names none of them take no time to speak of", async () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `p${index % 100}/src/file${index}.ts`);
  const readable = { entries: new Map(names.map((name) => [name, {}])), readMany: async () => new Map() };
  const sources = Array.from({ length: 30 }, (_, index) => source({ path: `lib/file${index}.ts` }));
  const named = sources.map(({ path }) => `\`x/${path}\``).join(" ");
  const checked = await checkAnswer(
    answer(sources, { answer: named }),
    readable as unknown as typeof workspace,
  );
  expect(checked.complaints[7]!.message).toMatch(/There is p7\/src\/file7\.ts\.$/);
  expect(checked.objections).toHaveLength(20);
});
