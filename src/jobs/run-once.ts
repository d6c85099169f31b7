/**
 * One command from beginning to end in one process, with nothing stored: the same gate, the same jobs and the same
 * words as on a server. What a server keeps in its database is read off GitHub: by the marker of the one comment and
 * by the trailer of a commit a second attempt finds what the first one left.
 */
import type { CommandDelivery } from "../command/delivery.ts";
import { helpText, notYetText, unknownVerbText } from "../command/help.ts";
import { isJobVerb, type Verb } from "../command/verbs.ts";
import { marker } from "../delivery/progress.ts";
import type { CommentRef } from "../github/forge.ts";
import { readRepositoryConfig } from "../repository-config/read-config.ts";
import { type RepositoryConfig, usualConfig } from "../repository-config/schema.ts";
import type { FinalState } from "../store/run.ts";
import { judge } from "./authorise.ts";
import { carryOut, type OnceParts } from "./carry-out.ts";
import type { JobRun } from "./job-run.ts";
import { troubleText } from "./repository-config.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Wish } from "./wish.ts";
import { wishInThread } from "./wish-in-thread.ts";

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
  const config = await readConfig(options, first);
  const verdict = await judge(delivery, us, reader, config, 0);
  if (verdict.kind === "ignored") return "ignored";
  const about = { id: options.runId, issueNumber: delivery.issue.number };
  const say = (kind: string, text: string) => publisher.note(about.issueNumber, marker(about, kind), text);
  const comment = commentRef(delivery);
  if (verdict.kind === "refused") {
    await publisher.react(comment, "-1");
    await say("refusal", `${verdict.reason} ${verdict.cure}`);
    return "declined";
  }
  await publisher.react(comment, "eyes");
  const { command } = delivery;
  const wish =
    command.kind === "command" ? await wishInThread(delivery, command, reader, us.command) : undefined;
  if (wish) return carryOut(runOf(options, wish), { ...options, config, comment }, signal);
  await say(command.kind === "command" ? command.verb : "unknown", answerTo(command));
  await publisher.react(comment, command.kind === "command" ? "+1" : "confused", "eyes");
  return "delivered";
}

function answerTo(command: CommandDelivery["command"]): string {
  if (command.kind === "unknown") return unknownVerbText(command.word);
  const { verb } = command;
  if (verb === "help") return helpText();
  if (verb === "retry") return "No command was given here before, so there is nothing to run again.";
  if (verb === "status" || verb === "cancel")
    return "This CodeRAG runs in GitHub Actions: the repository's page Actions shows what runs, and cancels it.";
  return isJobVerb(verb) ? "" : notYetText(verb as Verb);
}

/** The repository's own decisions; a faulty file is told each time, in one comment, and what is usual holds. */
async function readConfig(
  { delivery, runId }: OnceOptions,
  { reader, publisher, offeredModels }: Surroundings,
): Promise<RepositoryConfig> {
  const file = await reader.configFile(undefined);
  if (file.kind !== "text" && file.kind !== "unreadable") return usualConfig;
  const read =
    file.kind === "text"
      ? readRepositoryConfig(file.text, offeredModels)
      : ({ kind: "faulty", faults: [{ line: 1, problem: `The file ${file.why}.` }] } as const);
  if (read.kind === "config") return read.config;
  const { number } = delivery.issue;
  const { place, blob } = file;
  // Who may not command gets no comment out of us: what is wrong is told to those who are heard.
  const permission = await reader.permission(delivery.actor.login);
  if (["admin", "maintain", "write"].includes(permission))
    await publisher.note(
      number,
      marker({ id: runId, issueNumber: number }, "configuration"),
      troubleText({ blob, place, faults: read.faults, instead: "usual" }),
    );
  return usualConfig;
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
