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
  ])("%s", async (_, more, expected) => {
    expect(await lines(more)).toEqual(expected);
  });

  test.each<[string, CodeAnswer, RegExp]>([
    [
      "are in the repository",
      answer([source({ path: "src/money.py" })]),
      /^Source 1: src\/money\.py is no text file of this repository\. There is src\/shop\/money\.py\.$/,
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
