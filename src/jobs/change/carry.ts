import { checkChanges } from "../../checks/gate.ts";
import { standingIn } from "../../checks/standing.ts";
import { type CarryConflict, carryChanges } from "../../edits/carry-changes.ts";
import type { BranchHead } from "../../github/forge.ts";
import { firstOf } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import type { Surroundings } from "../surroundings.ts";

/** What became of a change on another commit than the one that it was made for. Survives JSON. */
export type CarriedOnto =
  | { readonly kind: "carried"; readonly base: BranchHead; readonly changes: readonly FileChange[] }
  | { readonly kind: "conflict"; readonly base: BranchHead; readonly places: readonly CarryConflict[] };

/**
 * Carries a change onto a branch that has moved on, and judges it there anew: what was checked was another text. A
 * change that no longer passes is a conflict at the place of the first complaint.
 */
export async function carryOnto(
  base: BranchHead,
  changes: readonly FileChange[],
  { openWorkspace, options }: Surroundings,
  signal: AbortSignal,
): Promise<CarriedOnto> {
  const workspace = await openWorkspace(base, signal);
  try {
    const now = await workspace.readMany(changes.map(({ path }) => path));
    const carried = carryChanges(changes, now, (path) => workspace.entries.has(path));
    if (carried.kind === "conflict") return { ...carried, base };
    const { complaints } = await checkChanges(carried.changes, {
      ...options.checks,
      ...(await standingIn(workspace, carried.changes)),
    });
    if (complaints.length === 0) return { kind: "carried", base, changes: carried.changes };
    const places = complaints.map(({ path = "", line }) => ({ path, line }));
    return { kind: "conflict", base, places };
  } finally {
    await workspace.close();
  }
}

/** `a.ts, line 12; b.ts`, for a sentence. */
export function placesText(places: readonly CarryConflict[]): string {
  const texts = places.map(({ path, line }) => (line === undefined ? path : `${path}, line ${line}`));
  return firstOf(texts, 5, (left) => `${left} more`).join("; ");
}
