import { surroundingsOnGitHub } from "../../compose.ts";
import { loadConfig, takeEnvironment } from "../../config.ts";
import { createGitHubApp } from "../../github/app.ts";
import { modelsOf } from "../../host-models.ts";
import { guarded } from "../../jobs/surroundings.ts";
import { silentLogger as log } from "../../log.ts";
import { openStore } from "../../main.ts";
import { createRedactor } from "../../redact/redact.ts";
import { interruptible } from "../interruptible.ts";
import { printOut, tell } from "../print.ts";
import { programVersion } from "../version.ts";
import { exportRun } from "./export-run.ts";

/** Writes the recording of a run of the server to standard output. */
export async function runExport(runId: string): Promise<void> {
  const config = loadConfig(takeEnvironment(), ["app"]);
  const redact = createRedactor(config.secrets);
  await using opened = new AsyncDisposableStack();
  const { database } = await openStore(config, log, opened);
  const { appId, privateKey } = config.app;
  const { apiUrl, url: webUrl } = config.github;
  const app = createGitHubApp({ appId, privateKey, apiUrl, webUrl, logger: log });
  const identity = await app.identity();
  const around = { config, database, app, identity, redact, ...modelsOf(config.model) };
  const text = await interruptible((signal) =>
    exportRun(
      {
        ...{ database, redact, log, tell, version: programVersion(), keepDays: config.keep.days },
        surroundingsOf: (run) => guarded(surroundingsOnGitHub(around, run), redact),
      },
      runId,
      signal,
    ),
  );
  await printOut([text]);
  tell(
    "The recording holds code of the repository and the thread: give it to nobody who may not read these.",
  );
}
