import { createPublicKey } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Actions, createActions } from "./actions.ts";
import { type AppKeys, appToken, createAppKeys } from "./app-keys.ts";
import { loadRepositories, startEmulator } from "./boot.ts";
import { type Builds, createBuilds } from "./builds.ts";
import { checkRunRoutes, type StoredCheck } from "./check-runs.ts";
import { codeRoutes } from "./code.ts";
import { createDeliveries, type Deliveries, type DeliverOptions, type Delivery } from "./deliveries.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createForkActions, type ForkActions, forkRoutes } from "./forks.ts";
import { answerWith, type RecordedRequest, startFront } from "./front.ts";
import { gitDataRoutes } from "./git-data.ts";
import { graphqlRoutes } from "./graphql.ts";
import { overlayRoutes } from "./overlay.ts";
import { createCommentDecorator, peopleRoutes } from "./people.ts";
import { createProxy } from "./proxy.ts";
import { pullRoutes } from "./pulls.ts";
import { createReviewActions, type ReviewActions } from "./review-actions.ts";
import { createReviewStore } from "./review-store.ts";
import { reviewRoutes } from "./reviews.ts";
import type { RepositorySeed } from "./seed.ts";
import { createShelf, type Shelf } from "./shelf.ts";
import type { ShelvedRepository } from "./shelf-search.ts";
import { type HostedRepository, type Permission, tokenOf, type World } from "./world.ts";

export interface GitHubOptions {
  readonly repositories: readonly RepositorySeed[];
  /** People besides the owners, and what they may do in every repository. */
  readonly users?: Readonly<Record<string, Permission>>;
  /** What the installation grants; `contents`, `issues`, `pull_requests` and `checks` write, `metadata` read unless given. */
  readonly permissions?: Readonly<Record<string, "read" | "write">>;
  /** `refused` answers as GitHub does in private repositories of free plans. */
  readonly drafts?: "supported" | "refused";
  /** Public repositories that GitHub's search finds, as data. */
  readonly shelf?: readonly ShelvedRepository[];
}

/** A whole GitHub on this machine: API, git server, webhooks, with a script of faults. */
export interface EmulatedGitHub extends Actions, AppKeys, ReviewActions, ForkActions {
  /** For Octokit's `baseUrl`; `/api/v3` before a path is understood as well. */
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly appId: number;
  readonly slug: string;
  readonly botLogin: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly installationId: number;
  /** Every request to the API, oldest first. */
  readonly requests: readonly RecordedRequest[];
  readonly faults: Faults;
  readonly deliveries: Deliveries;
  readonly builds: Builds;
  /** Search over public repositories and what they hold. */
  readonly shelf: Shelf;
  /** Signs and sends a webhook by hand; give a `guid` to send the same delivery again. */
  deliver(options: DeliverOptions): Promise<Delivery>;
  /** Where the App's server listens; undefined takes it down. */
  sendWebhooksTo(url: string | undefined): void;
  /** May be changed while it runs. */
  readonly world: World;
  /** The repository `owner/name`, or the first one. */
  repository(name?: string): HostedRepository;
  /** Address to clone from and push to; with the token of a person, or of an installation. */
  gitUrl(owner: string, name: string, token?: string): string;
  /** The token of a person, for the API and for git. */
  tokenOf(login: string): string;
  /** Lets `seconds` pass for the dates of comments, reactions and commits. */
  advance(seconds: number): void;
  close(): Promise<void>;
}

const app = { id: 4242, slug: "coderag", name: "CodeRAG" } as const;
const installationId = 77;

/**
 * Starts the emulated GitHub in this process: the `emulate` package keeps accounts, issues, comments and pull
 * requests; our front server in front of it serves git out of real bare repositories, adds what the emulator
 * lacks, records every request and plays the fault script.
 */
export async function startGitHub(options: GitHubOptions): Promise<EmulatedGitHub> {
  const root = await mkdtemp(join(tmpdir(), "coderag-github-"));
  const { server, url, close } = await startFront();
  const owners = [...new Set(options.repositories.map(({ owner }) => owner))];
  const world: World = {
    url,
    app,
    botLogin: `${app.slug}[bot]`,
    installationId,
    webhookSecret: "a webhook secret for tests, long enough to be one",
    hook: {
      ...{ content_type: "json", insecure_ssl: "0", secret: "********" },
      url: "https://coderag.example/api/github/webhooks",
    },
    keys: new Set(),
    repositories: new Map(),
    permissions: new Map([
      ...Object.entries(options.users ?? {}),
      ...owners.map((owner) => [owner, "none"] as const),
    ]),
    tokens: new Map(),
    forkInstallations: new Map(),
    drafts: options.drafts ?? "supported",
    queued: new Set(),
    hidden: new Set(),
    longestPatch: Number.POSITIVE_INFINITY,
    clockAhead: 0,
  };
  const logins = [...world.permissions.keys()];
  for (const login of logins) world.tokens.set(tokenOf(login), { kind: "user", login });
  const emulator = await startEmulator(world, options);
  const ownerToken = (path: string): string => tokenOf(/^\/repos\/([^/]+)/.exec(path)?.[1] ?? owners[0]!);
  const privateKey = emulator.generatedSecrets.find(({ kind }) => kind === "github.app_private_key")!.value;
  world.keys.add(createPublicKey(privateKey));
  const proxy = createProxy(emulator.url, url, { ownerToken, appToken: () => appToken(app.id, privateKey) });
  await loadRepositories(world, proxy, options, root);
  const faults = createFaults();
  const requests: RecordedRequest[] = [];
  const deliveries = createDeliveries(world);
  const builds = await createBuilds(world);
  const store = createReviewStore();
  const stored: StoredCheck[] = [];
  const shelf = createShelf(options.shelf ?? []);
  const comments = createCommentDecorator(world);
  const overlay = overlayRoutes({ world, proxy, deliveries, comments, emulatorUrl: emulator.url });
  answerWith(server, {
    world,
    faults,
    requests,
    root,
    routes: [
      ...shelf.routes,
      ...forkRoutes(world),
      ...overlay.routes,
      ...deliveries.routes,
      ...gitDataRoutes(world, overlay.moved),
      ...checkRunRoutes(world, stored),
      ...builds.routes,
      ...codeRoutes(world),
      ...reviewRoutes(world, proxy, store),
      ...graphqlRoutes(world, proxy, store, comments.decorate),
      ...pullRoutes(world, proxy),
      ...peopleRoutes(world),
    ],
    pass: overlay.pass,
  });
  const repository = (name?: string): HostedRepository => {
    const found = name ? world.repositories.get(name) : [...world.repositories.values()][0];
    if (!found) throw new Error(`There is no repository ${name} on this GitHub.`);
    return found;
  };
  return {
    apiUrl: url,
    webUrl: url,
    appId: app.id,
    slug: app.slug,
    botLogin: world.botLogin,
    privateKey,
    webhookSecret: world.webhookSecret,
    installationId,
    requests,
    faults,
    deliveries,
    builds,
    shelf,
    deliver: deliveries.deliver,
    sendWebhooksTo: deliveries.sendTo,
    world,
    repository,
    tokenOf,
    gitUrl: (owner, name, token) =>
      `${token ? url.replace("//", `//x-access-token:${token}@`) : url}/${owner}/${name}.git`,
    advance(seconds) {
      world.clockAhead += seconds * 1000;
    },
    ...createActions(world, url, repository, tokenOf, deliveries),
    ...createAppKeys(world),
    ...createForkActions(world, repository),
    ...createReviewActions({
      ...{ world, proxy, store, stored, deliveries, tokenOf },
      repositoryOf: repository,
    }),
    async close() {
      await deliveries.settled();
      await builds.close();
      await close();
      await emulator.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
