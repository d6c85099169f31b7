/** A change that nobody can push for its author, as a review: what a button can commit, and the rest as diffs. */

import type { Finding } from "../../checks/finding.ts";
import { isParsed } from "../../checks/syntax.ts";
import type { Suggestion } from "../../edits/anchor.ts";
import { longestBody } from "../../github/fit.ts";
import type { Barred } from "../../github/forge.ts";
import type { ReviewComment, ReviewDraft } from "../../github/review.ts";
import type { FileChange } from "../../source/file.ts";
import { safeLine, safeMarkdown, shorten } from "../markdown.ts";
import { folded } from "../sections.ts";
import { diffBlock, inSummary, lookClosely, misplacedComment, suggestionBlock } from "./comment.ts";
import { reviewMarker } from "./review.ts";

export interface ChangeReviewInput {
  readonly runId: string;
  readonly pullNumber: number;
  /** The head that the change was made for. */
  readonly commit: string;
  /** The model's words: untrusted. */
  readonly title: string;
  readonly summary: string;
  /** Why it was not pushed, in words that may quote strangers' names. */
  readonly barred: Barred;
  readonly suggestions: readonly Suggestion[];
  /** What no button can commit. */
  readonly rest: readonly FileChange[];
  /** What the checks noticed of the change without refusing it. */
  readonly noticed: readonly Finding[];
}

const longest = { title: 200, summary: 2_000, sentence: 600 };

export function createChangeReview(input: ChangeReviewInput): ReviewDraft {
  const { runId, pullNumber, commit, suggestions, rest, barred } = input;
  const marker = reviewMarker(runId);
  const title = `**${safeLine(input.title, longest.title)}**`;
  const all = suggestions.length;
  const body = [
    `${title}, ${inParts(all, rest.length)}, for \`${commit.slice(0, 7)}\`.`,
    safeMarkdown(shorten(input.summary, longest.summary)),
    `It was not pushed. ${sentence(barred.cause)} ${sentence(barred.cure)}`,
    ...lookClosely(input.noticed),
    ...(all > 1 ? ["<sub>The suggestions belong together: add all of them to one batch.</sub>"] : []),
    // Last and whole, as far as GitHub takes them: they stand nowhere else.
    ...rest.map((change) =>
      folded(`${inSummary(change.path)}: to be taken over by hand`, diffBlock([change], longestBody)),
    ),
  ];
  return {
    ...{ pullNumber, commit, marker },
    body: `${marker}\n\n${body.filter((part) => part !== "").join("\n\n")}`,
    comments: suggestions.map((suggestion, index) =>
      commentOf(suggestion, all === 1 ? title : `${title}, part ${index + 1} of ${all}`),
    ),
  };
}

function commentOf({ path, from, to, lines }: Suggestion, title: string): ReviewComment {
  const checked = "<sub>the file parses no worse with it, alone and beside the others</sub>";
  const body = [title, suggestionBlock(lines), ...(isParsed(path) ? [checked] : [])].join("\n\n");
  return { path, from, to, body, folded: misplacedComment({ path, from, to }, body) };
}

const sentence = (text: string): string => safeLine(text, longest.sentence);

function inParts(suggestions: number, rest: number): string {
  const parts = [
    ...(suggestions > 0 ? [suggestions === 1 ? "as a suggestion" : `as ${suggestions} suggestions`] : []),
    ...(rest > 0 ? [`${rest === 1 ? "one change" : `${rest} changes`} below that no button can commit`] : []),
  ];
  return parts.join(" and ");
}
