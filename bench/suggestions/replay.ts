/** Replays a case: a pull request on the emulated GitHub, a scripted model, and the job as the product runs it. */
import { join } from "node:path";
import type { Outcome } from "../../src/jobs/outcome.ts";
import { suggest } from "../../src/jobs/suggest.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { createModel } from "../../src/llm/openai.ts";
import { usualConfig } from "../../src/repository-config/schema.ts";
import { openRemote, usualLimits } from "../../src/workspace/open-remote.ts";
import { appOf, silentLogger } from "../../test/helpers/github/app.ts";
import type { StoredComment, StoredReview } from "../../test/helpers/github/review-store.ts";
import type { EmulatedGitHub } from "../../test/helpers/github/start.ts";
import type { ModelEndpoint, SeenRequest, SpokenAnswer } from "../../test/helpers/model-endpoint.ts";
import type { Answer, Case } from "./case.ts";

export interface Replayed {
  readonly outcome: Outcome;
  readonly reviews: readonly StoredReview[];
  readonly comments: readonly StoredComment[];
  /** Answers of 422 to a review. */
  readonly refused: number;
}

/** Kinds that no check lets pass. */
const faulty: readonly Answer["kind"][] = ["stale", "broken", "no-line"];

/**
 * The first hand-in holds everything, right and wrong. Of every second commit the model cures it and hands in what is
 * right; of the others it insists, and what is good of its last hand-in must still be told.
 */
export function scriptOf({ answers }: Case, insists: boolean): (request: SeenRequest) => SpokenAnswer {
  const handIn = (some: readonly Answer[]): SpokenAnswer => ({
    toolCalls: [
      {
        name: "submit-findings",
        arguments: {
          // One that spans two right ones comes after them: its lines are taken then, and it is folded.
          findings: some.map(({ kind, title, path, line, edits }) => ({
            ...{ title, path, line, edits, why: "The commit that was replayed does it." },
            ...{ kind: "bug", severity: kind === "spanning" ? "low" : "high", confidence: "sure" },
          })),
        },
      },
    ],
  });
  return ({ body }) => {
    if (!body.tools?.length)
      return {
        content: answers
          .map((_, at) => JSON.stringify({ id: `F${at + 1}`, verdict: "holds", reason: "It does." }))
          .join("\n"),
      };
    const rounds = body.messages.filter(({ role }) => role === "tool").length;
    if (rounds === 0 || insists) return handIn(insists ? rotated(answers, rounds) : answers);
    return handIn(answers.filter(({ kind }) => !faulty.includes(kind)));
  };
}

/** In another order each time: the same call thrice would be called a loop. */
const rotated = (answers: readonly Answer[], by: number): readonly Answer[] => [
  ...answers.slice(by % answers.length),
  ...answers.slice(0, by % answers.length),
];

export async function replay(
  one: Case,
  pull: { readonly number: number; readonly branch: string },
  { github, model, home }: { github: EmulatedGitHub; model: ModelEndpoint; home: string },
): Promise<Replayed> {
  // The machine may be busy, and lost answers are not what is measured here.
  const app = appOf(github, silentLogger, { timeoutMs: 120_000 });
  const repository = github.repository();
  const { installationId } = github;
  const surroundings: Surroundings = {
    reader: app.reader(installationId, repository),
    publisher: app.publisher(installationId, repository),
    openWorkspace: ({ commit }, signal) =>
      openRemote(
        {
          url: github.gitUrl(repository.owner, repository.name),
          repositoryKey: `${repository.owner}+${repository.name}`,
          want: { commit },
          cacheDir: join(home, "repositories"),
          quotaBytes: 2 ** 32,
          access: () => app.readSession(installationId, repository),
          limits: usualLimits,
        },
        signal,
      ),
    model: createModel({ baseUrl: model.url, apiKey: "sk-none", model: "scripted", idleTimeoutMs: 60_000 }),
    config: usualConfig,
    offeredModels: [],
    us: { login: github.botLogin },
    webUrl: github.webUrl,
    remember: async () => undefined,
    ourTips: async () => [],
    lastHead: async () => undefined,
    options: {
      limits: { maxTurns: 8, maxTokens: 10_000_000, maxMilliseconds: 600_000, maxOutputTokens: 8_000 },
      ...{
        attempts: 1,
        contextTokens: 24_000,
        retrieval: "bigraph",
        cacheDir: join(home, "outlines"),
        workers: 2,
      },
      ...{
        checks: {},
        tools: new Set(),
        testCommand: undefined,
        format: "off" as const,
        language: undefined,
      },
    },
  } as Surroundings;
  const before = github.requests.length;
  const { owner, name } = repository;
  const outcome = await suggest(
    {
      ...{ id: one.sha, owner, name, issueNumber: pull.number, request: "", verb: "suggest" },
      ...{ actorLogin: owner, actorId: 1, frozenAt: new Date().toISOString(), delivery: undefined },
    },
    surroundings,
    { begin: () => undefined, done: () => undefined, turn: () => undefined },
    (_, work) => work(new AbortController().signal),
    new AbortController().signal,
  );
  const refused = github.requests
    .slice(before)
    .filter(({ method, path, status }) => method === "POST" && /\/reviews$/.test(path) && status === 422);
  return {
    ...{ outcome, refused: refused.length },
    reviews: github.reviews(pull.number),
    comments: github.reviewComments(pull.number),
  };
}
