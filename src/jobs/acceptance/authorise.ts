import type { CommandDelivery, Occasion } from "../../command/delivery.ts";
import { gate, type Verdict } from "../../command/gate.ts";
import { appointmentOf, UserError } from "../../errors.ts";
import { isPassing } from "../../github/failure.ts";
import type { ForgeReader, Issue, Permission } from "../../github/forge.ts";
import type { RepositoryConfig } from "../../repository-config/schema.ts";
import type { Step } from "../../step.ts";
import { abandonable } from "../durable/abandonable.ts";
import type { JobRun } from "../job-run.ts";
import { type Declined, declined } from "../outcome.ts";

/** Our own account, as far as it is known without asking. */
export interface Us {
  readonly login: string;
  /** The word that commands begin with; `coderag` unless given. */
  readonly command?: string;
}

/**
 * Asks the one table (`src/command/gate.ts`) with what GitHub says now. Used when a command comes in and again
 * right before anything is written: a permission that was taken back in between counts. Where GitHub is down the answer
 * to a new command is no (`refused`), and a run under way, which may have been paid for, waits (`thrown`).
 */
export async function judge(
  delivery: CommandDelivery,
  us: Us,
  reader: ForgeReader,
  { verbs }: Pick<RepositoryConfig, "verbs">,
  recentCommands: number,
  outage: "refused" | "thrown" = "refused",
): Promise<Verdict> {
  const permission = await reader.permission(delivery.actor.login).catch((error: unknown): "unknown" => {
    // A rate limit is an appointment and parks the run, an App that was taken off the repository says so; every other
    // failure to ask means no.
    if (appointmentOf(error) || error instanceof UserError) throw error;
    if (outage === "thrown" && isPassing(error as Error)) throw error;
    return "unknown";
  });
  return verdict(
    delivery,
    us,
    permission,
    await reader.issue(delivery.issue.number),
    switchedOff({ verbs }),
    recentCommands,
  );
}

/** By GitHub's permission API, at the moment of use. Throws where GitHub cannot be asked. */
export async function mayWrite(login: string, reader: Pick<ForgeReader, "permission">): Promise<boolean> {
  return ["write", "maintain", "admin"].includes(await reader.permission(login));
}

/** Verbs that a repository does not want. */
export function switchedOff({ verbs }: Pick<RepositoryConfig, "verbs">): readonly string[] {
  return Object.entries(verbs).flatMap(([verb, on]) => (on === false ? [verb] : []));
}

interface Authority {
  readonly us: Us;
  readonly reader: ForgeReader;
  readonly config: RepositoryConfig;
}

/** The step that asks, and asks again right before anything is written: why the run may not be, or no longer; undefined where it may. */
export const authorise = (
  name: "authorise" | "authorise-again",
  run: JobRun,
  authority: Authority,
  step: Step,
): Promise<Declined | undefined> =>
  step(name, (signal) =>
    abandonable(run.occasion ? whyNoReview(run.occasion, authority) : whyNot(run, authority), signal),
  );

/** On the command line there is no delivery and the owner of the machine decides. */
async function whyNot(run: JobRun, { us, reader, config }: Authority): Promise<Declined | undefined> {
  if (!run.delivery) return undefined;
  const { delivery, verb } = run;
  const command = { kind: "command", verb, request: run.request } as const;
  const result = await judge({ ...delivery, command }, us, reader, config, 0, "thrown");
  if (result.kind === "allowed") return undefined;
  const cure = result.kind === "refused" ? result.cure : "Let a person give the command in a new comment.";
  return declined(result.reason, cure);
}

/** A button needs a person who may write here; a review that nobody asked for needs the configuration to ask for it. */
async function whyNoReview(occasion: Occasion, { reader, config }: Authority): Promise<Declined | undefined> {
  if (config.verbs.suggest === false)
    return declined(
      "`suggest` is switched off in this repository.",
      "Switch it on in `.github/coderag.yml`.",
    );
  if (occasion.kind === "press")
    return (await mayWrite(occasion.actor.login, reader))
      ? undefined
      : declined("The button needs write access to this repository.", "Ask somebody who has it to press it.");
  return config.suggestions.automatic.includes(occasion.action)
    ? undefined
    : declined("The repository does not ask for this review.", "Comment `/coderag suggest` to have one.");
}

function verdict(
  delivery: CommandDelivery,
  us: Us,
  permission: Permission | "unknown",
  issue: Issue,
  off: readonly string[],
  recentCommands: number,
): Verdict {
  return gate({
    event: "issue_comment.created",
    actor: delivery.actor,
    us: { login: us.login },
    throughApp: undefined,
    edited: false,
    verb: delivery.command.kind === "command" ? delivery.command.verb : "unknown",
    repository: { archived: delivery.repository.archived },
    permission,
    ...{ issue, switchedOff: off, recentCommands },
  });
}
