import { demands, longestRequirement, order } from "./requirements/asking.ts";
import { sentences } from "./requirements/blocks.ts";
import { wishes } from "./requirements/wishes.ts";
import { withoutLabels, withoutPictures, withoutSettled, withoutWhere } from "./settled.ts";
import { queryWords, withoutAddresses } from "./words.ts";

/** What a person asks for: an issue with its comments, and the words after the command. */
export interface Request {
  readonly title: string;
  readonly body: string;
  readonly comments: readonly { readonly body: string }[];
  /** What stood behind `/coderag implement`; it weighs most, because a maintainer wrote it to us. */
  readonly instruction?: string;
}

/** A title without what only says of what kind it is, and where it was seen: `[Bug]: `, `[Bug Report][4.1.9] `, `Feature request: `. */
const withoutKind = (title: string): string =>
  title.replace(
    /^\s*(?:[[(](?:bug(?: report)?|feature(?: request)?|enhancement|regression|v?\d+\.[\w.-]{1,20})[\])]:?\s*|(?:bug(?: report)?|feature(?: request)?|enhancement|regression):\s*)+(?=\S)/i,
    "",
  );

/** All that a request says of itself, the title twice: it counts for more. Where it was seen says nothing of the code, nor do addresses, pictures and what a form asks. */
export function wholeText({ instruction = "", title, body }: Request): string {
  const said = withoutKind(title);
  return withoutAddresses(
    [instruction, said, said, withoutPictures(withoutLabels(withoutWhere(withoutSettled(body))))].join("\n"),
  );
}

/** One thing that the request wants, in its own words. */
export interface Requirement {
  /** `R1`, `R2`, ... in the order of the request. */
  readonly id: string;
  readonly text: string;
}

/** Requirements, the share of a title's words that makes a list its better wording, and how many more words make a sentence that. */
const limits = { requirements: 12, spelledOut: 0.6, more: 3 };

/**
 * Cuts a request into requirements without a model: the instruction, the title, then list items and asking sentences
 * of the body, then asking sentences of comments. Code, quotes, traces, ticked lists, examples and sections that only
 * describe are passed over, and so is what only says of what kind the request is, where something was seen, what its
 * writer has to do, or what they offer.
 * Sentences that repeat an earlier requirement are dropped, and so is a title that a list or a sentence says in more detail; at most
 * 12 are kept.
 */
export function splitRequirements({ title: whole, ...request }: Request): readonly Requirement[] {
  const title = withoutKind(whole);
  const body = wishes(request.body);
  const listed = body.filter((wish) => wish.item).map((wish) => wish.text);
  const texts = [
    ...sentences(request.instruction ?? "").flatMap(demands),
    ...(spellsOut(listed, title) || body.some(({ text }) => saysMore(text, title)) ? [] : demands(title)),
    ...[...body, ...request.comments.flatMap((comment) => wishes(comment.body))].map((wish) => wish.text),
  ].map(tidy);
  const kept: string[] = [];
  for (const text of texts) {
    if (!/\p{L}{2}/u.test(text) || kept.some((earlier) => repeats(text, earlier))) continue;
    kept.push(text);
    if (kept.length === limits.requirements) break;
  }
  return kept.map((text, at) => ({ id: `R${at + 1}`, text }));
}

/** True where a list of two items or more holds most words of the title that mean something. */
function spellsOut(items: readonly string[], title: string): boolean {
  if (items.length < 2) return false;
  const said = queryWords(items.join("\n"));
  const words = [...queryWords(title.replace(order, "")).keys()];
  return words.filter((word) => said.has(word)).length >= words.length * limits.spelledOut;
}

/** Behind a proposal: `but I am not sure whether that is right`. */
const unsure =
  /,? (?:but|though|although) I(?:['’]m| am) not (?:(?:really|entirely|quite) )?(?:sure|certain)\b.*$/i;

function tidy(text: string): string {
  const line = text
    .replace(/!?\[([^[\]]*)\]\((?:https?:|#)[^()\s]*\)/g, "$1")
    .replace(/(\*\*|__)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/\s+/g, " ")
    .replace(/^(?:but|and|so|also|however),? (?=\S)/i, "")
    .replace(unsure, "")
    .replace(/(?<![.!:;\s])[.!:;\s]+$/, "")
    .trim();
  return line.length <= longestRequirement ? line : `${line.slice(0, longestRequirement - 1).trimEnd()}…`;
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));

/** What titles say of a fault without saying which: `X not working as expected`. */
const unworking =
  /\b(?:(?:is|are|does|do|did)(?: not|n['’]t)|not) work(?:s|ed|ing)?\b(?: (?:as (?:expected|intended|documented)|correctly|properly|any ?more)\b)?/i;

/** True of a wish that has all of the title in more words: `X is ignored by the lock command`, of `X ignored?`. */
function saysMore(wish: string, title: string): boolean {
  const [said, words] = [wordsIn(wish), wordsIn(title)];
  const telling = unworking.test(wish) ? wordsIn(title.replace(unworking, "")) : words;
  return (
    telling.size > 0 && said.size >= words.size + limits.more && [...telling].every((word) => said.has(word))
  );
}

/** True where nearly all words of a text stand in an earlier one: it adds nothing to the ledger. */
function repeats(text: string, earlier: string): boolean {
  const known = wordsIn(earlier);
  const words = [...wordsIn(text)];
  return words.filter((word) => known.has(word) || word === "please").length >= words.length * 0.9;
}
