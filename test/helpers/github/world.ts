import type { KeyObject } from "node:crypto";
import type { TestRepository } from "../repository.ts";
import type { ForkInstallation } from "./forks.ts";

/** Everything the front server knows besides what the emulator keeps. One object, shared by all routes. */
export interface World {
  /** Address of the front server, without a slash at the end. */
  url: string;
  readonly app: { readonly id: number; readonly slug: string; readonly name: string };
  readonly botLogin: string;
  readonly installationId: number;
  readonly webhookSecret: string;
  /** What `GET /app/hook/config` answers; undefined where the App has no webhook. */
  hook: Json | undefined;
  /** Public keys of the App's: what is signed with another is not the App. */
  readonly keys: Set<KeyObject>;
  /** By `owner/name`. */
  readonly repositories: Map<string, HostedRepository>;
  /** What each person may do in every repository; owners are admins of their own. */
  readonly permissions: Map<string, Permission>;
  readonly tokens: Map<string, Who>;
  /** Forks with the App on them, by the number of the repository. */
  readonly forkInstallations: Map<number, ForkInstallation>;
  drafts: "supported" | "refused";
  /** Numbers of pull requests that wait in a merge queue. */
  readonly queued: Set<number>;
  /** Comments, also on diffs, and reviews that somebody hid, by their ids. */
  readonly hidden: Set<number>;
  /** Characters beyond which a file of a pull request comes without its patch. */
  longestPatch: number;
  /** Milliseconds by which this GitHub's clock is ahead: a test can let time pass without waiting. */
  clockAhead: number;
}

export type Permission = "admin" | "maintain" | "write" | "triage" | "read" | "none";

export interface HostedRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly private: boolean;
  readonly defaultBranch: string;
  /** The real bare repository behind it: its `git` and `add` act as a push by hand. */
  readonly repository: TestRepository;
  /** Commits that this GitHub signed: made by the App without author fields. */
  readonly signed: Set<string>;
  /** Numbers of issues that are pull requests. */
  readonly pulls: Set<number>;
  /** Pull requests that come from somebody's fork; their commits are here as well, as on GitHub. */
  readonly forks: Map<number, HostedRepository>;
  /** Those of them that maintainers may edit. */
  readonly editable: Set<number>;
  readonly forkOf?: HostedRepository;
  /** Of a fork: what was opened from it stays. */
  deleted?: true;
}

/** Who sends a request, by its token. */
export type Who =
  | { readonly kind: "nobody" }
  | { readonly kind: "app" }
  | { readonly kind: "user"; readonly login: string }
  | {
      readonly kind: "installation";
      readonly permissions: Readonly<Record<string, string>>;
      /** Undefined: every repository of the installation. */
      readonly repositoryIds: readonly number[] | undefined;
    };

/** One request on its way through the front server. */
export interface Call {
  readonly method: string;
  /** Without the query and without `/api/v3`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly who: Who;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless `text` is given. */
  readonly json?: unknown;
  readonly text?: string;
}

/** A route of ours. Undefined: let the emulator answer. `path` is matched whole and names its parts. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  answer(call: Call, part: Readonly<Record<string, string>>): Promise<Answer | undefined>;
}

export type Json = Record<string, unknown>;

export const now = (world: World): Date => new Date(Date.now() + world.clockAhead);

export const jsonOf = (call: Call): Json =>
  call.body.length ? (JSON.parse(call.body.toString()) as Json) : {};

export const refusal = (status: number, message: string, more: Json = {}): Answer => ({
  status,
  json: { message, ...more, documentation_url: "https://docs.github.com/rest" },
});

/** What this person may do in this repository, as GitHub's permission API has it. */
export function permissionOf(world: World, repository: HostedRepository, login: string): Permission {
  if (login === repository.owner) return "admin";
  const given = world.permissions.get(login) ?? "none";
  return given === "none" && !repository.private ? "read" : given;
}

/** The refusal where the sender may not read or write this kind of thing here; undefined where it may. */
export function forbidden(
  world: World,
  call: Call,
  repository: HostedRepository,
  wish: { readonly read: readonly string[] } | { readonly write: readonly string[] },
): Answer | undefined {
  const { who } = call;
  const [access, names] = "write" in wish ? (["write", wish.write] as const) : (["read", wish.read] as const);
  if (who.kind === "installation") {
    const here = who.repositoryIds === undefined || who.repositoryIds.includes(repository.id);
    if (!here && repository.private) return refusal(404, "Not Found");
    const granted = names.some(
      (name) => who.permissions[name] === "write" || who.permissions[name] === access,
    );
    return (here && granted) || (access === "read" && !repository.private)
      ? undefined
      : refusal(403, "Resource not accessible by integration");
  }
  if (who.kind === "user") {
    const level = permissionOf(world, repository, who.login);
    const writes = ["admin", "maintain", "write"].includes(level);
    if (level === "none") return refusal(404, "Not Found");
    return access === "read" || writes ? undefined : refusal(403, "Must have push access to repository");
  }
  if (who.kind === "nobody" && access === "read" && !repository.private) return undefined;
  return repository.private ? refusal(404, "Not Found") : refusal(401, "Requires authentication");
}

/**
 * Makes the routes of a repository under a path: not found where there is none, refused where the sender may
 * not read this kind of thing, or, by default with any method but GET, not write it.
 */
export function repositoryRoute(
  world: World,
  names: readonly string[],
  under = "",
  writes = ({ method }: Call): boolean => method !== "GET",
) {
  type Part = Readonly<Record<string, string>>;
  type Work = (repository: HostedRepository, call: Call, part: Part) => Answer | Promise<Answer>;
  return (method: string, path: string, work: Work): Route => ({
    method,
    path: new RegExp(`^/repos/(?<owner>[^/]+)/(?<name>[^/]+)/${under}${path}$`),
    async answer(call, part) {
      const repository = world.repositories.get(`${part["owner"]}/${part["name"]}`);
      if (!repository) return refusal(404, "Not Found");
      const wish = writes(call) ? { write: names } : { read: names };
      return forbidden(world, call, repository, wish) ?? work(repository, call, part);
    },
  });
}

/** The token of a person; made of the name, so that a test reads well. */
export const tokenOf = (login: string): string => `ghp_${login}`;
