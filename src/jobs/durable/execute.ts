import { DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk";
import { CancelledError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import type { Step } from "../../step.ts";
import type { Database } from "../../store/database.ts";
import { beginExecution, type Execution, type Executor, endExecution } from "../../store/executions.ts";
import { isFinal, type Run, type RunOutcome } from "../../store/run.ts";
import { findRun, setOutcomeIfNone, setState } from "../../store/runs.ts";
import { patiently } from "../../store/unavailable.ts";
import type { RefreshGraph } from "../refresh-graph.ts";
import type { Untold } from "../telling/unless-locked.ts";
import type { KeepLook } from "../watch/look-order.ts";
import { parkWorkflow } from "./park.ts";
import {
  acceptId,
  type Enqueuer,
  failId,
  jobId,
  type RunFailure,
  recordFormat,
  type workflows,
} from "./queue.ts";
import { failureOf } from "./step-record.ts";
import { createSteps, type RetryOptions, type StepEvent, SuspendedError, upgradedError } from "./steps.ts";

/** What a run consists of. Handlers do everything through `context.step`; what they do beside it is done anew on replay. */
export interface RunHandlers {
  /** Runs at once for every command: react, judge, answer or `context.enqueueJob()`. */
  accept(run: Run, context: RunContext): Promise<void>;
  /** The work. Runs one at a time in each repository. */
  job(run: Run, context: RunContext): Promise<void>;
  /**
   * The failure path: called, as a workflow of its own, when `accept` or `job` threw, or when workers keep dying in
   * the run. A run that has no outcome afterwards gets one. Throwing here ends the matter.
   */
  fail(run: Run, failure: RunFailure, context: RunContext): Promise<void>;
  /** Follows a push. A worker without it leaves refreshes to others. */
  readonly refresh?: RefreshGraph;
  /** Keeps issues of dependency examples. A worker without it leaves them to others. */
  readonly look?: KeepLook;
  /** Ends what was opened for them all; called after the worker has stopped. */
  close?(): Promise<void>;
}

export interface RunContext {
  readonly step: Step;
  readonly database: Database;
  /** Carries the run's id. */
  readonly log: Logger;
  readonly enqueueJob: () => Promise<void>;
  /** For another run, which nobody works on. */
  readonly enqueueFailure: Enqueuer["enqueueFailure"];
}

/** What all executions of one worker share. */
export interface WorkerState {
  readonly database: Database;
  readonly enqueuer: Enqueuer;
  readonly executor: Executor;
  readonly handlers: RunHandlers;
  readonly log: Logger;
  /** Aborts when nothing may go on here. */
  readonly halt: AbortController;
  /** No step may begin any more. */
  closing: boolean;
  /** Shorter waits than this are sat out here: taking a run off a worker and back costs more. */
  readonly sitOutMs: number;
  /** Workflows that run here now. */
  readonly running: Set<string>;
  readonly observe?: (event: StepEvent) => Promise<void> | void;
  readonly retries?: RetryOptions;
}

/** So many deaths at one step, and the run is given up: it would take worker after worker with it. */
const maxDeaths = 3;

const ids = { accept: acceptId, job: jobId, fail: failId };

/** One attempt at one workflow, from the claim to the record. */
export async function execute(
  worker: WorkerState,
  workflow: keyof typeof workflows,
  runId: string,
  failure?: RunFailure,
): Promise<void> {
  const workflowId = ids[workflow](runId);
  await whileClaimed(worker, workflowId, async (ask) => {
    const run = await ask(() => findRun(worker.database, runId));
    // Nothing is left to do in a job that was cancelled while it waited, or whose last record was lost.
    if (!run || (workflow === "job" && isFinal(run.state))) return;
    const execution = await ask(() =>
      beginExecution(worker.database, worker.executor, workflowId, runId, recordFormat),
    );
    const done = await attempt(worker, workflow, run, execution, failure);
    if (done === "suspended") throw new DBOSWorkflowConflictError(workflowId);
    await ask(() => endExecution(worker.database, execution));
    if (workflow === "job") await ask(() => worker.enqueuer.giveTurns());
  });
}

/** Does the work of a workflow that this worker claimed. `ask` puts questions to our own database, which may be away for a while. */
export async function whileClaimed(
  { closing, running, halt }: WorkerState,
  workflowId: string,
  work: (ask: <T>(question: () => Promise<T>) => Promise<T>) => Promise<void>,
): Promise<void> {
  // Claimed while the worker stops: left as it is, and handed back with the rest.
  if (closing) throw new DBOSWorkflowConflictError(workflowId);
  running.add(workflowId);
  try {
    await work((question) => patiently(question, halt.signal));
  } catch (error) {
    // Nothing that goes wrong while the worker halts is the work's doing.
    throw halt.signal.aborted ? new DBOSWorkflowConflictError(workflowId) : error;
  } finally {
    running.delete(workflowId);
  }
}

async function attempt(
  worker: WorkerState,
  workflow: keyof typeof workflows,
  run: Run,
  execution: Execution,
  failure: RunFailure | undefined,
): Promise<"done" | "suspended"> {
  const log = worker.log.child({ runId: run.id, workflow });
  const { step, suspended } = createSteps({
    database: worker.database,
    execution,
    halt: worker.halt.signal,
    closing: () => worker.closing,
    cancellation: workflow === "fail" ? "ignored" : "obeyed",
    onPutOff: (name, error) => log.warn("GitHub or the network fails: the run waits.", { step: name, error }),
    park: (until, signal) => parkWorkflow(worker, execution, until, signal),
    ...(worker.observe ? { observe: worker.observe } : {}),
    ...(worker.retries ? { retries: worker.retries } : {}),
  });
  const { enqueueJob, enqueueFailure } = worker.enqueuer;
  // What the queue's library gets to hear is the run's end: that the database is away must not be.
  const ask = <T>(question: () => Promise<T>): Promise<T> => patiently(question, worker.halt.signal);
  const context = {
    ...{ step, log, database: worker.database, enqueueFailure },
    enqueueJob: () => ask(() => enqueueJob(run)),
  };
  try {
    if (execution.deaths >= maxDeaths) throw poison(execution);
    // To say how a run ended takes one step, which every version knows.
    if (execution.format !== recordFormat && workflow !== "fail") throw upgradedError();
    if (workflow === "job") await ask(() => setState(worker.database, run.id, "running"));
    if (workflow === "fail") await worker.handlers.fail(run, failure!, context);
    else await worker.handlers[workflow](run, context);
  } catch (error) {
    if (suspended() || error instanceof SuspendedError || worker.halt.signal.aborted) return "suspended";
    if (!(error instanceof CancelledError)) log.error("The run failed.", { error });
    await ask(() => giveUp(worker, workflow, run, error, failure));
  }
  if (suspended()) return "suspended";
  if (workflow === "fail") await ask(() => setOutcomeIfNone(worker.database, run.id, outcomeOf(failure!)));
  await ask(() => logEnd(worker.database, run.id, log));
  return "done";
}

/** One line for the host: what a run came to and what it took; nothing of what it was about. */
async function logEnd(database: Database, runId: string, log: Logger): Promise<void> {
  const run = await findRun(database, runId);
  if (run?.finishedAt === undefined) return;
  const { verb, repositoryId, state, inputTokens, outputTokens, cost, createdAt, finishedAt } = run;
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(createdAt)) / 1000);
  // Nothing is stored as zero where the model has no price.
  const paid = cost > 0 && { cost };
  log.info("The run is over.", { verb, repositoryId, state, seconds, inputTokens, outputTokens, ...paid });
}

function poison(execution: Execution): Error {
  const where = execution.deathStep ? `at the step "${execution.deathStep}"` : "before the first step";
  return Object.assign(new Error(`The worker died ${execution.deaths} times in a row ${where}.`), {
    name: "PoisonError",
  });
}

async function giveUp(
  worker: WorkerState,
  workflow: keyof typeof workflows,
  run: Run,
  error: unknown,
  before: RunFailure | undefined,
): Promise<void> {
  const now = await findRun(worker.database, run.id);
  if (!now || isFinal(now.state)) return;
  const failure = failureOf(error, now.step);
  if (workflow !== "fail") return worker.enqueuer.enqueueFailure(run, failure);
  await setOutcomeIfNone(worker.database, run.id, untoldOutcome(before!, failure));
}

/** What stands for a failure that could not be told either: whichever of the two a person can lift. */
function untoldOutcome(failure: RunFailure, telling: RunFailure): RunOutcome {
  const { step } = failure;
  const isToldBest = failure.cure !== undefined || telling.cure === undefined;
  const outcome = outcomeOf(isToldBest ? failure : { ...telling, ...(step !== undefined && { step }) });
  const untold: Untold = { untold: "unreachable" };
  return { ...outcome, details: { ...outcome.details, ...untold } };
}

const outcomeOf = (failure: RunFailure): RunOutcome => ({
  kind: failure.name === "CancelledError" ? "cancelled" : "failed",
  message: failure.message,
  details: { ...failure },
});
