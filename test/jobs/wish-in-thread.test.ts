import { expect, test } from "@jest/globals";
import type { CommandDelivery } from "../../src/command/delivery.ts";
import { parseCommand } from "../../src/command/parse.ts";
import type { ForgeReader, Permission } from "../../src/github/forge.ts";
import { wishInThread } from "../../src/jobs/acceptance/wish-in-thread.ts";

const may: Readonly<Record<string, Permission>> = { ada: "write", max: "admin", rita: "read" };

/** What the last of these comments wants; written `who: words`, on an issue or a pull request. */
async function wanted(comments: readonly string[], pullRequest = false) {
  const written = comments.map((comment, index) => {
    const [author, body] = comment.split(/: (.*)/s) as [string, string];
    return { id: index + 1, author, body, createdAt: "", updatedAt: "" };
  });
  const last = written.at(-1)!;
  const command = parseCommand(last.body);
  if (command.kind !== "command") throw new Error("The last comment is no command.");
  const reader = {
    conversation: async () => ({ comments: written }),
    permission: async (login: string) => may[login] ?? "none",
  } as Pick<ForgeReader, "conversation" | "permission">;
  const delivery = { issue: { number: 1, pullRequest }, comment: last } as unknown as CommandDelivery;
  const wish = await wishInThread(delivery, command, reader);
  return wish && `${wish.verb}: ${wish.request}`;
}

test.each<[string, readonly string[], string | undefined]>([
  ["its own words", ["ada: /coderag implement a"], "implement: a"],
  [
    "the last command and the hint",
    ["ada: /coderag implement a", "max: /coderag retry b"],
    "implement: a\n\nb",
  ],
  ["nothing where there was none", ["ada: hello", "ada: /coderag retry"], undefined],
  ["nothing for an answer", ["ada: /coderag help"], undefined],
  [
    "no words of somebody who may not command",
    [
      "ada: /coderag implement a",
      "rita: /coderag implement evil",
      "eve: /coderag retry worse",
      "ada: /coderag retry",
    ],
    "implement: a",
  ],
  [
    "what was before an undo",
    ["ada: /coderag implement a", "ada: /coderag undo", "ada: /coderag retry"],
    "implement: a",
  ],
])("a command wants %s", async (_name, comments, expected) => expect(await wanted(comments)).toBe(expected));

test("on a pull request an implement is a fix", async () => {
  expect(await wanted(["ada: /coderag implement a"], true)).toBe("fix: a");
  expect(await wanted(["ada: /coderag implement a", "ada: /coderag retry b"], true)).toBe("fix: a\n\nb");
});
