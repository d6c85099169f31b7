import { spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";

/** Of the environment: where `starter.mjs` listens. Without it, as in the demo, this process starts programs. */
const variable = "CODERAG_TEST_STARTER";

/** Starts the process that starts programs for all tests, and says how to end it: then `folder` is removed. */
export async function startStarter(folder: string): Promise<() => Promise<void>> {
  const starter = spawn(process.execPath, [join(import.meta.dirname, "starter.mjs"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [socket] = (await once(starter.stdout.setEncoding("utf8"), "data")) as [string];
  process.env[variable] = socket.trim();
  return async () => {
    starter.stdin.end();
    await once(starter, "exit");
  };
}

export interface Program {
  readonly argv: readonly [string, ...string[]];
  /** All that it sees of the environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly input?: Readable | Uint8Array | string | undefined;
}

export interface Started {
  /** What it prints, piece by piece. */
  readonly output: AsyncIterable<Buffer>;
  /** After all output was taken; `code` null: it was killed. */
  readonly ended: Promise<{ readonly code: number | null; readonly complaint: string }>;
  kill(): void;
}

/** Starts a program for a test. `output` or `ended` reject where there is no such program. */
export function startProgram(program: Program): Started {
  const socketPath = process.env[variable];
  return socketPath ? startThere(socketPath, program) : startHere(program);
}

/** All that a program printed. */
export async function runProgram(program: Program) {
  const { output, ended } = startProgram(program);
  const parts: Buffer[] = [];
  for await (const part of output) parts.push(part);
  return { output: Buffer.concat(parts), ...(await ended) };
}

function startThere(socketPath: string, { argv, env, input }: Program): Started {
  const headers = { program: Buffer.from(JSON.stringify({ argv, env })).toString("base64") };
  const call = request({ socketPath, method: "POST", headers, agent: false, maxHeaderSize: 2 ** 20 });
  call.on("error", () => undefined); // told by what is awaited
  feed(call, input);
  const answer = once(call, "response") as Promise<[IncomingMessage]>;
  const closed = answer.then(async ([response]) => {
    await once(response, "close");
    const { code, complaint } = response.trailers;
    if (code === undefined) throw new Error(`${argv.join(" ")} was not to be started, or was killed`);
    const exitCode = code === "null" ? null : Number(code);
    return { code: exitCode, complaint: Buffer.from(complaint ?? "", "base64").toString() };
  });
  closed.catch(() => undefined);
  const output = async function* () {
    const [response] = await answer;
    yield* response as AsyncIterable<Buffer>;
  };
  return { output: output(), ended: closed, kill: () => call.destroy() };
}

function startHere({ argv, env, input }: Program): Started {
  const [file, ...rest] = argv;
  const child = spawn(file, rest, { env });
  child.stdin.on("error", () => undefined); // it may end before it has read everything
  feed(child.stdin, input);
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const ended = new Promise<{ code: number | null; complaint: string }>((resolve, reject) => {
    child.on("close", (code) => resolve({ code, complaint: Buffer.concat(complaints).toString() }));
    child.on("error", reject);
  });
  ended.catch(() => undefined);
  return { output: child.stdout, ended, kill: () => child.kill() };
}

function feed(program: NodeJS.WritableStream, input: Program["input"]): void {
  if (input instanceof Readable) input.pipe(program);
  else program.end(input ?? "");
}
