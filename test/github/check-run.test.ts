import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { CheckDraft } from "../../src/github/check-run.ts";
import type { Publisher } from "../../src/github/forge.ts";
import { appOf } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
let run = 0;

beforeAll(async () => {
  github = await startGitHub({ repositories: [{ owner: "octo", name: "shop" }] });
});
afterAll(() => github.close());

const fresh = (of = github): Publisher => appOf(of).publisher(of.installationId, of.repository());
const ours = (runId: string) => github.checks().filter(({ externalId }) => externalId === runId);

function draft(more: Partial<CheckDraft> = {}): CheckDraft {
  run += 1;
  return {
    ...{ runId: `run-${run}`, name: "CodeRAG", commit: github.repository().repository.commit },
    ...{ status: "in_progress", title: "Reading", summary: "- [ ] Reading", annotations: [] },
    actions: [{ label: "Cancel", identifier: "cancel", description: "Stops this run" }],
    ...more,
  };
}
const note = (line: number) => ({
  ...{ path: "README.md", from: line, to: line, level: "notice", title: `Note ${line}`, message: "Look." },
});
const notes = (count: number) =>
  Array.from({ length: count }, (_, at) => note(at + 1)) as unknown as CheckDraft["annotations"];

describe("a check run", () => {
  test("is made once and followed to its end, by whatever process", async () => {
    const begun = draft({ status: "queued" });
    const first = await fresh().checkRun(begun);
    const again = await fresh().checkRun({ ...begun, status: "in_progress" });
    expect(again).toEqual(first);
    await fresh().checkRun({ ...begun, status: "completed", conclusion: "neutral", title: "Nothing" });
    expect(ours(begun.runId)).toMatchObject([
      { status: "completed", conclusion: "neutral", output: { title: "Nothing" } },
    ]);
  });

  test("is one of its own for another run", async () => {
    const [one, two] = [draft(), draft()];
    expect(await fresh().checkRun(one)).not.toEqual(await fresh().checkRun(two));
  });

  test("takes annotations in batches, and none twice", async () => {
    const many = draft({ status: "completed", annotations: notes(120) });
    await fresh().checkRun(many);
    await fresh().checkRun(many);
    const [check] = ours(many.runId);
    expect(check!.annotations.map((one) => one["title"])).toEqual(notes(120).map(({ title }) => title));
  });

  test.each([
    ["POST", /\/check-runs$/, "drop-after-write"],
    ["POST", /\/check-runs$/, "reset"],
    ["PATCH", /\/check-runs\/\d+$/, "drop-after-write"],
    ["PATCH", /\/check-runs\/\d+$/, "reset"],
  ] as const)(
    "is one, with each annotation once, where the answer to %s %s is lost: %s",
    async (method, path, fault) => {
      const wish = draft({ status: "completed", annotations: notes(70) });
      github.faults.add({ method, path, do: fault });
      await fresh().checkRun(wish);
      github.faults.clear();
      expect(ours(wish.runId)).toHaveLength(1);
      expect(ours(wish.runId)[0]!.annotations).toHaveLength(70);
    },
  );

  test("of too many words is cut", async () => {
    const long = "word ".repeat(20_000);
    const wish = draft({ summary: long, text: long, title: long });
    await fresh().checkRun(wish);
    expect(ours(wish.runId)[0]!.output.summary!.length).toBeLessThan(65_536);
  });

  test("is done without where the installation does not grant it", async () => {
    const permissions = { contents: "write", issues: "write", pull_requests: "write" } as const;
    const strict = await startGitHub({ repositories: [{ owner: "octo", name: "shop" }], permissions });
    const wish = { ...draft(), commit: strict.repository().repository.commit };
    expect(await fresh(strict).checkRun(wish)).toBeUndefined();
    await strict.close();
  });
});
