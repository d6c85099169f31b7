/** Where each finding of a review is told: on its lines, folded into the body, in the check run, or not at all. */
import { createHash } from "node:crypto";
import type { Finding } from "../../checks/finding.ts";
import { anchorChange, type Suggestion, type WhyOutside } from "../../edits/anchor.ts";
import { unifiedDiff } from "../../edits/diff.ts";
import { type FileDiff, overlap } from "../../edits/file-diff.ts";
import { gitLines } from "../../edits/hunks.ts";
import type { FileChange } from "../../source/file.ts";
import { type ReviewFinding, worthOf } from "./finding.ts";

/** A finding that passed every check and the second reading. Survives JSON. */
export interface HeldFinding {
  readonly finding: ReviewFinding;
  /** What its cure does; empty where it has none. */
  readonly changes: readonly FileChange[];
  /** The same as parts, in the order in which they can be committed; where one button is too few. */
  readonly parts?: readonly FileChange[];
  /** Of its parts one does not compile without the others; else each is sound alone. */
  readonly inseparable?: boolean;
  /** Why the second reader holds it. */
  readonly reason: string;
  /** What the checks noticed of the cure without refusing it: a test that is skipped, a warning that is silenced. */
  readonly noticed?: readonly Finding[];
}

export interface PlacedFinding extends HeldFinding {
  readonly fingerprint: string;
  /** Of its other parts, each as if it were a finding about that place: one may be found again without the others. */
  readonly others?: readonly string[];
  readonly place: FindingPlace;
}

export type WhyFolded = WhyOutside | "several files" | "another suggestion" | "a secret";

export type FindingPlace =
  /** More than one: parts, in the order in which they can be committed. */
  | { readonly kind: "suggested"; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: "folded"; readonly why: WhyFolded }
  | { readonly kind: "noted" };

export interface PlaceOptions {
  /** Suggestions and folded cures together. */
  readonly most: number;
  /** Fingerprints of what was told before. */
  readonly told: ReadonlySet<string>;
  /** Of those that were told without a cure: with one they are suggested, a second remark is none. */
  readonly bare: ReadonlySet<string>;
  /** The text of a file at the head. */
  readonly textOf: (path: string) => string | undefined;
  /** Whether the code may be published as it is: nothing in it looks like a secret, also where it stood there before. */
  readonly isSayable: (code: string) => boolean;
}

/**
 * The best first. A cure that buttons can commit becomes a suggestion, or one for each of its parts, unless a better one
 * stands on its lines; one that no button can commit is folded; what has no cure, or no room, is noted. What was told before is left
 * out, but for a cure that was not known then.
 */
export function placeFindings(
  held: readonly HeldFinding[],
  files: ReadonlyMap<string, FileDiff>,
  { most, told, bare, textOf, isSayable }: PlaceOptions,
): readonly PlacedFinding[] {
  const placed: PlacedFinding[] = [];
  const ranked = [...held].sort((a, b) => worthOf(b.finding) - worthOf(a.finding));
  for (const one of ranked) {
    const fingerprint = fingerprintOf(one, textOf(one.finding.path));
    if (told.has(fingerprint)) continue;
    const full = placed.filter(({ place }) => place.kind !== "noted").length >= most;
    const place: FindingPlace = full ? { kind: "noted" } : placeOf(one, files, placed, isSayable);
    if (place.kind === "noted" && bare.has(fingerprint)) continue;
    placed.push({ ...one, fingerprint, others: othersOf(one, fingerprint), place });
  }
  return placed;
}

function othersOf({ finding, parts = [], ...held }: HeldFinding, own: string): readonly string[] {
  const all = parts.map((part) =>
    fingerprintOf({ ...held, finding: { ...finding, path: part.path }, changes: [part] }, undefined),
  );
  return [...new Set(all)].filter((one) => one !== own);
}

function placeOf(
  { changes, parts = [] }: HeldFinding,
  files: ReadonlyMap<string, FileDiff>,
  placed: readonly PlacedFinding[],
  isSayable: PlaceOptions["isSayable"],
): FindingPlace {
  if (changes.length === 0) return { kind: "noted" };
  const fold = (why: WhyFolded): FindingPlace => ({
    kind: "folded",
    why: changes.every((one) => isSayable(unifiedDiff(one))) ? why : "a secret",
  });
  const wanted = parts.length > 0 ? parts : changes;
  if (wanted === changes && changes.length > 1) return fold("several files");
  const suggestions: Suggestion[] = [];
  for (const change of wanted) {
    const anchoring = anchorChange(change, files.get(change.path)?.hunks ?? []);
    if (anchoring.kind === "outside") return fold(anchoring.why);
    suggestions.push(anchoring.suggestion);
  }
  if (!suggestions.every(({ lines }) => isSayable(lines.join("\n")))) return fold("a secret");
  const taken = placed.flatMap(({ place }) => (place.kind === "suggested" ? place.suggestions : []));
  if (!suggestions.some((one) => taken.some((other) => isOn(one, other))))
    return { kind: "suggested", suggestions };
  if (wanted === changes) return { kind: "noted" };
  return fold("another suggestion");
}

const isOn = (one: Suggestion, other: Suggestion): boolean =>
  one.path === other.path && overlap(one, other) !== undefined;

/**
 * By what a finding is known again after more commits: its file, its kind and the code that it is about. Line numbers and
 * words do not count: the model finds others each time. Indentation does: the conversation about lines that were moved
 * into a block is over, so what holds of them is told again.
 */
export function fingerprintOf({ finding, changes }: HeldFinding, text: string | undefined): string {
  const own = changes.find(({ path }) => path === finding.path);
  const about = own ? replacedLines(own) : [];
  const lines = about.length > 0 ? about : [gitLines(text ?? "")[finding.line - 1] ?? ""];
  const key = [finding.path, finding.kind, ...lines.filter((line) => line.trim() !== "")].join("\n");
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

/** The old lines that a change takes away; where it only adds, its neighbours. */
function replacedLines({ before = "", after = "" }: FileChange): readonly string[] {
  const [old, now] = [gitLines(before), gitLines(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const least = Math.min(old.length, now.length) - start;
  while (end < least && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const gone = old.slice(start, old.length - end);
  return gone.length > 0 ? gone : old.slice(Math.max(0, start - 1), start + 1);
}
