import { describe, expect, test } from "@jest/globals";
import { type DeliveryList, firstSweep, type SweepState, sweepOnce } from "../../src/app/sweeper.ts";
import type { DeliveryAttempt } from "../../src/github/deliveries.ts";
import { GitHubError } from "../../src/github/failure.ts";
import { silentLogger } from "../../src/log.ts";

const start = Date.parse("2026-11-21T12:00:00Z");
const at = (minute: number): string => new Date(start + minute * 60_000).toISOString();
const signal = new AbortController().signal;

const attempt = (id: number, minute: number, change: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  ...{ id, guid: `g${id}`, event: "issue_comment", action: "created", deliveredAt: at(minute) },
  ...{ status: 0, result: "failed to connect" },
  ...change,
});

/** GitHub's list, which remembers what it was asked; `attempts` oldest first. */
function listOf(attempts: readonly DeliveryAttempt[], refuseAt = Number.POSITIVE_INFINITY) {
  const calls: { since: string[]; redelivered: number[] } = { since: [], redelivered: [] };
  const list: DeliveryList = {
    deliveryAttempts: async ({ since }) => {
      calls.since.push(since.toISOString());
      return attempts.filter(({ deliveredAt }) => deliveredAt >= since.toISOString()).toReversed();
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
      attempt(2, 10),
      attempt(3, 20, { event: "issues", action: "closed" }),
      attempt(4, 20, { event: "issues", action: "opened" }),
      attempt(5, 20, { action: "edited" }),
      attempt(6, 20, { event: "push", action: undefined }),
      attempt(7, 20, { event: "pull_request_review_comment" }),
      attempt(8, 20, { event: "pull_request", action: "synchronize" }),
      attempt(9, 20, { event: "check_run", action: "completed" }),
      attempt(10, 20, { event: "check_run", action: "requested_action" }),
      attempt(11, 20, { event: "installation", action: "deleted" }),
      attempt(1, 30),
    ]);
    const { report } = await sweep(firstSweep(start));
    expect(calls.redelivered).toEqual([2, 3, 7, 8, 10, 11, 1]);
    expect(report).toMatchObject({ failing: [], left: 0 });
  });

  test("stops at the first refusal, and goes on from there", async () => {
    const attempts = [attempt(1, 10), attempt(2, 20), attempt(3, 30)];
    const refused = listOf(attempts, 1);
    const { state, report } = await refused.sweep(firstSweep(start));
    expect(report).toMatchObject({ redelivered: ["g1"], left: 2 });
    const next = listOf([attempt(4, 99, { guid: "g1", status: 202 })]);
    expect((await next.sweep(state)).report).toMatchObject({ redelivered: ["g2", "g3"], left: 0 });
  });

  test("a delivery that GitHub has no more does not keep the others waiting", async () => {
    const gone = new GitHubError(404, "POST /app/hook/deliveries/1/attempts");
    const asked: number[] = [];
    const list: DeliveryList = {
      deliveryAttempts: async () => [attempt(2, 20), attempt(1, 10)],
      redeliver: async (id) => {
        asked.push(id);
        if (id === 1) throw gone;
      },
    };
    const { report, state } = await sweepOnce(
      list,
      firstSweep(start),
      { now: start + 6_000_000, log: silentLogger },
      signal,
    );
    expect(asked).toEqual([1, 2]);
    expect(report).toMatchObject({ redelivered: ["g2"], left: 0 });
    expect(state.pending.size).toBe(2);
  });

  test("asks again after pauses that double up to an hour, until GitHub delivers no more, and tells it once", async () => {
    const attempts = [attempt(0, 0, { guid: "poison" })];
    const asked: number[] = [];
    const [told, lost]: [number[], number[]] = [[], []];
    let state = firstSweep(start);
    for (let minute = 2; minute < 75 * 60; minute += 5) {
      const { sweep } = listOf(attempts);
      const swept = await sweep(state, minute);
      state = swept.state;
      for (const _ of swept.report.redelivered) {
        asked.push(minute);
        attempts.push(attempt(asked.length, minute, { guid: "poison" }));
      }
      for (const _ of swept.report.failing) told.push(minute);
      for (const _ of swept.report.lost) lost.push(minute);
    }
    expect(asked.slice(0, 8)).toEqual([2, 7, 17, 37, 77, 137, 197, 257]);
    expect(asked.at(-1)).toBeLessThanOrEqual(72 * 60);
    expect(told).toEqual([82]);
    expect(lost).toEqual([72 * 60 + 2]);
  });

  test("an outage of hours loses nothing: what failed all along is asked for when it is over", async () => {
    const attempts = [attempt(0, 0)];
    let state = firstSweep(start);
    for (let minute = 2; minute < 600; minute += 5) {
      const { calls, sweep } = listOf(attempts);
      ({ state } = await sweep(state, minute));
      const status = minute > 300 ? 202 : 503;
      for (const _ of calls.redelivered) attempts.push(attempt(minute, minute, { guid: "g0", status }));
    }
    expect(attempts.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(state.pending.size).toBe(0);
  });

  test("a restart knows by the list how long something has failed", async () => {
    const attempts = [attempt(0, 0), attempt(1, 40, { guid: "g0" })];
    expect((await listOf(attempts).sweep(firstSweep(start), 70)).report.redelivered).toEqual([]);
    expect((await listOf(attempts).sweep(firstSweep(start), 80)).report.redelivered).toEqual(["g0"]);
  });

  test("takes a bounded number a round and leaves the rest for the next", async () => {
    const attempts = Array.from({ length: 200 }, (_, index) => attempt(index, index));
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
      deliveryAttempts: async () => [attempt(2, 2), attempt(1, 1)],
      redeliver: async (id) => {
        redelivered.push(id);
        over.abort();
      },
    };
    await sweepOnce(list, firstSweep(start), { now: start, log: silentLogger }, over.signal);
    expect(redelivered).toEqual([1]);
  });
});
