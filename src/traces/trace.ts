/** One function as a recorder names it; the same object wherever it was called. */
export interface Frame {
  readonly name: string;
  /** As it was recorded, with `/`: absolute, or from a folder that is not known. Undefined where only names are recorded. */
  readonly path: string | undefined;
  /** 1-based: where the function begins, or where it stood when a sampler looked. */
  readonly line: number | undefined;
}

/** Hears of calls as they nest. */
export interface CallVisitor {
  enter(frame: Frame): void;
  leave(): void;
}

/** A whole stack, the outermost function first, as a sampler saw it. */
export function visitStack(stack: readonly Frame[], visitor: CallVisitor): void {
  for (const frame of stack) visitor.enter(frame);
  for (const _ of stack) visitor.leave();
}

/** A recorded run: who called whom, calls in their order. */
export interface ExecutionTrace {
  /** The form that it was written in, for people. */
  readonly format: string;
  /** A sampler misses what is over quickly. */
  readonly kind: "every call" | "samples";
  readonly frames: readonly Frame[];
  readonly walk: (visitor: CallVisitor) => void;
}

/** A run with the feature that is asked about and, to tell what belongs to it, one that starts and ends at once. */
export interface RecordedRun {
  readonly trace: ExecutionTrace;
  readonly startup: ExecutionTrace | undefined;
}
