import { describe, expect, test } from "@jest/globals";
import { createBatches, type Job } from "../../src/languages/outline-batches.ts";

const jobs = (language: string, ...sizes: readonly number[]): readonly Job[] =>
  sizes.map((size) => ({ input: { language, text: "x".repeat(size) }, take: () => undefined }));
const shown = (batch: readonly Job[] | undefined): string | undefined =>
  batch && `${batch[0]!.input.language} ${batch.map(({ input }) => input.text.length).join(" ")}`;

describe("createBatches", () => {
  /** `turns`: which thread asks next; the threads know what they were given, and at first what `known` says. */
  const check = async (
    waiting: readonly (readonly Job[])[],
    known: readonly (readonly string[])[],
    turns: readonly number[],
    expected: readonly (string | undefined)[],
  ): Promise<void> => {
    const batches = createBatches();
    const threads = known.map((languages) => new Set(languages));
    for (const thread of threads) batches.join(thread);
    for (const some of waiting) batches.add(some);
    batches.close();
    const found: (string | undefined)[] = [];
    for (const turn of turns) found.push(shown(await batches.next(threads[turn]!)));
    expect(found).toEqual(expected);
  };
  test.each<[string, Parameters<typeof check>]>([
    [
      "the largest first, few large or many small",
      [[jobs("a", 1, 90_000, 50_000, 2)], [[]], [0, 0], ["a 90000 50000", "a 2 1"]],
    ],
    [
      "no more than 16 files",
      [
        [jobs("a", ...Array.from({ length: 17 }, () => 1))],
        [[]],
        [0, 0, 0],
        [`a${" 1".repeat(16)}`, "a 1", undefined],
      ],
    ],
    [
      "one language a batch, and the known one first",
      [[jobs("a", 5), jobs("b", 4)], [["b"]], [0, 0], ["b 4", "a 5"]],
    ],
    [
      "what nobody knows before what another knows",
      [
        [jobs("a", 5), jobs("b", 4)],
        [["a"], []],
        [1, 1, 0],
        ["b 4", undefined, "a 5"],
      ],
    ],
    [
      "what another knows, where there is much of it",
      [[jobs("a", 100_000, 100_000, 100_000)], [["a"], []], [1], ["a 100000"]],
    ],
  ])("%s", (_, row) => check(...row)); // prettier-ignore

  test("gives what a thread that ended knew to the next", async () => {
    const batches = createBatches();
    const [first, second] = [new Set(["a"]), new Set<string>()];
    batches.join(first);
    batches.join(second);
    const asked = batches.next(second);
    batches.add(jobs("a", 3, 2));
    batches.leave(first);
    expect(shown(await asked)).toBe("a 3 2");
  });

  test("gives the jobs of a batch again one by one, and wakes who waits when it closes", async () => {
    const batches = createBatches();
    const languages = new Set<string>();
    batches.add(jobs("a", 3, 2));
    batches.split((await batches.next(languages))!);
    expect([shown(await batches.next(languages)), shown(await batches.next(languages))]).toEqual([
      "a 3",
      "a 2",
    ]);
    const asked = batches.next(languages);
    batches.close();
    expect(await asked).toBeUndefined();
  });
});
