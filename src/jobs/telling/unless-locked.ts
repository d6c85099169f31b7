import { type ReadOnly, readOnlyBy, refusedWith } from "../../github/failure.ts";

/**
 * What the work gives, or why GitHub lets no App write in the conversation. Who is told nothing there still sees the
 * reaction to the command (in a locked one), and what the next command brings once it is open again: see tellLate.
 */
export async function unlessLocked<T>(work: Promise<T>): Promise<T | ReadOnly> {
  try {
    return await work;
  } catch (error) {
    const why = readOnlyBy(error);
    if (why) return why;
    throw error;
  }
}

/** What became of a reaction; `gone`: somebody deleted the comment, and with it what it asked for. */
export async function reacted(reaction: Promise<unknown>): Promise<"done" | "gone" | ReadOnly> {
  try {
    return await unlessLocked(reaction.then(() => "done" as const));
  } catch (error) {
    if (refusedWith(error) === 404) return "gone";
    throw error;
  }
}

/** Kept with the outcome of a run that could not be told. */
export interface Untold {
  readonly untold?: ReadOnly;
}

/** What is to be kept, by what became of the comment that should have told it. */
export const untold = (note: unknown): Untold => (isReadOnly(note) ? { untold: note } : {});

/** Said of a conversation in which nothing could be said. */
export const readOnlyWords: Readonly<Record<ReadOnly, string>> = {
  locked: "this conversation was locked",
  archived: "this repository was archived",
};

export const isReadOnly = (note: unknown): note is ReadOnly => note === "locked" || note === "archived";
