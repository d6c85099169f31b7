import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { failureOf, GitHubError, isPassing, LostAnswerError } from "./failure.ts";

/** One request by Octokit. */
type Ask<T> = () => Promise<{ readonly data: T; readonly status: number }>;

/** How requests wait and are repeated. One for all requests of an App, so that its writes keep their distance. */
export interface Patience {
  /** For reads and for writes that do no harm twice: repeated when GitHub or the line fails. Gives the data. */
  repeat<T>(ask: Ask<T>): Promise<T>;
  /** For writes that must happen once at most: a lost answer is a `LostAnswerError`, to be cleared up by a look-up. */
  once<T>(ask: Ask<T>): Promise<T>;
  /** Waits until the next write may start. */
  turn(): Promise<void>;
  /** Waits before another look at what GitHub may show late; `attempt` counts from 1. */
  pause(attempt: number): Promise<void>;
}

export interface PatienceOptions {
  readonly writeGapMs?: number;
  readonly firstPauseMs?: number;
  readonly logger: Logger;
}

const attempts = 4;

export function createPatience({ writeGapMs = 1000, firstPauseMs = 500, logger }: PatienceOptions): Patience {
  let nextWrite = 0;
  const pause = (attempt: number): Promise<void> =>
    sleep(firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));
  return {
    pause,
    async repeat(ask) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await answerOf(ask);
        } catch (error) {
          if (!isPassing(error as Error) || attempt === attempts) throw error;
          logger.debug("A request to GitHub is repeated.", { attempt, error: error as Error });
          await pause(attempt);
        }
      }
    },
    async once(ask) {
      try {
        return await answerOf(ask);
      } catch (error) {
        // A server fault says as little about what was done as a cut line.
        throw error instanceof GitHubError && error.transient ? new LostAnswerError(error.call) : error;
      }
    },
    async turn() {
      // By a clock that nobody sets: one that is set back would hold writes up for hours.
      const now = performance.now();
      const wait = nextWrite - now;
      nextWrite = Math.max(nextWrite, now) + writeGapMs;
      if (wait > 0) await sleep(wait);
    },
  };
}

/** The data of an answer. Text where JSON belongs is a proxy's error page or a cut answer: as good as none. */
async function answerOf<T>(ask: Ask<T>): Promise<T> {
  let answer: Awaited<ReturnType<Ask<T>>>;
  try {
    answer = await ask();
  } catch (error) {
    throw failureOf(error);
  }
  const mayBeEmpty = [202, 204, 205].includes(answer.status);
  if (typeof answer.data === "string" && !mayBeEmpty) throw new LostAnswerError("a request");
  return answer.data;
}
