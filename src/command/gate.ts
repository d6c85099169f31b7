import { slugOf } from "./bot-login.ts";
import { type Permission, permissions, type Verb, verbFacts } from "./verbs.ts";

/** What the signed payload says: enough to ignore, never enough to allow. */
export interface PayloadFacts {
  /** `X-GitHub-Event` and action: `issue_comment.created`. */
  readonly event: string;
  /** Undefined where GitHub no longer knows the account. */
  readonly actor: { readonly login: string; readonly id: number; readonly type: string } | undefined;
  readonly us: {
    /** Of our own account: `SLUG[bot]`, or what a token of a person's account writes as. */
    readonly login: string;
    /** The word that this deployment is addressed by; `coderag` unless given. */
    readonly command?: string | undefined;
  };
  /** Id of the App through which the comment was written, also where a person's name stands on it. */
  readonly throughApp: number | undefined;
  readonly edited: boolean;
  /** `unknown`: addressed to us with a word that is no verb. `none`: not addressed to us. */
  readonly verb: Verb | "unknown" | "none";
  readonly repository: { readonly archived: boolean };
}

/** What a person can do where a pull request is merged, which takes no change any more. */
export const afterMerge = "Ask for what is left in an issue, with `/coderag implement`.";

/** What the run asked GitHub at the moment of use, on top of what the payload says. */
export interface GateFacts extends PayloadFacts {
  /** By the permission API, never by the payload; `unknown` where GitHub could not be asked. */
  readonly permission: Permission | "unknown";
  readonly issue: {
    readonly state: "open" | "closed" | "merged";
    readonly locked: boolean;
    readonly pullRequest: boolean;
  };
  /** Verbs that the repository has switched off. */
  readonly switchedOff: readonly string[];
  /** Commands in this thread within the last hour, this one not counted. */
  readonly recentCommands: number;
}

export type Verdict =
  | { readonly kind: "allowed"; readonly row: string }
  /** Answered with reason and cure; `oncePerHour` where the answer itself could be abused as noise. */
  | {
      readonly kind: "refused";
      readonly row: string;
      readonly reason: string;
      readonly cure: string;
      readonly oncePerHour: boolean;
    }
  /** Not answered at all. */
  | { readonly kind: "ignored"; readonly row: string; readonly reason: string };

interface Row<Facts> {
  readonly name: string;
  readonly applies: (facts: Facts) => boolean;
  readonly verdict: "ignored" | "refused" | "refused-once-per-hour" | "allowed";
  readonly reason: (facts: Facts) => string;
  /** What a person can do about a refusal. */
  readonly cure?: string;
}

/** At most so many commands in one thread within an hour: ends every loop that the other rows do not see. */
export const commandsPerHour = 10;

const commandEvents: readonly string[] = ["issue_comment.created", "pull_request_review_comment.created"];
const ghostId = 10137;

/** First match wins. These need no network and are asked twice: at the webhook and in the run. */
export const payloadRows: readonly Row<PayloadFacts>[] = [
  ignored("other-event", "Only new comments are commands.", (f) => !commandEvents.includes(f.event)),
  ignored("no-actor", "The account is gone.", (f) => f.actor === undefined || f.actor.id === ghostId),
  ignored("ourselves", "Our own comment.", isOurs),
  ignored("bot", "Bots and organisations do not command.", (f) => f.actor?.type !== "User"),
  ignored("named-like-a-bot", "The name is a bot's.", (f) => isBotName(f.actor?.login ?? "", f.us.login)),
  ignored("through-an-app", "Written through an App.", (f) => f.throughApp !== undefined),
  ignored("edited", "Edited comments are not read.", (f) => f.edited),
  ignored("no-command", "Not addressed to us.", (f) => f.verb === "none"),
  ignored("archived", "An archived repository cannot be answered.", (f) => f.repository.archived),
];

/** First match wins, after the payload rows. The last row is the only one that allows. */
export const runRows: readonly Row<GateFacts>[] = [
  refused("permission-unknown", {
    reason: () => "GitHub could not be asked who may command here, so nothing was done.",
    cure: "Try again in a few minutes.",
    applies: (f) => f.permission === "unknown",
  }),
  refusedOnce("permission", {
    reason: (f) =>
      `${f.verb === "unknown" ? "A command" : `\`${f.verb}\``} needs ${needs(f)} access to this repository, so nothing was done.`,
    cure: "Ask somebody who has it to give the command.",
    applies: (f) =>
      f.permission === "unknown" || permissions.indexOf(f.permission) < permissions.indexOf(needs(f)),
  }),
  refused("switched-off", {
    reason: (f) =>
      `\`${f.verb}\` is switched off for this repository in \`.github/coderag.yml\`, so nothing was done.`,
    cure: "Ask somebody who may change that file on the default branch.",
    applies: (f) => f.switchedOff.includes(f.verb),
  }),
  refusedOnce("too-many", {
    reason: () =>
      `More than ${commandsPerHour} commands came in this thread within an hour, so nothing was done.`,
    cure: "Wait an hour, or use another issue.",
    applies: (f) => f.recentCommands >= commandsPerHour && f.verb !== "cancel",
  }),
  refused("locked", {
    reason: () => "This conversation is locked, so nothing was done.",
    cure: "Unlock it and comment again.",
    applies: (f) => f.issue.locked && writes(f),
  }),
  refused("issue", {
    reason: (f) => `\`${f.verb}\` works on a pull request, and this is an issue, so nothing was done.`,
    cure: "Comment on a pull request; for an issue there is `/coderag implement`.",
    applies: (f) => !f.issue.pullRequest && worksOn(f) === "pull-requests",
  }),
  refused("undo-merged", {
    reason: () => "This pull request is merged, so nothing was done.",
    cure: "Take it back with its button Revert, or with `git revert`.",
    applies: (f) => f.issue.state === "merged" && f.verb === "undo",
  }),
  refused("merged", {
    reason: () => "This pull request is merged, so nothing was done.",
    cure: afterMerge,
    applies: (f) => f.issue.state === "merged" && writes(f),
  }),
  refused("closed", {
    reason: (f) => `This ${f.issue.pullRequest ? "pull request" : "issue"} is closed, so nothing was done.`,
    cure: "Reopen it and comment again.",
    applies: (f) => f.issue.state === "closed" && writes(f) && !takesDraftBack(f),
  }),
  { name: "allowed", verdict: "allowed", reason: () => "", applies: (f) => f.verb !== "none" },
];

/** At the webhook: undefined where the comment is worth storing. Never allows anything. */
export function screen(facts: PayloadFacts): Extract<Verdict, { kind: "ignored" }> | undefined {
  const row = payloadRows.find((candidate) => candidate.applies(facts));
  return row && { kind: "ignored", row: row.name, reason: row.reason(facts) };
}

/**
 * In the run: who may command what, where. Pure. Fails closed: what no row allows is refused.
 * Authority is GitHub's permission API at the moment of use; names and `author_association` decide nothing.
 */
export function gate(facts: GateFacts): Verdict {
  const ignoredBy = screen(facts);
  if (ignoredBy) return ignoredBy;
  const row = runRows.find((candidate) => candidate.applies(facts));
  if (row?.verdict === "allowed") return { kind: "allowed", row: row.name };
  return {
    kind: "refused",
    row: row?.name ?? "no-row",
    reason: row?.reason(facts) ?? "No rule allows this command, so nothing was done.",
    cure: row?.cure ?? "Comment `/coderag help` to see what can be commanded.",
    oncePerHour: row?.verdict !== "refused",
  };
}

function needs(facts: GateFacts): Permission {
  return facts.verb === "unknown" || facts.verb === "none" ? "write" : verbFacts(facts.verb).needs;
}

function writes(facts: GateFacts): boolean {
  return facts.verb !== "unknown" && facts.verb !== "none" && verbFacts(facts.verb).writes;
}

/** The draft has a state of its own, which counts: the merge of one closes its issue. */
function takesDraftBack({ verb, issue }: GateFacts): boolean {
  return verb === "undo" && !issue.pullRequest;
}

function worksOn({ verb }: GateFacts): "pull-requests" | "both" {
  return verb === "unknown" || verb === "none" ? "both" : verbFacts(verb).on;
}

function isOurs({ actor, us }: PayloadFacts): boolean {
  return actor?.login === us.login;
}

function isBotName(login: string, ours: string): boolean {
  const lower = login.toLowerCase();
  return lower.endsWith("[bot]") || lower === slugOf(ours).toLowerCase();
}

function ignored(name: string, reason: string, applies: (facts: PayloadFacts) => boolean): Row<PayloadFacts> {
  return { name, applies, verdict: "ignored", reason: () => reason };
}

type Refusal = Required<Pick<Row<GateFacts>, "reason" | "cure" | "applies">>;

function refused(name: string, refusal: Refusal): Row<GateFacts> {
  return { name, ...refusal, verdict: "refused" };
}

function refusedOnce(name: string, refusal: Refusal): Row<GateFacts> {
  return { name, ...refusal, verdict: "refused-once-per-hour" };
}
