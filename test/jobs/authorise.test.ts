import { describe, expect, test } from "@jest/globals";
import type { CommandDelivery } from "../../src/command/delivery.ts";
import { UserError } from "../../src/errors.ts";
import { GitHubError, LostAnswerError, RateLimitedError } from "../../src/github/failure.ts";
import type { ForgeReader } from "../../src/github/forge.ts";
import { judge } from "../../src/jobs/acceptance/authorise.ts";

const delivery = {
  actor: { login: "ada", id: 7, type: "User" },
  repository: { archived: false },
  issue: { number: 1 },
  comment: { createdAt: "2026-11-29T12:00:00Z" },
  command: { kind: "command", verb: "implement" },
} as CommandDelivery;

/** What GitHub's permission API does decides, and the issue is always there. */
const judged = (permission: () => Promise<string>, outage?: "refused" | "thrown") => {
  const issue = async () => ({ state: "open", locked: false, pullRequest: false });
  const reader = { permission, issue } as unknown as ForgeReader;
  return judge(delivery, { login: "coderag[bot]" }, reader, { verbs: {} }, 0, outage);
};
const failing = (error: Error) => () => Promise.reject(error);

describe("whether somebody may command", () => {
  test("is asked of GitHub, and a failure to ask means no", async () => {
    expect(await judged(async () => "write")).toMatchObject({ kind: "allowed" });
    expect(await judged(failing(new GitHubError(500, "permission")))).toMatchObject({
      kind: "refused",
      reason: expect.stringMatching(/could not be asked who may command/),
    });
  });

  test.each([new GitHubError(502, "permission"), new LostAnswerError("permission")])(
    "waits, in a run under way, until GitHub is up again: %s",
    async (error) => {
      await expect(judged(failing(error), "thrown")).rejects.toBe(error);
    },
  );

  test("is no, in a run under way as well, where GitHub is up and does not say", async () => {
    expect(await judged(failing(new GitHubError(422, "permission")), "thrown")).toMatchObject({
      kind: "refused",
    });
  });

  test.each([
    ["a rate limit parks the run", new RateLimitedError(new Date())],
    ["an App that was taken off the repository is named", new UserError("has no access", "Add it.")],
  ])("%s", async (_what, error) => {
    await expect(judged(failing(error))).rejects.toBe(error);
  });
});
