import { join } from "node:path";
import { createEmulator, type Emulator } from "emulate";
import type { EmulatorProxy } from "./proxy.ts";
import { importRepository } from "./seed.ts";
import type { GitHubOptions } from "./start.ts";
import { tokenOf, type World } from "./world.ts";

const granted = {
  ...{ metadata: "read", contents: "write", issues: "write", pull_requests: "write", checks: "write" },
} as const;
const events = [
  ...["issues", "issue_comment", "pull_request", "push", "create", "pull_request_review", "check_run"],
];

/** The `emulate` package with our people, repositories (without their code) and App; one installation an owner. */
export function startEmulator(world: World, options: GitHubOptions): Promise<Emulator> {
  const logins = [...world.permissions.keys()];
  const owners = [...new Set(options.repositories.map(({ owner }) => owner))];
  const permissions = options.permissions ? { metadata: "read", ...options.permissions } : granted;
  return createEmulator({
    service: "github",
    port: 0,
    seed: {
      tokens: Object.fromEntries(logins.map((login) => [tokenOf(login), { login, scopes: ["repo"] }])),
      github: {
        users: logins.map((login) => ({ login })),
        repos: options.repositories.map(({ owner, name, private: hidden = false }) => ({
          owner,
          name,
          private: hidden,
          default_branch: "main",
        })),
        apps: [
          {
            app_id: world.app.id,
            slug: world.app.slug,
            name: world.app.name,
            webhook_url: `${world.url}/_emulator/webhook`,
            permissions: { ...granted, ...options.permissions },
            events,
            installations: owners.map((account, index) => ({
              installation_id: world.installationId + index,
              account,
              permissions,
            })),
          },
        ],
      },
    },
  });
}

/** Loads the code into real bare repositories below `root`, and tells the emulator who may see the private ones. */
export async function loadRepositories(
  world: World,
  proxy: EmulatorProxy,
  options: GitHubOptions,
  root: string,
): Promise<void> {
  for (const seed of options.repositories) {
    const { owner, name } = seed;
    const known = await proxy.json(`/repos/${owner}/${name}`);
    world.repositories.set(`${owner}/${name}`, {
      id: known?.["id"] as number,
      owner,
      name,
      private: seed.private ?? false,
      defaultBranch: "main",
      repository: await importRepository(seed, join(root, owner, `${name}.git`)),
      signed: new Set(),
      pulls: new Set(),
      forks: new Map(),
      editable: new Set(),
    });
    if (!seed.private) continue;
    for (const [login, permission] of Object.entries(options.users ?? {})) {
      if (permission === "none") continue;
      const words: Record<string, string> = { write: "push", read: "pull" };
      const body = { permission: words[permission] ?? permission };
      await proxy.send("PUT", `/repos/${owner}/${name}/collaborators/${login}`, body, tokenOf(owner));
    }
  }
}
