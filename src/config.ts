import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { readTools, type ToolName } from "./agent/tool-names.ts";
import { readCommandWord } from "./command/word.ts";
import { homeFolder } from "./compile-cache.mjs";
import { UserError } from "./errors.ts";
import { readFormatChoice } from "./format/choice.ts";
import { type AppConfig, readApp } from "./github/app-settings.ts";
import { type GitHubConfig, readGitHub } from "./github/settings.ts";
import type { RunLimits } from "./llm/budget.ts";
import { type ModelParameters, readParameters } from "./llm/parameters.ts";
import { costOf, noTokens, type PriceTable, readPrices, tellsCost } from "./llm/prices.ts";
import type { LogLevel } from "./log.ts";
import { type ReferenceSettings, readReferences } from "./references/settings.ts";
import { readRequirementsChoice } from "./retrieval/requirements/choice.ts";
import {
  createReader,
  type Environment,
  isText,
  type Machine,
  type PrivateAddress,
  passwordOf,
  type Reader,
  readDatabaseUrl,
  readLogLevel,
  readPrivateAddress,
  type Setting,
  settings,
  thisMachine,
} from "./settings.ts";
import { nearestNames } from "./source/near-names.ts";
import { readWeb, type WebSettings } from "./web/settings.ts";
import { networkVariables } from "./workspace/git-environment.ts";

/** Everything that is configured, read once at the start. Rooms below get small option objects cut from it. */
export interface Config {
  /** Undefined where the group was neither asked for nor set. */
  readonly app: AppConfig | undefined;
  readonly model: ModelConfig | undefined;
  /** Undefined: definitions are compared by their words alone. */
  readonly embedding: EmbeddingConfig | undefined;
  readonly github: GitHubConfig;
  readonly server: { readonly host: string; readonly port: number };
  readonly metrics: PrivateAddress | undefined;
  readonly pages: PrivateAddress | undefined;
  /** `databaseUrl` undefined: a PostgreSQL of our own below `home`. */
  readonly store: { readonly databaseUrl: string | undefined };
  /** Folder for the database of our own, clones and caches. */
  readonly home: string;
  readonly cache: { readonly megabytes: number };
  /** Pushes are followed where a run was authorised within so many days; 0: never. */
  readonly refresh: { readonly days: number };
  /** So long the records of a run's steps outlive its end; 0: for ever. */
  readonly keep: { readonly days: number };
  /** The word that commands begin with. */
  readonly command: string;
  /** What one run may use at most. */
  readonly limits: RunLimits;
  /** Shell command that tests a changed repository inside the sandbox. */
  readonly testCommand: string | undefined;
  /** Tools that the model is given in a run. */
  readonly tools: ReadonlySet<ToolName>;
  readonly requirements: "rules" | "model";
  readonly format: "on" | "off";
  /** What `web-search` may ask. */
  readonly web: WebSettings;
  /** How public repositories are searched for something to learn from. */
  readonly references: ReferenceSettings;
  readonly logLevel: LogLevel;
  /** Proxy and certificate variables, for git. */
  readonly network: Readonly<Record<string, string>>;
  /** Where the command was typed: paths are meant from there, also when npm runs it from the project's folder. */
  readonly callerFolder: string;
  /** Values that no outward text may carry. */
  readonly secrets: readonly string[];
}

/** Where clones of repositories are kept, and how much of the disk they may take. */
export const clonesOf = ({ home, cache }: Pick<Config, "home" | "cache">) => ({
  cacheDir: join(home, "repositories"),
  quotaBytes: cache.megabytes * 2 ** 20,
});

/** Where outlines are cached, for runs, refreshes and the command line. */
export const outlinesOf = (config: Pick<Config, "home">): string => join(config.home, "outlines");

export interface ModelConfig {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly name: string;
  /** Names under which the endpoint may answer although `name` was asked for: deployments and aliases. */
  readonly answersAs: readonly string[];
  /** Further models of the endpoint that repositories may choose. */
  readonly offered: readonly string[];
  readonly prices: PriceTable;
  readonly parameters: ModelParameters;
  /** Longest wait for one whole answer. */
  readonly requestTimeoutMs: number;
  /** Longest silence of a streamed answer, its beginning included. */
  readonly idleTimeoutMs: number;
  /** Further tries after a failure that may pass. */
  readonly maxRetries: number;
}

export type EmbeddingConfig = Pick<ModelConfig, "baseUrl" | "apiKey" | "name">;

export type Group = "app" | "model";

/** All that is wrong with the settings, a sentence each. */
export class ConfigError extends UserError {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((problem) => `- ${problem}`).join("\n")}`,
      "Set the variables in the environment or in a file named .env; .env.example explains each of them.",
    );
    this.problems = problems;
  }
}

/**
 * Takes the environment of this process: `.env` of the working folder fills in what is not set (it never overrides),
 * and afterwards no secret is left in `process.env` for a child process to inherit.
 */
export function takeEnvironment(): Environment {
  taken ??= take();
  return taken;
}

/** What was taken is gone from the process: whoever asks second gets the same. */
let taken: Environment | undefined;

function take(): Environment {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
  } catch (cause) {
    // Of a file that is closed to us Node says that there is none.
    const message = `The file ${resolve(".env")} cannot be read.`;
    throw new UserError(message, "Let the user who starts this read it.", { cause });
  }
  const environment = { ...process.env };
  for (const [name, kind] of Object.entries(settings)) if (kind === "secret") delete process.env[name];
  return environment;
}

/**
 * Reads the configuration. `groups` are those that the command cannot do without: `["app"]` for the server and
 * the worker (without a model they say so to whoever needs one), `["model"]` for the command line.
 * @throws ConfigError that lists every problem at once, each with its cure, and no secret's value.
 */
export function loadConfig<Needed extends Group = never>(
  environment: Environment,
  groups: readonly Needed[] = [],
  machine: Machine = thisMachine,
): Config & { readonly [Name in Needed]: NonNullable<Config[Name]> } {
  const read = createReader(environment, machine);
  const needs = (group: Group): boolean => (groups as readonly Group[]).includes(group);
  const app = needs("app") || read.isSet("APP_ID") ? readApp(read) : undefined;
  const model = needs("model") || read.isSet("CODERAG_MODEL") ? readModel(read) : undefined;
  const databaseUrl = readDatabaseUrl(read);
  const metrics = readPrivateAddress(read, "METRICS");
  const config: Config = {
    ...{ app, model, tools: readTools(read), web: readWeb(read), requirements: readRequirementsChoice(read) },
    format: readFormatChoice(read),
    embedding: read.isSet("CODERAG_EMBEDDING_MODEL") ? readEmbedding(read) : undefined,
    ...{ github: readGitHub(read), references: readReferences(read) },
    server: { host: read.text("HOST") ?? "127.0.0.1", port: read.number("PORT", 3000, 0, 65_535) },
    ...{ metrics, pages: readPages(read, metrics), store: { databaseUrl } },
    home: readHome(read, machine),
    cache: { megabytes: read.number("CODERAG_CACHE_MEGABYTES", 2048, 64, 10_000_000) },
    refresh: { days: read.number("CODERAG_REFRESH_DAYS", 30, 0, 3650) },
    keep: { days: read.number("CODERAG_KEEP_DAYS", 90, 0, 3650) },
    ...{ limits: readLimits(read, model), command: readCommandWord(read) },
    ...{ testCommand: read.text("CODERAG_TEST_COMMAND"), logLevel: readLogLevel(read) },
    network: Object.fromEntries(
      networkVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
    ),
    callerFolder: environment["INIT_CWD"] ?? process.cwd(),
    secrets: [...read.secrets(), app?.privateKey, passwordOf(databaseUrl)].filter(isText),
  };
  for (const name of Object.keys(environment))
    if (name.startsWith("CODERAG_") && !(name in settings))
      read.problem(`${name} is not a setting${meant(name)}: correct the name, or remove it.`);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config as Config & { readonly [Name in Needed]: NonNullable<Config[Name]> };
}

/** What only a server, a worker or a run with a model reads. Many of these are names of other programs, too. */
const ofRuns: readonly Setting[] = [
  ...(["APP_ID", "CODERAG_MODEL", "DATABASE_URL", "HOST", "LOG_LEVEL", "PORT"] as const),
  ...(["CODERAG_METRICS_HOST", "CODERAG_METRICS_PORT"] as const),
];

/** The same for commands that only read code: what they do not need keeps nobody from using them. */
export function loadLocalConfig(environment: Environment, machine: Machine = thisMachine): Config {
  const needed = { ...environment };
  for (const name of ofRuns) delete needed[name];
  return { ...loadConfig(needed, [], machine), secrets: createReader(environment, machine).secrets() };
}

function readModel(read: Reader): ModelConfig {
  const name = read.text("CODERAG_MODEL");
  if (name === undefined)
    read.problem("CODERAG_MODEL is missing: name the model that your endpoint serves, for example gpt-5.");
  const baseUrl = read.url("OPENAI_BASE_URL", `${openAi}/v1`, "the model endpoint");
  const apiKey = read.text("OPENAI_API_KEY");
  if (apiKey === undefined && isOpenAi(read, "OPENAI_BASE_URL", baseUrl))
    read.problem("OPENAI_API_KEY is missing: set it, or name another endpoint in OPENAI_BASE_URL.");
  return {
    ...{ name: name ?? "", baseUrl, apiKey },
    prices: readTable(read, "CODERAG_PRICES", readPrices) ?? {},
    parameters: readTable(read, "CODERAG_MODEL_PARAMETERS", readParameters) ?? {},
    ...{ answersAs: read.words("CODERAG_MODEL_ANSWERS_AS"), offered: read.words("CODERAG_MODELS") },
    requestTimeoutMs: 1000 * read.number("CODERAG_MODEL_TIMEOUT_SECONDS", 600, 5, 7200),
    idleTimeoutMs: 1000 * read.number("CODERAG_MODEL_SILENCE_SECONDS", 300, 5, 7200),
    maxRetries: read.number("CODERAG_MODEL_RETRIES", 3, 0, 20),
  };
}

/** The model's endpoint and its key, unless others are named: a key never goes to another host than its own. */
function readEmbedding(read: Reader): EmbeddingConfig {
  const own = read.isSet("CODERAG_EMBEDDING_BASE_URL");
  const where = own ? "CODERAG_EMBEDDING_BASE_URL" : "OPENAI_BASE_URL";
  const baseUrl = read.url(where, `${openAi}/v1`, "the embedding endpoint");
  const apiKey = read.text("CODERAG_EMBEDDING_API_KEY") ?? (own ? undefined : read.text("OPENAI_API_KEY"));
  if (apiKey === undefined && isOpenAi(read, where, baseUrl))
    read.problem("CODERAG_EMBEDDING_API_KEY is missing: set it, or name another CODERAG_EMBEDDING_BASE_URL.");
  return { name: read.text("CODERAG_EMBEDDING_MODEL")!, baseUrl, apiKey };
}

const openAi = "https://api.openai.com";

/** OpenAI wants a key. An address with a fault is another, whatever stands in for it meanwhile. */
const isOpenAi = (read: Reader, where: Setting, baseUrl: string): boolean =>
  baseUrl.startsWith(`${openAi}/`) && (read.text(where) ?? openAi).startsWith(openAi);

/** JSON, or a file with it; undefined where the setting is not given, or where it was told what is wrong with it. */
function readTable<Table>(read: Reader, name: Setting, parse: (json: string) => Table): Table | undefined {
  const given = read.text(name);
  if (given === undefined) return undefined;
  const json = given.startsWith("{") ? given : read.file(name, given);
  if (json === undefined) return undefined;
  try {
    return parse(json);
  } catch (error) {
    read.problem(`${name} cannot be used: ${(error as Error).message.replace(/\s+/g, " ")}`);
    return undefined;
  }
}

/** Whether what a model of the endpoint costs will be known. */
export const isPriced = ({ baseUrl, prices }: ModelConfig, name: string): boolean =>
  tellsCost(baseUrl) || costOf(name, noTokens, { own: prices, baseUrl }) !== undefined;

/** A cap in money needs a price: without one it is no cap unless it was asked for, and then it is a mistake. */
function readLimits(read: Reader, model: ModelConfig | undefined): RunLimits {
  const priced = model !== undefined && isPriced(model, model.name);
  const maxCost = read.number("CODERAG_MAX_COST", 5, 0.01, 10_000, "fractions too");
  if (model && model.name !== "" && !priced && read.isSet("CODERAG_MAX_COST"))
    read.problem(`CODERAG_MAX_COST needs the price of ${model.name}: give it in CODERAG_PRICES.`);
  return {
    maxTokens: read.number("CODERAG_MAX_TOKENS", 2_000_000, 1000, 1e9),
    maxCost: priced ? maxCost : undefined,
    maxTurns: read.number("CODERAG_MAX_TURNS", 40, 1, 1000),
    maxMilliseconds: 60_000 * read.number("CODERAG_MAX_MINUTES", 30, 1, 1440),
    maxOutputTokens: read.number("CODERAG_MAX_OUTPUT_TOKENS", 16_384, 256, 1_000_000),
  };
}

/** What a name was probably to be. How all of them begin tells none apart, and far more than a slip is no slip. */
function meant(name: string): string {
  const begin = "CODERAG_";
  const names = Object.keys(settings).flatMap((one) =>
    one.startsWith(begin) ? one.slice(begin.length) : [],
  );
  const [near] = nearestNames(names, name.slice(begin.length), 1, slip);
  return near === undefined ? "" : ` (${begin}${near} is one)`;
}

/** Letters of which one may be wrong. */
const slip = 3;

/** Figures and pages at one address would be one server for what anybody may know and what the host alone may. */
function readPages(read: Reader, metrics: PrivateAddress | undefined): PrivateAddress | undefined {
  const pages = readPrivateAddress(read, "PAGES");
  if (pages && pages.port !== 0 && pages.port === metrics?.port)
    read.problem("CODERAG_PAGES_PORT must be another port than CODERAG_METRICS_PORT.");
  return pages;
}

function readHome(read: Reader, machine: Machine): string {
  const given = read.text("CODERAG_HOME");
  if (given !== undefined && !isAbsolute(given))
    read.problem(
      "CODERAG_HOME must be an absolute path, so that it does not depend on where CodeRAG is started.",
    );
  return homeFolder({ ...machine, given, data: read.other("XDG_DATA_HOME") });
}
