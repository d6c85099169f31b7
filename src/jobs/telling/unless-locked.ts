import { isUserError } from "../../errors.ts";
import { GitHubError, type ReadOnly, readOnlyBy, refusedWith } from "../../github/failure.ts";

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

/**
 * The same for the last one, which only underlines what has been said: that GitHub refuses it changes nothing. An outage
 * or a limit passes.
 */
export async function reactedAtLast(reaction: Promise<unknown>): Promise<void> {
  try {
    await reacted(reaction);
  } catch (error) {
    const refused = isUserError(error) || (error instanceof GitHubError && !error.transient);
    if (!refused) throw error;
  }
}

/** Why the end of a run could not be told; `unreachable`: GitHub did not let us in, or did not answer. */
export type Unsaid = ReadOnly | "unreachable";

/** Kept with the outcome of a run that could not be told. */
export interface Untold {
  readonly untold?: Unsaid;
}

/** What is to be kept, by what became of the comment that should have told it. */
export const untold = (note: unknown): Untold => (isReadOnly(note) ? { untold: note } : {});

/** Said of a conversation in which nothing could be said. */
export const unsaidWords: Readonly<Record<Unsaid, string>> = {
  locked: "this conversation was locked",
  archived: "this repository was archived",
  unreachable: "GitHub let nothing be written here",
};

export const isUnsaid = (why: unknown): why is Unsaid => typeof why === "string" && why in unsaidWords;

export const isReadOnly = (note: unknown): note is ReadOnly => note === "locked" || note === "archived";
