import type { LeaseHolder } from "../../store/executors.ts";

export interface LeaseOptions {
  /** Between two signs of life, and between two looks for dead workers, in milliseconds. */
  readonly beatMs: number;
  /** Silence after which a worker that is still connected counts as dead, in milliseconds; several beats. */
  readonly deadAfterMs: number;
}

/** What one worker has seen of the others' signs of life. */
export interface Silence {
  /** Those that count as dead, by what has been seen in this round and the rounds before. */
  dead(holders: readonly LeaseHolder[]): readonly LeaseHolder[];
  /** A round failed: whoever is silent may have had as little to hear from the database as we had. */
  interrupt(): void;
}

/**
 * Silence is counted in rounds of our own in which the database answered and somebody's beat was the same as before. No
 * clock that is set, no machine that was asleep and no database that was away makes a living worker look dead, then.
 * One whose sessions are gone is given up after two rounds, any other one (a process or line that stands still, a
 * machine that lost its power) after `deadAfterMs`. `instance` is our own: where the database, or what lies before
 * it, does not show our session under its name, it tells nothing of anybody's.
 */
export function createSilence(instance: string, { beatMs, deadAfterMs }: LeaseOptions): Silence {
  const patience = { connected: Math.ceil(deadAfterMs / beatMs), gone: 2 };
  let seen = new Map<string, { readonly lastBeat: string; readonly rounds: number }>();
  let first = 0;
  return {
    dead(holders) {
      const shown = holders.some((holder) => holder.instance === instance && holder.connected);
      const now = holders.map(({ instance, lastBeat }) => {
        const before = seen.get(instance);
        return [
          instance,
          { lastBeat, rounds: before?.lastBeat === lastBeat ? before.rounds + 1 : first },
        ] as const;
      });
      seen = new Map(now);
      first = 0;
      return holders.filter(
        ({ instance, connected }) =>
          seen.get(instance)!.rounds >= (connected || !shown ? patience.connected : patience.gone),
      );
    },
    interrupt() {
      seen.clear();
      first = -patience.connected;
    },
  };
}
