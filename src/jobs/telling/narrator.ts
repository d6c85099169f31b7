import type { LoopEvent } from "../../agent/loop.ts";
import type { Stage } from "../../delivery/plans.ts";

/**
 * Tells people how far a run is: a comment on GitHub, lines on a terminal, nothing in a benchmark. What is told here
 * is a courtesy: a narrator never fails a run and never blocks it. The final word is a durable step of its own.
 */
export interface Narrator {
  begin(stage: Stage): void;
  /** `note`: one short line, markdown of ours. */
  done(stage: Stage, note: string): void;
  /** It is passed over in this run, and why: one short line, markdown of ours. */
  skip?(stage: Stage, note: string): void;
  turn(event: LoopEvent): void;
  /** What the work on the change is at, until that ends or there is other news: one short line, markdown of ours. */
  news?(what: string): void;
  /** Why nothing happens for a while; until the next stage begins or ends. */
  wait?(reason: string): void;
}
