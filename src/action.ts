/**
 * The front door of the GitHub Action: one event, one command, no server and no database. `action.yml` calls it;
 * docs/action.md says which permissions a workflow gives it.
 */
import { readFile } from "node:fs/promises";
import { type Reading, readComment } from "./app/payload.ts";
import { readReviewComment } from "./app/payload-review.ts";
import type { CommandDelivery } from "./command/delivery.ts";
import { surroundingsWithToken } from "./compose.ts";
import { loadConfig, takeEnvironment } from "./config.ts";
import { CancelledError, isUserError, UserError } from "./errors.ts";
import { createTokenForge } from "./github/token-forge.ts";
import { modelsOf } from "./host-models.ts";
import { runOnce } from "./jobs/run-once.ts";
import { guarded } from "./jobs/surroundings.ts";
import { createLogger } from "./log.ts";
import { createRedactor } from "./redact.ts";
import type { Environment } from "./settings.ts";

/** Whose name GitHub puts on what a workflow's own token writes. */
const workflowBot = "github-actions[bot]";

process.exitCode = await main(takeEnvironment());

async function main(environment: Environment): Promise<number> {
  const interrupted = new AbortController();
  // A cancelled workflow gets a moment to say so.
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => interrupted.abort(new CancelledError()));
  try {
    const state = await act(environment, interrupted.signal);
    process.stdout.write(`The command ended: ${state}.\n`);
    return state === "failed" ? 1 : 0;
  } catch (error) {
    if (!isUserError(error)) throw error;
    process.stdout.write(`::error::${error.message} ${error.cure}\n`.replace(/\n(?=.)/g, " "));
    return 1;
  }
}

async function act(environment: Environment, signal: AbortSignal): Promise<string> {
  const config = loadConfig(environment, []);
  const redact = createRedactor(config.secrets);
  const log = createLogger({ level: config.logLevel, redact });
  const botLogin = environment["ACTION_BOT"]?.trim() || workflowBot;
  const reading = await readEvent(environment, botLogin, config.command);
  if (reading.kind === "ignored") return `ignored (${reading.reason})`;
  const delivery = reading.delivery as CommandDelivery;
  const { token, apiUrl } = config.github;
  if (token === undefined)
    throw new UserError("GITHUB_TOKEN is missing.", "Give the action its token; docs/action.md shows how.");
  const { owner, name } = delivery.repository;
  const forge = createTokenForge({ apiUrl, token, owner, repo: name, botLogin, logger: log });
  const models = modelsOf(config.model);
  return runOnce(
    {
      runId: `actions-${environment["GITHUB_RUN_ID"] ?? delivery.comment.id}`,
      delivery,
      surroundingsOf: (decided, verb, remember) =>
        guarded(
          surroundingsWithToken(
            config,
            models,
            forge,
            { ...delivery.repository, verb, botLogin },
            decided,
            remember,
          ),
          redact,
        ),
      log,
    },
    signal,
  );
}

/** The event as a webhook would have brought it. A workflow's payload names no installation. */
async function readEvent(environment: Environment, botLogin: string, command: string): Promise<Reading> {
  const path = environment["GITHUB_EVENT_PATH"];
  const event = environment["GITHUB_EVENT_NAME"] ?? "";
  if (!path)
    throw new UserError(
      "There is no event.",
      "This program is started by GitHub Actions; see docs/action.md.",
    );
  const payload = { installation: { id: 0 }, ...(JSON.parse(await readFile(path, "utf8")) as object) };
  const received = { guid: `actions-${environment["GITHUB_RUN_ID"] ?? "0"}`, event, payload };
  const us = { slug: botLogin.replace(/\[bot\]$/, ""), command };
  if (event === "issue_comment") return readComment(received, us);
  if (event === "pull_request_review_comment") return readReviewComment(received, us);
  return { kind: "ignored", reason: `Events of the kind ${event} carry no command.` };
}
