import type { Stage } from "../../delivery/plans.ts";
import type { Progress, StageState } from "../../delivery/progress.ts";
import { toolUsesText } from "../../delivery/tool-uses.ts";
import type { Logger } from "../../log.ts";
import type { Narrator } from "./narrator.ts";

export interface CommentNarrator extends Narrator {
  progress(): Progress;
  /** Resolves when no edit is under way or due; none follows unless the narrator is told more. */
  settled(): Promise<void>;
}

/** GitHub asks for restraint with writes, and nobody reads faster than this. */
const pauseMs = 5_000;

/** Where a narrator puts what it tells. */
export interface Telling {
  /** To where people see it. */
  show(progress: Progress): Promise<unknown>;
  /** What was used so far. */
  spent(usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
  }): Promise<void>;
  /** Who gave the same command meanwhile. */
  also(): Promise<Pick<Progress, "also">>;
}

/** Keeps the run's one comment up to date: edits it in place, at most every five seconds, always with the newest state. */
export function createCommentNarrator(begin: Progress, telling: Telling, log: Logger): CommentNarrator {
  let progress = begin;
  let last = Number.NEGATIVE_INFINITY;
  let news = "";
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const write = (): void => {
    timer = undefined;
    last = performance.now();
    const now = progress;
    writing = writing
      .then(() => telling.show(now))
      // The comment is a courtesy while the run goes on; its last edit is a durable step and does not pass silently.
      .catch((error: unknown) => log.warn("The progress comment could not be edited.", { error }));
  };
  const tell = (next: Progress): void => {
    progress = next;
    timer ??= setTimeout(write, Math.max(0, last + pauseMs - performance.now()));
  };
  const set = (stage: Stage, state: StageState): void => {
    const { waiting: _, ...rest } = progress;
    news = "";
    tell({ ...rest, stages: { ...progress.stages, [stage]: state } });
  };

  const listening = setInterval(() => {
    telling.also().then(
      ({ also = [] }) => also.length > (progress.also ?? []).length && tell({ ...progress, also }),
      // Told at the latest with the run's last word.
      () => undefined,
    );
  }, pauseMs);

  return {
    begin: (stage) => set(stage, { state: "running", note: "" }),
    done: (stage, note) => set(stage, { state: "done", note }),
    skip: (stage, note) => set(stage, { state: "skipped", note }),
    turn(event) {
      if (event.kind !== "turn") return;
      const { inputTokens, outputTokens, cost = 0 } = event.total;
      telling
        .spent({ inputTokens, outputTokens, cost })
        .catch((error: unknown) => log.warn("The usage could not be noted.", { error }));
      const tools = toolUsesText(event.uses);
      const note = [news, `turn ${event.turn}`, tools].filter((part) => part !== "").join("; ");
      const reason: StageState = { state: "running", note };
      tell({ ...progress, usage: event.total, stages: { ...progress.stages, reason } });
    },
    news(what) {
      // What is worked on once more is to be checked once more.
      const { gate: _, ...stages } = progress.stages;
      news = what;
      tell({ ...progress, stages: { ...stages, reason: { state: "running", note: what } } });
    },
    wait: (reason) => tell({ ...progress, waiting: reason }),
    progress: () => progress,
    async settled() {
      clearInterval(listening);
      clearTimeout(timer);
      timer = undefined;
      await writing;
    },
  };
}
