import { appHandlers } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { createGitHubApp } from "../../src/github/app.ts";
import type { RunHandlers } from "../../src/jobs/durable/execute.ts";
import { createRedactor } from "../../src/redact/redact.ts";
import type { Environment } from "../../src/settings.ts";
import type { Database } from "../../src/store/database.ts";
import { silentLog } from "../helpers/postgres.ts";

/**
 * The real handlers of the product, for a worker in a process of its own (`test/helpers/worker-child.ts`). It ends when
 * a run fails: a test that waits for the run to come to some step would wait for ever.
 */
export async function createHandlers(options: unknown, database: Database): Promise<RunHandlers> {
  const config = loadConfig(options as Environment, ["app", "model"]);
  const { appId, privateKey } = config.app;
  const { apiUrl, url } = config.github;
  const throttle = { writeGapMs: 0, firstPauseMs: 20, timeoutMs: 60_000 };
  const app = createGitHubApp({ appId, privateKey, apiUrl, webUrl: url, logger: silentLog, throttle });
  const redact = createRedactor(config.secrets);
  const parts = { config, database, app, identity: await app.identity(), redact };
  return {
    ...appHandlers(parts),
    fail: async ({ owner, name }, failure) => {
      console.error(`The run in ${owner}/${name} failed.`, failure);
      process.exit(5);
    },
  };
}
