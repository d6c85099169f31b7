import type { ReviewFinding } from "../../../src/delivery/review/finding.ts";
import type { HeldFinding } from "../../../src/delivery/review/place.ts";
import { type FileDiff, fileDiff } from "../../../src/edits/file-diff.ts";

/** A pull request that changed the lines 10 and 40 of a file of 50. */
export const lines = Array.from({ length: 50 }, (_, at) => `line ${at + 1}`);
export const joined = (all: readonly string[]): string => `${all.join("\n")}\n`;
export const base = joined(lines);
export const head = joined(lines.with(9, "ten").with(39, "forty"));
export const path = "src/a.ts";
export const files = new Map<string, FileDiff>([[path, fileDiff(path, { before: base, after: head })]]);

export const finding = (more: Partial<ReviewFinding> = {}): ReviewFinding => ({
  ...{ title: "The tenth line is wrong", why: "With `x` it gives 9.", kind: "bug" },
  ...{ severity: "high", confidence: "sure", path, line: 10, edits: "" },
  ...more,
});

/** A finding with a cure that makes this of the head's lines. */
export function held(
  edit: ((all: string[]) => readonly string[]) | undefined,
  more: Partial<ReviewFinding> = {},
): HeldFinding {
  const after = edit && joined(edit(head.trimEnd().split("\n")));
  return {
    finding: finding(more),
    changes: after === undefined ? [] : [{ path, before: head, after }],
    reason: "Line 10 decides.",
  };
}
