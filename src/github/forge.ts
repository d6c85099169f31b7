import type { FileChange } from "../source/file.ts";
import type { CommitChecks, UnreadChecks } from "./builds/commit-checks.ts";
import type { CheckDraft, PublishedCheck } from "./check-run.ts";
import type { ConfigFile } from "./config-file.ts";
import type { FollowUp, FollowUpOutcome } from "./follow-up.ts";
import type { ForkAccess } from "./forks.ts";
import type { KeptPage, LivingPage } from "./living-issue.ts";
import type { OurReviews } from "./our-reviews.ts";
import type { FilesWanted, PatchedFile, PullFile, PullSnapshot } from "./pull.ts";
import type { ReviewDraft, ReviewOutcome } from "./review.ts";
import type { RepositoryRef } from "./session.ts";
import type { UndoOutcome, UndoWish } from "./undo.ts";

/**
 * The forge as the rest of the house sees it. Two interfaces, because two trust zones: a `ForgeReader` holds a
 * read-only token (or none), a `Publisher` holds a write token minted for one repository at the moment it writes.
 * GitHub, a plain folder (command line, benchmarks) and the emulated GitHub of the tests implement them.
 */
export interface ForgeReader {
  /** What the permission API says of this person now; `none` for a stranger. Throws when GitHub cannot be asked. */
  permission(login: string): Promise<Permission>;
  /** The issue or pull request as it stands now. Throws a UserError where there is none. */
  issue(number: number): Promise<Issue>;
  /** What was said there until then (ISO 8601). */
  conversation(number: number, frozenAt: string): Promise<Conversation>;
  /** Whether a pull request waits in a merge queue: a push would throw it out. */
  isInMergeQueue(pull: number): Promise<boolean>;
  /** What was said in a conversation on a diff until then; `thread` is its first comment. */
  reviewThread(pull: number, thread: number, frozenAt: string): Promise<Conversation>;
  /** What is still to be talked about on a pull request, as it stood at that time. */
  openTalk(pull: number, frozenAt: string): Promise<OpenTalk>;
  /** The branch that a draft is based on (default branch unless named, or where that is gone) and its newest commit. */
  base(branch?: string): Promise<BranchHead>;
  /** Whether there is a branch of this name. */
  hasBranch(branch: string): Promise<boolean>;
  /** The draft that stands for an issue; `ourTips` as of a `Draft`. */
  earlierDraft(issue: number, ourTips: readonly string[]): Promise<EarlierDraft>;
  /** A pull request as it stands now. Throws a UserError where there is none. */
  pull(number: number): Promise<PullSnapshot>;
  /** Whether our App may write to the fork that a pull request comes from. */
  forkAccess(fork: RepositoryRef): Promise<ForkAccess>;
  /** What it changes, file by file, with the hunks that GitHub shows. */
  pullFiles(number: number, wanted?: FilesWanted): Promise<readonly PullFile[]>;
  /** First lines of its commits' messages, oldest first. */
  pullCommits(number: number): Promise<readonly string[]>;
  /** The commit where it left its base; undefined where they have none in common. */
  mergeBase(pull: Pick<PullSnapshot, "base" | "head">): Promise<string | undefined>;
  /** What our App said on it before. */
  ourReviews(number: number): Promise<OurReviews>;
  /**
   * What the repository decides for itself in `.github/coderag.yml` of its default branch, or its owner in the
   * `.github` repository. `known`: SHA of a blob whose text need not be sent.
   */
  configFile(known: string | undefined): Promise<ConfigFile>;
  /** The programming language with most bytes, as GitHub names it; undefined where it knows none. */
  language(): Promise<string | undefined>;
  /** What the builds of a commit say; `detail`: of those that failed, why. */
  checks(commit: string, wanted: { readonly detail: boolean }): Promise<CommitChecks | UnreadChecks>;
  /** The index of the code (index.scip) that the repository's builds offer for this commit or one before it. */
  builtIndex(base: BranchHead): Promise<BuiltIndex>;
}

/** What is still to be talked about on a pull request. */
export interface OpenTalk {
  /** Oldest first. */
  readonly threads: readonly OpenThread[];
  /** What reviews say beside their comments on lines, oldest first. */
  readonly reviews: readonly IssueComment[];
  /** As of a `Conversation`. */
  readonly hidden?: number;
}

/** A conversation on lines of the diff that nobody has resolved. */
export interface OpenThread {
  readonly path: string;
  /** Of the head's file; absent where its lines are other ones by now, or it is about the whole file. */
  readonly line?: number;
  /** Oldest first. */
  readonly comments: readonly IssueComment[];
}

export type BuiltIndex =
  | { readonly kind: "found"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: "none" }
  /** `note` says to people why. */
  | { readonly kind: "left out"; readonly note: string };

/** What there is on the branch of an issue's draft before a new one is written. */
export type EarlierDraft =
  /** Also where it was merged. */
  | { readonly kind: "none" }
  | {
      readonly kind: "ours";
      readonly branch: string;
      /** What it changes since it left its base. */
      readonly files: readonly PatchedFile[];
      /** Its newest commit, and what it is to be merged into: a person may have chosen another branch. Neither is in what runs of earlier versions recorded. */
      readonly tip?: string;
      readonly base?: BranchHead;
    }
  /** Not ours to write: a person made the branch, or pushed to it. */
  | { readonly kind: "human-branch"; readonly branch: string };

export type Permission = "admin" | "maintain" | "write" | "triage" | "read" | "none";

export interface BranchHead {
  readonly branch: string;
  readonly commit: string;
  /** Nothing can be written to the repository any more, until somebody opens it again. */
  readonly archived?: true;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  /** A merged pull request can never be opened again. */
  readonly state: "open" | "closed" | "merged";
  readonly locked: boolean;
  readonly pullRequest: boolean;
  readonly labels: readonly string[];
  readonly url: string;
}

/** Comments as they stood at a time: without later ones, those edited later, and those that are hidden now. */
export interface Conversation {
  /** Oldest first. */
  readonly comments: readonly IssueComment[];
  /** Older ones that were not read, where there are any. */
  readonly unread?: number;
  /** Those that somebody hid (as spam, off-topic, outdated, resolved, ...), where there are any. */
  readonly hidden?: number;
}

export interface IssueSnapshot extends Issue, Conversation {}

export interface IssueComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Publisher {
  /** Adds a reaction to the command's comment and takes back the one that it replaces. Idempotent. */
  react(comment: CommentRef, reaction: Reaction, replaces?: Reaction): Promise<void>;
  /**
   * Creates or edits the one comment with this marker (found by marker AND our own app). Idempotent.
   * Returns the comment's id and address. `since` (ISO 8601): it cannot be older, so it is looked for among later ones.
   */
  note(issueNumber: number, marker: string, body: string, since?: string): Promise<PublishedNote>;
  /** The text of that comment as it stands; undefined where there is none. */
  noted(issueNumber: number, marker: string, since?: string): Promise<string | undefined>;
  /** Edits that comment where it stands, and writes none where it does not. */
  amendNote(issueNumber: number, marker: string, body: string): Promise<PublishedNote | undefined>;
  /** Writes the draft's commit to its branch. See `BranchOutcome`; never overwrites what a human pushed. */
  pushBranch(draft: Draft): Promise<BranchOutcome>;
  /** Writes one commit on a pull request's branch, or finds it there. Never over what somebody pushed since. */
  pushFollowUp(followUp: FollowUp): Promise<FollowUpOutcome>;
  /** Takes our newest commit on a branch back, with a commit that reverts it. Idempotent for one run. */
  undo(wish: UndoWish): Promise<UndoOutcome>;
  /** Opens the draft's pull request, or updates the open one of the same branch. */
  openPullRequest(draft: Draft, branch: string): Promise<PublishedPullRequest>;
  /** Posts one review, a comment without a verdict, or finds the one with its marker. Never two. */
  review(draft: ReviewDraft): Promise<ReviewOutcome>;
  /** Closes a conversation of ours on a diff. False where that is not allowed, or it is gone. Idempotent. */
  resolveThread(id: string): Promise<boolean>;
  /** Edits or opens an issue of our own. Never two, and never one that a person closed. */
  keepPage(page: LivingPage): Promise<KeptPage>;
  /**
   * Creates or updates the one check run of this run and commit. Undefined where the installation does not grant
   * `checks: write`, which a host may withhold. Idempotent.
   */
  checkRun(draft: CheckDraft): Promise<PublishedCheck | undefined>;
}

/** A comment of a conversation by its id, or one on a diff: GitHub counts the two apart. */
export type CommentRef = number | { readonly review: number };

export type Reaction = "eyes" | "rocket" | "confused" | "-1" | "+1";

export interface PublishedNote {
  readonly id: number;
  readonly url: string;
}

/** A pull request as a value, before anybody writes it: decide first, act last. */
export interface Draft {
  readonly runId: string;
  readonly issueNumber: number;
  /** `coderag/issue-12-`: an existing branch with this prefix is reused, whatever its ending. */
  readonly branchPrefix: string;
  /** Ending of a new branch's name, from the issue's title; may be empty. */
  readonly branchEnding: string;
  readonly base: BranchHead;
  /** Commits that earlier runs pushed to this branch: a tip that is none of them was pushed by a human. */
  readonly ourTips: readonly string[];
  readonly title: string;
  /** Of the pull request; where there is one already, what is said of the commit in the run's comment. */
  readonly body: string;
  readonly commitMessage: string;
  readonly changes: readonly FileChange[];
  /** The pull request that gets the commit; absent where the draft becomes one of its own. */
  readonly onto?: Onto;
}

/** A pull request that is there already; its branch is `base` of the draft. */
export interface Onto {
  readonly number: number;
  readonly url: string;
  /** Where its branch is, if that is another repository. */
  readonly fork?: RepositoryRef;
  /** Why nothing can be pushed there: then the change becomes suggestions. */
  readonly barred?: Barred;
}

/** A refusal in words, with what would lift it. */
export interface Barred {
  readonly cause: string;
  readonly cure: string;
}

export type BranchOutcome =
  | { readonly kind: "pushed"; readonly branch: string; readonly commit: string }
  /** The branch already held this run's commit (a crash between effect and record). */
  | { readonly kind: "adopted"; readonly branch: string; readonly commit: string }
  /** A human's commits are on the branch, or it moved under us: nothing was written. */
  | { readonly kind: "human-branch"; readonly branch: string; readonly tip: string };

export interface PublishedPullRequest {
  readonly number: number;
  readonly url: string;
  readonly draft: boolean;
  /** False where an open pull request of the branch was updated. */
  readonly created: boolean;
}
