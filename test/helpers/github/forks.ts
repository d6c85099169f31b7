import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeRepository } from "../repository.ts";
import {
  type Answer,
  type HostedRepository,
  type Json,
  jsonOf,
  type Route,
  refusal,
  type World,
} from "./world.ts";

/** The App on a fork: an installation of its own, with what its owner granted. */
export interface ForkInstallation {
  readonly id: number;
  readonly contents: "read" | "write";
  readonly suspended: boolean;
}

/** Where an author's pull request really comes from, and whom its owner let in. */
export interface ForkActions {
  /** Installs the App on the fork of a pull request. */
  installOnFork(
    pull: number,
    granted?: { readonly contents?: "read" | "write"; readonly suspended?: boolean },
  ): void;
  /** Takes the App off it again: its tokens no longer count. */
  uninstallFromFork(pull: number): void;
  /** The box "Allow edits by maintainers". */
  allowEdits(pull: number, allowed: boolean): void;
  /** Its owner deletes the fork of a pull request, whose commits stay here. */
  deleteFork(pull: number): void;
  /** The fork of a pull request. */
  forkOf(pull: number): HostedRepository;
}

/**
 * Makes the fork of a pull request out of its branch, which then is no longer one of the base. Objects are shared, as on
 * GitHub: either repository knows the other's commits by their SHA.
 */
export async function makeFork(
  world: World,
  base: HostedRepository,
  pull: number,
  { owner, branch }: { readonly owner: string; readonly branch: string },
): Promise<void> {
  const { dir } = base.repository;
  const path = join(dir, "..", "..", owner, `${base.name}.git`);
  const key = `${owner}/${base.name}`;
  const fork = world.repositories.get(key) ?? {
    ...{ id: 1_000_000 + world.repositories.size, owner, name: base.name, private: base.private },
    ...{ defaultBranch: base.defaultBranch, signed: base.signed, pulls: new Set<number>() },
    ...{ forks: new Map<number, HostedRepository>(), editable: new Set<number>(), forkOf: base },
    repository: await shareObjects(path, dir),
  };
  world.repositories.set(key, fork);
  const head = await base.repository.git("rev-parse", `refs/heads/${branch}`);
  await fork.repository.git("update-ref", `refs/heads/${branch}`, head);
  await base.repository.git("update-ref", `refs/pull/${pull}/head`, head);
  base.forks.set(pull, fork);
  await base.repository.git("update-ref", "-d", `refs/heads/${branch}`);
}

async function shareObjects(path: string, from: string) {
  const made = await makeRepository({}, { dir: path, bare: true });
  await rm(join(path, "objects"), { recursive: true });
  await symlink(join(from, "objects"), join(path, "objects"));
  await made.git("update-ref", "-d", "refs/heads/main");
  return made;
}

/** The repository in which a pull request's branch is. */
export const headRepository = (base: HostedRepository, pull: number): HostedRepository =>
  base.forks.get(pull) ?? base;

/** Where the App is installed, and tokens for forks; those of the base's owner are the emulator's. */
export function forkRoutes(world: World): readonly Route[] {
  return [
    {
      method: "GET",
      path: /^\/repos\/(?<owner>[^/]+)\/(?<name>[^/]+)\/installation$/,
      async answer({ who }, part): Promise<Answer | undefined> {
        if (who.kind !== "app") return refusal(401, "A JSON web token could not be decoded");
        const repository = world.repositories.get(`${part["owner"]}/${part["name"]}`);
        const installed = repository && world.forkInstallations.get(repository.id);
        if (repository && !repository.forkOf) return undefined;
        return installed
          ? { status: 200, json: installationJson(installed, repository) }
          : refusal(404, "Not Found");
      },
    },
    {
      method: "POST",
      path: /^\/app\/installations\/(?<id>\d+)\/access_tokens$/,
      async answer(call, part): Promise<Answer | undefined> {
        const found = [...world.forkInstallations].find(([, { id }]) => id === Number(part["id"]));
        if (!found) return undefined;
        const [repositoryId, installed] = found;
        const { repository_ids: ids, permissions = {} } = jsonOf(call) as {
          repository_ids?: number[];
          permissions?: Record<string, string>;
        };
        if (installed.suspended) return refusal(403, "This installation has been suspended");
        if (ids?.some((id) => id !== repositoryId))
          return refusal(422, "There is at least one repository that does not exist or is not accessible");
        if (permissions["contents"] === "write" && installed.contents !== "write")
          return refusal(422, "The permissions requested are not granted to this installation.");
        const token = `ghs_fork_${installed.id}_${world.tokens.size}`;
        world.tokens.set(token, { kind: "installation", permissions, repositoryIds: [repositoryId] });
        const fork = [...world.repositories.values()].find(({ id }) => id === repositoryId)!;
        const repositories = [{ id: fork.id, full_name: `${fork.owner}/${fork.name}` }];
        const expires = new Date(Date.now() + 3_600_000).toISOString();
        return { status: 201, json: { token, permissions, repositories, expires_at: expires } };
      },
    },
  ];
}

const installationJson = (
  { id, contents, suspended }: ForkInstallation,
  { owner }: HostedRepository,
): Json => ({
  ...{ id, account: { login: owner, type: "User" }, target_type: "User", repository_selection: "selected" },
  permissions: { metadata: "read", contents },
  suspended_at: suspended ? "2026-01-01T00:00:00Z" : null,
});

export function createForkActions(world: World, repositoryOf: () => HostedRepository): ForkActions {
  const forkOf = (pull: number): HostedRepository => {
    const fork = repositoryOf().forks.get(pull);
    if (!fork) throw new Error(`Pull request ${pull} comes from no fork.`);
    return fork;
  };
  return {
    forkOf,
    installOnFork(pull, { contents = "write", suspended = false } = {}) {
      const { id } = forkOf(pull);
      world.forkInstallations.set(id, { id: 5_000_000 + id, contents, suspended });
    },
    uninstallFromFork(pull) {
      const { id } = forkOf(pull);
      world.forkInstallations.delete(id);
      for (const [token, who] of world.tokens)
        if (who.kind === "installation" && who.repositoryIds?.includes(id)) world.tokens.delete(token);
    },
    deleteFork(pull) {
      const fork = forkOf(pull);
      world.repositories.delete(`${fork.owner}/${fork.name}`);
      fork.deleted = true;
    },
    allowEdits(pull, allowed) {
      const { editable } = repositoryOf();
      if (allowed) editable.add(pull);
      else editable.delete(pull);
    },
  };
}
