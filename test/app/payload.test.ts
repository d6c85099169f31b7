import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Reading, type Received, readClosed, readComment } from "../../src/app/payload.ts";
import { readPullChanged } from "../../src/app/payload-pull.ts";
import { readGone, readPush } from "../../src/app/payload-push.ts";
import { readReviewComment } from "../../src/app/payload-review.ts";
import { ada, closed, commented, commentedOnDiff, pushed, uninstalled } from "./payloads.ts";

const us = { login: "coderag[bot]" };
const read = (payload: unknown) => readComment({ guid: "g-1", event: "issue_comment", payload }, us);
const readEnd = (payload: unknown) => readClosed({ guid: "g-2", event: "issues", payload });

const ignored: readonly (readonly [name: string, payload: unknown])[] = [
  ["a comment that is not for us", commented({ comment: { body: "thanks!" } })],
  ["a quoted command", commented({ comment: { body: "> /coderag implement" } })],
  ["an edit", commented({ top: { action: "edited" } })],
  ["a deletion", commented({ top: { action: "deleted" } })],
  [
    "a comment edited before it was delivered",
    commented({ comment: { updated_at: "2026-11-21T10:00:09Z" } }),
  ],
  ["our own comment", commented({ comment: { user: { login: "coderag[bot]", id: 900, type: "User" } } })],
  [
    "a bot",
    commented({ comment: { user: { ...ada, type: "Bot" } }, top: { sender: { ...ada, type: "Bot" } } }),
  ],
  ["somebody else than its author", commented({ top: { sender: { ...ada, id: 8 } } })],
  ["an App in a person's name", commented({ comment: { performed_via_github_app: { id: 3 } } })],
  ["a deleted user", commented({ comment: { user: null } })],
  ["no sender", commented({ top: { sender: null } })],
  ["no body", commented({ comment: { body: null } })],
  ["no comment", commented({ top: { comment: null } })],
  ["no repository", commented({ top: { repository: undefined } })],
  ["no installation", commented({ top: { installation: undefined } })],
  ["an installation id that is text", commented({ top: { installation: { id: "77" } } })],
  ["an archived repository", commented({ repository: { archived: true } })],
  ["a list", [1, 2]],
  ["nothing", null],
];

describe("readComment", () => {
  test("keeps what a run needs, and only from the payload", () => {
    expect(read(commented({ issue: { body: null } }))).toEqual({
      kind: "delivery",
      delivery: {
        kind: "command",
        guid: "g-1",
        installationId: 77,
        repository: {
          id: 55,
          owner: "acme",
          name: "parser",
          private: true,
          fork: false,
          archived: false,
          defaultBranch: "main",
        },
        issue: {
          number: 31,
          title: "Read TOML, too",
          body: "",
          state: "open",
          locked: false,
          pullRequest: false,
          url: "https://github.com/acme/parser/issues/31",
        },
        comment: {
          id: 4001,
          body: "/coderag implement keep it small",
          createdAt: "2026-11-21T10:00:00Z",
          url: "https://github.com/acme/parser/issues/31#issuecomment-4001",
        },
        actor: ada,
        command: { kind: "command", verb: "implement", request: "keep it small" },
      },
    });
  });

  test("sees a pull request, a lock and an unknown word", () => {
    const reading = read(
      commented({
        issue: { pull_request: { url: "x" }, locked: true },
        comment: { body: "/coderag implment" },
      }),
    );
    expect(reading).toMatchObject({
      delivery: {
        issue: { pullRequest: true, locked: true },
        command: { kind: "unknown", word: "implment" },
      },
    });
  });

  test("takes `author_association` for what it is: nothing", () => {
    expect(JSON.stringify(read(commented({ comment: { author_association: "OWNER" } })))).not.toContain(
      "OWNER",
    );
  });

  test.each(ignored)("ignores %s", (_name, payload) => expect(read(payload).kind).toBe("ignored"));

  test("ignores whatever else comes", () => {
    fc.assert(fc.property(fc.anything(), (payload) => expect(read(payload).kind).toBe("ignored")));
  });
});

describe("readReviewComment", () => {
  const readOn = (payload: unknown) =>
    readReviewComment({ guid: "g-5", event: "pull_request_review_comment", payload }, us);

  test("keeps the place, and the pull request as an issue", () => {
    expect(readOn(commentedOnDiff())).toMatchObject({
      delivery: {
        kind: "command",
        issue: { number: 31, pullRequest: true, state: "open" },
        command: { verb: "implement", request: "keep it small" },
        comment: {
          id: 4001,
          place: { path: "src/a.ts", line: 7, startLine: undefined, side: "RIGHT", thread: 4001 },
        },
      },
    });
  });

  test.each([
    ["an outdated line is the one that it was", { line: null, original_line: 5 }, { line: 5 }],
    ["a whole file has none", { line: null, original_line: null }, { line: undefined }],
    ["an answer belongs to its conversation", { in_reply_to_id: 3999 }, { thread: 3999 }],
    ["several lines", { start_line: 3, side: "LEFT" }, { startLine: 3, line: 7, side: "LEFT" }],
  ])("%s", (_name, comment, place) =>
    expect(readOn(commentedOnDiff({ comment }))).toMatchObject({ delivery: { comment: { place } } }),
  );

  test.each([
    ["no command", { comment: { body: "why?" } }],
    ["a bot's", { comment: { user: { ...ada, type: "Bot" } } }],
    ["an edited one", { comment: { updated_at: "2026-11-21T10:00:09Z" } }],
    ["an edit", { top: { action: "edited" } }],
    ["no path", { comment: { path: undefined } }],
  ])("ignores %s", (_name, change) => expect(readOn(commentedOnDiff(change)).kind).toBe("ignored"));

  test("ignores whatever else comes", () => {
    expect(readOn(commented()).kind).toBe("ignored");
    fc.assert(fc.property(fc.anything(), (payload) => expect(readOn(payload).kind).toBe("ignored")));
  });
});

describe("readClosed", () => {
  test("says which issue, and when", () => {
    expect(readEnd(closed())).toMatchObject({
      kind: "delivery",
      delivery: {
        kind: "closed",
        guid: "g-2",
        closedAt: "2026-11-21T11:00:00Z",
        issue: { number: 31 },
        actor: ada,
      },
    });
  });

  test("ignores everything else", () => {
    expect(readEnd(commented()).kind).toBe("ignored");
    expect(readEnd(closed({ issue: { closed_at: null } })).kind).toBe("ignored");
    fc.assert(fc.property(fc.anything(), (payload) => expect(readEnd(payload).kind).toBe("ignored")));
  });
});

describe("what GitHub never sends and nothing could store or ask for is ignored", () => {
  const far = 2 ** 31;
  const names = ["", "..", "../x", "a/b", "a\0b", "\ud800", "x".repeat(101)];
  const times = [
    "",
    "infinity",
    "now",
    "0000-01-01T00:00:00Z",
    "2026-13-45T99:99:99Z",
    `2026-11-21T10:00:00.${"1".repeat(99)}Z`,
  ];
  const on = (pull_request: object) => ({
    ...commentedOnDiff({ pull_request: { ...pull_request } }),
    action: "opened",
  });
  const cases: readonly (readonly [string, object, (received: Received) => Reading])[] = [
    ...names.flatMap((name) => [
      [`a repository named ${name}`, commented({ repository: { name } }), comment] as const,
      [`an owner named ${name}`, commented({ repository: { owner: { login: name } } }), comment] as const,
      [`a push to ${name}`, pushed({ repository: { name } }), readPush] as const,
      [`a push to one of ${name}`, pushed({ repository: { owner: { login: name } } }), readPush] as const,
    ]),
    ...times.flatMap((at) => [
      [`a comment of ${at}`, commented({ comment: { created_at: at, updated_at: at } }), comment] as const,
      [`a pull request of ${at}`, on({ updated_at: at }), readPullChanged] as const,
      [`a push of ${at}`, pushed({ repository: { pushed_at: at } }), readPush] as const,
      [`an end of ${at}`, closed({ issue: { closed_at: at } }), readClosed] as const,
    ]),
    ...[0, -1, far, 1.5].flatMap((number) => [
      [`issue ${number}`, commented({ issue: { number } }), comment] as const,
      [`pull request ${number}`, on({ number }), readPullChanged] as const,
      [`an end of issue ${number}`, closed({ issue: { number } }), readClosed] as const,
    ]),
    ["a head that is none", on({ head: { sha: "HEAD" } }), readPullChanged],
    ["a comment of a number that is none", commented({ comment: { id: -1 } }), comment],
  ];
  function comment(received: Received): Reading {
    return readComment(received, us);
  }

  test.each(cases)("%s", (_name, payload, reader) =>
    expect(reader({ guid: "g", event: "issue_comment", payload })).toMatchObject({ kind: "ignored" }),
  );

  test("and what it does send is not", () =>
    expect(
      [commented(), on({ head: { sha: "a".repeat(64) } }), pushed(), closed()].map(
        (payload, at) =>
          [comment, readPullChanged, readPush, readClosed][at]!({
            guid: "g",
            event: "issue_comment",
            payload,
          }).kind,
      ),
    ).toEqual(Array(4).fill("delivery")));
});

describe("readPush", () => {
  const readOne = (payload: unknown) => readPush({ guid: "g-3", event: "push", payload });

  test("keeps where the default branch stands, and when", () => {
    expect(readOne(pushed())).toEqual({
      kind: "delivery",
      delivery: {
        ...{ kind: "push", guid: "g-3", installationId: 77, commit: "a1".repeat(20) },
        repository: { id: 55, owner: "acme", name: "parser" },
        pushedAt: "2026-11-21T10:00:00.000Z",
      },
    });
  });

  test.each([
    ["a repository's date as everywhere else", pushed({ repository: { pushed_at: "2026-11-21T10:00:00Z" } })],
    ["a first push", pushed({ top: { created: true, before: "0".repeat(40) } })],
    ["a forced push", pushed({ top: { forced: true } })],
    [
      "a branch with a slash",
      pushed({ top: { ref: "refs/heads/release/2" }, repository: { default_branch: "release/2" } }),
    ],
  ])("takes %s", (_name, payload) => expect(readOne(payload).kind).toBe("delivery"));

  test.each([
    ["another branch", pushed({ top: { ref: "refs/heads/mine" } })],
    ["a branch of ours", pushed({ top: { ref: "refs/heads/coderag/issue-1" } })],
    ["a branch that ends alike", pushed({ top: { ref: "refs/heads/x/main" } })],
    ["a tag", pushed({ top: { ref: "refs/tags/main" } })],
    ["a deletion", pushed({ top: { deleted: true, after: "0".repeat(40) } })],
    ["a deletion that does not say so", pushed({ top: { after: "0".repeat(40) } })],
    ["a commit that is none", pushed({ top: { after: "--upload-pack=x" } })],
    ["an archived repository", pushed({ repository: { archived: true } })],
    ["a disabled repository", pushed({ repository: { disabled: true } })],
    ["no installation", pushed({ top: { installation: undefined } })],
    ["no date", pushed({ repository: { pushed_at: null } })],
    ["a date beyond the end of time", pushed({ repository: { pushed_at: 9_007_199_254_740_991 } })],
    ["a comment", commented()],
  ])("ignores %s", (_name, payload) => expect(readOne(payload).kind).toBe("ignored"));

  test("ignores whatever else comes", () => {
    fc.assert(fc.property(fc.anything(), (payload) => expect(readOne(payload).kind).toBe("ignored")));
  });
});

describe("readGone", () => {
  const readOne = (payload: unknown) => readGone({ guid: "g-4", event: "installation", payload });

  test.each([
    ["a removed installation", uninstalled(), undefined],
    ["a suspended one", uninstalled({ action: "suspend" }), undefined],
    [
      "repositories taken out",
      uninstalled({ action: "removed", repositories_removed: [{ id: 5 }, { id: 6 }] }),
      [5, 6],
    ],
  ])("says of %s which repositories are meant", (_name, payload, repositoryIds) => {
    const delivery = { kind: "gone", guid: "g-4", installationId: 77, repositoryIds };
    expect(readOne(payload)).toEqual({ kind: "delivery", delivery });
  });

  test.each([
    ["a new installation", uninstalled({ action: "created" })],
    ["nothing taken out", uninstalled({ action: "removed" })],
    ["no installation", uninstalled({ installation: null })],
  ])("ignores %s", (_name, payload) => expect(readOne(payload).kind).toBe("ignored"));
});
