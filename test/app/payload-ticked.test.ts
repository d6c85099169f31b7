import { describe, expect, test } from "@jest/globals";
import { readTicked } from "../../src/app/payload-ticked.ts";
import { livingMarker } from "../../src/examples/boxes.ts";

const us = { login: "coderag[bot]" };
const edited = {
  action: "edited",
  installation: { id: 5 },
  repository: {
    ...{ id: 9, name: "shop", owner: { login: "acme" }, private: false, fork: false, default_branch: "main" },
  },
  issue: {
    number: 3,
    state: "open",
    body: `${livingMarker}\nx`,
    user: { login: "coderag[bot]", id: 77, type: "Bot" },
  },
  changes: { body: { from: "y" } },
  sender: { login: "ada", id: 1, type: "User" },
};

const read = (change: object): unknown =>
  readTicked({ guid: "g", event: "issues", payload: { ...edited, ...change } }, us);

test("a person's edit of our issue is a reason to look", () =>
  expect(read({})).toEqual({
    kind: "delivery",
    delivery: {
      kind: "ticked",
      guid: "g",
      installationId: 5,
      repository: { id: 9 },
      issueNumber: 3,
      actor: { login: "ada" },
      text: { before: "y", after: `${livingMarker}\nx` },
    },
  }));

test("and so is that it was opened again", () =>
  expect(read({ action: "reopened", changes: undefined })).toMatchObject({
    delivery: { kind: "ticked", text: { before: edited.issue.body, after: edited.issue.body } },
  }));

describe("what is none", () => {
  test.each([
    ["our own edit", { sender: { login: "coderag[bot]", id: 77, type: "Bot" } }],
    ["another bot's", { sender: { login: "other[bot]", id: 8, type: "Bot" } }],
    [
      "somebody else's issue with our marker",
      { issue: { ...edited.issue, user: { login: "eve", id: 6, type: "User" } } },
    ],
    [
      "another app's issue",
      { issue: { ...edited.issue, user: { login: "other[bot]", id: 78, type: "Bot" } } },
    ],
    ["an issue without our marker", { issue: { ...edited.issue, body: "x" } }],
    ["a closed one", { issue: { ...edited.issue, state: "closed" } }],
    ["no change", { changes: undefined }],
    ["a new title", { changes: { title: { from: "x" } } }],
    ["another action", { action: "opened" }],
    ["no sender", { sender: null }],
    ["nothing at all", { issue: undefined }],
  ])("%s", (_, change) => expect(read(change)).toMatchObject({ kind: "ignored" }));
});
