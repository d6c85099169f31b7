import { expect, test } from "@jest/globals";
import type { IssueSnapshot } from "../../src/github/forge.ts";
import { freeze } from "../../src/jobs/acceptance/freeze.ts";
import type { JobRun } from "../../src/jobs/job-run.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";

const body = "A stopwatch.\n\n### What was asked\nR1";
const comment = { id: 9, place: undefined };
const delivery = { comment, issue: { title: "Stopwatch", body } };
const run = { issueNumber: 1, frozenAt: "2026-01-01T00:00:00Z", delivery } as unknown as JobRun;

/** The request as we, writing as `us`, take it from a pull request of `author`. */
async function frozen(us: string, author: string): Promise<IssueSnapshot> {
  const said = (id: number, by: string) => ({ id, author: by, body: `Said by ${by}.` });
  const comments = [said(1, "eve"), said(2, "coderag[bot]"), said(3, "robot")];
  const reader = {
    issue: async () => ({ author }),
    conversation: async () => ({ comments }),
  } as unknown as Surroundings["reader"];
  return freeze(run, { reader, us: { login: us } });
}

// A workflow may be given the token of a person's account, which has no [bot] in its name.
test.each(["coderag[bot]", "robot"])("what %s itself said is no part of the wish", async (us) => {
  const ours = await frozen(us, us);
  expect(ours.body).toBe("A stopwatch.");
  expect(ours.comments.map(({ author }) => author)).toEqual(
    ["eve", "coderag[bot]", "robot"].filter((author) => author !== us),
  );
  expect((await frozen(us, "eve")).body).toBe(body);
});
