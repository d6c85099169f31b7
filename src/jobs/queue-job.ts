import type { JobVerb } from "../command/verbs.ts";
import { marker } from "../delivery/progress.ts";
import { renderProgress } from "../delivery/render-progress.ts";
import { runsAhead } from "../store/recent.ts";
import type { Run } from "../store/run.ts";
import { findActiveRun, setOutcome, setTraces } from "../store/runs.ts";
import type { RunContext } from "./execute.ts";
import { begun, progressMarker } from "./report.ts";
import type { Surroundings } from "./surroundings.ts";

/** Says in the run's one comment that it begins, or for what it waits, and queues the work. */
export async function queueJob(
  run: Run,
  verb: JobVerb,
  { publisher }: Surroundings,
  context: RunContext,
): Promise<void> {
  const { step, database } = context;
  const twin = await step("find-twin", () => sameWish(run, context));
  if (twin !== undefined) {
    await step("answer", async () => {
      await publisher.note(
        run.issueNumber,
        marker(run, "already-running"),
        `This is running already (run \`${twin}\`); its comment above says how far it is. To change the wish, cancel it and command again.`,
      );
      await publisher.react(run.commentId!, "-1", "eyes");
      await setOutcome(database, run.id, {
        kind: "declined",
        message: `The same command runs already: ${twin}.`,
      });
    });
    return;
  }
  await step("announce", async () => {
    const ahead = await runsAhead(database, run);
    const waiting = ahead > 0 ? { waiting: waitingFor(ahead) } : {};
    const note = await publisher.note(
      run.issueNumber,
      progressMarker(run),
      renderProgress({ ...begun(run, verb), ...waiting }),
    );
    await setTraces(database, run.id, { noteCommentId: note.id });
  });
  await context.enqueueJob();
}

/** The id of an earlier run for this issue that asks for the very same and has not ended. */
async function sameWish(run: Run, { database }: RunContext): Promise<string | undefined> {
  const earlier = await findActiveRun(database, run);
  return earlier && earlier.request.trim() === run.request.trim() ? earlier.id : undefined;
}

function waitingFor(ahead: number): string {
  return ahead === 1
    ? "another run is in progress in this repository; this one begins when it has ended."
    : `${ahead} other runs come first in this repository; this one begins when they have ended.`;
}
