import { describe, expect, test } from "@jest/globals";
import { type DeliveryList, firstSweep, type SweepState, sweepOnce } from "../../src/app/sweeper.ts";
import type { FailedDelivery } from "../../src/github/deliveries.ts";
import { silentLogger } from "../../src/log.ts";

const start = Date.parse("2026-11-21T12:00:00Z");
const at = (minute: number): string => new Date(start + minute * 60_000).toISOString();
const signal = new AbortController().signal;

const failed = (id: number, minute: number, change: Partial<FailedDelivery> = {}): FailedDelivery => ({
  id,
  guid: `g${id}`,
  event: "issue_comment",
  action: "created",
  deliveredAt: at(minute),
  installationId: 77,
  repositoryId: 55,
  ...change,
});

/** A list of GitHub's, oldest first, which remembers what it was asked. */
function listOf(attempts: readonly FailedDelivery[], refuseAt = Number.POSITIVE_INFINITY) {
  const calls: { since: string[]; redelivered: number[] } = { since: [], redelivered: [] };
  const list: DeliveryList = {
    failedDeliveries: async ({ since }) => {
      calls.since.push(since.toISOString());
      return attempts.filter((attempt) => attempt.deliveredAt >= since.toISOString());
    },
    redeliver: async (id) => {
      if (calls.redelivered.length >= refuseAt) throw new Error("rate limited");
      calls.redelivered.push(id);
    },
  };
  const sweep = (state: SweepState, minute = 100) =>
    sweepOnce(list, state, { now: start + minute * 60_000, log: silentLogger }, signal);
  return { calls, sweep };
}

describe("a sweep", () => {
  test("looks back three days at first, and then only a little", async () => {
    const { calls, sweep } = listOf([]);
    const { state } = await sweep(firstSweep(start));
    expect(calls.since).toEqual([at(-3 * 24 * 60)]);
    expect(new Date(state.since).toISOString()).toBe(at(90));
  });

  test("asks for our events again, the oldest first", async () => {
    const { calls, sweep } = listOf([
      failed(2, 10),
      failed(3, 20, { event: "issues", action: "closed" }),
      failed(4, 20, { event: "issues", action: "opened" }),
      failed(5, 20, { action: "edited" }),
      failed(6, 20, { event: "push", action: undefined }),
      failed(7, 20, { event: "pull_request_review_comment" }),
      failed(8, 20, { event: "pull_request", action: "synchronize" }),
      failed(9, 20, { event: "check_run", action: "completed" }),
      failed(10, 20, { event: "check_run", action: "requested_action" }),
      failed(11, 20, { event: "installation", action: "deleted" }),
      failed(1, 30),
    ]);
    const { report } = await sweep(firstSweep(start));
    expect(calls.redelivered).toEqual([2, 3, 7, 8, 10, 11, 1]);
    expect(report).toMatchObject({ givenUp: [], left: 0 });
  });

  test("stops at the first refusal, and goes on from there", async () => {
    const attempts = [failed(1, 10), failed(2, 20), failed(3, 30)];
    const refused = listOf(attempts, 1);
    const { state, report } = await refused.sweep(firstSweep(start));
    expect(report).toMatchObject({ redelivered: ["g1"], left: 2 });
    expect(new Date(state.since).toISOString()).toBe(at(20));
    const next = listOf(attempts);
    await next.sweep(state);
    expect(next.calls.redelivered).toEqual([2, 3]);
  });

  test("gives up a delivery that fails again and again, and says so", async () => {
    let state = firstSweep(start);
    const redelivered: number[] = [];
    for (let round = 0; round < 8; round++) {
      // Each round shows one more failed attempt of the same delivery.
      const { calls, sweep } = listOf([failed(round, round * 10, { guid: "poison" })]);
      const swept = await sweep(state, round * 10 + 5);
      redelivered.push(...calls.redelivered);
      state = swept.state;
      if (round >= 5) expect(swept.report.givenUp).toEqual(["poison"]);
    }
    expect(redelivered).toHaveLength(5);
  });

  test("takes a bounded number a round and leaves the rest for the next", async () => {
    const attempts = Array.from({ length: 200 }, (_, index) => failed(index, index));
    const first = listOf(attempts);
    const { state, report } = await first.sweep(firstSweep(start), 500);
    expect(report.redelivered.length + report.left).toBe(200);
    expect(first.calls.redelivered.length).toBeLessThan(100);
    const second = listOf(attempts);
    await second.sweep(state, 500);
    expect(second.calls.redelivered[0]).toBe(first.calls.redelivered.length);
  });

  test("does nothing more once it is told to stop", async () => {
    const over = new AbortController();
    const redelivered: number[] = [];
    const list: DeliveryList = {
      failedDeliveries: async () => [failed(1, 1), failed(2, 2)],
      redeliver: async (id) => {
        redelivered.push(id);
        over.abort();
      },
    };
    await sweepOnce(list, firstSweep(start), { now: start, log: silentLogger }, over.signal);
    expect(redelivered).toEqual([1]);
  });
});
