import type { Verb } from "./verbs.ts";

/**
 * What one signed webhook delivery says, cut down to what a run needs. Every id stands in the signed payload: the run
 * mints its token for exactly this installation and this repository, whatever the texts say.
 */
export type Delivery =
  | CommandDelivery
  | ClosedDelivery
  | PushDelivery
  | GoneDelivery
  | TickedDelivery
  | PullDelivery
  | PressDelivery;

/** What makes a run without a comment. */
export type Occasion = PullDelivery | PressDelivery;

/** A new comment that is addressed to us. */
export interface CommandDelivery extends DeliveryFacts {
  readonly kind: "command";
  readonly comment: {
    readonly id: number;
    /** As written, untrusted. */
    readonly body: string;
    /** ISO 8601. The run sees the issue as it stood then. */
    readonly createdAt: string;
    readonly url: string;
    /** Where it stands on a pull request's diff; absent for a comment in the conversation. */
    readonly place?: ReviewPlace;
  };
  readonly command: DeliveredCommand;
}

/** Lines of a diff that a comment speaks about. Texts are a stranger's. */
export interface ReviewPlace {
  readonly path: string;
  /** 1-based, on its side; undefined for a comment on the whole file. */
  readonly line: number | undefined;
  /** First line, where there are several. */
  readonly startLine: number | undefined;
  readonly side: "LEFT" | "RIGHT";
  /** The part of the diff above the line, as GitHub shows it. */
  readonly hunk: string;
  /** The first comment of its conversation. */
  readonly thread: number;
}

export type DeliveredCommand =
  | { readonly kind: "command"; readonly verb: Verb; readonly request: string }
  | { readonly kind: "unknown"; readonly word: string };

/** An issue or pull request was closed: what still runs for it is asked to stop. */
export interface ClosedDelivery extends DeliveryFacts {
  readonly kind: "closed";
  /** ISO 8601. A run that was asked for later is not meant. */
  readonly closedAt: string;
}

/** A pull request was opened, made ready, or got commits: reviewed where the repository's configuration asks for it. */
export interface PullDelivery extends DeliveryFacts {
  readonly kind: "pull";
  readonly action: "opened" | "ready" | "pushed";
  readonly draft: boolean;
  /** Full SHA. */
  readonly head: string | undefined;
  /** `Bot` for a bot's pull request. */
  readonly authorType: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Somebody pressed a button of a check run of ours. Whether they may is asked of GitHub, as for a command. */
export interface PressDelivery {
  readonly kind: "press";
  readonly guid: string;
  readonly installationId: number;
  readonly repository: DeliveryFacts["repository"];
  /** The run that the check run tells of: the check run's external id. */
  readonly runId: string;
  readonly button: "rerun" | "cancel";
  readonly actor: DeliveryFacts["actor"];
}

/** The default branch moved on. Not kept: the newest one of a repository stands for all before it. */
export interface PushDelivery {
  readonly kind: "push";
  readonly guid: string;
  readonly installationId: number;
  readonly repository: { readonly id: number; readonly owner: string; readonly name: string };
  /** Full SHA of the branch's new tip. */
  readonly commit: string;
  /** ISO 8601, by GitHub's clock. */
  readonly pushedAt: string;
}

/** A person edited an issue of ours that has boxes to tick, or opened it again. */
export interface TickedDelivery {
  readonly kind: "ticked";
  readonly guid: string;
  readonly installationId: number;
  readonly repository: { readonly id: number };
  readonly issueNumber: number;
  readonly actor: { readonly login: string };
  /** The issue's body, the same where it was opened again. */
  readonly text: { readonly before: string; readonly after: string };
}

/** An installation was removed or suspended, or repositories were taken out of it. */
export interface GoneDelivery {
  readonly kind: "gone";
  readonly guid: string;
  readonly installationId: number;
  /** Undefined: all of the installation. */
  readonly repositoryIds: readonly number[] | undefined;
}

export interface DeliveryFacts {
  /** `X-GitHub-Delivery`; GitHub keeps it when it delivers again. */
  readonly guid: string;
  readonly installationId: number;
  readonly repository: {
    readonly id: number;
    readonly owner: string;
    readonly name: string;
    readonly private: boolean;
    readonly fork: boolean;
    readonly archived: boolean;
    readonly defaultBranch: string;
  };
  readonly issue: {
    readonly number: number;
    readonly title: string;
    readonly body: string;
    readonly state: "open" | "closed";
    readonly locked: boolean;
    readonly pullRequest: boolean;
    readonly url: string;
  };
  readonly actor: { readonly login: string; readonly id: number; readonly type: string };
}

/**
 * `duplicate`: this delivery, or the comment that it carries, is stored already.
 * `nothing-to-stop`: an issue was closed, or an installation removed, for which nothing runs.
 * `coalesced`: a refresh of this repository waits already and will take this push.
 * `not-needed`: nobody uses this repository, or a newer push is known.
 */
export type Stored = "stored" | "duplicate" | "nothing-to-stop" | "coalesced" | "not-needed";

/**
 * Stores what a delivery asks for, in one transaction. Throws when the database cannot be asked: the delivery is then
 * answered with 503, so that GitHub shows it as failed and the sweeper asks for it again.
 */
export type StoreAndEnqueue = (delivery: Delivery) => Promise<Stored>;
