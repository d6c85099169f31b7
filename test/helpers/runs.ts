import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/store/database.ts";
import { isFinal, type NewRun, type Run, type RunState } from "../../src/store/run.ts";
import { findRun } from "../../src/store/runs.ts";

/**
 * For tests that wait for many runs one after the other. Each look for work is a transaction of four statements, and a
 * run of the tests is as long as its processors are busy: looking more often takes longer.
 */
export const hurriedPolling = { acceptMs: 150, jobsMs: 150 } as const;

/** A command as a delivery brings it; every call is another repository and comment unless told otherwise. */
export function newRun(differences: Partial<NewRun> = {}): NewRun {
  return {
    id: randomUUID(),
    appSlug: "coderag",
    installationId: 7,
    repositoryId: randomInt(1, 2 ** 40),
    owner: "octo",
    name: "hello",
    issueNumber: 12,
    commentId: randomInt(1, 2 ** 40),
    verb: "implement",
    request: "",
    actorLogin: "mona",
    actorId: 42,
    frozenAt: "2026-01-01T00:00:00.000Z",
    snapshot: { title: "A title", body: "A body" },
    ...differences,
  };
}

export const newDelivery = (guid: string = randomUUID()) => ({
  guid,
  event: "issue_comment",
  action: "created",
});

/** Polls until the condition gives something. Fails after `withinMs` with what it was waiting for. */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | undefined | false>,
  withinMs = 240_000,
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await sleep(100)) {
    const found = await condition();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for ${what}.`);
  }
}

/** The run once it is in this state (or has ended otherwise, which the caller's expectation then shows). */
export const runReaches = (database: Database, id: string, state: RunState): Promise<Run> =>
  eventually(`run ${id} to be ${state}`, async () => {
    const run = await findRun(database, id);
    return run && (run.state === state || isFinal(run.state)) && run;
  });
