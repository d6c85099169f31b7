/**
 * One named step of a run. A durable run records what `work` returned under `name` and never does it twice;
 * the command line simply calls `work`. `name` must be unique within a run and the same on every replay, and
 * the result must survive JSON. `signal` aborts when the run is cancelled.
 */
export type Step = <T>(name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
