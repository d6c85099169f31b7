/** A whole review as a value: which comments, which body, which annotations. Writes nothing and asks nobody. */
import { z } from "zod";
import type { CheckAnnotation } from "../../github/check-run.ts";
import type { ReviewComment, ReviewDraft } from "../../github/review.ts";
import { counted } from "../../source/counted.ts";
import { hidden, readHidden } from "../hidden.ts";
import { shorten } from "../markdown.ts";
import type { Place } from "../permalink.ts";
import { visible } from "../visible.ts";
import { foldedFinding, misplacedComment, suggestionComments } from "./comment.ts";
import type { ToldDuplicate } from "./duplicate.ts";
import { type LeftOut, leftOutNamed } from "./left-out.ts";
import type { PlacedFinding } from "./place.ts";

export interface ReviewInput {
  readonly runId: string;
  readonly pullNumber: number;
  /** The repository at the head that the review is posted on. */
  readonly place: Place;
  /** The head that was looked at: commits that came after it were not, also where the review was carried onto them. */
  readonly looked: string;
  readonly placed: readonly PlacedFinding[];
  readonly duplicates: readonly ToldDuplicate[];
  /** Changed files that were not looked at. */
  readonly leftOut: readonly LeftOut[];
  /** The first look, or what came since an earlier one. */
  readonly since: string | undefined;
  /** From a fork that nothing is pushed to, or that was deleted: then GitHub's buttons have no branch either. */
  readonly fork: "barred" | "gone" | undefined;
}

/** What of earlier reviews counts for later ones. */
export interface ReviewMemory {
  /** The head that was looked at. */
  readonly head: string;
  readonly found: readonly Remembered[];
}

/** One finding by its fingerprint and its title. */
interface Remembered {
  readonly f: string;
  readonly t: string;
  /** Told without a cure, in the check run alone: with one it is worth a conversation. */
  readonly bare?: true | undefined;
}

const memory = z.object({
  head: z.string().regex(/^[0-9a-f]{40}$/),
  found: z.array(z.object({ f: z.string(), t: z.string(), bare: z.literal(true).optional() })),
}) satisfies z.ZodType<ReviewMemory>;

const most = { remembered: 60, title: 100 };

/** By this line a later attempt of the same run finds its review. */
export const reviewMarker = (runId: string): string => hidden("coderag:v1", { kind: "review", run: runId });

/** Undefined where nothing is to be said on the pull request itself. */
export function createReview(input: ReviewInput): ReviewDraft | undefined {
  const { runId, pullNumber, place, looked, placed, duplicates } = input;
  const comments = [...placed.flatMap(commentsOf), ...duplicates.map(duplicateComment)];
  const folded = placed.filter((one) => one.place.kind === "folded");
  if (comments.length + folded.length === 0) return undefined;
  const marker = reviewMarker(runId);
  const found: readonly Remembered[] = [
    ...placed.filter(isTold).flatMap(({ fingerprint, others = [], finding, changes }) => {
      const title = {
        t: `${finding.path}: ${finding.title}`,
        ...(changes.length === 0 && { bare: true as const }),
      };
      return [fingerprint, ...others].map((f) => ({ f, ...title }));
    }),
    ...duplicates.map(({ fingerprint, path, title }) => ({ f: fingerprint, t: `${path}: ${title}` })),
  ].slice(0, most.remembered);
  const remembered: ReviewMemory = {
    head: looked,
    found: found.map((one) => ({ ...one, t: shorten(visible(one.t), most.title) })),
  };
  const body = [
    headline(input, comments.length, folded.length),
    ...folded.map((one) => foldedFinding(one, place, offerOf(input))),
    ...(input.leftOut.length > 0 ? [`Not looked at: ${leftOutNamed(input.leftOut)}.`] : []),
    ...(input.fork === "gone" ? [goneFork] : []),
    `<sub>${[
      "`/coderag suggest` looks again",
      ...(input.fork !== undefined ? [] : ["`/coderag fix` in a conversation has its change committed"]),
    ].join(", ")}. What a suggestion changes is yours to judge.</sub>`,
  ].join("\n\n");
  const text = `${marker}\n${hidden("coderag:review", remembered)}\n\n${body}`;
  return { pullNumber, commit: place.commit, marker, body: text, comments };
}

/** What an earlier review of ours remembers; undefined for another text. Its author must be checked before. */
export function readReview(body: string): ReviewMemory | undefined {
  const parsed = memory.safeParse(readHidden("coderag:review", body));
  return parsed.success ? parsed.data : undefined;
}

/** What is said in the check run alone: findings without a cure, and those for which there was no room. */
export function annotationsOf(placed: readonly PlacedFinding[]): readonly CheckAnnotation[] {
  return placed
    .filter(({ place }) => place.kind === "noted")
    .map(({ finding }) => ({
      ...{ path: finding.path, from: finding.line, to: finding.line },
      level: finding.severity === "high" ? "warning" : "notice",
      title: visible(finding.title).replace(/\s+/g, " "),
      message: visible(finding.why),
    }));
}

/** A cure that stood back for a better one can be committed where it comes again and there is room. */
const isTold = ({ place, changes }: PlacedFinding): boolean => place.kind !== "noted" || changes.length === 0;

function commentsOf(placed: PlacedFinding): readonly ReviewComment[] {
  if (placed.place.kind !== "suggested") return [];
  const { suggestions } = placed.place;
  return suggestionComments(placed, suggestions).map((body, index) => {
    const { path, from, to } = suggestions[index]!;
    return { path, from, to, body, folded: misplacedComment({ path, from, to }, body) };
  });
}

function duplicateComment({ path, lines, body }: ToldDuplicate): ReviewComment {
  return { path, ...lines, body, folded: misplacedComment({ path, ...lines }, body) };
}

function headline(
  { place, placed, duplicates, since }: ReviewInput,
  comments: number,
  folded: number,
): string {
  const suggested = placed.flatMap((one) => (one.place.kind === "suggested" ? [one.place] : []));
  const parted = suggested.filter(({ suggestions, shared }) => suggestions.length + shared.length > 1).length;
  const inParts =
    parted === 0 ? "" : suggested.length === 1 ? " in parts, as one batch" : ", those in parts as one batch";
  const parts = [
    suggested.length > 0
      ? `**${counted(suggested.length, "suggestion")}** to commit${suggested.length > 1 ? " one by one" : ""}${inParts}`
      : "",
    duplicates.length > 0
      ? `**${counted(duplicates.length, "definition")}** that the repository has already`
      : "",
    folded > 0 ? `**${counted(folded, "change")}** below that no button can commit` : "",
  ].filter((part) => part !== "");
  const what = since === undefined ? "" : ` in what came since \`${since.slice(0, 7)}\``;
  const noted = placed.filter((one) => one.place.kind === "noted").length;
  const more = noted > 0 ? ` ${counted(noted, "remark")} more in the check run.` : "";
  return `${parts.join(", ") || counted(comments, "comment")}${what}, for \`${place.commit.slice(0, 7)}\`.${more}`;
}

const goneFork =
  "The fork that this comes from is gone, so no button commits anything: take it over by hand.";

const offerOf = ({ fork }: ReviewInput): string => {
  if (fork === "gone") return "Take it over by hand.";
  return fork === "barred"
    ? "CodeRAG does not push to this fork: take it over by hand."
    : "To have it committed, comment `/coderag fix` and the title.";
};
