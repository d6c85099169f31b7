import { z } from "zod";
import type { Delivery, DeliveryFacts, ReviewPlace } from "../command/delivery.ts";
import { type PayloadFacts, screen } from "../command/gate.ts";
import { parseCommand } from "../command/parse.ts";

/** Our own account, as far as it is known when the server starts. */
export type Us = PayloadFacts["us"];

/** One verified delivery: the header's words and the parsed body, whatever it holds. */
export interface Received {
  /** `X-GitHub-Delivery`. */
  readonly guid: string;
  /** `X-GitHub-Event`. */
  readonly event: string;
  readonly payload: unknown;
}

export type Reading =
  | { readonly kind: "delivery"; readonly delivery: Delivery }
  | { readonly kind: "ignored"; readonly reason: string };

/**
 * What GitHub's ids, numbers, names, commits and times look like. A value of another form is no GitHub's, and could not
 * be stored or asked for: its payload is ignored.
 */
export const id = z.int().nonnegative();
export const issueNumber = z.int32().positive();
export const name = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/);
export const commit = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
export const time = z.iso
  .datetime({ offset: true })
  .max(35)
  .refine((text) => Date.parse(text) >= 0);

export const account = z.object({ login: z.string(), id, type: z.string() });
export const installation = z.object({ id });

const repository = z.object({
  id,
  name,
  owner: z.object({ login: name }),
  private: z.boolean(),
  fork: z.boolean(),
  archived: z.boolean().default(false),
  default_branch: z.string(),
});

const issue = z.object({
  number: issueNumber,
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]),
  locked: z.boolean().default(false),
  pull_request: z.object({}).nullish(),
  html_url: z.string(),
  closed_at: time.nullish(),
});

/** Which installation and repository an event is about, and who caused it. */
export const place = z.object({
  installation,
  repository,
  sender: account.nullish(),
});

/** A pull request as far as it is an issue as well. */
export const pullRequest = issue.omit({ pull_request: true });

const facts = place.extend({ issue });

export const comment = z.object({
  id,
  body: z.string(),
  created_at: time,
  updated_at: time,
  html_url: z.string(),
  user: account.nullish(),
  performed_via_github_app: z.object({ id }).nullish(),
});

const commented = facts.extend({ action: z.literal("created"), comment });
const closed = facts.extend({ action: z.literal("closed"), sender: account });

type Facts = z.infer<typeof facts>;

export const ignored = (reason: string): Reading => ({ kind: "ignored", reason });

/**
 * Reads a new comment as a delivery worth storing. Pure: the payload alone, no network. Fields that are missing or of
 * another kind make it ignored, never an error: GitHub has sent `null` for most of them at some time.
 */
export function readComment(received: Received, us: Us): Reading {
  const parsed = commented.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a new comment by an installation.");
  return readCommand(received, parsed.data, us);
}

/** A comment whose payload has the right shape: is it a command, and may its author be heard at all? */
export function readCommand(
  received: Received,
  data: Facts & { readonly comment: z.infer<typeof comment> },
  us: Us,
  place?: ReviewPlace,
): Reading {
  const { comment: written, sender, repository: where } = data;
  const command = parseCommand(written.body, us.command);
  const author = written.user ?? undefined;
  const refusal = screen({
    event: `${received.event}.created`,
    actor: author && sender?.id === author.id ? author : undefined,
    us,
    throughApp: written.performed_via_github_app?.id,
    edited: written.updated_at !== written.created_at,
    verb: command.kind === "command" ? command.verb : command.kind,
    repository: { archived: where.archived },
  });
  if (refusal) return ignored(refusal.reason);
  if (command.kind === "none" || !author) return ignored("Not addressed to us.");
  return {
    kind: "delivery",
    delivery: {
      ...factsOf(received.guid, data, author),
      kind: "command",
      command,
      comment: {
        id: written.id,
        body: written.body,
        createdAt: written.created_at,
        url: written.html_url,
        ...(place && { place }),
      },
    },
  };
}

/** Reads the end of an issue, which asks its runs to stop. */
export function readClosed(received: Received): Reading {
  const parsed = closed.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a closed issue of an installation.");
  const closedAt = parsed.data.issue.closed_at;
  if (!closedAt) return ignored("The issue is open again.");
  const delivery = { ...factsOf(received.guid, parsed.data, parsed.data.sender), closedAt };
  return { kind: "delivery", delivery: { kind: "closed", ...delivery } };
}

/** What every delivery says, with the account that caused it. */
export function factsOf(
  guid: string,
  { installation, repository: where, issue: about }: Facts,
  actor: z.infer<typeof account>,
): DeliveryFacts {
  return {
    guid,
    installationId: installation.id,
    repository: repositoryFacts(where),
    issue: {
      number: about.number,
      title: about.title,
      body: about.body ?? "",
      state: about.state,
      locked: about.locked,
      pullRequest: Boolean(about.pull_request),
      url: about.html_url,
    },
    actor,
  };
}

/** A repository as every delivery has it. */
export function repositoryFacts(of: z.infer<typeof repository>): DeliveryFacts["repository"] {
  return {
    ...{ id: of.id, owner: of.owner.login, name: of.name, private: of.private, fork: of.fork },
    ...{ archived: of.archived, defaultBranch: of.default_branch },
  };
}
