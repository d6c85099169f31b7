/** What a workflow does with one event: the same gate, jobs and words as a server, behind the workflow's own token. */
import { readFile } from "node:fs/promises";
import { type Reading, type Received, readComment } from "../app/payload.ts";
import { readPullChanged } from "../app/payload-pull.ts";
import { readReviewComment } from "../app/payload-review.ts";
import { surroundingsWithToken } from "../compose.ts";
import { loadConfig } from "../config.ts";
import { UserError } from "../errors.ts";
import type { ThrottleOptions } from "../github/session.ts";
import { createTokenForge } from "../github/token-forge.ts";
import { modelsOf } from "../host-models.ts";
import type { OnceParts } from "../jobs/once/carry-out.ts";
import { reviewOnce } from "../jobs/once/review-once.ts";
import { runOnce } from "../jobs/once/run-once.ts";
import { guarded } from "../jobs/surroundings.ts";
import { createLogger } from "../log.ts";
import { createRedactor } from "../redact/redact.ts";
import type { Environment } from "../settings.ts";
import { harmlessLine } from "./workflow-log.ts";

/** Whose name GitHub puts on what a workflow's own token writes. */
const workflowBot = "github-actions[bot]";

export interface ActOptions {
  readonly environment: Environment;
  /** How requests to GitHub and steps wait; as GitHub asks for unless given. */
  readonly throttle?: ThrottleOptions;
  /** One line of JSON each; standard output by default. */
  readonly writeLog?: (line: string) => void;
}

/** How it ended, in words for the log of the workflow. Throws a UserError where it cannot begin. */
export async function act(
  { environment, throttle, writeLog = (line) => process.stdout.write(line) }: ActOptions,
  signal: AbortSignal,
): Promise<string> {
  const config = loadConfig(environment, []);
  const redact = createRedactor(config.secrets);
  const log = createLogger({
    ...{ level: config.logLevel, redact },
    write: (line) => writeLog(harmlessLine(line)),
  });
  const botLogin = environment["ACTION_BOT"]?.trim() || workflowBot;
  const reading = await readEvent(environment, botLogin, config.command);
  if (reading.kind === "ignored") return `ignored (${reading.reason})`;
  const { delivery } = reading;
  if (delivery.kind !== "command" && delivery.kind !== "pull") return `ignored (${delivery.kind})`;
  const { token, apiUrl } = config.github;
  if (token === undefined)
    throw new UserError("GITHUB_TOKEN is missing.", "Give the action its token; docs/action.md shows how.");
  const { id, owner, name } = delivery.repository;
  const forge = createTokenForge({
    ...{ apiUrl, token, owner, repo: name, botLogin, logger: log },
    ...(throttle && { throttle }),
  });
  const models = modelsOf(config.model);
  const parts: OnceParts = {
    surroundingsOf: (decided, verb, remember) =>
      guarded(
        surroundingsWithToken(config, models, forge, { id, owner, name, verb, botLogin }, decided, remember),
        redact,
      ),
    log,
    ...(throttle?.firstPauseMs !== undefined && { firstPauseMs: throttle.firstPauseMs }),
  };
  const runId = `actions-${environment["GITHUB_RUN_ID"] ?? delivery.guid}`;
  return delivery.kind === "command"
    ? runOnce({ ...parts, runId, delivery }, signal)
    : reviewOnce({ ...parts, runId, delivery }, signal);
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
  const received: Received = { guid: `actions-${environment["GITHUB_RUN_ID"] ?? "0"}`, event, payload };
  const us = { login: botLogin, command };
  switch (event) {
    case "issue_comment":
      return readComment(received, us);
    case "pull_request_review_comment":
      return readReviewComment(received, us);
    case "pull_request":
    case "pull_request_target":
      return readPullChanged(received);
    default:
      return { kind: "ignored", reason: `Events of the kind ${event} carry no command.` };
  }
}
