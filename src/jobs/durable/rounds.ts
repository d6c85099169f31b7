import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";

export interface RoundOptions {
  /** From the start to the first round, and from one to the next, in milliseconds. */
  readonly firstMs: number;
  readonly everyMs: number;
  readonly log: Logger;
  /** What is logged where a round fails; nothing depends on it, for the next one does the rest. */
  readonly failed: string;
}

export interface Rounds {
  /** Resolves when the round that goes on has ended. */
  stop(): Promise<void>;
}

/** What a process does again and again beside its work, one round at a time. */
export function startRounds(
  round: (signal: AbortSignal) => Promise<unknown>,
  { firstMs, everyMs, log, failed }: RoundOptions,
): Rounds {
  const over = new AbortController();
  const { signal } = over;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const rounds = async (): Promise<void> => {
    await rest(firstMs);
    while (!signal.aborted) {
      await round(signal).catch((error: unknown) => signal.aborted || log.warn(failed, { error }));
      await rest(everyMs);
    }
  };
  const done = rounds();
  return {
    stop: () => {
      over.abort();
      return done;
    },
  };
}
