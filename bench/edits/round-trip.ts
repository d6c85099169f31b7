/** Commit, edit set, parse, apply: are the files those of the commit, byte for byte? */
import { deriveAnswer } from "../../src/edits/derive.ts";
import { filesAfter, filesBefore, isSame } from "./answer.ts";
import type { Commit } from "./commits.ts";
import { ours } from "./ours.ts";

export interface RoundTrips {
  commits: number;
  exact: number;
  /** Commits that the language cannot say. */
  unsaid: number;
  readonly failed: string[];
  files: { added: number; deleted: number; moved: number; changed: number };
  /** Binary files, links, submodules, and changes of the mode alone. */
  leftOut: number;
}

export const noTrips = (): RoundTrips => ({
  ...{ commits: 0, exact: 0, unsaid: 0, failed: [], leftOut: 0 },
  files: { added: 0, deleted: 0, moved: 0, changed: 0 },
});

export function addTrip(trips: RoundTrips, commit: Commit): void {
  const { changes, repository, sha } = commit;
  trips.commits++;
  trips.leftOut += commit.leftOut;
  for (const { before, after, oldPath } of changes) {
    const fate =
      oldPath !== undefined
        ? "moved"
        : before === undefined
          ? "added"
          : after === undefined
            ? "deleted"
            : "changed";
    trips.files[fate]++;
  }
  const answer = deriveAnswer(changes);
  if (answer === undefined) {
    trips.unsaid++;
    trips.failed.push(`${repository} ${sha} cannot be said`);
    return;
  }
  const outcome = ours.apply(answer, filesBefore(changes));
  if (outcome.kind === "applied" && isSame(outcome.files, filesAfter(changes))) trips.exact++;
  else trips.failed.push(`${repository} ${sha}`);
}

export function joinedTrips(one: RoundTrips, other: RoundTrips): RoundTrips {
  const sum = (key: "commits" | "exact" | "unsaid" | "leftOut"): number => one[key] + other[key];
  const files = (key: keyof RoundTrips["files"]): number => one.files[key] + other.files[key];
  return {
    ...{ commits: sum("commits"), exact: sum("exact"), unsaid: sum("unsaid"), leftOut: sum("leftOut") },
    files: {
      ...{ added: files("added"), deleted: files("deleted") },
      ...{ moved: files("moved"), changed: files("changed") },
    },
    failed: [...one.failed, ...other.failed],
  };
}
