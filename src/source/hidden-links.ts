import { bracketPairs, readTarget } from "./link-target.ts";

/** Labels that the text defines somewhere: `[label]: address`. */
export type LinkLabels = ReadonlySet<string>;

/** What a reader sees of a link or image, and where it ends. */
export interface LinkPart {
  readonly end: number;
  readonly shown: string;
}

const label = String.raw`\[(?!\^)((?:[^\[\]\\]|\\[^]){1,999})\]`;
const address = String.raw`(?:<[^<>\n]*>|[^\s<][^\s]*)`;
/** However long, but within its paragraph. */
const inTitle = String.raw`\\[^]|\n(?![ \t>]*(?:\n|$))`;
const title = String.raw`(?:"(?:[^"\\\n]|${inTitle})*"|'(?:[^'\\\n]|${inTitle})*'|\((?:[^()\\\n]|${inTitle})*\))`;
const marks = String.raw`[ \t>*+\-]*(?:\d{1,9}[.)][ \t>*+\-]*)?`;
const gap = String.raw`[ \t]*(?:\n[ \t>]*)?`;

const definition = new RegExp(
  `${marks}${label}:${gap}${address}(?:(?:[ \\t]+(?:\\n[ \\t>]*)?|\\n[ \\t>]*)${title})?[ \\t]*(?=\\n|$)`,
  "y",
);
const footnote = new RegExp(String.raw`${marks}\[\^[^\]\s]{1,200}\]:`, "y");
const emptyLink = /\[\s{0,100}\](?=\()/y;
const imageLabel = /\[([^[\]]{0,999})\]/y;
const labelledEnd = /\](?:\[([^[\]]{1,999})\])/y;
/** GitHub takes a single sign for one of money where a blank stands within it, or a word behind it. */
const math = /\$\$[^$]+\$\$|\$(?!\s)[^$]+(?<!\s)\$(?!\w)/y;
/** What draws unseen, defines, moves away or comments out. */
const unseenMath =
  /\\(?:[hv]?phantom|[a-z]*color|style|href|class|cssId|data|[egx]?def|let|newcommand|renewcommand|newenvironment|require|label|(?:math)?[rlc]lap|smash|m?kern|[hm]skip|m?hspace|raise|lower|move(?:left|right)|mmlToken|bbox|[a-z]*tip|toggle)|(?<!\\)%/i;

/** What has to be known of a whole text to read its links. */
export interface Links {
  readonly labels: LinkLabels;
  readonly pairs: ReadonlyMap<number, number>;
}

export const linksOf = (text: string): Links => ({ labels: labelsOf(text), pairs: bracketPairs(text) });

/** Every label with a definition, whatever stands around it. */
function labelsOf(text: string): LinkLabels {
  const anywhere = new RegExp(`${label}:`, "g");
  return new Set([...text.matchAll(anywhere)].map((match) => normal(match[1]!)));
}

/** The end of a link definition or footnote that begins at the line start `start`; neither is shown in its place. */
export function endOfDefinition(text: string, start: number): number {
  const end = matchEnd(definition, text, start);
  if (end >= 0) return end;
  const note = matchEnd(footnote, text, start);
  return note < 0 ? -1 : endOfFootnote(text, note);
}

/**
 * What stands at `start` when it is an image, the end of a link or a formula with more in it than a reader sees.
 * Undefined where everything is shown.
 */
export function readHiddenLink(text: string, start: number, links: Links): LinkPart | undefined {
  const { labels } = links;
  if (text[start] === "!") return readImage(text, start, links);
  if (text[start] === "$") return readMath(text, start);
  if (text[start] === "[") {
    const empty = matchEnd(emptyLink, text, start);
    const target = empty < 0 ? undefined : readTarget(text, empty);
    return target && { end: target.end, shown: "" };
  }
  const target = readTarget(text, start + 1);
  if (target) {
    const { address: to, titled, end } = target;
    const spaced = /^<.*\s.*>$/.test(to);
    return titled || spaced ? { end, shown: `](${spaced ? "" : to})` } : undefined;
  }
  labelledEnd.lastIndex = start;
  const labelled = labelledEnd.exec(text);
  if (!labelled || !labels.has(normal(labelled[1]!))) return undefined;
  return { end: labelledEnd.lastIndex, shown: "]" };
}

function readImage(text: string, start: number, { labels, pairs }: Links): LinkPart | undefined {
  const close = text[start + 1] === "[" ? pairs.get(start + 1) : undefined;
  if (close === undefined) return undefined;
  const target = readTarget(text, close + 1);
  if (target) return { end: target.end, shown: "(image)" };
  imageLabel.lastIndex = close + 1;
  const label = imageLabel.exec(text);
  if (!labels.has(normal(label?.[1] || text.slice(start + 2, close)))) return undefined;
  return { end: label ? imageLabel.lastIndex : close + 1, shown: "(image)" };
}

/** A formula can draw in white, or leave room for what it does not draw. */
function readMath(text: string, start: number): LinkPart | undefined {
  const end = matchEnd(math, text, start);
  if (end < 0 || !unseenMath.test(text.slice(start, end))) return undefined;
  return { end, shown: "(formula)" };
}

/** To the end of its paragraph, and of the indented ones that belong to it. */
function endOfFootnote(text: string, from: number): number {
  const rest = /[^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]*|\n(?:[ \t]*\n){1,100}(?: {4}|\t)[^\n]*)*/y;
  return matchEnd(rest, text, from);
}

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const normal = (words: string): string => words.trim().replace(/\s+/g, " ").toLowerCase();
