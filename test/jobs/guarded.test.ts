import { expect, test } from "@jest/globals";
import { hidden, readHidden } from "../../src/delivery/hidden.ts";
import type { CheckDraft } from "../../src/github/check-run.ts";
import type { Draft, Publisher } from "../../src/github/forge.ts";
import type { ReviewDraft } from "../../src/github/review.ts";
import { guarded, type Surroundings } from "../../src/jobs/surroundings.ts";
import { createRedactor, type Redactor } from "../../src/redact/redact.ts";

const secret = "s3cret-key";
const redact = (text: string): string => text.replaceAll(secret, "[hidden]");

/** The last gate in front of a publisher that keeps what reaches it. */
function watched(hide: Redactor = redact) {
  const sent: string[] = [];
  const keep = async (...given: unknown[]): Promise<unknown> => void sent.push(JSON.stringify(given));
  const publisher = new Proxy({}, { get: () => keep }) as Publisher;
  return {
    sent,
    publisher: guarded({ publisher, us: { login: "coderag[bot]" } } as Surroundings, hide).publisher,
  };
}

const changes = [{ path: "a.ts", before: "a", after: `const key = "${secret}"` }];
const draft: Draft = {
  ...{ runId: "r", issueNumber: 1, branchPrefix: "coderag/issue-1-", branchEnding: secret, ourTips: [] },
  ...{
    base: { branch: "main", commit: "a" },
    title: secret,
    body: secret,
    commitMessage: secret,
    changes: [],
  },
};
const followUp = {
  ...{ runId: "r", branch: "b", head: "h" },
  commitMessage: secret,
  changes: [],
};

test.each<[string, (publisher: Publisher) => Promise<unknown>]>([
  ["a comment", (publisher) => publisher.note(1, "m", secret)],
  ["a comment that is amended", (publisher) => publisher.amendNote(1, "m", secret)],
  ["a branch", (publisher) => publisher.pushBranch(draft)],
  ["a pull request", (publisher) => publisher.openPullRequest(draft, "b")],
  ["a commit on a pull request", (publisher) => publisher.pushFollowUp(followUp)],
  [
    "the issue of examples",
    (publisher) => publisher.keepPage({ title: "t", body: secret } as Parameters<Publisher["keepPage"]>[0]),
  ],
  [
    "a review",
    (publisher) => publisher.review({ body: secret, comments: [{ body: secret }] } as unknown as ReviewDraft),
  ],
  [
    "a check run",
    (publisher) =>
      publisher.checkRun({
        ...{ title: secret, summary: secret, text: secret },
        annotations: [{ title: secret, message: secret }],
      } as unknown as CheckDraft),
  ],
])("no secret leaves in the words of %s", async (_name, write) => {
  const { sent, publisher } = watched();
  await write(publisher);
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toContain(secret);
});

test.each<[string, string]>([
  ["the server's own", "postgres://app:hunter2hunter2@db/app"],
  ["the server's own, with what a comment escapes", "a&b<c>--d#hunter2@x"],
  ["a key of anybody", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"],
  ["an address of anybody", "postgres://other:hunter3hunter3@db/app"],
])("no secret leaves in what a comment hides: %s", async (_name, own) => {
  const { sent, publisher } = watched(
    createRedactor(["postgres://app:hunter2hunter2@db/app", "a&b<c>--d#hunter2@x"]),
  );
  const marker = hidden("coderag:v1", { kind: "progress", run: "r" });
  await publisher.note(
    1,
    marker,
    `${marker}\n${hidden("coderag:state", { said: [`It is ${own} there.`], n: 1 })}\n\nText`,
  );
  const [, , body] = JSON.parse(sent[0]!) as [number, string, string];
  expect(readHidden("coderag:state", body)).toEqual({ said: ["It is [redacted] there."], n: 1 });
  expect(body.startsWith(marker)).toBe(true);
  expect(body.endsWith("\n\nText")).toBe(true);
});

test.each<[string, (publisher: Publisher) => Promise<unknown>]>([
  ["a branch", async (publisher) => publisher.pushBranch({ ...draft, changes })],
  ["a commit on a pull request", async (publisher) => publisher.pushFollowUp({ ...followUp, changes })],
])("no file with a secret is written to %s", async (_name, write) => {
  const { sent, publisher } = watched();
  await expect(write(publisher)).rejects.toThrow("a.ts holds a secret of this server");
  expect(sent).toEqual([]);
});

test("a file with an address that is made up is written, one with the server's own is not", async () => {
  const own = "postgresql://app:hunter2hunter2@localhost/app";
  const write = async (after: string) => {
    const { publisher } = watched(createRedactor([own]));
    return publisher.pushBranch({ ...draft, changes: [{ path: "a.ts", before: undefined, after }] });
  };
  await write('connect("postgres://app:app@localhost/app")');
  await expect(write(`connect("${own}")`)).rejects.toThrow("holds a secret of this server");
  await expect(write(`key = "ghp_${"AbC3dEfGh1JkLmN0pQrStUvWxYz245768901"}"`)).rejects.toThrow(
    "holds a secret",
  );
});

test("what we say names the word that this deployment is addressed by", async () => {
  const sent: string[] = [];
  const keep = async (...given: unknown[]): Promise<unknown> => void sent.push(JSON.stringify(given));
  const publisher = new Proxy({}, { get: () => keep }) as Publisher;
  const us = { login: "trial[bot]", command: "coderag-trial" };
  const words = "comment `/coderag retry your hint`, or `/coderag`; see /coderag/docs";
  await guarded({ publisher, us } as Surroundings, redact).publisher.note(1, "m", words);
  expect(sent[0]).toContain(
    "comment `/coderag-trial retry your hint`, or `/coderag-trial`; see /coderag/docs",
  );
});
