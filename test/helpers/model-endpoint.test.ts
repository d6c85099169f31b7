import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startModelEndpoint } from "./model-endpoint.ts";
import { readRecording } from "./recording.ts";

const folder = mkdtempSync(join(tmpdir(), "recording-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(value: unknown): string {
  const path = join(folder, "recording.json");
  writeFileSync(path, JSON.stringify(value));
  return path;
}

const header = {
  recording: "Answers that a model once gave, replayed.",
  answeredBy: "m",
  recordedAt: "2026-11-20",
};

test("a recording says what it is, and is replayed", async () => {
  const { answers } = readRecording(write({ ...header, answers: [{ content: "Hello." }] }));
  const endpoint = await startModelEndpoint({ script: answers });
  const ask = () =>
    fetch(`${endpoint.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "m", messages: [] }),
    });
  expect(await (await ask()).json()).toMatchObject({
    model: "m",
    choices: [{ message: { content: "Hello." } }],
  });
  expect((await ask()).status).toBe(400);
  expect(await (await fetch(`${endpoint.url}/models`)).json()).toMatchObject({ data: [{ id: "scripted" }] });
  expect((await fetch(`${endpoint.url}/nothing`)).status).toBe(404);
  await endpoint.close();
});

test.each(["recording", "answeredBy", "recordedAt", "answers"])(
  "a recording without %s is refused",
  (field) => {
    expect(() => readRecording(write({ ...header, answers: [], [field]: undefined }))).toThrow(/recording/);
  },
);
