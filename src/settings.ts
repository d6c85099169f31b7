import { readFileSync } from "node:fs";
import { homedir } from "node:os";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The machine, as far as the defaults depend on it. */
export interface Machine {
  readonly root: boolean;
  readonly homeDirectory: string;
  readonly readFile: (path: string) => string;
}

/** Every variable, and whether its value is a secret. `.env.example` and `docs/operators.md` explain each. */
export const settings = {
  APP_ID: "plain",
  PRIVATE_KEY: "secret",
  PRIVATE_KEY_PATH: "plain",
  WEBHOOK_SECRET: "secret",
  WEBHOOK_SECRET_PREVIOUS: "secret",
  DATABASE_URL: "secret",
  CODERAG_HOME: "plain",
  CODERAG_COMMAND: "plain",
  GITHUB_API_URL: "plain",
  GITHUB_URL: "plain",
  GITHUB_TOKEN: "secret",
  GITHUB_SEARCH_TOKEN: "secret",
  CODERAG_REFERENCE_LICENCES: "plain",
  CODERAG_REFERENCE_CANDIDATES: "plain",
  CODERAG_REFERENCE_SUMMARIES: "plain",
  OPENAI_BASE_URL: "plain",
  OPENAI_API_KEY: "secret",
  CODERAG_MODEL: "plain",
  CODERAG_MODEL_ANSWERS_AS: "plain",
  CODERAG_MODELS: "plain",
  CODERAG_MODEL_PARAMETERS: "plain",
  CODERAG_PRICES: "plain",
  CODERAG_MODEL_TIMEOUT_SECONDS: "plain",
  CODERAG_MODEL_SILENCE_SECONDS: "plain",
  CODERAG_MODEL_RETRIES: "plain",
  CODERAG_EMBEDDING_MODEL: "plain",
  CODERAG_EMBEDDING_BASE_URL: "plain",
  CODERAG_EMBEDDING_API_KEY: "secret",
  CODERAG_MAX_TOKENS: "plain",
  CODERAG_MAX_COST: "plain",
  CODERAG_MAX_TURNS: "plain",
  CODERAG_MAX_MINUTES: "plain",
  CODERAG_MAX_OUTPUT_TOKENS: "plain",
  CODERAG_CACHE_MEGABYTES: "plain",
  CODERAG_REFRESH_DAYS: "plain",
  CODERAG_KEEP_DAYS: "plain",
  CODERAG_TEST_COMMAND: "plain",
  CODERAG_TOOLS: "plain",
  CODERAG_REQUIREMENTS: "plain",
  CODERAG_FORMAT: "plain",
  CODERAG_WEB_SEARCH: "plain",
  CODERAG_SEARXNG_URL: "plain",
  CODERAG_BRAVE_KEY: "secret",
  HOST: "plain",
  PORT: "plain",
  CODERAG_METRICS_HOST: "plain",
  CODERAG_METRICS_PORT: "plain",
  CODERAG_PAGES_HOST: "plain",
  CODERAG_PAGES_PORT: "plain",
  LOG_LEVEL: "plain",
} as const satisfies Record<string, "plain" | "secret">;

export type Setting = keyof typeof settings;

export const thisMachine: Machine = {
  root: process.getuid?.() === 0,
  homeDirectory: homedir(),
  readFile: (path) => readFileSync(path, "utf8"),
};

export type Reader = ReturnType<typeof createReader>;

/** Reads single values and gathers what is wrong with them. An empty value counts as not set. */
export function createReader(environment: Environment, machine: Machine) {
  const problems: string[] = [];
  // What several ask for is read as often, and told once.
  const problem = (sentence: string): void => {
    if (!problems.includes(sentence)) problems.push(sentence);
  };
  const text = (name: Setting): string | undefined => environment[name]?.trim() || undefined;
  return {
    problems,
    problem,
    text,
    /** What stands between commas and spaces. */
    words: (name: Setting): readonly string[] => (text(name) ?? "").split(/[\s,]+/).filter(isText),
    isSet: (name: Setting): boolean => text(name) !== undefined,
    other: (name: string): string | undefined => environment[name],
    number(name: Setting, usual: number, least: number, most: number, kind = "whole numbers"): number {
      const value = text(name);
      const parsed = Number(value ?? usual);
      const fits =
        parsed >= least && parsed <= most && (kind !== "whole numbers" || Number.isInteger(parsed));
      if (!fits) problem(`${name} must be a number from ${least} to ${most} (${kind}).`);
      return fits ? parsed : usual;
    },
    url(name: Setting, usual: string, whose: string): string {
      const value = text(name) ?? usual;
      const parsed = URL.parse(value);
      const safe = parsed?.protocol === "https:" || (parsed?.protocol === "http:" && isNear(parsed.hostname));
      if (!parsed || !safe || parsed.username !== "" || parsed.search !== "" || parsed.hash !== "") {
        problem(
          `${name} must be the https address of ${whose}, without user, query or fragment; http only on this machine or network.`,
        );
        return usual;
      }
      return value.replace(/\/+$/, "");
    },
    file(name: Setting, path: string): string | undefined {
      try {
        return machine.readFile(path);
      } catch (error) {
        problem(`${name} names a file that cannot be read: ${path} (${whyUnread(error, path)}).`);
        return undefined;
      }
    },
    secrets: (): string[] =>
      Object.entries(settings)
        .map(([name, kind]) => (kind === "secret" ? text(name as Setting) : undefined))
        .filter(isText),
  };
}

/** This machine, a container's neighbour, or a private network: the only places to speak plain HTTP to. */
function isNear(host: string): boolean {
  if (host.startsWith("[")) return /^\[(::1\]|f[cd]|fe80:)/.test(host);
  return (
    !host.includes(".") ||
    /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./.test(host) ||
    /\.(local|localhost|internal)$/.test(host)
  );
}

export function isText(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

/** Where something is served that is for the host alone: figures for Prometheus, pages of runs. */
export interface PrivateAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * `CODERAG_METRICS_PORT` or `CODERAG_PAGES_PORT`, and the `_HOST` that belongs to it; undefined: it is not served. Never
 * where GitHub delivers to.
 */
export function readPrivateAddress(read: Reader, what: "METRICS" | "PAGES"): PrivateAddress | undefined {
  const names = { port: `CODERAG_${what}_PORT`, host: `CODERAG_${what}_HOST` } as const;
  if (!read.isSet(names.port)) {
    if (read.isSet(names.host))
      read.problem(`${names.host} needs ${names.port}: name the port as well, or remove it.`);
    return undefined;
  }
  const port = read.number(names.port, 0, 0, 65_535);
  if (port !== 0 && port === read.number("PORT", 3000, 0, 65_535))
    read.problem(`${names.port} must be another port than PORT, which everybody can reach.`);
  return { host: read.text(names.host) ?? "127.0.0.1", port };
}

/** Why strangers could guess a secret, as the end of a sentence. */
export function secretFault(secret: string): string | undefined {
  if (secret.length < 32) return "shorter than 32 characters";
  return new Set(secret).size < 8 ? "made of few different characters" : undefined;
}

/** `DATABASE_URL`; undefined where it is not set. */
export function readDatabaseUrl(read: Reader): string | undefined {
  const value = read.text("DATABASE_URL");
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\/\S+$/.test(value))
    read.problem(
      "DATABASE_URL must begin with postgresql://; leave it out for a database below CODERAG_HOME.",
    );
  else if (isAddress(value)) return value;
  else
    read.problem(
      "DATABASE_URL is no address: write special characters of the password as %23 (#), %25 (%), %2F (/), %3A (:), %40 (@).",
    );
  return undefined;
}

function isAddress(value: string): boolean {
  try {
    const { username, password } = new URL(value);
    return [username, password].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    // Both throw for one reason only: what is written there is no address.
    return false;
  }
}

/** The password in an address, as it is; undefined where there is none. */
export function passwordOf(databaseUrl: string | undefined): string | undefined {
  const password = databaseUrl && URL.parse(databaseUrl)?.password;
  return password ? decodeURIComponent(password) : undefined;
}

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

/** `LOG_LEVEL`. */
export function readLogLevel(read: Reader): (typeof logLevels)[number] {
  const value = read.text("LOG_LEVEL") ?? "info";
  const level = logLevels.find((candidate) => candidate === value);
  if (level === undefined) read.problem(`LOG_LEVEL must be one of ${logLevels.join(", ")}.`);
  return level ?? "info";
}

function whyUnread(error: unknown, path: string): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EACCES") return "the user who starts this may not read it";
  if (code === "EISDIR") return "it is a folder";
  if (path.startsWith("~")) return "a shell's ~ is not understood here: write the whole path";
  return code === undefined || code === "ENOENT" ? "there is none" : code;
}
