/** Refused hand-ins over a real model endpoint: what the model is told, at most twice, and what is recorded of it. */
import { expect, test } from "@jest/globals";
import { broken, endpoint, good, handIn, look, run, told, wrongLine } from "./scripted-run.ts";

const stale = handIn("=== src/shop/cart.py#aaaa\n8ry:         return 1");
const whole = handIn(
  "=== src/shop/cart.py#fswd (whole) <<\nfrom shop.money import round_cents\n\n\nclass Cart:\n    def total(self):\n        return round_cents(sum(self.lines, 0))\n>>",
);

test("each complaint shows the true numbered lines, and the cure is accepted", async () => {
  const result = await run([wrongLine, good]);
  expect(told(1)).toMatch(/There is no line 99[\s\S]*8ry: {9}return round_cents/);
  expect(result).toMatchObject({ kind: "submitted", turns: 2 });
});

test("every round is recorded with its kinds and its cost, which add up to the run's", async () => {
  const result = await run([look(1), wrongLine, stale, good]);
  expect(result.handIns).toMatchObject([
    { verdict: "refused", complaints: ["edit/no-such-line"], turns: 2, usage: { inputTokens: 200 } },
    { verdict: "refused", complaints: ["edit/stale-file"], turns: 1, usage: { inputTokens: 100 } },
    { verdict: "accepted", complaints: [], turns: 1, moved: 0, whole: 0 },
  ]);
  const spent = result.handIns.reduce((sum, { usage }) => sum + usage.outputTokens, 0);
  expect(spent).toBe(result.usage.outputTokens);
});

test("a number that its tag put right is recorded", async () => {
  const result = await run([handIn("=== src/shop/cart.py#fswd\n7ry:         return round_cents(0)")]);
  expect(result).toMatchObject({ kind: "submitted", handIns: [{ verdict: "accepted", moved: 1 }] });
});

test("with one hand-in left, and not before, small files may be given whole", async () => {
  const result = await run([broken, wrongLine, whole]);
  expect(told(1)).not.toContain("(whole)");
  expect(told(2)).toContain("=== src/shop/cart.py#fswd (whole) <<");
  expect(told(2)).toMatch(/^One hand-in is left/m);
  expect(result).toMatchObject({
    kind: "submitted",
    changes: [{ path: "src/shop/cart.py", after: expect.stringContaining("sum(self.lines, 0)") }],
    handIns: [{ complaints: ["syntax/new-fault"] }, {}, { verdict: "accepted", whole: 1 }],
  });
});

test("three refusals end the run, with what was handed in last", async () => {
  const result = await run([wrongLine, stale, broken, good]);
  expect(result).toMatchObject({
    kind: "stopped",
    reason: "model-faults",
    turns: 3,
    partial: { changes: [{ path: "src/shop/cart.py" }] },
  });
  expect(result.handIns.map(({ verdict }) => verdict)).toEqual(["refused", "refused", "refused"]);
  expect(endpoint!.requests).toHaveLength(3);
});
