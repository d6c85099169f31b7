import { createGitHubApp, type GitHubApp } from "../../../src/github/app.ts";
import type { AppKey } from "../../../src/github/app-client.ts";
import type { Logger } from "../../../src/log.ts";
import type { EmulatedGitHub } from "./start.ts";

const nothing = (): void => undefined;
/** Says nothing. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
};

/** Our App on the emulated GitHub, without the pauses that the real one asks for. */
export function appOf(
  github: EmulatedGitHub,
  logger: Logger = silentLogger,
  { timeoutMs = 60_000, ...key }: { readonly timeoutMs?: number } & Partial<AppKey> = {},
): GitHubApp {
  return createGitHubApp({
    appId: github.appId,
    privateKey: github.privateKey,
    ...key,
    apiUrl: github.apiUrl,
    webUrl: github.webUrl,
    logger,
    throttle: { writeGapMs: 0, firstPauseMs: 1, timeoutMs },
  });
}
