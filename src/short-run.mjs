/** Plain JavaScript, because it is for the first moment of a program. */
import { setFlagsFromString } from "node:v8";

/**
 * Has the engine leave out its slowest compiler, in all threads and until the end. A cold index is over before that
 * one's better code has paid for its making, which each thread does for itself: one of 2 to 8 MB takes an eighth less, one
 * of 28 or 53 MB the same (bench/results/graph-speed.md). Not for what searches a large graph afterwards, which gains
 * nothing or loses, and not for a service: Node does not promise that this may be changed back.
 */
export function compileForShortRun() {
  setFlagsFromString("--no-turbofan");
}
