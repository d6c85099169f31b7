import type { FileChange } from "../source/file.ts";
import { carry, type Touching } from "./merge.ts";

export type CarriedChanges =
  /** May be empty: somebody else did all of it meanwhile. */
  | { readonly kind: "changes"; readonly changes: readonly FileChange[] }
  /** Somebody else changed the same places. `line`: 1-based, in the file as it is now. */
  | { readonly kind: "conflict"; readonly places: readonly CarryConflict[] };

export interface CarryConflict {
  readonly path: string;
  readonly line: number | undefined;
}

/**
 * A whole change, carried onto files that have moved on since it was made: by the lines around each edit, never by
 * numbers. `now`: path to text as it is; `exists`: whether a path is taken, also by what is no text. All or nothing.
 */
export function carryChanges(
  changes: readonly FileChange[],
  now: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
  touching?: Touching,
): CarriedChanges {
  const carried: FileChange[] = [];
  const places: CarryConflict[] = [];
  for (const change of changes) {
    const current = now.get(change.path);
    const result = carryOne(change, current, exists(change.path), touching);
    if (typeof result === "object" && "conflict" in result)
      places.push({ path: change.path, line: result.conflict });
    else if (result.after !== current) carried.push({ ...change, before: current, after: result.after });
  }
  return places.length > 0 ? { kind: "conflict", places } : { kind: "changes", changes: carried };
}

function carryOne(
  { before, after }: FileChange,
  current: string | undefined,
  taken: boolean,
  touching: Touching | undefined,
): { readonly after: string | undefined } | { readonly conflict: number | undefined } {
  const free = !taken && current === undefined;
  if (current === before && (before !== undefined || free)) return { after };
  if (current === after && (after !== undefined || free)) return { after };
  // Made, deleted or replaced by something that is no text: there is nothing to put the edits into.
  if (before === undefined || after === undefined || current === undefined) return { conflict: undefined };
  const merged = carry(before, after, current, touching);
  return merged.kind === "text" ? { after: merged.text } : { conflict: merged.line };
}
