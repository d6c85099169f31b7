import type { Finding } from "../checks/finding.ts";
import type { Context } from "../context/context.ts";
import type { Nearest } from "../context/nearest.ts";
import type { TakenAnchor } from "../context/taken.ts";
import type { BranchHead, IssueSnapshot } from "../github/forge.ts";
import type { CodeGraph } from "../graph/graph.ts";
import type { Usage } from "../llm/model.ts";
import type { ReferenceExcerpt } from "../references/excerpts.ts";
import type { TakenOver } from "../references/marks.ts";
import type { FileChange } from "../source/file.ts";
import type { WebSource } from "../web/source.ts";
import type { ChecksTold } from "./checks-list.ts";
import type { HandInRecord } from "./hand-ins.ts";
import type { NewPackage } from "./new-packages.ts";
import type { Submission } from "./submission.ts";
import type { ToolUse } from "./tool-uses.ts";

/** Everything that is known when the change has passed the gate and nothing is written yet. */
export interface DraftInput {
  readonly run: DraftRun;
  readonly issue: Pick<IssueSnapshot, "title" | "body" | "url">;
  readonly base: BranchHead;
  readonly ourTips: readonly string[];
  /** Where people read the repository: `https://github.com`; undefined on a plain folder. */
  readonly webUrl: string | undefined;
  readonly requirements: readonly { readonly id: string; readonly text: string }[];
  readonly submission: Submission;
  readonly changes: readonly FileChange[];
  readonly findings: readonly Finding[];
  readonly verification: readonly Verification[];
  readonly context: Context;
  /** What the model took while it worked. */
  readonly taken: readonly TakenAnchor[];
  /** Existing definitions nearest to the requirements. */
  readonly nearest: readonly Nearest[];
  /** The code graph of the base commit, and the one of the same code with the change. */
  readonly graph: CodeGraph;
  readonly after: CodeGraph;
  /** Files of the repository that were read as data about its style. */
  readonly conventions: readonly string[];
  /** What the index left out, one sentence each. */
  readonly indexNotes: readonly string[];
  /** Public code that the model was shown. */
  readonly references?: readonly ReferenceExcerpt[];
  /** Lines of the change that are other people's, under licences that ask for attribution. */
  readonly takenOver?: readonly TakenOver[];
  /** Packages that the change adds to a manifest. */
  readonly newPackages?: readonly NewPackage[];
  /** Checks of the pull request that it goes onto, or of the draft before it, where they were looked at. */
  readonly checks?: ChecksTold | undefined;
  /** What the model's tools read outside the repository. */
  readonly sources: readonly WebSource[];
  readonly spent: Spent;
}

export interface DraftRun {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly issueNumber: number;
  readonly actorLogin: string;
  readonly actorId: number;
  /** Words behind `/coderag implement`. */
  readonly request: string;
}

/** One check as we recorded it; a model's claim is never one (security.md O07). */
export interface Verification {
  /** `Syntax of the changed files`, `Tests`. */
  readonly what: string;
  readonly result: "passed" | "failed" | "not run";
  /** The command, the figures, or why it did not run. */
  readonly detail: string;
}

export interface Spent {
  readonly model: string;
  readonly usage: Usage;
  readonly turns: number;
  readonly uses: readonly ToolUse[];
  readonly handIns: readonly HandInRecord[];
}
