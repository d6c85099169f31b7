/**
 * Makes the surroundings of runs out of the configuration: which forge, which model, which limits. One function for
 * a run on GitHub, one for a run in a local folder; the pipeline between them is the same.
 */
import { botLoginOf } from "./command/bot-login.ts";
import type { CommandDelivery } from "./command/delivery.ts";
import { type Config, clonesOf, outlinesOf } from "./config.ts";
import { createHomeFinder } from "./examples/find-home.ts";
import type { GitHubApp } from "./github/app.ts";
import type { ForgeReader, Publisher } from "./github/forge.ts";
import type { AppIdentity } from "./github/identity.ts";
import type { AnswerCache } from "./github/public-code/answer-cache.ts";
import { publicCodeWithToken } from "./github/public-code/open-public-code.ts";
import type { PublicCode } from "./github/public-code/public-code.ts";
import { createSearchPace } from "./github/public-code/search-pace.ts";
import type { TokenForge } from "./github/token-forge.ts";
import { embedderOf, type HostModels, modelFor, modelOf, modelsOf, offeredBy } from "./host-models.ts";
import type { RunHandlers } from "./jobs/durable/execute.ts";
import { createHandlers } from "./jobs/durable/handlers.ts";
import { restored } from "./jobs/reading/repository-config.ts";
import { withoutPaths } from "./jobs/reading/without-paths.ts";
import { createRefreshGraph, type RefreshGraph } from "./jobs/refresh-graph.ts";
import type { MeaningOptions, RunOptions, Surroundings, Traces } from "./jobs/surroundings.ts";
import { beginWatching, keepWatch, type WatchParts } from "./jobs/watch/keep-watch.ts";
import type { KeepLook } from "./jobs/watch/look-order.ts";
import { silentLogger } from "./log.ts";
import { createRedactor } from "./redact/redact.ts";
import { answersIn, openReferences } from "./references/open.ts";
import type { ReferenceTools } from "./references/options.ts";
import { languageName, type RepositoryConfig, usualConfig } from "./repository-config/schema.ts";
import type { DrawGraph } from "./retrieval/draw-graph.ts";
import { openGraphThread } from "./retrieval/graph-thread.ts";
import type { Database } from "./store/database.ts";
import { type DerivedStore, derivedInDatabase } from "./store/derived.ts";
import { derivedFolder, derivedInFiles } from "./store/derived-files.ts";
import type { Run } from "./store/run.ts";
import { lastHead, ourTips, setTraces } from "./store/runs.ts";
import { packageLookup, webSearchOptions } from "./web/open.ts";
import { openLocal } from "./workspace/open-local.ts";
import { openRemote, usualLimits } from "./workspace/open-remote.ts";
import type { CommitWorkspace } from "./workspace/read-commit.ts";

export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly app: GitHubApp;
  readonly identity: AppIdentity;
  /** Takes the host's secrets out of a text. Made once: it has a few hundred spellings of them to find. */
  readonly redact: (text: string) => string;
  /** Where graphs are drawn; in this thread where not given. */
  readonly draw?: DrawGraph;
}

type WatchedParts = Pick<AppParts, "config" | "database" | "app" | "redact">;

/** The handlers of a server or worker. */
export function appHandlers(parts: AppParts): RunHandlers {
  const thread = openGraphThread();
  const drawn = { ...parts, draw: thread.draw };
  const withModel = { ...drawn, ...modelsOf(parts.config.model) };
  const handlers = createHandlers((run) => surroundingsOnGitHub(withModel, run), parts.redact);
  return { ...handlers, refresh: refreshOnGitHub(drawn), look: looksOnGitHub(parts), close: thread.close };
}

/** What keeps the issues of dependency examples. */
export function looksOnGitHub(parts: WatchedParts): KeepLook {
  return async (row, ticked, signal) =>
    (await keepWatch(row, watchPartsOnGitHub(parts, row), ticked, signal)).kind;
}

/** What follows a push: into the caches that runs read. */
export function refreshOnGitHub(parts: Pick<AppParts, "config" | "app" | "draw">): RefreshGraph {
  return createRefreshGraph(
    (head, signal) => openOnGitHub(parts, head, head.commit, signal),
    outlinesOf(parts.config),
    parts.draw,
  );
}

/** What the issue of dependency examples is kept with, for one repository. */
export function watchPartsOnGitHub(
  parts: WatchedParts,
  of: Pick<Run, "installationId" | "repositoryId" | "owner" | "name">,
): WatchParts {
  const { config, database, app, redact } = parts;
  const repository = { id: of.repositoryId, owner: of.owner, name: of.name };
  const publisher = app.publisher(of.installationId, repository);
  const cache = answersIn(derivedInDatabase(database, of.repositoryId));
  const code = searchCode(config, cache) ?? app.publicCode(of.installationId, repository, cache);
  return {
    reader: app.reader(of.installationId, repository),
    publisher: { keepPage: (page) => publisher.keepPage({ ...page, body: redact(page.body) }) },
    openWorkspace: ({ commit }, signal) => openOnGitHub(parts, of, commit, signal),
    lookUp: {
      ...{ code, home: createHomeFinder(code, packageLookup(config.web)) },
      ...{ licences: config.references.licences, target: `${of.owner}/${of.name}`, now: () => new Date() },
    },
    ...{ options: { cacheDir: outlinesOf(config), workers: 1 }, webUrl: config.github.url, database },
    perLook: 6,
  };
}

/** Surroundings of a run that came by webhook. Tokens are minted when they are used, for this repository alone. */
export function surroundingsOnGitHub(parts: AppParts & HostModels, run: Run): Surroundings {
  const { config, database, app, identity, redact } = parts;
  const decided = restored(run.config) ?? usualConfig;
  const repository = { id: run.repositoryId, owner: run.owner, name: run.name };
  const store = derivedInDatabase(database, run.repositoryId);
  const model = modelFor(run.verb, decided, parts, config.model);
  return {
    reader: app.reader(run.installationId, repository),
    publisher: app.publisher(run.installationId, repository),
    openWorkspace: async ({ commit }, signal) =>
      withoutPaths(await openOnGitHub(parts, run, commit, signal), decided.paths.ignore),
    model,
    config: decided,
    offeredModels: offeredBy(config.model),
    beginWatch: (signal) => beginWatching(run, watchPartsOnGitHub(parts, run), signal),
    references: openReferences({
      ...{ settings: config.references, store, model, redact },
      code: (cache) => searchCode(config, cache) ?? app.publicCode(run.installationId, repository, cache),
    }),
    packages: packageLookup(config.web),
    meaning: meaningOf(config, store),
    us: { login: identity.botLogin, command: config.command },
    webUrl: config.github.url,
    remember: (traces: Traces) => setTraces(database, run.id, traces),
    ourTips: () => ourTips(database, run.repositoryId, run.issueNumber),
    lastHead: () => lastHead(database, run.repositoryId, run.issueNumber),
    options: { ...runOptions(config, decided, redact), draw: parts.draw },
  };
}

/** One commit of a repository of the App, from the cache or fetched on top of what is there. */
function openOnGitHub(
  { config, app }: Pick<AppParts, "config" | "app">,
  of: Pick<Run, "installationId" | "repositoryId" | "owner" | "name">,
  commit: string,
  signal: AbortSignal,
): Promise<CommitWorkspace> {
  const { installationId, repositoryId, owner, name } = of;
  const urlOf = (account: string, repository: string): string =>
    `${config.github.url}/${account}/${repository}.git`;
  return openRemote(
    {
      url: urlOf(owner, name),
      repositoryKey: String(repositoryId),
      want: { commit },
      ...clonesOf(config),
      access: async () => {
        const found = await app.readSession(installationId, { id: repositoryId, owner, name });
        const { token, minted } = found;
        return { token, url: urlOf(found.owner, found.repo), ...(minted && { minted }) };
      },
      limits: usualLimits,
      network: config.network,
    },
    signal,
  );
}

/** A repository behind a given token, and the run that is made there. */
export interface TokenRun extends Pick<CommandDelivery["repository"], "id" | "owner" | "name"> {
  readonly verb: string;
  readonly botLogin: string;
}

/** Surroundings of a run that nothing stores, behind one token: a workflow's. What models say is kept in files. */
export function surroundingsWithToken(
  config: Config,
  models: HostModels,
  { reader, publisher }: TokenForge,
  { id, owner, name, verb, botLogin }: TokenRun,
  decided: RepositoryConfig,
  remember: (traces: Traces) => Promise<void>,
): Surroundings {
  const store = derivedInFiles(derivedFolder(config.home, `${owner}/${name}`));
  const { url, token } = config.github;
  return {
    ...{ reader, publisher, remember, config: decided },
    openWorkspace: async ({ commit }, signal) =>
      withoutPaths(
        await openRemote(
          {
            ...{ url: `${url}/${owner}/${name}.git`, repositoryKey: String(id), want: { commit } },
            ...clonesOf(config),
            ...{ access: async () => ({ token }), limits: usualLimits, network: config.network },
          },
          signal,
        ),
        decided.paths.ignore,
      ),
    model: modelFor(verb, decided, models, config.model),
    offeredModels: offeredBy(config.model),
    references: referencesWithToken(config, store),
    packages: packageLookup(config.web),
    meaning: meaningOf(config, store),
    us: { login: botLogin, command: config.command },
    webUrl: url,
    ourTips: async () => [],
    lastHead: async () => undefined,
    options: runOptions(config, decided),
  };
}

/** Surroundings of a run in a local folder: nothing is remembered, and only `forge` decides what is written. */
export function surroundingsInFolder(
  config: Config,
  directory: string,
  forge: ForgeReader & Publisher,
  decided = usualConfig,
): Surroundings {
  const store = derivedInFiles(derivedFolder(config.home, directory));
  return {
    reader: forge,
    publisher: forge,
    openWorkspace: async (_base, signal) =>
      withoutPaths(await openLocal(directory, signal), decided.paths.ignore),
    model: modelOf(config.model),
    config: decided,
    offeredModels: offeredBy(config.model),
    references: referencesWithToken(config, store),
    packages: packageLookup(config.web),
    meaning: meaningOf(config, store),
    us: { login: botLoginOf("coderag") },
    webUrl: undefined,
    remember: async () => undefined,
    ourTips: async () => [],
    lastHead: async () => undefined,
    options: runOptions(config, decided),
  };
}

function meaningOf(config: Config, store: DerivedStore): MeaningOptions | undefined {
  const [embedder, asksModel] = [embedderOf(config), config.requirements === "model"];
  return embedder || asksModel ? { store, embedder, asksModel } : undefined;
}

/** Public code for the command line: with a person's token, or as anybody. */
export function referencesWithToken(
  config: Pick<Config, "references" | "github" | "secrets" | "model">,
  store: DerivedStore,
): ReferenceTools {
  const { apiUrl, token, searchToken } = config.github;
  return openReferences({
    ...{ settings: config.references, store, model: modelOf(config.model) },
    redact: createRedactor(config.secrets),
    code: (cache) =>
      publicCodeWithToken({ apiUrl, token: searchToken ?? token, logger: silentLogger, cache }),
  });
}

/** With the host's own token for searches, where one is given; its searches are counted together. */
function searchCode({ github }: Pick<Config, "github">, cache: AnswerCache): PublicCode | undefined {
  const { apiUrl, searchToken: token } = github;
  return token === undefined
    ? undefined
    : publicCodeWithToken({ apiUrl, token, logger: silentLogger, cache, pace: hostPace });
}

const hostPace = createSearchPace();

/** What the host allows, narrowed by what the repository decides. */
function runOptions(
  config: Config,
  { limits, paths, packages, drafts, language, format }: RepositoryConfig,
  redact = createRedactor(config.secrets),
): RunOptions {
  const { maxTokens, maxCost, maxMilliseconds, maxTurns } = config.limits;
  const lower = (host: number, wanted = Number.POSITIVE_INFINITY): number => Math.min(host, wanted);
  return {
    limits: {
      ...config.limits,
      maxTokens: lower(maxTokens, limits.tokens),
      // Without a cap of the host the price is not known, and a cap could not be kept.
      maxCost: maxCost === undefined ? undefined : lower(maxCost, limits.cost),
      maxMilliseconds: lower(maxMilliseconds, limits.minutes && limits.minutes * 60_000),
      maxTurns: lower(maxTurns, limits.turns),
    },
    attempts: drafts.attempts,
    language: language === "en" ? undefined : languageName(language),
    contextTokens: 24_000,
    retrieval: "bigraph",
    cacheDir: outlinesOf(config),
    workers: 2,
    checks: {
      // What is hidden from a run must not look like a place for a new file.
      protectedPaths: [...paths.protect, ...paths.ignore],
      ...(limits.files !== undefined && { mostFiles: limits.files }),
      allowPackages: packages.add && config.web.kind !== "off",
    },
    testCommand: config.testCommand,
    format: format ? config.format : "off",
    tools: config.tools,
    web: webSearchOptions(config.web, redact),
  };
}
