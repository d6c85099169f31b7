import { dirname } from "node:path";
import { inspect } from "node:util";

/** One `git config` key and its value, for one command only. */
export type Setting = readonly [key: string, value: string];

export interface EnvironmentOptions {
  /** The folder to run in. */
  readonly directory: string;
  /** Set where the repository is known: git then looks for no other one. */
  readonly gitDir?: string;
  /** A temporary index, so that the user's own stays as it is. */
  readonly indexFile?: string;
  /** Settings of this command, on top of the hardened ones. */
  readonly settings?: readonly Setting[];
  /** The only way by which this command may talk to anybody; none unless given. */
  readonly protocol?: "http" | "https";
  /** The operator's proxy and certificate variables; names outside `networkVariables` are dropped. */
  readonly network?: Readonly<Record<string, string>>;
  /** The user's home, only where their own git identity is looked up; else git sees no personal configuration. */
  readonly home?: string;
}

/** Variables of the operator that a fetch may see. */
export const networkVariables: readonly string[] = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
];

/** Programs are looked for here and nowhere else, whatever the PATH of the process says. */
const programs = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** Turns off everything in git that runs programs, follows links to other repositories or asks somebody. */
const hardened: readonly Setting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", "/dev/null"],
  ["credential.helper", ""],
  ["safe.bareRepository", "explicit"],
  ["submodule.recurse", "false"],
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", "1000"],
  ["http.lowSpeedTime", "60"],
  ["fetch.fsckObjects", "true"],
  ["fetch.unpackLimit", "1"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  // One that is set, and be it to nothing, keeps `clean` and `smudge` from being run.
  ["filter.lfs.process", ""],
  ["filter.lfs.required", "false"],
];

/**
 * The whole environment of one git process; nothing of ours is inherited. Settings travel as GIT_CONFIG_* variables
 * because a command line is readable by every user of the machine and a file outlives the command.
 */
export function gitEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { directory, gitDir } = options;
  const settings = [...hardened, ...(options.settings ?? [])];
  // The person named this very folder, also where it belongs to somebody else (a mounted checkout, say); that is
  // safe to follow because nothing that its configuration could start is left on.
  if (gitDir === undefined) settings.push(["safe.directory", directory]);
  const environment: Record<string, string> = {
    PATH: programs,
    LC_ALL: "C.UTF-8",
    HOME: options.home ?? "/nonexistent",
    GIT_TERMINAL_PROMPT: "0",
    // Before `core.askPass` of the repository.
    GIT_ASKPASS: "false",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Not `protocol.allow`: a repository that allows a protocol by its name (`protocol.ext.allow`) is heard before that.
    GIT_ALLOW_PROTOCOL: options.protocol ?? "",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_CONFIG_COUNT: String(settings.length),
  };
  if (options.home === undefined)
    Object.assign(environment, { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" });
  if (gitDir === undefined) environment["GIT_CEILING_DIRECTORIES"] = dirname(directory);
  else environment["GIT_DIR"] = gitDir;
  if (options.indexFile !== undefined) environment["GIT_INDEX_FILE"] = options.indexFile;
  for (const name of networkVariables) {
    const value = options.network?.[name];
    if (value !== undefined) environment[name] = value;
  }
  settings.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  // With DEBUG=* simple-git prints the environment of every process, and a fetch has its token in there.
  return Object.assign(environment, { [inspect.custom]: () => "[environment of git]" });
}
