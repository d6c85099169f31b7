import { AsyncLocalStorage } from "node:async_hooks";
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, readFileSync } from "node:fs";
import { type SimpleGitOptions, simpleGit } from "simple-git";
import { type EnvironmentOptions, gitEnvironment } from "./git-environment.ts";

/**
 * Runs one git process; only `git.ts`, `git-history.ts`, `git-objects.ts` and `git-write.ts`, which make fixed verbs out
 * of it, import this file. simple-git spawns it; that it stays within its time and its output, and dies with its
 * helpers, is held here.
 */

export interface GitCommand extends EnvironmentOptions {
  readonly argv: readonly string[];
  readonly input?: Uint8Array;
  /** Wall-clock limit; 2 minutes unless given. */
  readonly milliseconds?: number;
  /** Bytes of output; 256 MB unless given. */
  readonly outputBytes?: number;
  /** Taken out of every message. */
  readonly secrets?: readonly string[];
}

/** Git said no. `complaint` is what it wrote to standard error, without secrets; `exitCode` null: it was killed. */
export class GitError extends Error {
  readonly complaint: string;
  readonly exitCode: number | null;
  constructor(verb: string, exitCode: number | null, complaint: string) {
    super(`git ${verb} failed (${exitCode === null ? "killed" : `exit code ${exitCode}`}): ${complaint}`);
    this.name = "GitError";
    this.complaint = complaint;
    this.exitCode = exitCode;
  }
  /** It was ended at a limit of time, output or memory: a repository may stand for more than any disk has. */
  get isTooMuch(): boolean {
    return this.exitCode === null || /out of memory/i.test(this.complaint);
  }
  /** For whoever has the repository before him. */
  get remedy(): string {
    if (this.isTooMuch) return smallerCure;
    return /lazy fetching disabled|promisor remote/.test(this.complaint)
      ? "This clone lacks objects (a partial clone), and nothing is fetched from here. Complete it: git fetch --refetch --no-filter"
      : "Run `git status` and `git fsck` in that repository: what they say is the matter.";
  }
}

/** What to do about a repository on this machine that is too much for git. */
export const smallerCure =
  "Name a smaller repository, or a copy of one of its folders without `.git`, which is read as it is.";

/** Longest output taken: a listing of a million files is about 100 MB. */
const outputLimit = 256 * 2 ** 20;
/** Git repeats whole paths in its warnings, and who makes a repository chooses how long and how many these are. */
const complaintLimit = 8_000;
const graceMilliseconds = 1_000;

/** Runs git in a session of its own and gives its standard output. Throws `GitError`, or the signal's reason. */
export async function runGit(command: GitCommand, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const verb = command.argv[0]!;
  const output: Buffer[] = [];
  let size = 0;
  let stopped: string | undefined;
  let failed: GitError | undefined;
  // simple-git keeps its process to itself, and killing git alone leaves its transport helpers waiting for a silent
  // server for ever. Node says on a channel which process was made last, which is the one whose output we are shown.
  let newest: ChildProcess | undefined;
  let child: ChildProcess | undefined;
  const onProcess = (message: unknown) => {
    newest = (message as { process: ChildProcess }).process;
  };
  const stop = (why: string) => {
    stopped ??= why;
    killGroup(child);
  };
  const onAbort = () => stop("cancelled");
  const limit = command.milliseconds ?? 120_000;
  const { outputBytes = outputLimit } = command;
  const tooMuch = `it printed more than ${outputBytes} bytes`;
  const timer = setTimeout(() => stop(`it took longer than ${limit / 1000} s`), limit);
  signal?.addEventListener("abort", onAbort);
  const git = simpleGit({
    ...simpleGitOptions(command),
    // Also a git that was killed (exit code null) or failed without a word has failed; simple-git thinks otherwise.
    errors: (error, { exitCode, stdErr }) => {
      if (exitCode === 0) return error;
      // What git died of comes last.
      failed = new GitError(
        verb,
        exitCode,
        withoutSecrets(Buffer.concat(stdErr).toString(), command).slice(-complaintLimit),
      );
      return failed;
    },
  });
  git.env(gitEnvironment(command));
  git.outputHandler((_binary, stdout, stderr) => {
    child = newest?.stdout === stdout ? newest : undefined;
    if (stopped !== undefined) killGroup(child);
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytes) stop(tooMuch);
    };
    stdout.on("data", (chunk: Buffer) => {
      output.push(chunk);
      count(chunk);
    });
    stderr.on("data", count);
  });
  subscribe("child_process", onProcess);
  try {
    await inNoContext(() => git.raw([...gitProgram.slice(2), ...command.argv]));
    // It may have ended before it could be killed.
    if (stopped === tooMuch) throw new GitError(verb, null, tooMuch);
    return Buffer.concat(output);
  } catch (error) {
    signal?.throwIfAborted();
    if (stopped !== undefined) throw new GitError(verb, null, stopped);
    throw failed ?? error;
  } finally {
    unsubscribe("child_process", onProcess);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * For every git, simple-git waits for a promise of its module that never settles, and whoever waits is kept with the
 * asynchronous context in which he began: that of a run's step holds the run's whole code graph.
 */
const inNoContext = AsyncLocalStorage.snapshot();

function withoutSecrets(text: string, command: GitCommand): string {
  return (command.secrets ?? []).reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text.trim());
}

const setsid = programIn("setsid");

/**
 * Bytes of memory that one git may fill. Trees that hold each other have `git status` fill any machine's; the largest
 * repositories need some hundred MB. A limit of the kernel holds on after this process was killed, and does not count
 * the packs that git maps.
 */
const memoryLimit = 2 ** 31;
const prlimit = mayLimit() ? programIn("prlimit") : undefined;

const limiting = prlimit === undefined ? [] : [prlimit, `-d${memoryLimit}`];

/** Starts git within its memory and in a session of its own, where the system has programs for that. */
export const gitProgram: readonly string[] = [...limiting, ...(setsid === undefined ? [] : [setsid]), "git"];

function programIn(name: string): string | undefined {
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
}

/** Not where we stand below a lower limit: it may not be raised, and holds for git too. */
function mayLimit(): boolean {
  const limits = "/proc/self/limits";
  const [, most] =
    /^Max data size +\S+ +(\S+)/m.exec(existsSync(limits) ? readFileSync(limits, "latin1") : "") ?? [];
  return most === "unlimited" || Number(most) >= memoryLimit;
}

/** Ends a git with all that it started: at once where it obeys. */
export function killGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined) return;
  const target = setsid === undefined ? child.pid : -child.pid;
  send(target, "SIGTERM");
  const timer = setTimeout(() => send(target, "SIGKILL"), graceMilliseconds);
  child.once("close", () => clearTimeout(timer));
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // already gone
  }
}

/** The opt-ins are all for settings of ours: simple-git refuses them by default because it cannot know whose they are. */
function simpleGitOptions(command: GitCommand): Partial<SimpleGitOptions> {
  return {
    baseDir: command.directory,
    // It takes two words at most; the rest comes before the arguments.
    binary: gitProgram.slice(0, 2) as [string, string],
    completion: { onClose: true, onExit: false },
    input: () => (command.input === undefined ? undefined : Buffer.from(command.input)),
    allowEnvironment: Object.keys(gitEnvironment(command)),
    unsafe: {
      allowUnsafeAskPass: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeFilter: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeTemplateDir: true,
    },
  };
}
