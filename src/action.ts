/**
 * The program of the GitHub Action: one event, no server and no database. `action.yml` starts it; docs/action.md says
 * which permissions a workflow gives it.
 */
import { act } from "./action/act.ts";
import { errorCommand } from "./action/workflow-log.ts";
import { takeEnvironment } from "./config.ts";
import { CancelledError, isUserError } from "./errors.ts";
import type { Environment } from "./settings.ts";

process.exitCode = await main(takeEnvironment());

async function main(environment: Environment): Promise<number> {
  const interrupted = new AbortController();
  // A cancelled workflow gets a moment to say so.
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => interrupted.abort(new CancelledError()));
  try {
    const state = await act({ environment }, interrupted.signal);
    process.stdout.write(`The command ended: ${state}.\n`);
    return state === "failed" ? 1 : 0;
  } catch (error) {
    if (!isUserError(error)) throw error;
    process.stdout.write(errorCommand(`${error.message} ${error.cure}`));
    return 1;
  }
}
