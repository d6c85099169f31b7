import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { StepEvent } from "../../src/jobs/durable/steps.ts";
import { watched } from "./children.ts";
import { compileCache } from "./compile-cache.ts";
import type { ChildOrders } from "./worker-child.ts";

export interface ChildWorker {
  readonly process: ChildProcess;
  /** What its steps have said so far. */
  readonly events: readonly StepEvent[];
  /** Resolves when it works on the queues. */
  readonly ready: Promise<void>;
  /** The signal by which it died, or its exit code. */
  readonly ended: Promise<NodeJS.Signals | number>;
}

/** Starts `worker-child.ts`. Tests that use it call `endChildren` in `afterAll`. */
export function spawnWorker(orders: ChildOrders): ChildWorker {
  const program = join(import.meta.dirname, "worker-child.ts");
  const child = watched(
    spawn(process.execPath, [program, JSON.stringify(orders)], {
      env: { ...process.env, ...compileCache },
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  const events: StepEvent[] = [];
  const ended = new Promise<NodeJS.Signals | number>((done) => {
    child.once("exit", (code, signal) => done(signal ?? code ?? 0));
  });
  const ready = new Promise<void>((done, fail) => {
    createInterface(child.stdout).on("line", (line) => {
      const event = JSON.parse(line) as StepEvent | { phase: "ready" };
      if (event.phase === "ready") done();
      else events.push(event);
    });
    void ended.then((how) => fail(new Error(`The worker ended before it was ready: ${how}`)));
  });
  // Nobody need wait for readiness.
  ready.catch(() => undefined);
  return { process: child, events, ready, ended };
}
