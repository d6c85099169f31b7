/**
 * What happens to a command within its first seconds, for every verb: who asks, may they, say that it was seen, then
 * answer at once or queue the job. Work that takes longer belongs into a job.
 */
import type { CommandDelivery } from "../../command/delivery.ts";
import type { Verdict } from "../../command/gate.ts";
import { helpText, unknownVerbText } from "../../command/help.ts";
import { isJobVerb } from "../../command/verbs.ts";
import { marker } from "../../delivery/progress.ts";
import type { Database } from "../../store/database.ts";
import { commandsBefore, refusedBefore } from "../../store/recent.ts";
import { setRunConfig } from "../../store/repository-configs.ts";
import type { Run } from "../../store/run.ts";
import { setOutcome, setState } from "../../store/runs.ts";
import { cancel } from "../cancel.ts";
import { abandonable } from "../durable/abandonable.ts";
import type { RunContext } from "../durable/execute.ts";
import { queueJob } from "../durable/queue-job.ts";
import { type ConfigTrouble, readConfig, tellTrouble } from "../reading/repository-config.ts";
import { status } from "../status.ts";
import type { Surroundings } from "../surroundings.ts";
import { commentOf } from "../telling/comment-of.ts";
import { refuse } from "../telling/refuse.ts";
import { tellLate } from "../telling/tell-late.ts";
import { sinceAsked } from "../telling/tell-progress.ts";
import { isReadOnly, reacted, unlessLocked, unsaidWords } from "../telling/unless-locked.ts";
import { judge, switchedOff } from "./authorise.ts";
import { wishOf } from "./wish.ts";

export async function accept(run: Run, surroundings: Surroundings, context: RunContext): Promise<void> {
  const { step, database } = context;
  const delivery = run.snapshot as CommandDelivery;
  const { publisher } = surroundings;
  const verdict = await step("authorise", (signal) =>
    abandonable(welcome(run, surroundings, database), signal),
  );
  if (verdict.kind === "ignored") return end(run, context, verdict.reason, { ignored: verdict.row });
  if (verdict.kind === "refused") {
    const { row, reason, cure, oncePerHour } = verdict;
    const silent = oncePerHour && (await step("refused-before", () => refusedBefore(database, run, row)));
    const told = silent ? {} : await step("refuse", () => refuse(run, `${reason} ${cure}`, surroundings));
    return end(run, context, reason, { refused: row, ...told });
  }
  const seen = await step("acknowledge", async () => {
    const seen = await reacted(publisher.react(commentOf(run), "eyes"));
    if (seen === "done") await tellLate(run, surroundings, context);
    return seen;
  });
  if (seen === "gone") return end(run, context, "The command was deleted.", { ignored: "deleted" });
  const { trouble } = verdict;
  if (trouble)
    await step("tell-configuration", () => unlessLocked(tellTrouble(run, trouble, surroundings, database)));
  const say = (text: string): Promise<void> => answer(run, surroundings, context, text);
  const verb = delivery.command.kind === "command" ? delivery.command.verb : "unknown";
  if (isJobVerb(verb)) {
    const wish = await (verb === "retry"
      ? step("find-last", () => wishOf(run, database))
      : wishOf(run, database));
    return wish
      ? queueJob(run, wish, surroundings, context)
      : say("No command was carried out here before, so there is nothing to run again.");
  }
  switch (verb) {
    case "cancel":
      return say(await step("cancel", () => cancel(run, database, context.enqueueFailure)));
    case "status":
      return say(await step("status", () => status(run, database)));
    case "help":
      return say(helpText(verdict.off));
    case "unknown":
      return say(unknownVerbText(run.request, verdict.off));
  }
}

/** Judges by the configuration as it is now, which the run keeps from here on. */
async function welcome(
  run: Run,
  surroundings: Surroundings,
  database: Database,
): Promise<Verdict & { readonly off?: readonly string[]; readonly trouble?: ConfigTrouble }> {
  const { config, trouble } = await readConfig(run, surroundings, database);
  await setRunConfig(database, run.id, config);
  const { us, reader } = surroundings;
  const before = await commandsBefore(database, run);
  const verdict = await judge(run.snapshot as CommandDelivery, us, reader, config, before);
  return { ...verdict, off: switchedOff(config), ...(trouble && { trouble }) };
}

/**
 * One comment a verb and issue, edited in place: asking for help twice does not make two of them. A day later it may
 * stand far above whoever asks, so the answer is a new one, where it is seen.
 */
async function answer(
  run: Run,
  { publisher }: Surroundings,
  { step, database }: RunContext,
  text: string,
): Promise<void> {
  const known = run.verb !== "unknown";
  await step("answer", async () => {
    const note = await unlessLocked(
      publisher.note(run.issueNumber, marker(run, run.verb), text, sinceAsked(run)),
    );
    // What was asked to stop stops, whether that can be said or not.
    const unsaid = isReadOnly(note) ? `Nothing was answered: ${unsaidWords[note]}.` : undefined;
    const done = unsaid === undefined || run.verb === "cancel";
    await reacted(publisher.react(commentOf(run), known && done ? "+1" : "confused", "eyes"));
    await setState(database, run.id, "running");
    const message = done ? text.split("\n", 1)[0]! : unsaid;
    await setOutcome(database, run.id, { kind: done ? "delivered" : "failed", message });
  });
}

async function end(
  run: Run,
  { step, database }: RunContext,
  message: string,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await step("end", () => setOutcome(database, run.id, { kind: "declined", message, details }));
}
