/**
 * One command from beginning to end in one process, with nothing stored: the same gate, the same jobs and the same
 * words as on a server. What a server keeps in its database is read off GitHub: by the marker of the one comment and
 * by the trailer of a commit a second attempt finds what the first one left.
 */
import type { CommandDelivery } from "../../command/delivery.ts";
import { helpText, unknownVerbText } from "../../command/help.ts";
import { marker } from "../../delivery/progress.ts";
import type { CommentRef } from "../../github/forge.ts";
import { usualConfig } from "../../repository-config/schema.ts";
import type { FinalState } from "../../store/run.ts";
import { judge, mayWrite, switchedOff } from "../acceptance/authorise.ts";
import type { Wish } from "../acceptance/wish.ts";
import { wishInThread } from "../acceptance/wish-in-thread.ts";
import type { JobRun } from "../job-run.ts";
import { readConfigOnce, troubleText } from "../reading/repository-config.ts";
import { sinceAsked } from "../telling/tell-progress.ts";
import { isReadOnly, reacted, unlessLocked } from "../telling/unless-locked.ts";
import { carryOut, type OnceParts } from "./carry-out.ts";

export interface OnceOptions extends OnceParts {
  /** Unique for the command; the same where it is attempted again. */
  readonly runId: string;
  readonly delivery: CommandDelivery;
}

/** Says on GitHub how it ended, and returns it. Throws only where GitHub cannot be told. */
export async function runOnce(options: OnceOptions, signal: AbortSignal): Promise<FinalState | "ignored"> {
  const { delivery, surroundingsOf } = options;
  const first = surroundingsOf(usualConfig, "", async () => undefined);
  const { publisher, reader, us } = first;
  const about = { id: options.runId, issueNumber: delivery.issue.number };
  const since = sinceAsked({ frozenAt: delivery.comment.createdAt });
  const say = (kind: string, text: string) =>
    publisher.note(about.issueNumber, marker(about, kind), text, since);
  const { config, trouble } = await readConfigOnce(first);
  // Who may not command gets no comment out of us: what is wrong is told to those who are heard.
  if (trouble && (await mayWrite(delivery.actor.login, reader)))
    await unlessLocked(say("configuration", troubleText(trouble)));
  const verdict = await judge(delivery, us, reader, config, 0);
  if (verdict.kind === "ignored") return "ignored";
  const comment = commentRef(delivery);
  if (verdict.kind === "refused") {
    await reacted(publisher.react(comment, "-1"));
    await unlessLocked(say("refusal", `${verdict.reason} ${verdict.cure}`));
    return "declined";
  }
  if ((await reacted(publisher.react(comment, "eyes"))) === "gone") return "ignored";
  const { command } = delivery;
  const wish =
    command.kind === "command" ? await wishInThread(delivery, command, reader, us.command) : undefined;
  if (wish) return carryOut(runOf(options, wish), { ...options, config, comment }, signal);
  const kind = command.kind === "command" ? command.verb : "unknown";
  const locked = isReadOnly(await unlessLocked(say(kind, answerTo(command, switchedOff(config)))));
  await reacted(publisher.react(comment, kind !== "unknown" && !locked ? "+1" : "confused", "eyes"));
  return locked ? "failed" : "delivered";
}

function answerTo(command: CommandDelivery["command"], off: readonly string[]): string {
  if (command.kind === "unknown") return unknownVerbText(command.word, off);
  const { verb } = command;
  if (verb === "help") return helpText(off);
  if (verb === "retry") return "No command was given here before, so there is nothing to run again.";
  if (verb === "status" || verb === "cancel")
    return "This CodeRAG runs in GitHub Actions: the repository's page Actions shows what runs, and cancels it.";
  throw new Error(`The command ${verb} is work, and was not taken for it.`);
}

/** The run that a command wants. */
function runOf({ runId, delivery }: OnceOptions, wish: Wish): JobRun {
  const { owner, name } = delivery.repository;
  return {
    ...{ id: runId, owner, name, issueNumber: delivery.issue.number, ...wish, delivery },
    ...{ actorLogin: delivery.actor.login, actorId: delivery.actor.id },
    frozenAt: delivery.comment.createdAt,
  };
}

const commentRef = ({ comment }: CommandDelivery): CommentRef =>
  comment.place ? { review: comment.id } : comment.id;
