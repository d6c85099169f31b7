import type { Logger } from "../../log.ts";

/** Less than this passes sooner than a start. */
const leastMs = 60_000;

export interface Clock {
  /** Resolves when the clock of this machine was set back. */
  readonly setBack: Promise<void>;
  end(): void;
}

/**
 * Watches the clock of this machine. The queue's library notes by it when it looks for work next: where it is set back,
 * the library stands still until the old time has come again, and only a new start helps.
 */
export function watchClock(log: Logger, everyMs = 3000, look = createLook()): Clock {
  const { promise: setBack, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    const by = look();
    if (by < leastMs) return;
    const seconds = Math.round(by / 1000);
    log.error("The clock of this machine was set back; the process must start again to find work.", {
      seconds,
    });
    resolve();
  }, everyMs);
  return { setBack, end: () => clearInterval(timer) };
}

/** Answers by how many milliseconds the clock was set back since the last look, against one that nobody can set. */
export function createLook(now = () => Date.now(), steady = () => performance.now()): () => number {
  let before = now() - steady();
  return () => {
    const after = now() - steady();
    const by = before - after;
    before = after;
    return by;
  };
}
