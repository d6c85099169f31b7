/** Where each finding of a review is told: on its lines, folded into the body, in the check run, or not at all. */

import { createHash } from "node:crypto";
import type { Finding } from "../../checks/finding.ts";
import { anchorChange, type Suggestion, type WhyOutside } from "../../edits/anchor.ts";
import { unifiedDiff } from "../../edits/diff.ts";
import type { FileDiff } from "../../edits/file-diff.ts";
import { gitLines, type Hunk } from "../../edits/hunks.ts";
import type { FileChange } from "../../source/file.ts";
import { type LineRange, overlap } from "../../source/line-range.ts";
import { type ReviewFinding, worthOf } from "./finding.ts";

/** A finding that passed every check and the second reading. Survives JSON. */
export interface HeldFinding {
  readonly finding: ReviewFinding;
  /** What its cure does; empty where it has none. */
  readonly changes: readonly FileChange[];
  /** How buttons can commit it, the best way first; one button for its one file unless given. */
  readonly ways?: readonly CommitWay[];
  /** Why the second reader holds it. */
  readonly reason: string;
  /** What the checks noticed of the cure without refusing it: a test that is skipped, a warning that is silenced. */
  readonly noticed?: readonly Finding[];
}

/** A cure as parts, in the order in which they can be committed. */
export interface CommitWay {
  readonly parts: readonly FileChange[];
  /** One does not compile without the others; else each is sound alone. */
  readonly inseparable?: boolean;
}

export interface PlacedFinding extends HeldFinding {
  readonly fingerprint: string;
  /** Of its other parts, each as if it were a finding about that place: one may be found again without the others. */
  readonly others?: readonly string[];
  readonly place: FindingPlace;
}

export type WhyFolded = WhyOutside | "several files" | "another suggestion" | "a secret";

export type FindingPlace =
  | {
      readonly kind: "suggested";
      /** More than one: parts, in the order in which they can be committed. */
      readonly suggestions: readonly Suggestion[];
      /** Those of better cures that it needs as well: they are parts of both. */
      readonly shared: readonly Suggestion[];
      readonly inseparable: boolean;
    }
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
 * The best first. A cure that buttons can commit becomes a suggestion, or one for each of its parts, in the first way that
 * leaves the better ones their lines; one that no button can commit is folded; what has no cure, or no room, is noted. What
 * was told before is left out, but for a cure that was not known then.
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
    const { place, parts }: Placing = full ? noted : placeOf(one, files, placed, isSayable);
    if (place.kind === "noted" && bare.has(fingerprint)) continue;
    placed.push({ ...one, fingerprint, others: othersOf(one, parts, fingerprint), place });
  }
  return placed;
}

function othersOf(
  { finding, ...held }: HeldFinding,
  parts: readonly FileChange[],
  own: string,
): readonly string[] {
  const all = parts.map((part) =>
    fingerprintOf({ ...held, finding: { ...finding, path: part.path }, changes: [part] }, undefined),
  );
  return [...new Set(all)].filter((one) => one !== own);
}

interface Placing {
  readonly place: FindingPlace;
  readonly parts: readonly FileChange[];
}

const noted: Placing = { place: { kind: "noted" }, parts: [] };

function placeOf(
  { finding, changes, ways = changes.length === 1 ? [{ parts: changes }] : [] }: HeldFinding,
  files: ReadonlyMap<string, FileDiff>,
  placed: readonly PlacedFinding[],
  isSayable: PlaceOptions["isSayable"],
): Placing {
  if (changes.length === 0) return noted;
  const fold = (why: WhyFolded): Placing => {
    const isCodeSayable = changes.every((one) => isSayable(unifiedDiff(one)));
    return {
      place: { kind: "folded", why: isCodeSayable ? why : "a secret" },
      parts: ways[0]?.parts ?? [],
    };
  };
  const hunksOf = (path: string) => files.get(path)?.hunks ?? [];
  const taken = placed.flatMap(({ place }) => (place.kind === "suggested" ? place.suggestions : []));
  let clash: CommitWay | undefined;
  for (const way of ways) {
    const { parts, inseparable = false } = way;
    const all = parts.flatMap((part) => anchorPart(part, finding, hunksOf(part.path), taken) ?? []);
    if (all.length < parts.length) continue;
    if (!all.every(({ lines }) => isSayable(lines.join("\n")))) return fold("a secret");
    const shared = taken.filter((other) => all.some((one) => isSame(one, other)));
    const suggestions = all.filter((one) => !shared.some((other) => isSame(one, other)));
    if (suggestions.length > 0 && !suggestions.some((one) => taken.some((other) => isOn(one, other))))
      return { place: { kind: "suggested", suggestions, shared, inseparable }, parts };
    clash ??= way;
  }
  if (clash) return clash.parts.length === 1 ? noted : fold("another suggestion");
  const [whole] = changes.length === 1 ? changes.map((one) => anchorChange(one, hunksOf(one.path))) : [];
  return fold(whole?.kind === "outside" ? whole.why : "several files");
}

/**
 * What a part inserts beside the fault itself, an import mostly, steps aside for what a better cure inserts there; where
 * both insert the same, one will do.
 */
function anchorPart(
  part: FileChange,
  { path, line }: ReviewFinding,
  hunks: readonly Hunk[],
  taken: readonly Suggestion[],
): Suggestion | undefined {
  const usual = anchorChange(part, hunks);
  if (usual.kind === "outside") return undefined;
  const { suggestion } = usual;
  const met = taken.filter((other) => isOn(suggestion, other));
  const isAtFault = isOn(suggestion, { path, from: line - 1, to: line + 1 });
  if (met.length === 0 || isAtFault || met.some((other) => isSame(suggestion, other))) return suggestion;
  const aside = anchorChange(
    part,
    hunks,
    taken.filter((other) => other.path === part.path),
  );
  return aside.kind === "suggestion" ? aside.suggestion : suggestion;
}

type InFile = LineRange & Pick<Suggestion, "path">;

const isOn = (one: InFile, other: InFile): boolean =>
  one.path === other.path && overlap(one, other) !== undefined;

const isSame = (one: Suggestion, other: Suggestion): boolean =>
  isOn(one, other) &&
  one.from === other.from &&
  one.to === other.to &&
  one.lines.join("\n") === other.lines.join("\n");

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
