import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Repository } from "./git.ts";
import { gitEnvironment } from "./git-environment.ts";
import { checkedCommit } from "./git-names.ts";
import { GitError, gitProgram, killGroup } from "./git-run.ts";

/** Reads objects of one repository. Whoever opens it closes it. */
export interface ObjectReader {
  /**
   * Gives each of these objects that is there to `take`, in their order. Rejects with a `GitError` where git fails, and
   * begins with a new process the next time.
   */
  read(hashes: readonly string[], take: (hash: string, content: Buffer) => void): Promise<void>;
  /** After what is being read. */
  close(): void;
}

export interface ObjectReaderOptions {
  /** How long git may be silent; 2 minutes unless given. */
  readonly milliseconds?: number;
}

/**
 * One `cat-file --batch` for all that is read, from the first object on. simple-git runs programs that read and end;
 * this one is asked again and again, because to start git costs more than to read from it: the system copies the tables
 * of all memory of this process, and each page that is written to afterwards costs once more, in every thread.
 */
export function openObjects(
  repository: Repository,
  { milliseconds = 120_000 }: ObjectReaderOptions = {},
): ObjectReader {
  let running: RunningGit | undefined;
  let last: Promise<void> = Promise.resolve();
  const read: ObjectReader["read"] = async (hashes, take) => {
    const asked = hashes.map((hash) => `${checkedCommit(hash)}\n`).join("");
    if (asked === "") return;
    // One that somebody killed meanwhile is not asked.
    if (running && !isAlive(running.child)) running = undefined;
    running ??= startGit(repository);
    const { child, output, complaints, closed } = running;
    complaints.length = 0;
    let said = "it ended";
    const timer = setTimeout(() => {
      said = `it said nothing for ${milliseconds / 1000} s`;
      killGroup(child);
    }, milliseconds);
    keepAwake(child, true);
    try {
      child.stdin.write(asked);
      for (let i = 0; i < hashes.length; i++) {
        // `SHA TYPE SIZE LF BYTES LF`, or `SHA missing LF`.
        const [hash, type, size] = (await output.line()).split(" ");
        timer.refresh();
        if (type !== "missing") take(hash!, (await output.bytes(Number(size) + 1)).subarray(0, -1));
      }
      keepAwake(child, false);
    } catch (error) {
      running = undefined;
      if (error !== ended) {
        killGroup(child);
        throw error;
      }
      await closed;
      throw new GitError("cat-file", child.exitCode, Buffer.concat(complaints).toString().trim() || said);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    read: (hashes, take) => {
      const next = last.then(() => read(hashes, take));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => {
      last = last.then(() => {
        running?.child.stdin.end();
        running = undefined;
      });
    },
  };
}

interface RunningGit {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: ByteReader;
  /** Since it was last asked. */
  readonly complaints: Buffer[];
  /** When it is over and all that it said was read. */
  readonly closed: Promise<unknown>;
}

function startGit(repository: Repository): RunningGit {
  const [file, ...before] = gitProgram;
  const child = spawn(file!, [...before, "cat-file", "--batch"], {
    cwd: repository.directory,
    env: gitEnvironment(repository),
  });
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  child.stdin.on("error", () => undefined); // seen where its output ends
  child.on("error", (error) => child.stdout.destroy(error));
  const closed = new Promise((resolve) => child.once("close", resolve));
  return { child, output: readBytes(child.stdout), complaints, closed };
}

const isAlive = ({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean =>
  exitCode === null && signalCode === null;

/** A git that nobody waits for does not keep this process from ending, and ends with it. */
function keepAwake(child: ChildProcessWithoutNullStreams, isNeeded: boolean): void {
  const pipes = [child.stdin, child.stdout, child.stderr] as unknown as readonly Socket[];
  for (const handle of [child, ...pipes]) handle[isNeeded ? "ref" : "unref"]();
}

interface ByteReader {
  /** Up to the next line end, without it. */
  line(): Promise<string>;
  bytes(count: number): Promise<Buffer>;
}

/** What a stream is read with that ends too early. */
const ended = new Error("git ended");

function readBytes(stream: Readable): ByteReader {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const { value } = await chunks.next();
    if (value === undefined) throw ended;
    return value;
  };
  const cut = (count: number): Buffer => {
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
  return {
    line: async () => {
      for (;;) {
        const end = rest.indexOf(10);
        if (end >= 0) return cut(end + 1).toString("latin1", 0, end);
        rest = Buffer.concat([rest, await more()]);
      }
    },
    bytes: async (count) => {
      if (rest.length < count) {
        const parts = [rest];
        for (let size = rest.length; size < count; size += parts.at(-1)!.length) parts.push(await more());
        rest = Buffer.concat(parts);
      }
      return cut(count);
    },
  };
}
