/**
 * `/coderag undo`: takes back our newest commit, on the branch of an issue's draft or on a pull request's branch, with
 * a commit that reverts it. No model is asked. What a person built on top of it is left to that person.
 */
import { inlineCode } from "../delivery/code.ts";
import { coAuthor } from "../delivery/commit-message.ts";
import { safeLine } from "../delivery/markdown.ts";
import type { Barred } from "../github/forge.ts";
import type { UndoOutcome, UndoWish } from "../github/undo.ts";
import type { Step } from "../step.ts";
import { authorise } from "./acceptance/authorise.ts";
import { forkPush } from "./change/fork-push.ts";
import { abandonable } from "./durable/abandonable.ts";
import type { JobRun } from "./job-run.ts";
import { declined, type Outcome } from "./outcome.ts";
import { inQueue } from "./reading/pull-context.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";

export async function undo(
  run: JobRun,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
): Promise<Outcome> {
  const refusal = await authorise("authorise", run, surroundings, step);
  if (refusal) return refusal;
  narrator.begin("publish");
  const { publisher, remember, ourTips } = surroundings;
  const done = await step("publish-undo", async (signal) => {
    const where = await abandonable(placeOf(run, surroundings), signal);
    if ("cause" in where) return where;
    const trailers = coAuthor({ login: run.actorLogin, id: run.actorId });
    const outcome = await publisher.undo({ runId: run.id, ...where, ourTips: await ourTips(), trailers });
    if (outcome.kind === "undone") await remember({ branch: outcome.branch, commit: outcome.commit });
    return outcome;
  });
  return "cause" in done ? { kind: "declined", ...done } : outcomeOf(done);
}

/** The branch of the pull request; on an issue the one of its draft. */
async function placeOf(
  { issueNumber, delivery }: JobRun,
  surroundings: Surroundings,
): Promise<Pick<UndoWish, "branch" | "base" | "fork"> | Barred> {
  const { reader } = surroundings;
  if (!delivery?.issue.pullRequest)
    return { branch: { prefix: `coderag/issue-${issueNumber}-` }, base: (await reader.base()).branch };
  const pull = await reader.pull(issueNumber);
  if (await reader.isInMergeQueue(issueNumber)) return inQueue;
  const place = { branch: { name: pull.head.branch }, base: pull.base.branch };
  if (!pull.head.fork) return place;
  const may = await forkPush(pull, surroundings);
  return may.kind === "allowed" ? { ...place, fork: may.fork } : { cause: may.cause, cure: may.cure };
}

function outcomeOf(outcome: UndoOutcome): Outcome {
  const short = (sha: string): string => inlineCode(sha.slice(0, 12));
  switch (outcome.kind) {
    case "undone": {
      const { branch, commit, reverted } = outcome;
      return {
        kind: "answered",
        headline: `Taken back on ${inlineCode(branch)}: ${safeLine(reverted.title, 200)}.`,
        body: `Commit ${short(commit)} reverts ${short(reverted.commit)}; both stay in the history. \`/coderag undo\` again goes one further back.`,
      };
    }
    case "nothing":
      return outcome.branch === undefined
        ? declined(
            "There is no branch of CodeRAG here, so there is nothing to take back.",
            "`/coderag implement` on an issue makes one; what was merged is taken back with the button Revert of its pull request.",
          )
        : declined(
            `On ${inlineCode(outcome.branch)} no commit of CodeRAG is left to take back.`,
            "`/coderag retry` brings a change back; commits of others are taken back with `git revert`.",
          );
    case "closed": {
      const { branch, pull, merged } = outcome;
      return merged
        ? declined(
            `Its pull request #${pull} is merged: taking it back on ${inlineCode(branch)} would change nothing.`,
            "Revert it with the button of that pull request, or with `git revert`.",
          )
        : declined(
            `Its pull request #${pull} is closed, so there is nothing to take back.`,
            "Reopen it first to go on with its branch.",
          );
    }
    case "built-upon":
      return declined(
        `${inlineCode(outcome.by)} pushed to \`${outcome.branch}\` after the last commit of CodeRAG, and that work is not touched.`,
        `To take the commit back all the same, run \`git revert ${outcome.commit}\` on that branch.`,
      );
    case "conflict":
      return declined(
        `The base has changed the same files since: ${outcome.paths.slice(0, 5).join(", ")}.`,
        `Run \`git revert -m 1 ${outcome.commit}\` on \`${outcome.branch}\` and settle the conflict by hand.`,
      );
  }
}
