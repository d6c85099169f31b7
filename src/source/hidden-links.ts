/** Labels that the text defines somewhere: `[label]: address`. */
export type LinkLabels = ReadonlySet<string>;

/** What a reader sees of a link or image, and where it ends. */
export interface LinkPart {
  readonly end: number;
  readonly shown: string;
}

const label = String.raw`\[(?!\^)((?:[^\[\]\\]|\\[^]){1,999})\]`;
const address = String.raw`(?:<[^<>\n]{0,2000}>|[^\s<][^\s]{0,2000})`;
const title = String.raw`(?:"(?:[^"\\]|\\[^]){0,1000}"|'(?:[^'\\]|\\[^]){0,1000}'|\((?:[^()\\]|\\[^]){0,1000}\))`;
const marks = String.raw`[ \t>*+\-]*(?:\d{1,9}[.)][ \t>*+\-]*)?`;
const gap = String.raw`[ \t]*(?:\n[ \t>]*)?`;

const definition = new RegExp(
  `${marks}${label}:${gap}${address}(?:(?:[ \\t]+(?:\\n[ \\t>]*)?|\\n[ \\t>]*)${title})?[ \\t]*(?=\\n|$)`,
  "y",
);
const footnote = new RegExp(String.raw`${marks}\[\^[^\]\s]{1,200}\]:`, "y");
const inlineEnd = String.raw`\(\s{0,100}(<[^<>\n]{0,2000}>|(?:[^\s()\\<]|\\[^]|\([^\s()]{0,500}\)){0,2000})(\s{1,100}${title})?\s{0,100}\)`;
const linkEnd = new RegExp(String.raw`\]${inlineEnd}`, "y");
const emptyLink = new RegExp(String.raw`\[\s{0,100}\]${inlineEnd}`, "y");
const imageText = String.raw`!\[((?:[^\[\]\\]|\\[^]|\[[^\[\]]{0,200}\]){0,1000})\]`;
const inlineImage = new RegExp(imageText + inlineEnd, "y");
const labelledImage = new RegExp(`${imageText}(?:\\[([^\\[\\]]{0,999})\\])?`, "y");
const labelledEnd = /\](?:\[([^[\]]{1,999})\])/y;
const math = /\$\$?[^$]{1,2000}\$\$?/y;

/** Every label with a definition, whatever stands around it. */
export function labelsOf(text: string): LinkLabels {
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
export function readHiddenLink(text: string, start: number, labels: LinkLabels): LinkPart | undefined {
  if (text[start] === "!") return readImage(text, start, labels);
  if (text[start] === "$") return readMath(text, start);
  if (text[start] === "[") {
    const end = matchEnd(emptyLink, text, start);
    return end < 0 ? undefined : { end, shown: "" };
  }
  linkEnd.lastIndex = start;
  const link = linkEnd.exec(text);
  if (link) {
    const [, to = "", titled] = link;
    const spaced = /^<.*\s.*>$/.test(to);
    if (titled === undefined && !spaced) return undefined;
    return { end: linkEnd.lastIndex, shown: `](${spaced ? "" : to})` };
  }
  labelledEnd.lastIndex = start;
  const labelled = labelledEnd.exec(text);
  if (!labelled || !labels.has(normal(labelled[1]!))) return undefined;
  return { end: labelledEnd.lastIndex, shown: "]" };
}

function readImage(text: string, start: number, labels: LinkLabels): LinkPart | undefined {
  const inline = matchEnd(inlineImage, text, start);
  if (inline >= 0) return { end: inline, shown: "(image)" };
  labelledImage.lastIndex = start;
  const image = labelledImage.exec(text);
  if (!image || !labels.has(normal(image[2] || image[1]!))) return undefined;
  return { end: labelledImage.lastIndex, shown: "(image)" };
}

/** A formula can draw in white, or leave room for what it does not draw. */
function readMath(text: string, start: number): LinkPart | undefined {
  const end = matchEnd(math, text, start);
  if (end < 0 || !/\\(?:[hv]?phantom|(?:text|f|page)?color|style|href|class)/.test(text.slice(start, end)))
    return undefined;
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
