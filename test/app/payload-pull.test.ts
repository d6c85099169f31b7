import { describe, expect, test } from "@jest/globals";
import { readPressed, readPullChanged, readPullClosed } from "../../src/app/payload-pull.ts";
import { createStoreAndEnqueue, type StoreDeliveryOptions } from "../../src/app/store-delivery.ts";
import { type NewRun, occasionId } from "../../src/store/run.ts";
import { ada, commented } from "./payloads.ts";

const { installation, repository } = commented() as { installation: object; repository: object };
const runId = "0197a1c2-7a2b-4c3d-9e4f-5a6b7c8d9e0f";
const guid = "guid-1";
const [a, b] = ["a".repeat(40), "b".repeat(40)];

const pull = (action: string, more: object = {}, top: object = {}) => ({
  ...{ guid, event: "pull_request" },
  payload: {
    ...{ action, installation, repository, sender: ada },
    pull_request: {
      ...{ number: 7, title: "A topic", body: null, state: "open", locked: false, draft: false, user: ada },
      ...{ html_url: "https://github.com/acme/parser/pull/7", updated_at: "2026-11-21T10:00:00Z" },
      ...{ closed_at: null, ...more },
    },
    ...top,
  },
});

const pressed = (action: string, top: object = {}, check: object = {}) => ({
  ...{ guid, event: "check_run" },
  payload: {
    ...{ action, installation, repository, sender: ada },
    check_run: { id: 1, external_id: runId, app: { slug: "coderag" }, pull_requests: [], ...check },
    ...top,
  },
});

describe("a changed pull request", () => {
  test.each([
    ["opened", "opened"],
    ["ready_for_review", "ready"],
    ["synchronize", "pushed"],
  ])("%s", (action, told) => {
    expect(readPullChanged(pull(action))).toMatchObject({
      kind: "delivery",
      delivery: { kind: "pull", action: told, issue: { number: 7, pullRequest: true }, authorType: "User" },
    });
  });

  const ignored: readonly [string, ReturnType<typeof pull>][] = [
    ["another action", pull("labeled")],
    ["a draft", pull("opened", { draft: true })],
    ["a closed one", pull("synchronize", { state: "closed" })],
    ["one of an archived repository", pull("opened", {}, { repository: { ...repository, archived: true } })],
    ["no installation", pull("opened", {}, { installation: undefined })],
    ["no pull request", pull("opened", {}, { pull_request: null })],
  ];
  test.each(ignored)("%s is ignored", (_, received) =>
    expect(readPullChanged(received)).toMatchObject({ kind: "ignored" }),
  );

  test("that is closed asks its runs to stop", () => {
    const closed = pull("closed", { state: "closed", closed_at: "2026-11-21T10:00:00Z" });
    expect(readPullClosed(closed)).toMatchObject({ delivery: { kind: "closed", issue: { number: 7 } } });
    expect(readPullClosed(pull("closed"))).toMatchObject({ kind: "ignored" });
  });
});

test.each<[string, readonly [object, string], readonly [object, string], boolean]>([
  ["another GUID", [{ head: { sha: a } }, "g-1"], [{ head: { sha: a } }, "g-2"], true],
  ["another head", [{ head: { sha: a } }, "g-1"], [{ head: { sha: b } }, "g-2"], false],
  ["no head and another GUID", [{}, "g-1"], [{}, "g-2"], false],
])("what is sent again under %s is one occasion or two (A05)", async (_, first, second, same) => {
  const runs: NewRun[] = [];
  const enqueuer = {
    storeAndEnqueue: async (_delivery: unknown, run: NewRun) => {
      runs.push(run);
      return { kind: "stored" as const, runId: run.id };
    },
  };
  const store = createStoreAndEnqueue({ enqueuer, appSlug: "coderag" } as unknown as StoreDeliveryOptions);
  for (const [more, id] of [first, second]) {
    const reading = readPullChanged({ ...pull("synchronize", more), guid: id });
    if (reading.kind === "delivery") await store(reading.delivery);
  }
  expect(runs).toHaveLength(2);
  expect(runs[0]!.commentId === runs[1]!.commentId).toBe(same);
});

describe("a button of a check run", () => {
  const rows: readonly [string, ReturnType<typeof pressed>, string | undefined][] = [
    ["GitHub's own", pressed("rerequested"), "rerun"],
    ["our Re-run", pressed("requested_action", { requested_action: { identifier: "rerun" } }), "rerun"],
    ["our Cancel", pressed("requested_action", { requested_action: { identifier: "cancel" } }), "cancel"],
    ["no button of ours", pressed("requested_action", { requested_action: { identifier: "x" } }), undefined],
    ["another App's", pressed("rerequested", {}, { app: { slug: "other" } }), undefined],
    ["of no run", pressed("rerequested", {}, { external_id: "" }), undefined],
    ["pressed by a bot", pressed("rerequested", { sender: { ...ada, type: "Bot" } }), undefined],
  ];
  test.each(rows)("%s", (_, received, button) => {
    const reading = readPressed(received, { login: "coderag[bot]" });
    if (button === undefined) expect(reading.kind).toBe("ignored");
    else expect(reading).toMatchObject({ delivery: { kind: "press", button, runId, actor: ada } });
  });
});

test("a run without a comment has a number of its own, the same for a delivery that comes again", () => {
  expect(occasionId(guid)).toBe(occasionId(guid));
  expect(occasionId(guid)).not.toBe(occasionId("guid-2"));
  expect(occasionId(guid)).toBeLessThan(0);
  expect(Number.isSafeInteger(occasionId(guid))).toBe(true);
});
