import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import type { Readable } from "node:stream";
import { orMissing } from "../source/or-missing.ts";
import { type Confinement, confined } from "./confinement.ts";
import { watchMemory } from "./memory-watch.ts";
import { collectOutput } from "./output.ts";
import { systemCallFilter } from "./system-calls.ts";

/**
 * Runs a command of the target repository where it can do no harm: bubblewrap, with a throw-away copy of the files
 * in memory, no network, no environment, its own processes, and limits on memory, disk, processes, time and output.
 * Nothing is read back but the exit code and a bounded text. There is no fallback: without bubblewrap nothing runs.
 */

/** One file of the throw-away copy; a plain string or bytes is an ordinary file. */
export type SandboxFile =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode: "100644" | "100755" | "120000" };

export interface SandboxOptions {
  /** Program and arguments; no shell reads them. Comes from the server's or the default branch's configuration. */
  readonly argv: readonly string[];
  /** What the command finds in its working folder: these files, or a copy of this folder. */
  readonly source: { readonly files: ReadonlyMap<string, SandboxFile> } | { readonly directory: string };
  readonly timeoutMilliseconds: number;
  /** For each process. */
  readonly memoryBytes: number;
  /** For all processes together; looked at ten times a second. As much as one may have where not given. */
  readonly groupMemoryBytes?: number;
  /** For the copy, as much again for `/tmp`, and for `/dev/shm`; lives in memory. */
  readonly diskBytes: number;
  readonly outputBytes: number;
  /** Folders outside of /usr that the command may read, for example an installed tool chain. */
  readonly readable?: readonly string[];
}

export type SandboxResult =
  | {
      readonly kind: "finished";
      /** 0 is success, whatever the output says. */
      readonly exitCode: number;
      readonly output: string;
      readonly truncated: boolean;
    }
  | { readonly kind: "timed-out" | "too-much-memory"; readonly output: string; readonly truncated: boolean };

export interface SandboxProbe {
  readonly available: boolean;
  readonly reason?: string;
  readonly cure?: string;
}

/** The two things that one does with a sandbox, for who wants to put something else in its place. */
export interface Sandbox {
  probe(): Promise<SandboxProbe>;
  run(options: SandboxOptions, signal?: AbortSignal): Promise<SandboxResult>;
}

/** Tries a sandbox with all its walls on a command that does nothing. Never throws. */
export async function probeSandbox(): Promise<SandboxProbe> {
  const options: SandboxOptions = {
    argv: ["true"],
    source: { files: new Map([["file", ""]]) },
    timeoutMilliseconds: 10_000,
    memoryBytes: 2 ** 28,
    diskBytes: 2 ** 24,
    outputBytes: 10_000,
  };
  try {
    const result = await runSandboxed(options);
    if (result.kind === "finished" && result.exitCode === 0) return { available: true };
    return {
      available: false,
      reason: `A sandbox starts but does not work: ${result.output}`,
      cure: installCure,
    };
  } catch (error) {
    return { available: false, reason: (error as Error).message, cure: installCure };
  }
}

const installCure =
  "Install bubblewrap (Debian: apt-get install bubblewrap) and allow unprivileged user namespaces. " +
  "In a container the seccomp profile must allow them too. Without a sandbox, tests are not run at all.";

/**
 * Runs the command and waits for its end. A command that does not end in time is a result, not an error; that the
 * sandbox itself cannot be set up throws an Error, and so does an aborted `signal` (its reason).
 */
export async function runSandboxed(options: SandboxOptions, signal?: AbortSignal): Promise<SandboxResult> {
  signal?.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), "coderag-sandbox-"));
  try {
    await chmod(folder, 0o755); // the sandbox is another user when we are root
    const source =
      "directory" in options.source
        ? options.source.directory
        : await writeFiles(join(folder, "source"), options.source.files);
    await writeFile(join(folder, "passwd"), "sandbox:x:65534:65534::/tmp:/bin/sh\n", { mode: 0o644 });
    await writeFile(join(folder, "group"), "sandbox:x:65534:\n", { mode: 0o644 });
    const filter = systemCallFilter();
    if (filter) await writeFile(join(folder, "filter"), filter);
    const filterFile = filter && (await open(join(folder, "filter")));
    try {
      const confinement = confined({ ...options, source, accounts: folder, filtered: filter !== undefined });
      return await runConfined(confinement, options, filterFile?.fd, signal);
    } finally {
      await filterFile?.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runConfined(
  { program, argv, user }: Confinement,
  options: SandboxOptions,
  filter: number | undefined,
  signal: AbortSignal | undefined,
): Promise<SandboxResult> {
  const covers = await coverInherited();
  const child = spawn(program, argv, {
    env: {},
    cwd: "/",
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe", filter ?? covers.nothing, ...covers.numbers],
    ...user,
  });
  const collector = collectOutput(options.outputBytes);
  const status: Buffer[] = [];
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => collector.add(chunk));
  let stopped: "timed-out" | "too-much-memory" | undefined;
  // Process 1 of the sandbox's own process space dies, with it everything in it, and bubblewrap ends by itself. The
  // other way round what bubblewrap has just begun would outlive it: that dies with its parent only once it is set up.
  const kill = () => {
    const first = firstProcessIn(Buffer.concat(status).toString());
    if (first !== undefined && child.exitCode === null && child.signalCode === null) endProcess(first);
  };
  const stop = (kind: typeof stopped) => {
    stopped ??= kind;
    kill();
  };
  (child.stdio[3] as Readable).on("data", (chunk: Buffer) => {
    status.push(chunk);
    if (stopped || signal?.aborted) kill();
  });
  const timer = setTimeout(() => stop("timed-out"), options.timeoutMilliseconds);
  const { groupMemoryBytes = options.memoryBytes } = options;
  const unwatch =
    child.pid === undefined
      ? () => undefined
      : watchMemory(child.pid, groupMemoryBytes, () => stop("too-much-memory"));
  signal?.addEventListener("abort", kill);
  try {
    // Nothing is waited for before this: an end that nobody listens for is never heard of.
    await once(child, "close");
  } catch (error) {
    throw new Error(`The sandbox cannot be started: ${(error as Error).message}`, { cause: error });
  } finally {
    clearTimeout(timer);
    unwatch();
    signal?.removeEventListener("abort", kill);
    await covers.close();
  }
  signal?.throwIfAborted();
  const said = collector.finish();
  if (stopped) return { kind: stopped, ...said };
  const exitCode = exitCodeIn(Buffer.concat(status).toString());
  if (exitCode === undefined) throw new Error(`The sandbox could not be set up: ${said.output.trim()}`);
  return { kind: "finished", exitCode, ...said };
}

/**
 * Whoever started us may have left files open in us, and those pass on through every program. Each such number is
 * covered with /dev/null, so that the sandbox begins with nothing of ours.
 */
async function coverInherited(): Promise<{
  readonly nothing: number;
  /** For the numbers from 5 on. */
  readonly numbers: readonly number[];
  close(): Promise<void>;
}> {
  const closedOnExec = 0o2000000;
  const known = (await readdir("/proc/self/fdinfo")).map(Number).filter((number) => number > 4);
  const inherited: number[] = [];
  for (const number of known) {
    const info = await orMissing(readFile(`/proc/self/fdinfo/${number}`, "utf8")); // or closed meanwhile
    const flags = /^flags:\s*([0-7]+)/m.exec(info ?? "")?.[1];
    if (flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0) inherited.push(number);
  }
  const nothing = await open("/dev/null");
  const count = Math.max(4, ...inherited) - 4;
  return {
    nothing: nothing.fd,
    numbers: Array.from({ length: count }, () => nothing.fd),
    close: () => nothing.close(),
  };
}

/** bubblewrap's own word on which process is the first of the sandbox; comes before that process does anything. */
function firstProcessIn(status: string): number | undefined {
  const found = /"child-pid"\s*:\s*(\d+)/.exec(status);
  return found ? Number(found[1]) : undefined;
}

function endProcess(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it ended by itself
  }
}

/** bubblewrap's own word on how the command ended; it is silent where the command never began. */
function exitCodeIn(status: string): number | undefined {
  const found = /"exit-code"\s*:\s*(\d+)/.exec(status);
  return found ? Number(found[1]) : undefined;
}

/** Writes the files below a new folder; paths that lead out of it are a bug of the caller. */
async function writeFiles(folder: string, files: ReadonlyMap<string, SandboxFile>): Promise<string> {
  await mkdir(folder);
  // Links come last, so that no file can be written through one.
  const ordered = [...files].sort(
    (a, b) => Number(modeOf(a[1]) === "120000") - Number(modeOf(b[1]) === "120000"),
  );
  for (const [path, file] of ordered) {
    const target = join(folder, normalize(path));
    if (!target.startsWith(`${folder}/`))
      throw new Error(`Not a path inside of the sandbox: ${JSON.stringify(path)}`);
    await mkdir(dirname(target), { recursive: true });
    const content = typeof file === "object" && "mode" in file ? file.content : file;
    if (modeOf(file) === "120000") await symlink(Buffer.from(content as string), target);
    else await writeFile(target, content, { mode: modeOf(file) === "100755" ? 0o755 : 0o644, flag: "wx" });
  }
  return folder;
}

const modeOf = (file: SandboxFile): string =>
  typeof file === "object" && "mode" in file ? file.mode : "100644";

/** This machine's. */
export const ownSandbox: Sandbox = { probe: probeSandbox, run: runSandboxed };
