import type { WatchRow } from "../../store/watches.ts";
import type { Ticked } from "./keep-watch.ts";

/** What a look is for. Plain JSON: it travels in the queue. */
export interface LookOrder {
  readonly repositoryId: number;
  /** A slot of the schedule, or `ticked-GUID` where somebody ticked a box. */
  readonly slot: string;
  readonly ticked?: Ticked;
  /** From 1: one that failed or ran into a limit is queued again under a new number. */
  readonly attempt: number;
}

export const lookId = ({ repositoryId, slot, attempt }: LookOrder): string =>
  `look-${repositoryId}-${slot}-${attempt}`;

/** Looks, and gives back a clause for the log. */
export type KeepLook = (row: WatchRow, ticked: Ticked | undefined, signal: AbortSignal) => Promise<string>;
