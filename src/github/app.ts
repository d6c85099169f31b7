import { botLoginOf } from "../command/bot-login.ts";
import { UserError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { type AppKey, createAppClient } from "./app-client.ts";
import { createRepositoryClient } from "./client.ts";
import {
  type AttemptOptions,
  type DeliveryAttempt,
  type Hook,
  listAttempts,
  readHook,
  redeliver,
} from "./deliveries.ts";
import { KeyRefusedError, refusedWith } from "./failure.ts";
import type { ForgeReader, Publisher } from "./forge.ts";
import { createForks, noForks } from "./forks.ts";
import type { AppIdentity } from "./identity.ts";
import type { AnswerCache } from "./public-code/answer-cache.ts";
import type { PublicCode } from "./public-code/public-code.ts";
import { createPublicCode } from "./public-code/read-public-code.ts";
import { createSearchPace, type SearchPace } from "./public-code/search-pace.ts";
import { createPublisher } from "./publisher.ts";
import { createReader } from "./reader.ts";
import {
  buildPermissions,
  checkPermissions,
  checkReadPermissions,
  createTransport,
  mint,
  publicPermissions,
  type RepositoryRef,
  readPermissions,
  type Session,
  statusPermissions,
  type ThrottleOptions,
  type TokenPermissions,
  writePermissions,
} from "./session.ts";

export interface GitHubAppOptions extends AppKey {
  /** `https://api.github.com`, or `https://HOST/api/v3` on an Enterprise Server. */
  readonly apiUrl: string;
  /** `https://github.com`, or `https://HOST`. */
  readonly webUrl: string;
  readonly logger: Logger;
  readonly throttle?: ThrottleOptions;
}

/** What the App asks for and what each installation has granted, for `coderag doctor`. */
export interface GrantedPermissions {
  readonly asked: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  readonly installations: readonly {
    readonly id: number;
    readonly account: string;
    readonly granted: Readonly<Record<string, string>>;
    readonly suspended: boolean;
    /** Where an owner accepts new permissions. */
    readonly url: string;
  }[];
}

export interface GitHubApp {
  identity(): Promise<AppIdentity>;
  /** A token that can read one repository and write nothing, for an hour, and where that is by now. For clones. */
  readSession(installationId: number, repository: RepositoryRef): Promise<Session>;
  reader(installationId: number, repository: RepositoryRef): ForgeReader;
  /** Its write token is minted for this repository alone when it first writes, and dropped after minutes. */
  publisher(installationId: number, repository: RepositoryRef): Publisher;
  /** Public code of all of GitHub, with a token of this installation that can read nothing else. */
  publicCode(installationId: number, repository: RepositoryRef, cache: AnswerCache): PublicCode;
  grantedPermissions(): Promise<GrantedPermissions>;
  /** Every attempt at a delivery since then, newest first. */
  deliveryAttempts(options: AttemptOptions): Promise<readonly DeliveryAttempt[]>;
  redeliver(id: number): Promise<void>;
  hook(): Promise<Hook | undefined>;
  /** False while GitHub refuses the App's key, as far as this process has asked. */
  isKeyAccepted(): boolean;
}

/** The GitHub App behind its private key. Does no I/O until it is asked for something. */
export function createGitHubApp(options: GitHubAppOptions): GitHubApp {
  const transport = createTransport(options);
  const { patience } = transport;
  const app = createAppClient(transport, options, options.logger);
  const forks = createForks(transport, app);
  /** GitHub counts searches for each installation. */
  const paces = new Map<number, SearchPace>();
  let known: Promise<AppIdentity> | undefined;

  const identity = (): Promise<AppIdentity> => {
    known ??= askIdentity().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  async function askIdentity(): Promise<AppIdentity> {
    const data = await app.ask((apps) => apps.getAuthenticated()).catch(explainStranger);
    if (data?.slug === undefined) throw new Error("GitHub told no name of this App.");
    const { id, slug, name } = data;
    return { appId: id, slug, name, botLogin: botLoginOf(slug), url: `${options.webUrl}/apps/${slug}` };
  }
  const clientsOf = (installationId: number, repository: RepositoryRef) => (permissions: TokenPermissions) =>
    createRepositoryClient(transport, () => mint(app, installationId, repository, permissions));

  return {
    identity,
    readSession: (installationId, repository) => mint(app, installationId, repository, readPermissions),
    reader(installationId, repository) {
      const client = clientsOf(installationId, repository);
      const clients = {
        client: client(readPermissions),
        builds: client(buildPermissions),
        checks: client(checkReadPermissions),
        statuses: client(statusPermissions),
      };
      return createReader(clients, identity, forks);
    },
    publisher(installationId, repository) {
      const client = clientsOf(installationId, repository);
      return createPublisher(client(writePermissions), client(checkPermissions), identity, forks);
    },
    publicCode(installationId, repository, cache) {
      const open = () => mint(app, installationId, repository, publicPermissions);
      const pace = paces.get(installationId) ?? createSearchPace();
      paces.set(installationId, pace);
      return createPublicCode(createRepositoryClient(transport, open), { cache, pace });
    },
    async grantedPermissions() {
      const asked = await app.ask((apps) => apps.getAuthenticated());
      const installations = [];
      for (let page = 1; installations.length === (page - 1) * 100; page += 1)
        installations.push(...(await app.ask((apps) => apps.listInstallations({ per_page: 100, page }))));
      return {
        asked: wordsOf(asked?.permissions),
        events: asked?.events ?? [],
        installations: installations.map((one) => ({
          id: one.id,
          account: accountName(one.account),
          granted: wordsOf(one.permissions),
          suspended: one.suspended_at !== null,
          url: one.html_url,
        })),
      };
    },
    deliveryAttempts: (options) => listAttempts(app, options),
    redeliver: (id) => redeliver(app, patience, id),
    hook: () => readHook(app),
    isKeyAccepted: () => !app.isRefused(),
  };
}

/**
 * A reader for the command line, without an App: with a person's token, or none for public repositories.
 */
export function createTokenReader(options: {
  readonly apiUrl: string;
  readonly token: string | undefined;
  readonly owner: string;
  readonly repo: string;
  readonly logger: Logger;
  readonly throttle?: ThrottleOptions;
}): ForgeReader {
  const { token, owner, repo } = options;
  const transport = createTransport(options);
  const client = createRepositoryClient(transport, async () => ({ token, owner, repo }));
  return createReader(
    { client, builds: client, checks: client, statuses: client },
    async () => undefined,
    noForks,
  );
}

function explainStranger(error: unknown): never {
  if (error instanceof UserError || !(error instanceof KeyRefusedError || refusedWith(error) === 404))
    throw error;
  throw new UserError(
    "GitHub does not know this App.",
    "Compare APP_ID, the private key and GITHUB_URL (and GITHUB_API_URL, where it is set) with your App's page, and the clock of the server with the time.",
    { cause: error },
  );
}

function wordsOf(permissions: object | undefined): Record<string, string> {
  const pairs = Object.entries(permissions ?? {}).filter(([, level]) => typeof level === "string");
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** A person or an organisation has a login, an enterprise a slug. */
function accountName(account: unknown): string {
  const { login, slug } = (account ?? {}) as { login?: string; slug?: string };
  return login ?? slug ?? "";
}
