import type { BranchHead, Draft } from "../../github/forge.ts";
import type { Step } from "../../step.ts";
import type { Surroundings } from "../surroundings.ts";
import { carryOnto, placesText } from "./carry.ts";

/** A branch that moves faster than this is being worked on. */
const mostRounds = 3;

/** What a write says when it finds another head than the one that the change was made for. */
export interface Moved {
  readonly kind: "moved";
  readonly head: string;
}

/** Why nothing was written. */
interface NotWritten {
  readonly kind: "given up";
  readonly cause: string;
  readonly cure: string;
}

/**
 * Writes a draft onto a branch that others push to. Where somebody pushed since its head was read, the change is carried
 * onto the new head by the lines around it and judged again; where that does not fit, nothing is written. `name` is the
 * name of the step that writes, `done` what becomes of the change, for a sentence: `pushed`.
 */
export async function onMovingHead<Written extends { readonly kind: string }>(
  draft: Draft,
  { name, done }: { readonly name: string; readonly done: string },
  write: (at: Draft, signal: AbortSignal) => Promise<Written | Moved>,
  surroundings: Surroundings,
  step: Step,
): Promise<Written | NotWritten> {
  const { branch } = draft.base;
  const giveUp = (cause: string, cure: string): NotWritten => ({ kind: "given up", cause, cure });
  let at = draft;
  for (let round = 1; ; round += 1) {
    const { changes } = at;
    const written = await step(round === 1 ? name : `${name}-${round}`, (signal) => write(at, signal));
    if (!isMoved(written)) return written;
    if (round === mostRounds)
      return giveUp(
        `Somebody keeps pushing to \`${branch}\`, so nothing was ${done}.`,
        "Give the command again when the branch rests.",
      );
    const head: BranchHead = { branch, commit: written.head };
    const carried = await step(`publish-carry-${round}`, (signal) =>
      carryOnto(head, changes, surroundings, signal),
    );
    if (carried.kind === "conflict")
      return giveUp(
        `Somebody pushed to \`${branch}\` meanwhile and changed the same places (${placesText(carried.places)}), so nothing was ${done}.`,
        "Give the command again: it then works on the new commits.",
      );
    if (carried.changes.length === 0)
      return giveUp(
        `Somebody pushed the same change to \`${branch}\` meanwhile, so nothing was ${done}.`,
        "There is nothing left to do.",
      );
    at = { ...at, base: head, changes: carried.changes };
  }
}

const isMoved = (written: { readonly kind: string }): written is Moved => written.kind === "moved";
