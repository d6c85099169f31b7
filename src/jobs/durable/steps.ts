import { setTimeout as sleep } from "node:timers/promises";
import { DBOS, DBOSWorkflowConflictError, Error as EngineError } from "@dbos-inc/dbos-sdk";
import { CancelledError, UserError } from "../../errors.ts";
import type { Step } from "../../step.ts";
import type { Database } from "../../store/database.ts";
import { askPermit, beginStep, type Execution } from "../../store/executions.ts";
import { isUnavailable, patiently } from "../../store/unavailable.ts";
import { isTransient, recordError, type StepRecord, settle } from "./step-record.ts";

/**
 * The durable step: what `work` returned is recorded under its name, and a run that goes on after a crash, in
 * whatever process, takes the record instead of doing the work again. Between effect and record lies an instant in
 * which a crash repeats the effect: therefore every effect must find what it left (idempotent, or looked up first).
 */
export interface StepOptions {
  readonly execution: Execution;
  readonly database: Database;
  /** Takes the run off this worker until then and throws; returns where the wait was short enough to sit out. */
  readonly park: (until: Date, signal: AbortSignal) => Promise<void>;
  /** Aborts when this worker stops or has lost its lease: what still runs is given up, unrecorded. */
  readonly halt: AbortSignal;
  /** True from the moment in which no step may begin any more, while those begun may finish. */
  readonly closing: () => boolean;
  readonly observe?: (event: StepEvent) => Promise<void> | void;
  /** Hears why a step is put off that failed, but may not fail later. */
  readonly onPutOff?: (name: string, error: unknown) => void;
  readonly retries?: RetryOptions;
  /** `ignored` by the failure path: it runs because of the cancellation, and confirms it. */
  readonly cancellation: "obeyed" | "ignored";
}

export interface StepEvent {
  readonly runId: string;
  readonly workflowId: string;
  readonly name: string;
  /**
   * `before` the work; `effect-done` when it returned; `recorded` when that is safe; `parked` when the step waits
   * for a rate limit. A step that was recorded earlier says nothing: only what happens now is told.
   */
  readonly phase: "before" | "effect-done" | "recorded" | "parked";
  readonly until?: Date;
}

export interface RetryOptions {
  /** Attempts in all, for transient faults. */
  readonly attempts: number;
  /** Pause before the second attempt, in milliseconds; each further one is four times as long. */
  readonly pauseMs: number;
  /** Where all of them failed, so long the run is put off, in milliseconds, one after the other; then it has failed. */
  readonly waitsMs?: readonly number[];
}

/**
 * Thrown through a run that must leave this worker (shutdown, lost lease, parked). It is not the run's failure: let
 * it pass. Every later step of this attempt throws it too.
 */
export class SuspendedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "SuspendedError";
  }
}

/** An outage of GitHub that is over within a quarter of an hour costs nobody a run. */
const defaultRetries: RetryOptions = {
  ...{ attempts: 3, pauseMs: 1000 },
  waitsMs: [60_000, 120_000, 240_000, 480_000],
};
const permitIntervalMs = 500;
/** A service that puts us off for ever has failed. */
const maxParkings = 50;

export interface Steps {
  readonly step: Step;
  /** Whether the run must leave this worker, whatever its handler made of the `SuspendedError`. */
  readonly suspended: () => boolean;
}

/** Makes the `Step` of one attempt. Steps run one after the other: their order is what a replay goes by. */
export function createSteps(options: StepOptions): Steps {
  const attempt = new Attempt(options);
  return {
    step: <T>(name: string, work: (signal: AbortSignal) => Promise<T>) =>
      attempt.step(name, work) as Promise<T>,
    suspended: () => attempt.suspended,
  };
}

/** The run began under a program that recorded otherwise. */
export const upgradedError = (cause?: unknown): UserError =>
  new UserError(
    "CodeRAG was upgraded while this run was under way, and the new version works in other steps.",
    "Give the command again.",
    { cause },
  );

/** The queue's library finds another step recorded than the one that begins: the program changed under the run. */
const asOtherVersion = (error: unknown): unknown =>
  error instanceof EngineError.DBOSUnexpectedStepError ? upgradedError(error) : error;

type Work = (signal: AbortSignal) => Promise<unknown>;

/** What one attempt remembers between its steps. */
class Attempt {
  readonly #options: StepOptions;
  readonly #names = new Set<string>();
  #running: string | undefined;
  #suspended: SuspendedError | undefined;
  /** A run hears of its cancellation once; the steps by which it tidies up must not be cancelled too. */
  #heardOfCancel: boolean;

  constructor(options: StepOptions) {
    this.#options = options;
    this.#heardOfCancel = options.cancellation === "ignored";
  }

  get suspended(): boolean {
    return this.#suspended !== undefined;
  }

  async step(name: string, work: Work): Promise<unknown> {
    this.#claim(name);
    try {
      for (let parkings = 0; ; parkings++) {
        const { record, cause } = await this.#once(name, work, parkings);
        if (record.kind === "cancelled") this.#heardOfCancel = true;
        if (record.kind !== "parked") return settle(record, cause);
        if (parkings >= maxParkings)
          throw new Error(`Step "${name}" was put off ${parkings} times: ${record.message}`);
        await this.#park(name, new Date(record.until));
      }
    } catch (error) {
      if (error instanceof DBOSWorkflowConflictError)
        this.#suspended ??= new SuspendedError("The run goes on elsewhere.");
      throw this.#suspended ?? asOtherVersion(error);
    } finally {
      this.#running = undefined;
    }
  }

  #claim(name: string): void {
    if (this.#suspended) throw this.#suspended;
    if (this.#running !== undefined)
      throw new Error(
        `Step "${name}" begins while "${this.#running}" runs; a replay could not tell their order.`,
      );
    if (this.#names.has(name)) throw new Error(`Step "${name}" exists twice in one run.`);
    if (this.#options.closing())
      this.#suspended = new SuspendedError("The worker stops; the run goes on elsewhere.");
    if (this.#suspended) throw this.#suspended;
    this.#names.add(name);
    this.#running = name;
  }

  /** One recorded attempt. `DBOS.runStep` is called before anything is awaited: the call's place is its identity. */
  async #once(name: string, work: Work, parkings: number): Promise<{ record: StepRecord; cause: unknown }> {
    let live = false;
    let cause: unknown;
    // What opens while a step runs (a connection, a thread) is kept with the step's function as long as it lives. The
    // function must not lead to the work then, which holds all that the run knows of the repository.
    let asked: Work | undefined = work;
    const record = await DBOS.runStep(
      async () => {
        live = true;
        return this.#perform(name, asked!, parkings, (error) => {
          cause = error;
        });
      },
      { name },
    ).finally(() => {
      asked = undefined;
    });
    if (live) await this.#tell(name, "recorded");
    return { record, cause };
  }

  async #perform(
    name: string,
    work: Work,
    parkings: number,
    onError: (error: unknown) => void,
  ): Promise<StepRecord> {
    const { database, execution, halt } = this.#options;
    const permit = await this.#unlessHalted(() =>
      patiently(() => beginStep(database, execution, name), halt),
    );
    if (permit === "lost") throw this.#leave("Another worker has taken the run over.");
    if (permit === "cancelled" && !this.#heardOfCancel) return recordError(new CancelledError());
    const watch = this.#watch();
    try {
      await this.#tell(name, "before");
      const value = await this.#unlessHalted(() => this.#withRetries(work, watch.signal));
      await this.#tell(name, "effect-done");
      return value === undefined ? { kind: "done" } : { kind: "done", value };
    } catch (error) {
      if (error instanceof DBOSWorkflowConflictError) throw error;
      if (watch.signal.aborted && watch.signal.reason instanceof CancelledError)
        return recordError(watch.signal.reason);
      onError(error);
      return this.#putOff(name, error, parkings) ?? recordError(error);
    } finally {
      watch.stop();
    }
  }

  /** What may be over later is waited for; undefined for all else, and once it has lasted too long. */
  #putOff(name: string, error: unknown, parkings: number): StepRecord | undefined {
    const wait = (this.#options.retries ?? defaultRetries).waitsMs?.[parkings];
    if (wait === undefined || !isTransient(error)) return undefined;
    this.#options.onPutOff?.(name, error);
    return recordError(
      Object.assign(new Error((error as Error).message), { until: new Date(Date.now() + wait) }),
    );
  }

  async #withRetries(work: Work, signal: AbortSignal): Promise<unknown> {
    const { attempts, pauseMs } = this.#options.retries ?? defaultRetries;
    for (let failed = 0, pause = pauseMs; ; pause = Math.min(pause * 4, 30_000)) {
      signal.throwIfAborted();
      try {
        return await work(signal);
      } catch (error) {
        // Our own database comes back or the worker stops; the world outside gets a few attempts.
        if (!isUnavailable(error) && (!isTransient(error) || ++failed >= attempts)) throw error;
        if (signal.aborted) throw error;
        await sleep(pause, undefined, { signal });
      }
    }
  }

  /** A signal that aborts within about half a second of a cancellation, a lost lease or the worker's end. */
  #watch(): { readonly signal: AbortSignal; stop(): void } {
    const { database, execution, halt } = this.#options;
    const cancel = new AbortController();
    const timer = setInterval(() => {
      askPermit(database, execution).then(
        (permit) => {
          if (permit === "lost") cancel.abort(this.#leave("Another worker has taken the run over."));
          if (permit === "cancelled" && !this.#heardOfCancel) cancel.abort(new CancelledError());
        },
        // Not being able to ask is no reason to stop; the next question or the next step will tell.
        () => undefined,
      );
    }, permitIntervalMs);
    return { signal: AbortSignal.any([cancel.signal, halt]), stop: () => clearInterval(timer) };
  }

  /** Whatever is thrown while the worker halts or the lease is lost is no result and must not be recorded. */
  async #unlessHalted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.#options.halt.aborted) throw this.#leave("The worker stops; the run goes on elsewhere.");
      if (this.#suspended) throw this.#conflict();
      throw error;
    }
  }

  /** DBOS records nothing for this error and leaves the workflow to whoever owns it next. */
  #leave(reason: string): Error {
    this.#suspended ??= new SuspendedError(reason);
    return this.#conflict();
  }

  #conflict(): Error {
    return new DBOSWorkflowConflictError(this.#options.execution.workflowId);
  }

  async #park(name: string, until: Date): Promise<void> {
    if (until.getTime() <= Date.now() || (await this.#wantsCancel())) return;
    await this.#tell(name, "parked", until);
    const watch = this.#watch();
    try {
      await this.#options.park(until, watch.signal);
    } catch (error) {
      // A cancellation is heard by the attempt that follows, where it is recorded.
      if (watch.signal.reason instanceof CancelledError) return;
      throw this.#options.halt.aborted || watch.signal.aborted || error instanceof SuspendedError
        ? this.#leave("The run waits, and goes on later.")
        : error;
    } finally {
      watch.stop();
    }
  }

  /** Then the attempt that follows hears of it, and records that it did. */
  async #wantsCancel(): Promise<boolean> {
    const { database, execution, halt } = this.#options;
    const permit = await this.#unlessHalted(() => patiently(() => askPermit(database, execution), halt));
    return permit === "cancelled" && !this.#heardOfCancel;
  }

  async #tell(name: string, phase: StepEvent["phase"], until?: Date): Promise<void> {
    const { runId, workflowId } = this.#options.execution;
    await this.#options.observe?.({ runId, workflowId, name, phase, ...(until ? { until } : {}) });
  }
}
