import { UserError } from "../errors.ts";

/** GitHub wants us to wait: the job parks until then instead of sleeping inside a request. */
export class RateLimitedError extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super(`GitHub's rate limit is used up until ${until.toISOString()}.`);
    this.name = "RateLimitedError";
    this.until = until;
  }
}

/** Nothing works before the host has given the App a key that GitHub accepts: the job parks, and tries again then. */
export class KeyRefusedError extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super("GitHub does not accept the App's private key.");
    this.name = "KeyRefusedError";
    this.until = until;
  }
}

/**
 * GitHub refused with a status that no person can be told the cure of here. What it said can be asked for with
 * `says` but never stands in the message or in a field: GitHub echoes bodies, and errors end in logs.
 */
export class GitHubError extends Error {
  readonly status: number;
  /** Method and path. */
  readonly call: string;
  /** Whether trying again later may help. */
  readonly transient: boolean;
  readonly #said: string;
  constructor(status: number, call: string, said = "") {
    super(`GitHub answered ${status} to ${call}.`);
    this.name = "GitHubError";
    this.status = status;
    this.call = call;
    this.transient = status >= 500 || status === 408;
    this.#said = said;
  }
  says(pattern: RegExp): boolean {
    return pattern.test(this.#said);
  }
}

/** The request may have been carried out or not: nobody answered. Only a look-up can tell. */
export class LostAnswerError extends Error {
  readonly transient = true;
  constructor(call: string) {
    super(`GitHub did not answer ${call}.`);
    this.name = "LostAnswerError";
  }
}

/** What Octokit throws, as far as we read it. Its `request` holds the token and the body and goes no further. */
interface RequestFailure {
  readonly status: number;
  readonly cause?: unknown;
  readonly request?: { readonly method: string; readonly url: string };
  readonly response?: {
    readonly headers: Readonly<Record<string, string | number | undefined>>;
    readonly data: unknown;
  };
}

/** Any error of a call, as one of ours. What is not Octokit's is a bug of our own and comes back as it is. */
export function failureOf(error: unknown): Error {
  if (!isRequestFailure(error)) return error instanceof Error ? error : new Error(String(error));
  // Our own, from below Octokit.
  if (error.cause instanceof UserError) return error.cause;
  const call = nameCall(error);
  const { response, status } = error;
  if (response === undefined) return new LostAnswerError(call);
  const until = waitOf(status, response);
  if (until) return new RateLimitedError(until);
  const said = textOf(response.data);
  const refused = new GitHubError(status, call, said);
  const fault = personsFault(status, said, response.headers["x-accepted-github-permissions"]);
  return fault ? new UserError(fault.message, fault.cure, { cause: refused }) : refused;
}

/** The status that GitHub refused with, also where a person is told how to lift it. */
export function refusedWith(error: unknown): number | undefined {
  const refused = error instanceof UserError ? error.cause : error;
  return refused instanceof GitHubError ? refused.status : undefined;
}

const withheldWords = /not accessible by integration/i;

/**
 * How GitHub answers while it has not copied a new token, or its permissions, to wherever the request went: for seconds,
 * and as it answers for good where there is no such token or permission.
 */
export function isUnknownYet(error: unknown): boolean {
  const refused = error instanceof UserError ? error.cause : error;
  if (!(refused instanceof GitHubError)) return false;
  return refused.status === 401 || (refused.status === 403 && refused.says(withheldWords));
}

const lockedWords = /\blocked\b/i;
const archivedWords = /archived/i;

/** Server faults, cut connections and answers that are no JSON: worth a repetition where that does no harm. */
export const isPassing = (error: Error): boolean =>
  error instanceof LostAnswerError || (error instanceof GitHubError && error.transient);

/** Why GitHub lets no App write in a conversation, until somebody opens it again. */
export type ReadOnly = "locked" | "archived";

/** Undefined where it is another fault. */
export function readOnlyBy(error: unknown): ReadOnly | undefined {
  const refused = error instanceof UserError ? error.cause : undefined;
  if (!(refused instanceof GitHubError) || refused.status !== 403) return undefined;
  return refused.says(lockedWords) ? "locked" : refused.says(archivedWords) ? "archived" : undefined;
}

/** The installation withholds a permission that one may do without. */
export const isPermissionRefusal = (error: unknown): boolean =>
  (error instanceof UserError && /permission/.test(error.message)) ||
  (error instanceof GitHubError && [401, 403, 404].includes(error.status));

/** What GraphQL says in an answer of status 200, as the error that REST would have been. */
export function graphqlFailure(
  errors: readonly { readonly type?: string; readonly message: string }[],
): Error {
  const said = errors.map(({ message }) => message).join("\n");
  const types = new Set(errors.map(({ type }) => type));
  if (types.has("RATE_LIMITED") || /\brate limit\b/i.test(said))
    return new RateLimitedError(new Date(Date.now() + 60_000));
  // A server fault or a timeout of the query, which passes.
  if (/something went wrong/i.test(said)) return new GitHubError(502, "POST /graphql", said);
  const status = types.has("FORBIDDEN") ? 403 : types.has("NOT_FOUND") ? 404 : 422;
  return new GitHubError(status, "POST /graphql", said);
}

function isRequestFailure(error: unknown): error is RequestFailure {
  return (
    error instanceof Error && "status" in error && typeof error.status === "number" && "request" in error
  );
}

/** Method and path. The query stays out, and so does the host: an address of an operator is not for the log. */
function nameCall({ request }: RequestFailure): string {
  if (!request) return "a request";
  return `${request.method} ${request.url.replace(/^https?:\/\/[^/]+/, "").replace(/\?.*$/s, "")}`;
}

/** Asking again at once would only use the next hour up. */
const shortestWaitMs = 1000;

/** Primary limit: no calls remain. Secondary limit: `retry-after`, or a minute where GitHub names no time. */
function waitOf(
  status: number,
  { headers, data }: NonNullable<RequestFailure["response"]>,
): Date | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const now = Date.now();
  const seconds = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(seconds)) return new Date(now + seconds * 1000);
  const reset = Number(headers["x-ratelimit-reset"]);
  if (String(headers["x-ratelimit-remaining"]) === "0" && Number.isFinite(reset)) {
    // Its reset is a time of GitHub's clock, and ours may be hours from that: only how long it is until then counts.
    const theirs = Date.parse(String(headers["date"]));
    return new Date(now + Math.max(shortestWaitMs, reset * 1000 - (Number.isNaN(theirs) ? now : theirs)));
  }
  const limited = status === 429 || /\b(secondary )?rate limit\b|abuse detection/i.test(textOf(data));
  return limited ? new Date(now + 60_000) : undefined;
}

/** Everything that GitHub says in words, for matching only. */
function textOf(data: unknown): string {
  if (typeof data !== "object" || data === null) return "";
  const { message, errors } = data as { message?: unknown; errors?: unknown };
  const details = Array.isArray(errors) ? errors.map((one) => JSON.stringify(one)) : [];
  return [message, ...details].filter((one) => typeof one === "string").join("\n");
}

/** The refusals that a person can lift, with the way to lift them. */
function personsFault(
  status: number,
  said: string,
  accepted: string | number | undefined,
): UserError | undefined {
  const is = (code: number, pattern: RegExp): boolean => status === code && pattern.test(said);
  if (is(403, /suspended/i))
    return new UserError(
      "The installation of this GitHub App is suspended.",
      "Unsuspend it in the settings of the account, under GitHub Apps.",
    );
  if (is(403, lockedWords))
    return new UserError(
      "The conversation is locked, so nothing can be written to it.",
      "Unlock the conversation and give the command again.",
    );
  if ((status === 403 || status === 404 || status === 422) && /workflows?\b.*permission/is.test(said))
    return new UserError(
      "GitHub refused the branch because it changes files below .github/workflows, which this App may not do.",
      "Change the workflow by hand, or bring the branch up to date with the default branch, then try again.",
    );
  if (is(403, /not permitted to create or approve pull requests/i))
    return new UserError(
      "This repository does not let GitHub Actions open pull requests.",
      'Switch on "Allow GitHub Actions to create and approve pull requests" under Settings, Actions, General, and give the command again.',
    );
  if (is(403, withheldWords))
    return new UserError(
      `This GitHub App lacks a permission: ${permissionsIn(accepted)}.`,
      "Let an owner accept the App's new permissions in the settings of the account, under GitHub Apps; in a workflow, give it to the job under `permissions`.",
    );
  if (is(403, archivedWords))
    return new UserError("The repository is archived and cannot be changed.", "Unarchive it and try again.");
  if (status === 410)
    return new UserError(
      "The issue was deleted, or issues are disabled in this repository.",
      "Enable issues in the settings of the repository, or give the command on another issue.",
    );
  if (status === 451)
    return new UserError(
      "GitHub has blocked the repository for legal reasons.",
      "Ask GitHub Support about the block; until it is lifted nothing can be done here.",
    );
  if ((status === 409 || status === 422) && /secret.*detected|push protection/is.test(said))
    return new UserError(
      "GitHub's push protection found a secret in the change and refused it.",
      "Reword the request so that no secret is written into the code.",
    );
  if (
    (status === 409 || status === 422) &&
    /rule violations|protected branch|required signatures/i.test(said)
  )
    return new UserError(
      "A rule of this repository forbids the App to push its branch.",
      "Let the branches coderag/** pass in the repository's rulesets, under Settings, Rules.",
    );
  return undefined;
}

/** `contents=write; pull_requests=write` in words. GitHub names what would have been enough. */
function permissionsIn(accepted: string | number | undefined): string {
  const names = [...String(accepted ?? "").matchAll(/([a-z_]+)=(read|write|admin)/g)];
  return names.map(([, name, level]) => `\`${name}: ${level}\``).join(" or ") || "GitHub does not say which";
}
