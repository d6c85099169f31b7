import { parseCommand, usualCommand } from "../../command/parse.ts";
import { withoutReport } from "../../github/drafts/description.ts";
import type { EarlierDraft, IssueSnapshot } from "../../github/forge.ts";
import type { JobRun } from "../job-run.ts";
import { asksOfChecks, isToBlame, type PullChecks, readPullChecks } from "../reading/pull-checks.ts";
import { type PullContext, readPullContext, withinRoom } from "../reading/pull-context.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * The request as it stood when the command was given: the delivery's own title and body, comments by time. Times are
 * whole seconds, and GitHub counts ids upwards: what was written after the command in its second is left out by id.
 * What we said ourselves and what was said to us, by whomever, is no part of the wish, nor is a draft's report.
 */
export async function freeze(
  run: JobRun,
  { reader, us }: Pick<Surroundings, "reader" | "us">,
): Promise<IssueSnapshot> {
  const issue = {
    ...(await reader.issue(run.issueNumber)),
    ...(await reader.conversation(run.issueNumber, run.frozenAt)),
  };
  if (!run.delivery) return issue;
  const { comment: command, issue: said } = run.delivery;
  const comments = issue.comments.filter(
    ({ id, author, body }) =>
      // Comments on a diff are counted apart: there only the time tells.
      (command.place !== undefined || id < command.id) &&
      author !== us.login &&
      [us.command, usualCommand].every((word) => parseCommand(body, word).kind === "none"),
  );
  const body = issue.author === us.login ? withoutReport(said.body) : said.body;
  return { ...issue, title: said.title, body, comments };
}

/** What a change is asked for: the same, with the pull request where it is asked for on one. Survives JSON. */
export type Asked = IssueSnapshot & {
  readonly pull?: PullContext;
  /** Of an issue. Not in what runs of earlier versions recorded. */
  readonly earlier?: EarlierDraft;
  /** What its builds say, where one failed that it may be to blame for, or the request is about them. */
  readonly draftChecks?: PullChecks;
};

export async function freezeWithPull(run: JobRun, surroundings: Surroundings): Promise<Asked> {
  const issue = await freeze(run, surroundings);
  return run.delivery?.issue.pullRequest
    ? { ...issue, pull: await readPullContext(run, surroundings) }
    : issue;
}

/** The same where a change is asked for: of an issue also the draft that stands for it. */
export async function freezeForChange(run: JobRun, surroundings: Surroundings): Promise<Asked> {
  const asked = await freezeWithPull(run, surroundings);
  if (asked.pull) return asked;
  const { reader } = surroundings;
  const earlier = await reader.earlierDraft(run.issueNumber, await surroundings.ourTips());
  if (earlier.kind !== "ours") return { ...asked, earlier };
  const { tip, base, files } = earlier;
  const checks = tip && base && (await readPullChecks({ head: tip, base: base.commit }, reader));
  return {
    ...{ ...asked, earlier: { ...earlier, files: withinRoom(files) } },
    ...(checks && (isToBlame(checks) || asksOfChecks(run)) && { draftChecks: checks }),
  };
}
