import { describe, expect, test } from "@jest/globals";
import { createBatches, type Job } from "../../src/languages/threads/outline-batches.ts";

const jobs = (language: string, ...sizes: readonly number[]): readonly Job[] =>
  sizes.map((size) => ({ input: { language, text: "x".repeat(size) }, take: () => undefined }));
const shown = (batch: readonly Job[] | undefined): string | undefined =>
  batch && `${batch[0]!.input.language} ${batch.map(({ input }) => input.text.length).join(" ")}`;

describe("createBatches", () => {
  const check = async (
    waiting: readonly (readonly Job[])[],
    expected: readonly (string | undefined)[],
  ): Promise<void> => {
    const batches = createBatches();
    for (const some of waiting) batches.add(some);
    batches.close();
    const found: (string | undefined)[] = [];
    for (const _ of expected) found.push(shown(await batches.next()));
    expect(found).toEqual(expected);
  };
  test.each<[string, Parameters<typeof check>]>([
    [
      "in their order, few large or many small",
      [[jobs("a", 90_000, 50_000, 1, 2)], ["a 90000 50000", "a 1 2", undefined]],
    ],
    [
      "no more than 16 files",
      [[jobs("a", ...Array.from({ length: 17 }, () => 1))], [`a${" 1".repeat(16)}`, "a 1", undefined]],
    ],
    [
      "what came first before what came later",
      [
        [jobs("a", 4), jobs("b", 5)],
        ["a 4", "b 5", undefined],
      ],
    ],
    ["nothing of nothing", [[[]], [undefined]]],
  ])("%s", (_, row) => check(...row));

  test("gives the jobs of a batch again one by one, and wakes who waits", async () => {
    const batches = createBatches();
    batches.add(jobs("a", 3, 2));
    batches.split((await batches.next())!);
    expect([shown(await batches.next()), shown(await batches.next())]).toEqual(["a 3", "a 2"]);
    const [first, second] = [batches.next(), batches.next()];
    batches.add(jobs("a", 1));
    expect(shown(await first)).toBe("a 1");
    batches.close();
    expect(await second).toBeUndefined();
  });
});
