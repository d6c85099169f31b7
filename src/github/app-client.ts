import { GitHubError, KeyRefusedError } from "./failure.ts";
import type { AppClient, Transport, TransportOptions } from "./session.ts";

export interface AppKey {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  /** Reads the key anew from where it came from; undefined where it holds none. */
  readonly renewKey?: () => string | undefined;
}

/**
 * A key that GitHub refuses is read anew, so that a host who changes the file needs no restart. While no key is
 * accepted nobody on GitHub can be told: the log is, once for each wait.
 */
export function createAppClient(
  transport: Transport,
  { appId, privateKey, renewKey }: AppKey,
  logger: TransportOptions["logger"],
): AppClient {
  const open = (key: string) => ({ key, apps: transport.octokit({ appId, privateKey: key }).rest.apps });
  let current = open(privateKey);
  let refusedSince: number | undefined;
  let waitsUntil = 0;

  const renewed = (refused: typeof current): boolean => {
    // Somebody else may have done it meanwhile.
    if (current !== refused) return true;
    const key = renewKey?.();
    if (key === undefined || key === refused.key) return false;
    current = open(key);
    return true;
  };
  const refusal = (): KeyRefusedError => {
    const now = Date.now();
    refusedSince ??= now;
    if (now >= waitsUntil) {
      waitsUntil = now + Math.min(Math.max(now - refusedSince, shortestWaitMs), longestWaitMs);
      logger.error(
        "GitHub does not accept the App's private key: runs wait. Compare APP_ID and the key with the App's page, and the clock with the time; `coderag doctor` looks at them.",
      );
    }
    return new KeyRefusedError(new Date(waitsUntil));
  };
  return {
    // Whoever has not asked again long after the wait knows nothing any more.
    isRefused: () => refusedSince !== undefined && Date.now() < waitsUntil + longestWaitMs,
    async ask(ask) {
      for (;;) {
        const asked = current;
        try {
          const data = await transport.patience.repeat(() => ask(asked.apps));
          if (refusedSince !== undefined) logger.info("GitHub accepts the App's private key again.");
          refusedSince = undefined;
          return data;
        } catch (error) {
          if (!(error instanceof GitHubError) || error.status !== 401) throw error;
          if (!renewed(asked)) throw refusal();
        }
      }
    },
  };
}

const shortestWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;
