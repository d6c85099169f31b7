/** Plain JavaScript, because it is for the first moment of a program. */
import { setFlagsFromString } from "node:v8";

/**
 * Settings of the engine for a cold index, in all threads and until the end, from when its threads have said their
 * first word: what Node itself is made of lies there compiled, and our modules too, but each for the settings that it
 * was compiled under, and a thread that starts under others compiles all of it anew. A run that needs no threads is
 * over sooner than any of this counts.
 *
 * The slowest compiler is left out: the run is over before that one's better code has paid for its making, which each
 * thread does for itself. The heap may grow to four times what was left of it before garbage is looked for again:
 * nearly all that is made stays. And the young generations stay as small as they are then: a page of memory that is
 * used again is in the processor's cache, and one that is new has to be got from the kernel and zeroed. What each takes
 * off stands in bench/results/graph-speed.md.
 *
 * Not for what searches a large graph afterwards, which gains nothing or loses, and not for a service: Node does not
 * promise that this may be changed back.
 */
export function compileForShortRun() {
  isShort = true;
  const watch = onceAllRun(() => {
    setFlagsFromString("--no-turbofan");
    setFlagsFromString("--heap-growing-percent=300");
    setFlagsFromString("--semi-space-growth-factor=1");
  });
  process.on("worker", watch);
}

let isShort = false;

/** Whether this process ends with its answer: what a later question would want need not be made ready. */
export const isShortRun = () => isShort;

/**
 * Gives what is to be told of each thread that starts, and acts whenever all of these have said their first word, or
 * are gone.
 * @param {() => void} act
 * @returns {(worker: import("node:worker_threads").Worker) => void}
 */
export function onceAllRun(act) {
  let starting = 0;
  return (worker) => {
    starting++;
    const onStarted = () => {
      worker.off("message", onStarted).off("exit", onStarted);
      if (--starting === 0) act();
    };
    worker.on("message", onStarted).on("exit", onStarted);
  };
}
