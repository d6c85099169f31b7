import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wishOf } from "../../src/jobs/acceptance/wish.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import { type NewRun, occasionId, type Run } from "../../src/store/run.ts";
import { findRun, setOutcome, setTraces } from "../../src/store/runs.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

interface Given extends Partial<NewRun> {
  readonly refused?: true;
  /** The step in which it failed. */
  readonly failedAt?: string;
}

/** Stores the commands of one thread, and gives what the last of them wants. */
async function wanted(...commands: readonly Given[]) {
  const { database } = postgres;
  const { repositoryId } = newRun();
  let last: Run | undefined;
  for (const [index, { refused, failedAt: step, ...given }] of commands.entries()) {
    const run = newRun({ repositoryId, id: randomUUID(), ...given });
    await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
    if (refused)
      await setOutcome(database, run.id, {
        kind: "declined",
        message: "no",
        details: { refused: "permission" },
      });
    else if (step)
      await setOutcome(database, run.id, { kind: "failed", message: "no answer", details: { step } });
    else if (index < commands.length - 1) await setTraces(database, run.id, { noteCommentId: index + 1 });
    last = await findRun(database, run.id);
  }
  return wishOf(last!, database);
}

const retry = (request = ""): Given => ({ verb: "retry", request });
const implement = (request = "", more: Given = {}): Given => ({ verb: "implement", request, ...more });

const onPull = { issue: { pullRequest: true } };

test.each<[string, readonly Given[], string | undefined]>([
  ["a command of its own", [implement("a")], "implement: a"],
  ["a retry of nothing", [retry()], undefined],
  ["a retry", [implement("a"), retry()], "implement: a"],
  ["a retry with a hint", [implement("a"), retry(" b ")], "implement: a\n\nb"],
  ["a retry of a retry", [implement("a"), retry("b"), retry("c")], "implement: a\n\nb\n\nc"],
  ["the newest of two", [implement("a"), implement("b"), retry()], "implement: b"],
  ["behind an undo", [implement("a"), { verb: "undo" }, retry("b")], "implement: a\n\nb"],
  ["behind other verbs", [implement("a"), { verb: "help" }, { verb: "unknown" }, retry()], "implement: a"],
  [
    "behind a review that nobody asked for in words",
    [implement("a"), { verb: "suggest", commentId: occasionId("pushed") }, retry("b")],
    "implement: a\n\nb",
  ],
  ["after an undo alone", [{ verb: "undo" }, retry()], undefined],
  [
    "of a stranger's words, never",
    [implement("a"), implement("evil", { refused: true }), retry()],
    "implement: a",
  ],
  [
    "of what could not be announced",
    [implement("a", { failedAt: "announce" }), retry("b")],
    "implement: a\n\nb",
  ],
  [
    "of what failed before anybody was asked who may command, never",
    [implement("a"), implement("evil", { failedAt: "authorise" }), retry()],
    "implement: a",
  ],
  ["of another issue, never", [implement("a", { issueNumber: 99 }), retry()], undefined],
  ["implement on a pull request", [{ ...implement("a"), snapshot: onPull }], "fix: a"],
  ["a retry of that", [{ ...implement("a"), snapshot: onPull }, retry("b")], "fix: a\n\nb"],
  ["of a verb that is gone", [{ verb: "dance" }, retry()], undefined],
])("%s", async (_name, commands, expected) => {
  const wish = await wanted(...commands);
  expect(wish && `${wish.verb}: ${wish.request}`).toBe(expected);
});
