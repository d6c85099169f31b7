import { type ImplementBrief, implementMessages } from "../../agent/implement-messages.ts";
import type { ChatMessage } from "../../llm/model.ts";
import type { Asked } from "../acceptance/freeze.ts";
import type { JobRun } from "../job-run.ts";
import type { RunOptions } from "../surroundings.ts";
import type { Brief } from "./prepare.ts";
import { wordsOf } from "./pull-checks.ts";

/** What is settled before the model is asked. */
export interface Premises<Base> {
  readonly run: JobRun;
  readonly issue: Asked;
  readonly base: Base;
  readonly brief: Brief;
}

/** What one attempt at the change differs in from another one. */
type Attempt = Pick<
  ImplementBrief,
  "tools" | "context" | "nearest" | "references" | "pull" | "draft" | "earlier" | "functions"
>;

/** What the model is told first where a run ends with a change: the run's own words, and what this attempt shows. */
export function changeMessages(
  { run, issue, base, brief }: Premises<{ readonly commit: string }>,
  { language, checks }: Pick<RunOptions, "language" | "checks">,
  attempt: Attempt,
): readonly ChatMessage[] {
  const { boundary, requirements, conventions } = brief;
  return implementMessages({
    ...{ boundary, requirements, conventions, issue, language, ...attempt },
    repository: `${run.owner}/${run.name} at ${base.commit}`,
    request: wordsOf(run, issue.pull?.checks, issue.pull?.thread),
    mayAddPackages: checks.allowPackages,
  });
}
