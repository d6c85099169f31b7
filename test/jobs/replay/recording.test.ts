import { describe, expect, test } from "@jest/globals";
import type { StepRecord } from "../../../src/jobs/durable/step-record.ts";
import { createPacker, promptText } from "../../../src/jobs/replay/prompts.ts";
import { ended, recordingText } from "../../../src/jobs/replay/record.ts";
import { type Recording, readRecording } from "../../../src/jobs/replay/recording.ts";
import { createRedactor } from "../../../src/redact/redact.ts";
import { partsWith } from "./parts.ts";

const key = "sk-live-abcdefghijklmnop0123";
const plain = (text: string): string => text;
const written = (redact = plain): string =>
  recordingText(
    partsWith([{ name: "turn-1", value: { content: `Use ${key}`, echo: { cipher: "xyz" } } }]),
    redact,
  );

test("what was written is read again, without secrets and without what only the provider can read", () => {
  const text = written(createRedactor([key]));
  expect(text).not.toMatch(/sk-live|cipher/);
  expect(text).toContain("It holds code of the repository");
  const { run, steps, end } = readRecording(text, "run.json");
  expect(run).toMatchObject({ verb: "implement", delivery: undefined });
  expect(steps).toEqual([{ name: "turn-1", record: { kind: "done", value: { content: "Use [redacted]" } } }]);
  expect(end).toEqual({ kind: "delivered", message: "Add a thing" });
});

/** As somebody with an editor sees it. */
interface Changeable {
  format: number;
  commit?: string;
  readonly run: { verb: string };
  readonly settings: { attempts: number };
  steps?: { readonly record: { kind: string } }[];
}

test("a secret in a call's arguments takes no quote with it", () => {
  const written = `{"note":"postgres://ann:secretword@db","more":"${key}"}`;
  const steps = [{ name: "turn-1", value: { toolCalls: [{ name: "look", arguments: written }] } }];
  const { record } = JSON.parse(recordingText(partsWith(steps), createRedactor([key]))).steps[0];
  const given = record.value.toolCalls[0].arguments as string;
  expect(given).not.toMatch(/secretword|sk-live/);
  expect(Object.keys(JSON.parse(given))).toEqual(["note", "more"]);
});

describe("what is no recording is refused with its reason", () => {
  const changed = (change: (recording: Changeable) => void): string => {
    const recording = JSON.parse(written()) as Changeable;
    change(recording);
    return JSON.stringify(recording);
  };
  test.each<[string, string, RegExp]>([
    ["no JSON", "# Wish", /it is no JSON/],
    ["some other JSON", '{"a":1}', /is no recording of a run/],
    ["a list", "[]", /is no recording of a run/],
    ["null", "null", /is no recording of a run/],
    ["another format", changed((one) => (one.format = 2)), /in another format .* by CodeRAG 1\.0\.0/],
    ["no steps", changed((one) => delete one.steps), /damaged recording: steps: /],
    ["a step twice", changed((one) => one.steps!.push(one.steps![0]!)), /a step is in it twice/],
    ["a commit that is an option", changed((one) => (one.commit = "--upload-pack=x")), /: commit: /],
    ["a verb that does not work", changed((one) => (one.run.verb = "cancel")), /: run\.verb: /],
    ["a verb of every object", changed((one) => (one.run.verb = "constructor")), /: run\.verb: /],
    ["endless attempts", changed((one) => (one.settings.attempts = 1e9)), /: settings\.attempts: /],
    ["a step that waits", changed((one) => (one.steps![0]!.record.kind = "parked")), /: steps\.0\.record/],
    [
      "words for tokens",
      written().replace('"content"', '"usage": {"inputTokens": "\\u001b[2J"}, "content"'),
      /usage/,
    ],
    ["brackets without end", "[".repeat(100_000), /nested too deeply/],
    ["brackets within quotes", JSON.stringify({ a: "[".repeat(1_000) }), /is no recording of a run/],
  ])("%s", (_what, text, reason) => {
    expect(() => readRecording(text, "run.json")).toThrow(reason);
  });
});

test("packed prompts hold what is new, whatever conversation begins anew", () => {
  const prompts = ["a\nb\n", "a\nb\nc\nd\n", "a\nx\n", ""];
  const pack = createPacker();
  const packed = prompts.map(pack);
  expect(packed).toEqual([
    { same: 0, text: "a\nb\n" },
    { same: 2, text: "c\nd\n" },
    { same: 1, text: "x\n" },
    { same: 0, text: "" },
  ]);
});

test("a prompt as text has its tools, messages, calls and answers, in their order", () => {
  const text = promptText({
    tools: [{ name: "look", description: "Looks.", parameters: { type: "object" } }],
    messages: [
      { role: "system", content: "Be exact." },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] },
      {
        role: "tool",
        toolCallId: "c1",
        content: '<data-0123456789ab from="look">\nNone.\n</data-0123456789ab>',
      },
    ],
  });
  expect(text.split("\n")).toEqual([
    ...["--- tool look", "Looks.", "{", ' "type": "object"', "}", "--- system", "Be exact."],
    ...["--- assistant", "", "--- call c1 look", "{}", "--- tool answer c1"],
    ...['<data-boundary from="look">', "None.", "</data-boundary>", ""],
  ]);
});

test.each<[StepRecord, Recording["steps"][number]["record"]]>([
  [{ kind: "done" }, { kind: "done", value: undefined }],
  [
    { kind: "user", message: "No.", cure: "Do." },
    { kind: "user", message: "No.", cure: "Do." },
  ],
  [
    { kind: "parked", until: "2026-01-01", message: "Later." },
    { kind: "bug", name: "Error", message: "Later." },
  ],
])("nobody waits in a recording: %j", (record, expected) => {
  expect(ended(record)).toEqual(expected);
});
