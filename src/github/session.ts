import { ProbotOctokit } from "probot";
import { UserError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { GitHubError } from "./failure.ts";
import { createPatience, type Patience } from "./patience.ts";

export type Octokit = InstanceType<typeof ProbotOctokit>;

/** A repository, by the number that stays when it is renamed. */
export interface RepositoryRef {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
}

/** A token of an installation and the repository that it is for, as GitHub names it today. */
export interface Session {
  /** Undefined: as anybody, which reads public repositories. */
  readonly token: string | undefined;
  readonly owner: string;
  readonly repo: string;
  /** The token is as new as the session. */
  readonly minted?: true;
}

export interface ThrottleOptions {
  /** Pause between two writes; GitHub asks for a second. Milliseconds, as all of these. */
  readonly writeGapMs?: number;
  /** Pause before the first repetition; doubled every time, with jitter. */
  readonly firstPauseMs?: number;
  /** A request that takes longer is given up. */
  readonly timeoutMs?: number;
}

export interface TransportOptions {
  /** `https://api.github.com`, or `https://HOST/api/v3` on an Enterprise Server. */
  readonly apiUrl: string;
  readonly logger: Logger;
  readonly throttle?: ThrottleOptions;
}

/** What all requests of one App share: where they go, how they wait, and that they say nothing in logs. */
export interface Transport {
  readonly patience: Patience;
  octokit(auth: OctokitAuth | undefined): Octokit;
}

/** GitHub, asked as the App itself. */
export interface AppClient {
  /** Repeated on passing faults. Throws `KeyRefusedError` where GitHub does not accept the key. */
  ask<T>(
    ask: (apps: Octokit["rest"]["apps"]) => Promise<{ readonly data: T; readonly status: number }>,
  ): Promise<T>;
  isRefused(): boolean;
}

type OctokitAuth = { readonly token: string } | { readonly appId: number; readonly privateKey: string };

export function createTransport({ apiUrl, logger, throttle = {} }: TransportOptions): Transport {
  const timeoutMs = throttle.timeoutMs ?? 30_000;
  // Node's fetch gives up connecting after ten seconds by itself; this bounds the rest.
  const boundedFetch = (url: string, init: RequestInit = {}): Promise<Response> =>
    fetchHere(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }, new URL(apiUrl).origin);
  // Octokit's own messages hold addresses and payloads; failures are ours to tell.
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet, trace: quiet };
  return {
    patience: createPatience({ ...throttle, logger }),
    octokit: (auth) =>
      new SilentOctokit({
        baseUrl: apiUrl,
        log,
        request: { fetch: boundedFetch, log },
        ...(auth ? { auth } : {}),
      } as unknown as ConstructorParameters<typeof ProbotOctokit>[0]),
  };
}

const mostRedirects = 3;

/**
 * GitHub leads to where something is by now, and wants the request repeated as it was: `fetch` alone would make a read
 * of a write. It leads to nowhere else: what another host answers must not decide who may command, nor learn what we write.
 */
async function fetchHere(url: string, init: RequestInit, origin: string): Promise<Response> {
  for (let hop = 0; ; hop += 1) {
    const answer = await fetch(url, { ...init, redirect: "manual" });
    const to = isRedirect(answer) ? answer.headers.get("location") : null;
    if (to === null || init.redirect === "manual") return answer;
    await answer.body?.cancel();
    const next = URL.parse(to, url);
    if (next?.origin !== origin || hop === mostRedirects)
      throw new UserError(
        "GitHub's address leads to another one, so nothing was asked there.",
        "Let the host compare GITHUB_URL and GITHUB_API_URL with the addresses at which this GitHub answers, `https` included.",
      );
    url = next.href;
  }
}

const isRedirect = ({ status }: Response): boolean => [301, 302, 307, 308].includes(status);

/**
 * Probot's client without its throttling and retries: they sleep up to an hour inside a request and repeat writes.
 * Only the function form switches them off; Probot merges the documented form back in.
 */
const SilentOctokit = ProbotOctokit.defaults((options: { readonly throttle?: object }) => ({
  ...options,
  throttle: { ...options.throttle, enabled: false },
  retry: { enabled: false },
}));

/** Every permission that a token is narrowed to; a reader's token can write nothing. */
export const readPermissions = {
  contents: "read",
  metadata: "read",
  issues: "read",
  pull_requests: "read",
} as const;
/** Asked for apart: an installation that does not grant it still runs. */
export const buildPermissions = { actions: "read", metadata: "read" } as const;
/** Asked for apart, too: without it a fix does not see what the builds of a pull request say. */
export const checkReadPermissions = { checks: "read", metadata: "read" } as const;
/** Asked for apart, too: without it a fix sees check runs alone. */
export const statusPermissions = { statuses: "read", metadata: "read" } as const;
/** Asked for apart, too: without it progress is told in comments alone. */
export const checkPermissions = { checks: "write", metadata: "read" } as const;
export const writePermissions = {
  contents: "write",
  metadata: "read",
  issues: "write",
  pull_requests: "write",
} as const;

/** For one commit on the branch of a pull request that comes from a fork. */
export const forkPermissions = { contents: "write", metadata: "read" } as const;

/** For reading what everybody may read: with it nothing of the account's own code can be seen, private or not. */
export const publicPermissions = { metadata: "read" } as const;

export type TokenPermissions =
  | typeof publicPermissions
  | typeof readPermissions
  | typeof writePermissions
  | typeof forkPermissions
  | typeof buildPermissions
  | typeof checkReadPermissions
  | typeof statusPermissions
  | typeof checkPermissions;

/**
 * Mints a token of one installation for one repository. A repository of somebody else's installation is refused by
 * GitHub here, whatever a payload says; the name is the one that GitHub answers with.
 */
export async function mint(
  app: AppClient,
  installationId: number,
  repository: RepositoryRef,
  permissions: TokenPermissions,
): Promise<Session & { readonly token: string }> {
  try {
    const { token, repositories } = await app.ask((apps) =>
      apps.createInstallationAccessToken({
        installation_id: installationId,
        repository_ids: [repository.id],
        permissions,
      }),
    );
    const [owner, repo] = repositories?.[0]?.full_name.split("/") ?? [];
    return { token, owner: owner ?? repository.owner, repo: repo ?? repository.name, minted: true };
  } catch (error) {
    if (error instanceof GitHubError && error.status === 422 && error.says(/permissions?/i))
      throw await withheld(app, installationId, permissions);
    throw mintRefusal(error as Error, repository);
  }
}

/** Which of the wanted permissions the installation's owner has not accepted; GitHub's refusal names none. */
async function withheld(
  app: AppClient,
  installationId: number,
  wanted: TokenPermissions,
): Promise<UserError> {
  const granted: Readonly<Record<string, string>> = await app
    .ask((apps) => apps.getInstallation({ installation_id: installationId }))
    .then(({ permissions }) => permissions as Record<string, string>)
    .catch((error: unknown) => {
      // It went away meanwhile: then there is nothing to tell apart.
      if (error instanceof GitHubError && error.status === 404) return wanted;
      throw error;
    });
  const missing = Object.entries(wanted)
    .filter(([name, level]) => granted[name] === undefined || (level === "write" && granted[name] === "read"))
    .map(([name, level]) => `\`${name}: ${level}\``);
  return new UserError(
    `The installation has not granted all permissions that this App needs: ${missing.join(", ") || "GitHub does not say which"}.`,
    "Let an owner accept the App's new permissions in the settings of the account, under GitHub Apps.",
  );
}

function mintRefusal(error: Error, { owner, name }: RepositoryRef): Error {
  if (!(error instanceof GitHubError)) return error;
  if (error.status === 404)
    return new UserError(
      `The GitHub App is no longer installed for ${owner}/${name}.`,
      "Install the App on the repository again.",
    );
  if (error.status === 422)
    return new UserError(
      `The GitHub App has no access to ${owner}/${name}.`,
      "Add the repository in the settings of the installation.",
    );
  return error;
}
