/**
 * `/coderag undo`: takes back our newest commit, on the branch of an issue's draft or on a pull request's branch, with
 * a commit that reverts it. No model is asked. What a person built on top of it is left to that person.
 */
import { inlineCode } from "../delivery/code.ts";
import { coAuthor } from "../delivery/commit-message.ts";
import { safeLine } from "../delivery/markdown.ts";
import type { UndoOutcome, UndoWish } from "../github/undo.ts";
import type { Step } from "../step.ts";
import { abandonable } from "./abandonable.ts";
import { authorise } from "./authorise.ts";
import type { JobRun } from "./job-run.ts";
import type { Narrator } from "./narrator.ts";
import type { Outcome } from "./outcome.ts";
import { inQueue } from "./pull-context.ts";
import type { Surroundings } from "./surroundings.ts";

export async function undo(
  run: JobRun,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
): Promise<Outcome> {
  const refusal = await step("authorise", (signal) => abandonable(authorise(run, surroundings), signal));
  if (refusal) return refusal;
  narrator.begin("publish");
  const { publisher, remember, ourTips } = surroundings;
  const done = await step("publish-undo", async (signal) => {
    const where = await abandonable(placeOf(run, surroundings), signal);
    if (!where || "cause" in where) return where;
    const trailers = coAuthor({ login: run.actorLogin, id: run.actorId });
    const outcome = await publisher.undo({ runId: run.id, ...where, ourTips: await ourTips(), trailers });
    if (outcome.kind === "undone") await remember({ branch: outcome.branch, commit: outcome.commit });
    return outcome;
  });
  if (done && "cause" in done) return { kind: "declined", ...done };
  return done ? outcomeOf(done) : fork;
}

const fork: Outcome = {
  kind: "declined",
  cause: "This pull request comes from a fork, and CodeRAG never pushes to one.",
  cure: "Let its author take the commit back.",
};

/** The branch of the pull request; on an issue the one of its draft. Undefined for a fork's. */
async function placeOf(
  { issueNumber, delivery }: JobRun,
  { reader }: Surroundings,
): Promise<Pick<UndoWish, "branch" | "base"> | typeof inQueue | undefined> {
  if (!delivery?.issue.pullRequest)
    return { branch: { prefix: `coderag/issue-${issueNumber}-` }, base: (await reader.base()).branch };
  const { head, base } = await reader.pull(issueNumber);
  if (await reader.isInMergeQueue(issueNumber)) return inQueue;
  return head.fork ? undefined : { branch: { name: head.branch }, base: base.branch };
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
      return {
        kind: "answered",
        headline:
          outcome.branch === undefined
            ? "There is no branch of CodeRAG here, so there was nothing to take back."
            : `On ${inlineCode(outcome.branch)} no commit of CodeRAG is left to take back.`,
        body: "",
      };
    case "built-upon":
      return {
        kind: "declined",
        cause: `${inlineCode(outcome.by)} pushed to \`${outcome.branch}\` after the last commit of CodeRAG, and that work is not touched.`,
        cure: `To take the commit back all the same, run \`git revert ${outcome.commit}\` on that branch.`,
      };
    case "conflict":
      return {
        kind: "declined",
        cause: `The base has changed the same files since: ${outcome.paths.slice(0, 5).join(", ")}.`,
        cure: `Run \`git revert -m 1 ${outcome.commit}\` on \`${outcome.branch}\` and settle the conflict by hand.`,
      };
  }
}
