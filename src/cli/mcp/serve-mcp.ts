import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { loadLocalConfig, takeEnvironment } from "../../config.ts";
import { CancelledError, isCancelled, isUserError } from "../../errors.ts";
import { cureOfGit } from "../local-cures.ts";
import { tell } from "../print.ts";
import { programVersion } from "../version.ts";
import { createCurrentCode } from "./current-code.ts";
import { createServer } from "./server.ts";

/**
 * Serves one folder over standard input and output until the client closes them or Ctrl-C. Standard output belongs to
 * the protocol alone; what a person should know is said on standard error.
 */
export async function serveMcp({ repo }: { readonly repo: string }): Promise<void> {
  const code = createCurrentCode(loadLocalConfig(takeEnvironment()), repo, tell);
  const ending = new AbortController();
  const ended = Promise.withResolvers<void>();
  const end = (): void => {
    ending.abort(new CancelledError("The client is gone."));
    ended.resolve();
  };
  const server = createServer(code, programVersion());
  server.server.onclose = end;
  for (const event of ["end", "close"] as const) process.stdin.once(event, end);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  await server.connect(new StdioServerTransport());
  if (process.stdin.isTTY) tell("An agent is waited for on standard input; Ctrl-C ends this.");
  // Read ahead, so that the first question need not wait for it.
  await Promise.race([
    ended.promise,
    code.ask(async ({ graph, notes }) => {
      tell(`Read: ${graph.nodes.length} files and definitions, ${notes.length} files left out.`);
    }, ending.signal),
  ]).catch((error) => {
    // The client asks anyway, and is told the same in its answer.
    const cure = isUserError(error) ? error.cure : cureOfGit(error);
    if (cure !== undefined) tell(`${(error as Error).message} ${cure}`);
    else if (!isCancelled(error)) throw error;
  });
  await ended.promise;
  await server.close();
  await code.close();
}
