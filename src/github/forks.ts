/**
 * Forks that pull requests come from. A token of the base's installation cannot write to them, whatever their owners
 * allow maintainers: the App must be installed there as well.
 */
import { UserError } from "../errors.ts";
import { createRepositoryClient, type RepositoryClient } from "./client.ts";
import { GitHubError } from "./failure.ts";
import { type AppClient, forkPermissions, mint, type RepositoryRef, type Transport } from "./session.ts";

/** Whether we may write to a fork, as far as GitHub tells without a token of it. */
export type ForkAccess =
  | { readonly kind: "granted" }
  | { readonly kind: "refused"; readonly why: "not installed" | "suspended" | "read only" | "given token" };

export interface Forks {
  access(fork: RepositoryRef): Promise<ForkAccess>;
  /** Writes the code of this fork and nothing else, with a token that is minted when it first asks. */
  client(fork: RepositoryRef): RepositoryClient;
}

/** Only the App itself may ask where it is installed. */
export function createForks(transport: Transport, app: AppClient): Forks {
  const installation = async ({ owner, name }: RepositoryRef) => {
    try {
      return await app.ask((apps) => apps.getRepoInstallation({ owner, repo: name }));
    } catch (error) {
      if (error instanceof GitHubError && error.status === 404) return undefined;
      throw error;
    }
  };
  return {
    async access(fork) {
      const found = await installation(fork);
      if (!found) return { kind: "refused", why: "not installed" };
      if (found.suspended_at) return { kind: "refused", why: "suspended" };
      const writes = found.permissions.contents === "write";
      return writes ? { kind: "granted" } : { kind: "refused", why: "read only" };
    },
    client: (fork) =>
      createRepositoryClient(transport, async () => {
        const found = await installation(fork);
        if (found) return mint(app, found.id, fork, forkPermissions);
        throw new UserError(
          `The GitHub App is no longer installed for ${fork.owner}/${fork.name}.`,
          "Let the owner of the fork install it again.",
        );
      }),
  };
}

/** Where there is no App: a token that was given is for its own repository. */
export const noForks: Forks = {
  access: async () => ({ kind: "refused", why: "given token" }),
  client: ({ owner, name }) => {
    throw new Error(`A given token was to write to the fork ${owner}/${name}.`);
  },
};
