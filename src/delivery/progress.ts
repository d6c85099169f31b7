import type { WorkVerb } from "../command/verbs.ts";
import type { Usage } from "../llm/model.ts";
import { hidden } from "./hidden.ts";
import type { Stage } from "./plans.ts";

export interface StageState {
  readonly state: "running" | "done" | "failed" | "skipped";
  /** A short note, for example `812 files, 5,210 definitions in 1.2 s`; may be empty. */
  readonly note: string;
}

/** Everything that the one progress comment of a run says. */
export interface Progress {
  readonly runId: string;
  readonly issueNumber: number;
  /** Whose plan it follows. */
  readonly verb: WorkVerb;
  /** A stage that is absent has not begun. */
  readonly stages: Readonly<Partial<Record<Stage, StageState>>>;
  /** Why nothing happens at the moment: `another run is in progress in this repository`. */
  readonly waiting?: string;
  /** Logins of others who gave the same command meanwhile. */
  readonly also?: readonly string[];
  readonly usage?: Usage;
  readonly end?: ProgressEnd;
}

export type ProgressEnd =
  | {
      readonly kind: "delivered";
      readonly pullRequest: { readonly number: number; readonly url: string };
      readonly title: string;
      /** In the model's words. */
      readonly summary: string;
      /** What was not done, a line each. */
      readonly notDone: readonly string[];
      /** What no draft says of it, in place of `notDone`: Markdown. */
      readonly notes?: string;
      /** Full SHA, where it is one commit on a pull request that was there already. */
      readonly commit?: string;
    }
  /** What was asked for is this comment itself; `body` is Markdown that its maker has made safe. */
  | { readonly kind: "answered"; readonly headline: string; readonly body: string }
  /** One sentence of cause, one of cure; `explanation` in the model's words, `refused` in those of the checks. */
  | {
      readonly kind: "declined" | "failed";
      readonly cause: string;
      readonly cure: string;
      readonly explanation?: string;
      readonly refused?: string;
      readonly left?: LeftBehind;
    }
  | { readonly kind: "cancelled"; readonly by?: string; readonly left?: LeftBehind };

/** What a run that ended early had written by then. */
export type LeftBehind =
  | { readonly kind: "branch"; readonly name: string }
  | { readonly kind: "pull-request"; readonly number: number; readonly url: string };

/**
 * The hidden first line by which we find our own comment again. It is searched for together with our App's identity,
 * because anybody can write the same line (security.md O09).
 *
 * A progress comment belongs to one run. Every other kind (the answer to `help`, a refusal) is one comment an issue,
 * edited in place, so its marker does not name the run.
 */
export function marker(run: { readonly id: string; readonly issueNumber: number }, kind: string): string {
  const about = { kind, ...(kind === "progress" ? { run: run.id } : {}), issue: run.issueNumber };
  return hidden("coderag:v1", about);
}
