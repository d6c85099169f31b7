import { expect, test } from "@jest/globals";
import { createReadSince } from "../../src/jobs/suggest/read-since.ts";

const texts = new Map([
  ["short.ts", "a\n".repeat(10)],
  ["long.ts", "a\n".repeat(900)],
  ["parts.ts", "a\n".repeat(900)],
  ["never.ts", "a\n"],
]);
const unseen = [...texts.keys(), "gone.ts", "failed.ts"].map((what) => ({ what, why: "no room" }));

test("what the model read of files without room is not called unread, and a part of one is called a part", async () => {
  const since = createReadSince();
  const read = (args: object, fault = false) =>
    since.note({ kind: "call", turn: 1, tool: "read-file", arguments: JSON.stringify(args), fault });
  for (const path of ["short.ts", "long.ts", "gone.ts"]) read({ path });
  for (const from of ["601", 1, 301]) read({ path: "parts.ts", from });
  read({ path: "failed.ts", from: 0 }, true);
  since.note({ kind: "call", turn: 1, tool: "search-code", arguments: "{}", fault: false });
  since.note({ kind: "nudge", turn: 1, prompt: "" });
  expect(await since.unread(unseen, { read: async (path) => texts.get(path) })).toEqual([
    { what: "long.ts", why: "read in part" },
    { what: "never.ts", why: "no room" },
    { what: "failed.ts", why: "no room" },
  ]);
});
