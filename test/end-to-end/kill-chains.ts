import { expect } from "@jest/globals";
import { createStoreAndEnqueue } from "../../src/app/store-delivery.ts";
import type { WorkVerb } from "../../src/command/verbs.ts";
import { reviewMarker } from "../../src/delivery/review/review.ts";
import { createEnqueuer } from "../../src/jobs/durable/queue.ts";
import type { StepEvent } from "../../src/jobs/durable/steps.ts";
import type { Database } from "../../src/store/database.ts";
import { findRun, listRuns } from "../../src/store/runs.ts";
import { appOf } from "../helpers/github/app.ts";
import type { EmulatedGitHub } from "../helpers/github/start.ts";
import type { SeenRequest, SpokenAnswer } from "../helpers/model-endpoint.ts";
import { silentLog } from "../helpers/postgres.ts";
import { builder, shop, wish } from "./shop.ts";

export type KilledVerb = Extract<WorkVerb, "implement" | "suggest" | "fix" | "undo">;

/** Every step of each verb, in order: a new step without its kills would be seen. */
const accept = ["authorise", "acknowledge", "find-twin", "announce"];
const change = [
  ...["authorise", "read-issue", "clone", "index", "retrieve", "turn-1", "tools-1", "turn-2", "tools-2"],
  ...["test", "gate", "authorise-again", "publish-branch"],
];
export const stepsOf: Readonly<Record<KilledVerb, readonly string[]>> = {
  implement: [...accept, ...change, "publish-pull-request", "report"],
  fix: [...accept, ...change, "report"],
  suggest: [
    ...[...accept, "authorise", "read-pull", "clone", "index", "retrieve", "turn-1", "tools-1"],
    ...["verify", "gate", "authorise-again", "publish-review-1", "publish-resolve", "report"],
  ],
  undo: [...accept, "authorise", "publish-undo", "report"],
};

/** Steps that write to GitHub, or are paid for. */
const effects = [
  ...["acknowledge", "announce", "read-pull", "turn-1", "turn-2", "verify", "publish-branch"],
  ...["publish-pull-request", "publish-undo", "publish-review-1", "publish-resolve", "report"],
];

/**
 * The steps at which a run is killed. After a step that only reads, its record is all there is, so a death there is the
 * death before the next one; and `fix` is `implement` up to what it writes.
 */
function killsOf(verb: KilledVerb, phase: StepEvent["phase"]): readonly string[] {
  if (verb === "implement" && phase !== "recorded") return stepsOf.implement;
  const free = verb === "fix" ? ["turn-1", "turn-2"] : [];
  return stepsOf[verb].filter((step) => effects.includes(step) && !free.includes(step));
}

/** One run in a repository of its own, killed at this instant of these steps. */
export interface Killed {
  readonly verb: KilledVerb;
  readonly phase: StepEvent["phase"];
  readonly kills: readonly string[];
  readonly repository: string;
}

/** So often one run is killed at most. A life of the worker costs more than another run beside the others. */
const maxKills = 8;

/** The runs among which the kills of a verb are dealt out, one after the other. */
export function killedRuns(verb: KilledVerb, phase: StepEvent["phase"]): readonly Killed[] {
  const kills = killsOf(verb, phase);
  const runs = Math.ceil(kills.length / maxKills);
  return Array.from({ length: runs }, (_, run) => ({
    ...{ verb, phase, repository: `${verb}-${phase}-${run + 1}` },
    kills: kills.filter((_, index) => index % runs === run),
  }));
}

/** It is in the queue. */
export interface Chain extends Killed {
  readonly runId: string;
  /** After every death: at most one of everything. */
  atMostOne(): Promise<void>;
  /** At the end: exactly what the command is for. */
  done(): Promise<void>;
}

const cart = shop["shop/cart.py"];
export const faulty = `${cart}\n    def half(self) -> Decimal:\n        return self.total() / 3\n`;
const finding = {
  ...{ title: "Half is a third", why: "It divides by 3.", kind: "bug", severity: "high", confidence: "sure" },
  ...{ path: "shop/cart.py", line: 21, edits: "=== shop/cart.py\n21:         return self.total() / 2" },
};

/** Answers by what was said before, not by a count: an answer asked for twice is the same answer. */
export function killedModel(request: SeenRequest): SpokenAnswer {
  const names = request.body.tools?.map((tool) => tool.function.name) ?? [];
  if (names.length === 0) return { content: JSON.stringify({ id: "F1", verdict: "holds", reason: "3" }) };
  if (!names.includes("submit-findings")) return builder(request);
  return { toolCalls: [{ name: "submit-findings", arguments: { findings: [finding] } }] };
}

/** Puts the command and what it needs where it belongs, and its run into the queue. */
export async function startChain(github: EmulatedGitHub, database: Database, killed: Killed): Promise<Chain> {
  const { verb, repository } = killed;
  const where = `acme/${repository}`;
  const hosted = github.repository(where);
  const { git } = hosted.repository;
  const pull =
    verb === "implement"
      ? undefined
      : await github.openPull(verb === "suggest" ? { "shop/cart.py": faulty } : { "NOTES.md": "n\n" }, {
          ...{ as: "ada", in: where },
        });
  const issue =
    pull?.number ?? (await github.openIssue(wish.title, wish.body, { as: "ada", in: where })).number;
  const ours = appOf(github).publisher(github.installationId, hosted);
  let before = pull?.head ?? "";
  if (verb === "undo") {
    const pushed = await ours.pushFollowUp({
      ...{ runId: "earlier", branch: pull!.branch, head: before, commitMessage: "Earlier" },
      changes: [{ path: "NOTES.md", before: "n\n", after: "ours\n" }],
    });
    before = pushed.kind === "pushed" ? pushed.commit : "";
  }
  if (verb === "suggest") {
    const marker = reviewMarker("earlier");
    const comment = { path: "shop/cart.py", from: 20, to: 20, body: "Earlier.", folded: "" };
    await ours.review({
      pullNumber: issue,
      commit: before,
      marker,
      body: `${marker}\nEarlier.`,
      comments: [comment],
    });
    const renamed = faulty.replace("def half", "def halved");
    before = await hosted.repository.add({ "shop/cart.py": renamed }, { branch: pull!.branch });
  }
  const runId = await storeCommand(github, database, verb, { where, issue, pull: pull !== undefined });

  const said = async () =>
    (await github.comments(issue, where)).filter(({ user }) => user.login === github.botLogin);
  const reviews = () => github.reviews(issue, where).filter(({ body }) => body.includes(reviewMarker(runId)));
  const checks = () => github.checks().filter(({ externalId }) => externalId === runId);
  const commits = async () =>
    pull ? Number(await git("rev-list", "--count", `${before}..${pull.branch}`)) : 0;
  const drafts = async () => (await github.pulls(where)).length - (pull ? 1 : 0);
  const count = async () => ({
    ...{ comments: (await said()).length, reviews: reviews().length, checks: checks().length },
    ...{ commits: await commits(), pulls: await drafts(), branches: (await github.branches(where)).size },
  });
  return {
    ...killed,
    runId,
    async atMostOne() {
      for (const [what, number] of Object.entries(await count()))
        expect([where, what, number <= (what === "branches" ? 2 : 1)]).toEqual([where, what, true]);
    },
    async done() {
      expect([where, (await findRun(database, runId))!.state]).toEqual([where, "delivered"]);
      const nothing = { comments: 1, reviews: 0, checks: 0, commits: 0, pulls: 0, branches: 2 };
      expect({ where, ...(await count()) }).toEqual({ where, ...nothing, ...left[verb] });
      const text = (await said()).map(({ body }) => body).join();
      expect(text).toMatch(lastWords[verb]);
      if (verb === "undo") expect(await git("show", `${pull!.branch}:NOTES.md`)).toBe("n");
      if (verb !== "suggest") return;
      expect(checks()).toMatchObject([{ status: "completed", conclusion: "neutral" }]);
      expect(await github.thread(github.reviewComments(issue, where)[0]!)).toMatchObject({ resolved: true });
    },
  };
}

/** What a run of this verb leaves, beside its one comment. */
const left: Readonly<Record<KilledVerb, object>> = {
  implement: { pulls: 1 },
  fix: { commits: 1 },
  undo: { commits: 1 },
  suggest: { comments: 0, reviews: 1, checks: 1 },
};

/** Nothing may be told over it when the run goes on after its end. */
const lastWords: Readonly<Record<KilledVerb, RegExp>> = {
  ...{ implement: /\*\*Done: \[#\d+\]/, fix: /\*\*Done: commit/, undo: /\*\*Taken back on/, suggest: /^$/ },
};

async function storeCommand(
  github: EmulatedGitHub,
  database: Database,
  verb: KilledVerb,
  { where, issue, pull }: { readonly where: string; readonly issue: number; readonly pull: boolean },
): Promise<string> {
  const comment = await github.comment(issue, `/coderag ${verb}`, { as: "ada", in: where });
  const { id, name } = github.repository(where);
  const enqueuer = await createEnqueuer(database, { log: silentLog });
  await createStoreAndEnqueue({ database, enqueuer, appSlug: github.slug })({
    ...{ kind: "command", guid: `kill-${name}`, installationId: github.installationId },
    repository: {
      ...{ id, owner: "acme", name, defaultBranch: "main", private: false, fork: false, archived: false },
    },
    issue: { ...{ number: issue, ...wish, state: "open", locked: false, pullRequest: pull, url: "" } },
    actor: { login: "ada", id: 99, type: "User" },
    comment: { id: comment.id, body: comment.body, createdAt: comment.created_at, url: comment.html_url },
    command: { kind: "command", verb, request: "" },
  });
  await enqueuer.close();
  return (await listRuns(database, 1))[0]!.id;
}
