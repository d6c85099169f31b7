import { isLocked, refusedWith } from "../../github/failure.ts";

/**
 * What the work gives, or `locked` where GitHub lets no App write in the conversation. Who is told nothing there still
 * sees the reaction to the command, and what `status` says once it is unlocked.
 */
export async function unlessLocked<T>(work: Promise<T>): Promise<T | "locked"> {
  try {
    return await work;
  } catch (error) {
    if (isLocked(error)) return "locked";
    throw error;
  }
}

/** What became of a reaction; `gone`: somebody deleted the comment, and with it what it asked for. */
export async function reacted(reaction: Promise<unknown>): Promise<"done" | "locked" | "gone"> {
  try {
    return (await unlessLocked(reaction)) === "locked" ? "locked" : "done";
  } catch (error) {
    if (refusedWith(error) === 404) return "gone";
    throw error;
  }
}

/** Kept with the outcome of a run that could not be told. */
export interface Untold {
  readonly untold?: "locked";
}

/** What is to be kept, by what became of the comment that should have told it. */
export const untold = (note: unknown): Untold => (note === "locked" ? { untold: note } : {});
