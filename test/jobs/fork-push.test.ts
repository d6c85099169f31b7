import { expect, test } from "@jest/globals";
import type { ForkAccess } from "../../src/github/forks.ts";
import type { PullSnapshot } from "../../src/github/pull.ts";
import { forkPush } from "../../src/jobs/change/fork-push.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { usualConfig } from "../../src/repository-config/schema.ts";

const fork = { id: 9, owner: "mallory", name: "shop" };
const ends = { branch: "main", commit: "a".repeat(40), fork: true };
const refused = (why: Extract<ForkAccess, { kind: "refused" }>["why"]): ForkAccess => ({
  kind: "refused",
  why,
});

/** What lacks, from the state in which everything is there. */
interface Lack {
  readonly forks?: boolean;
  readonly repository?: undefined;
  readonly edits?: boolean;
  readonly access?: ForkAccess;
}

async function ask(lack: Lack) {
  let asked = 0;
  const { forks = true, edits = true, access = { kind: "granted" } } = lack;
  const repository = "repository" in lack ? lack.repository : fork;
  const pull: Pick<PullSnapshot, "head" | "maintainerCanModify"> = {
    head: { ...ends, repository },
    maintainerCanModify: edits,
  };
  const reader = {
    forkAccess: async () => {
      asked += 1;
      return access;
    },
  } as unknown as Surroundings["reader"];
  const config = { ...usualConfig, commits: { forks } };
  return { may: await forkPush(pull, { config, reader }), asked };
}

test("where all three want it, it may be pushed to, whatever the branch is called", async () => {
  expect(await ask({})).toEqual({ may: { kind: "allowed", fork }, asked: 1 });
});

test.each<[string, Lack, RegExp, number]>([
  ["the configuration", { forks: false }, /does not ask CodeRAG to push to forks/, 0],
  ["the fork itself, and the configuration", { repository: undefined, forks: false }, /is gone/, 0],
  ["the author's leave", { edits: false }, /does not let maintainers edit/, 0],
  ["the App", { access: refused("not installed") }, /not installed on the fork `mallory\/shop`/, 1],
  ["an installation that works", { access: refused("suspended") }, /`mallory\/shop` is suspended/, 1],
  ["the permission", { access: refused("read only") }, /does not grant it to write code/, 1],
  ["an App at all", { access: refused("given token") }, /token of this workflow cannot write/, 1],
])(
  "where %s lacks, that is named, and GitHub is asked no more than needed",
  async (_name, lack, cause, asked) => {
    const found = await ask(lack);
    expect(found.may).toMatchObject({ kind: "barred", cause: expect.stringMatching(cause) });
    expect(found.asked).toBe(asked);
  },
);
