import { describe, expect, test } from "@jest/globals";
import {
  commandsPerHour,
  type GateFacts,
  gate,
  payloadRows,
  runRows,
  screen,
} from "../../src/command/gate.ts";
import { permissions, verbFacts, verbs } from "../../src/command/verbs.ts";

const allowed: GateFacts = {
  event: "issue_comment.created",
  actor: { login: "ada", id: 7, type: "User" },
  us: { login: "coderag[bot]" },
  throughApp: undefined,
  edited: false,
  verb: "implement",
  permission: "write",
  issue: { state: "open", locked: false, pullRequest: false },
  repository: { archived: false },
  recentCommands: 0,
  switchedOff: ["search"],
};

const issue = (facts: Partial<GateFacts["issue"]>): Partial<GateFacts> => ({
  issue: { ...allowed.issue, ...facts },
});
const actor = (facts: Partial<NonNullable<GateFacts["actor"]>>): Partial<GateFacts> => ({
  actor: { login: "ada", id: 7, type: "User", ...facts },
});

/** What differs from an allowed `implement`, and the row that must decide. */
const cases: readonly (readonly [name: string, difference: Partial<GateFacts>, row: string])[] = [
  ["a writer", {}, "allowed"],
  ["a maintainer", { permission: "maintain" }, "allowed"],
  ["an owner", { permission: "admin" }, "allowed"],
  ["a reader's question for help", { permission: "read", verb: "help" }, "allowed"],
  ["a reader's question for the status", { permission: "read", verb: "status" }, "allowed"],
  ["a writer's unknown word", { verb: "unknown" }, "allowed"],
  ["a writer's cancel in a hot thread", { verb: "cancel", recentCommands: 99 }, "allowed"],
  ["a cancel on a locked issue", { verb: "cancel", ...issue({ locked: true }) }, "allowed"],
  ["a cancel on a closed issue", { verb: "cancel", ...issue({ state: "closed" }) }, "allowed"],
  ["an edited comment's event", { event: "issue_comment.edited" }, "other-event"],
  ["a discussion's comment", { event: "discussion_comment.created" }, "other-event"],
  ["a deleted user", { actor: undefined }, "no-actor"],
  ["the ghost", actor({ login: "ghost", id: 10137 }), "no-actor"],
  ["our own comment", actor({ login: "coderag[bot]", id: 900, type: "Bot" }), "ourselves"],
  ["our own comment by name", actor({ login: "coderag[bot]", type: "Bot" }), "ourselves"],
  ["our own comment, typed as a user", actor({ login: "coderag[bot]", id: 900 }), "ourselves"],
  ["the account of a person whose token we write with", { us: { login: "ada" } }, "ourselves"],
  ["another bot", actor({ login: "evil[bot]", type: "Bot" }), "bot"],
  [
    "another bot with write access",
    { ...actor({ login: "evil[bot]", type: "Bot" }), permission: "admin" },
    "bot",
  ],
  ["an organisation", actor({ type: "Organization" }), "bot"],
  ["an imported account", actor({ type: "Mannequin" }), "bot"],
  ["a user named like a bot", actor({ login: "evil[bot]" }), "named-like-a-bot"],
  ["a user named like our bot", actor({ login: "CodeRAG" }), "named-like-a-bot"],
  ["a person's comment through an App", { throughApp: 12 }, "through-an-app"],
  ["an edited comment", { edited: true }, "edited"],
  ["a quoted command", { verb: "none" }, "no-command"],
  ["an archived repository", { repository: { archived: true } }, "archived"],
  ["a permission that GitHub did not tell", { permission: "unknown" }, "permission-unknown"],
  ["the same, for help", { permission: "unknown", verb: "help" }, "permission-unknown"],
  ["a stranger", { permission: "none" }, "permission"],
  ["a reader", { permission: "read" }, "permission"],
  ["a triager", { permission: "triage" }, "permission"],
  ["a stranger's question for help", { permission: "none", verb: "help" }, "permission"],
  ["a reader's cancel", { permission: "read", verb: "cancel" }, "permission"],
  ["a reader's unknown word", { permission: "read", verb: "unknown" }, "permission"],
  ["a hot thread", { recentCommands: commandsPerHour }, "too-many"],
  ["a thread just below", { recentCommands: commandsPerHour - 1 }, "allowed"],
  ["a verb that is switched off", { verb: "search" }, "switched-off"],
  ["a stranger's verb that is switched off", { verb: "search", permission: "read" }, "permission"],
  ["a locked issue", issue({ locked: true }), "locked"],
  ["a pull request", issue({ pullRequest: true }), "allowed"],
  ["a fix of an issue", { verb: "fix" }, "issue"],
  ["a comment on a diff", { event: "pull_request_review_comment.created" }, "allowed"],
  ["an edited comment on a diff", { event: "pull_request_review_comment.edited" }, "other-event"],
  ["a review of an issue", { verb: "suggest" }, "issue"],
  ["a review of a pull request", { verb: "suggest", ...issue({ pullRequest: true }) }, "allowed"],
  ["a closed issue", issue({ state: "closed" }), "closed"],
  [
    "a draft that is taken back on its closed issue",
    { verb: "undo", ...issue({ state: "closed" }) },
    "allowed",
  ],
  [
    "a closed pull request that is taken back",
    { verb: "undo", ...issue({ state: "closed", pullRequest: true }) },
    "closed",
  ],
  ["a merged pull request", { verb: "retry", ...issue({ state: "merged", pullRequest: true }) }, "merged"],
  [
    "taking a merged one back",
    { verb: "undo", ...issue({ state: "merged", pullRequest: true }) },
    "undo-merged",
  ],
  [
    "a cancel on a merged one",
    { verb: "cancel", ...issue({ state: "merged", pullRequest: true }) },
    "allowed",
  ],
];

describe("the table of who may command", () => {
  test.each(cases)("decides on %s", (_name, difference, row) => {
    expect(gate({ ...allowed, ...difference }).row).toBe(row);
  });

  test("says what is closed", () => {
    const closed = (pullRequest: boolean) => gate({ ...allowed, ...issue({ state: "closed", pullRequest }) });
    expect(closed(false)).toMatchObject({ reason: "This issue is closed, so nothing was done." });
    expect(closed(true)).toMatchObject({ reason: "This pull request is closed, so nothing was done." });
  });

  test("has a case for every row", () => {
    const decided = new Set(cases.map(([, , row]) => row));
    expect([...payloadRows, ...runRows].map((row) => row.name).filter((name) => !decided.has(name))).toEqual(
      [],
    );
  });

  test("says a sentence and a cure wherever it refuses, and nothing that a stranger can multiply", () => {
    for (const [, difference] of cases) {
      const verdict = gate({ ...allowed, ...difference });
      if (verdict.kind !== "refused") continue;
      expect(verdict.reason).toMatch(/so nothing was done\./);
      const permission = difference.permission ?? "write";
      if (permission === "none" || permission === "read") expect(verdict.oncePerHour).toBe(true);
    }
  });

  test("allows no verb below its permission", () => {
    for (const verb of verbs)
      for (const permission of permissions) {
        const enough = permissions.indexOf(permission) >= permissions.indexOf(verbFacts(verb).needs);
        const where = issue({ pullRequest: verbFacts(verb).on === "pull-requests" });
        expect(gate({ ...allowed, ...where, verb, permission, switchedOff: [] }).kind).toBe(
          enough ? "allowed" : "refused",
        );
      }
  });

  test("allows every verb where it works, and nowhere else", () => {
    for (const verb of verbs)
      for (const pullRequest of [true, false]) {
        const { on } = verbFacts(verb);
        const works = on === "both" || (on === "pull-requests") === pullRequest;
        expect(gate({ ...allowed, ...issue({ pullRequest }), verb, switchedOff: [] }).kind).toBe(
          works ? "allowed" : "refused",
        );
      }
  });

  test("needs write access wherever the run may write", () => {
    for (const verb of verbs) if (verbFacts(verb).writes) expect(verbFacts(verb).needs).toBe("write");
  });

  test("ignores at the webhook exactly what it ignores in the run, whatever the permission", () => {
    for (const [, difference] of cases) {
      const facts = { ...allowed, ...difference };
      const inTheRun = gate({ ...facts, permission: "admin" });
      expect(screen(facts) !== undefined).toBe(inTheRun.kind === "ignored");
    }
  });
});
