import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { surroundingsInFolder } from "../../../src/compose.ts";
import { loadConfig } from "../../../src/config.ts";
import { createFolderForge } from "../../../src/github/folder.ts";
import { implement } from "../../../src/jobs/implement.ts";
import { goThrough, type Replayed } from "../../../src/jobs/replay/go-through.ts";
import { createRecorder, endOf, recordingText, settingsOf } from "../../../src/jobs/replay/record.ts";
import { type Recording, readRecording } from "../../../src/jobs/replay/recording.ts";
import { openLocal } from "../../../src/workspace/open-local.ts";
import { handIn, lookUp, shop, wish } from "../../end-to-end/shop.ts";
import { makeRepository, type TestRepository } from "../../helpers/repository.ts";
import { partsWith } from "./parts.ts";

let home: string;
let repository: TestRepository;
/** Of a run that looked something up and handed in. */
let text: string;

const narrator = { begin: () => {}, done: () => {}, turn: () => {} };
const { signal } = new AbortController();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-replay-"));
  repository = await makeRepository(shop);
  const base = { branch: "main", commit: repository.commit };
  const config = loadConfig({ CODERAG_HOME: home, CODERAG_WEB_SEARCH: "off" });
  const forge = createFolderForge({ issue: wish, base });
  const answers = [lookUp, handIn];
  const given = {
    ...surroundingsInFolder(config, repository.dir, forge),
    model: {
      name: "scripted",
      turn: async () => ({
        content: "",
        toolCalls: answers.shift()!.toolCalls!.map((call, at) => ({
          ...call,
          id: `c${at}`,
          arguments: JSON.stringify(call.arguments),
        })),
        ...{ finish: "tool_calls" as const, model: "scripted" },
        usage: {
          inputTokens: 9,
          outputTokens: 9,
          cachedTokens: 0,
          estimated: false,
          cost: 0,
          milliseconds: 4,
        },
      }),
    },
  };
  const recorder = createRecorder(given, (_name, work) => work(signal));
  const parts = partsWith([]);
  const outcome = await implement(parts.run, recorder.surroundings, narrator, recorder.step, signal);
  text = recordingText(
    { ...parts, end: endOf(outcome), settings: settingsOf(given), steps: recorder.steps },
    (said) => said,
  );
  // What comes later is not seen: the commit is.
  await repository.add({ "shop/money.py": undefined });
});

afterAll(async () => {
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

type Records = Map<string, Recording["steps"][number]>;

/** Goes through the recording with other records in it. */
async function replayed(
  change: (records: Records) => void = () => {},
  more: Partial<Pick<Recording, "end" | "settings">> = {},
  atDifference: "go on" | "stop" = "go on",
): Promise<Replayed> {
  const recording = readRecording(text, "run.json");
  const records: Records = new Map(recording.steps.map((step) => [step.name, step]));
  change(records);
  const openWorkspace = ({ commit }: { readonly commit: string }, inner: AbortSignal) =>
    openLocal(repository.dir, inner, { commit });
  const options = {
    ...{ openWorkspace, cacheDir: undefined, narrator },
    again: "all",
    atDifference,
  } as const;
  return goThrough({ ...recording, ...more, steps: [...records.values()] }, options, signal);
}

const put = (records: Records, name: string, record: Recording["steps"][number]["record"]): void =>
  void records.set(name, { ...records.get(name)!, record });

const bug = {
  kind: "bug",
  name: "TypeError",
  message: "x is not",
  stack: "TypeError: x is not\n at y",
} as const;
const failed = { kind: "failed", message: "x is not" } as const;

test("the same code comes to the same end, with the recorded replies", async () => {
  const { differing, compared, outcome, computed, taken, gated } = await replayed();
  expect(differing).toEqual([]);
  expect({ compared, outcome }).toMatchObject({ compared: 2, outcome: { title: "Add Cart.discounted" } });
  expect(computed).toEqual(
    expect.arrayContaining(["index", "retrieve", "tools-1", "tools-2", "test", "gate"]),
  );
  expect(taken).toEqual([
    "read-issue",
    "clone",
    "turn-1",
    "turn-2",
    "publish-branch",
    "publish-pull-request",
  ]);
  expect(gated).toMatchObject({ changes: [{ path: "shop/cart.py" }, { path: "tests/test_discount.py" }] });
});

describe("what is not as it was is told with its place, and the run goes on", () => {
  const other = (records: Records, name: string, from: string, to: string): void =>
    void records.set(name, JSON.parse(JSON.stringify(records.get(name)).replace(from, to)));
  test.each<[string, (records: Records) => void, readonly unknown[]]>([
    [
      "a prompt",
      (all) => other(all, "turn-1", "Rounds to whole cents", "Rounds to dimes"),
      [
        {
          ...{ kind: "prompt", exchange: 1, step: "turn-1" },
          lines: expect.arrayContaining([
            expect.stringMatching(/^-.*dimes/),
            expect.stringMatching(/^\+.*cents/),
          ]),
        },
      ],
    ],
    [
      "what was found",
      (all) => other(all, "retrieve", "Rounds to whole cents", "Rounds to dimes"),
      [
        {
          kind: "result",
          step: "retrieve",
          difference: expect.objectContaining({ now: expect.any(String) }),
        },
      ],
    ],
    [
      "a tool's answer",
      (all) => other(all, "tools-1", "round_cents", "round_dimes"),
      [
        {
          kind: "result",
          step: "tools-1",
          difference: expect.objectContaining({ at: "answers[0].content" }),
        },
      ],
    ],
    ["the way", (all) => all.delete("turn-2"), [{ kind: "new step", step: "turn-2" }]],
  ])("%s", async (_what, change, expected) => {
    const { differing } = await replayed(change);
    expect(differing).toEqual(expected);
  });

  test("a bug that is mended", async () => {
    const { differing } = await replayed((all) => put(all, "gate", bug), { end: failed });
    expect(differing).toEqual([
      {
        ...{ kind: "result", step: "gate" },
        difference: { at: "", recorded: "it failed: x is not", now: "it succeeded" },
      },
      { kind: "end", recorded: failed },
    ]);
  });

  test("or it ends there, where that is wanted", async () => {
    const ended = await replayed(
      (all) => other(all, "turn-1", "Rounds to whole cents", "Rounds to dimes"),
      {},
      "stop",
    );
    expect(ended).toMatchObject({ differing: [{ kind: "prompt" }], end: undefined, outcome: undefined });
    expect(ended.computed).not.toContain("tools-1");
  });
});

describe("a run that did not end well ends as it did", () => {
  test("with a bug of the world outside, by its own trace", async () => {
    const { differing, end } = await replayed((all) => put(all, "turn-2", bug), { end: failed });
    expect({ differing, end }).toEqual({
      differing: [],
      end: { ...failed, step: "turn-2", stack: bug.stack },
    });
  });

  test("cancelled in a step that could be done again", async () => {
    const cancelled = { kind: "cancelled", message: "The run was cancelled." } as const;
    const { differing, end } = await replayed((all) => put(all, "tools-1", cancelled), { end: cancelled });
    expect({ differing, end }).toMatchObject({ differing: [], end: cancelled });
  });
});

test("tests are not run and the web is not asked: what they said is in the recording", async () => {
  const { settings } = readRecording(text, "run.json");
  const has = { ...settings.has, tests: true, web: true, packages: true };
  const search = {
    name: "web-search",
    id: "c0",
    arguments: JSON.stringify({ query: "npm:zod", packages: ["npm:zod"] }),
  };
  const { taken, outcome } = await replayed(
    (all) => {
      const { record } = all.get("turn-1")!;
      if (record.kind === "done")
        put(all, "turn-1", { ...record, value: { ...Object(record.value), toolCalls: [search] } });
    },
    { settings: { ...settings, has } },
  );
  expect(taken).toEqual(expect.arrayContaining(["tools-1", "test"]));
  expect(outcome).toMatchObject({ kind: "delivered" });
});
