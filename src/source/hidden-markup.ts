import { createFinder } from "./finder.ts";
import { endOfDefinition, linksOf, readHiddenLink } from "./hidden-links.ts";
import {
  beginsHtmlBlock,
  type Element,
  enclosingElements,
  hidesItsContent,
  isPlainTag,
  readElement,
  shownTag,
  verbatimElements,
  voidElements,
} from "./html-element.ts";
import { type Cleaned, isInvisible } from "./invisible.ts";
import { endOfCodeSpan, readFence, runLength, startOfFenceWords } from "./markdown-code.ts";
import { endOfParagraph, nextBlock } from "./paragraphs.ts";

/**
 * Markdown without what GitHub does not show of it: one pass from left to right, as a reader of markdown and HTML
 * goes. Line ends must be `\n`. See `visibleText` for what is taken out.
 */
export function removeHiddenMarkup(text: string): Cleaned {
  const scan: Scan = {
    ...{ text, at: 0, out: [], removed: 0, find: createFinder(text), links: linksOf(text) },
    ...{
      firstWritten: 0,
      blockEnd: -1,
      raw: false,
      rawUntil: undefined,
      isBlock: false,
      blockAt: -1,
      loose: false,
      hidden: [],
      isSummary: false,
      isFirst: false,
      shrunk: 0,
      silentUntil: -1,
      kept: 0,
      nextBlock: -1,
    },
  };
  while (scan.at < text.length) {
    const startsLine = scan.at === 0 || text[scan.at - 1] === "\n";
    if (startsLine && beginLine(scan)) continue;
    readCharacter(scan);
  }
  return { text: scan.out.join(""), removed: scan.removed };
}

interface Scan {
  readonly text: string;
  at: number;
  readonly out: string[];
  removed: number;
  readonly find: ReturnType<typeof createFinder>;
  readonly links: ReturnType<typeof linksOf>;
  /** The first character of the current line that is no space, list mark or quote mark. */
  firstWritten: number;
  /** Where the current paragraph ends: its blank line. */
  blockEnd: number;
  /** In a block of HTML: markdown has no say until the blank line, or until the end tag of `rawUntil`. */
  raw: boolean;
  rawUntil: string | undefined;
  /** It is a block of HTML with Markdown in none of its lines, for certain. */
  isBlock: boolean;
  /** Where in this line a comment or the like begins that is a block by itself; else -1. */
  blockAt: number;
  /** Backticks or a `<` were left open in this paragraph: what looks like code further on may be none. */
  loose: boolean;
  /** The elements that are not shown and that we are in, with those in them that end in the same way, outermost first. */
  hidden: string[];
  /** Inside the summary of a collapsed part, which is all that shows of it: the first element in there, or none. */
  isSummary: boolean;
  isFirst: boolean;
  /** How many elements around make their text smaller. */
  shrunk: number;
  /** What begins before is read, and not shown: see `doubt`. The first `kept` of `hidden` stay through it. */
  silentUntil: number;
  kept: number;
  /** The end of the next line behind which a block begins. */
  nextBlock: number;
}

const unseenLanguages: ReadonlySet<string> = new Set(["math", "mermaid", "geojson", "topojson", "stl"]);
const lineMarks = /[ \t>*+\-\d.)]*/y;
const blankLine = /[ \t]*(?:\n|$)/y;
const autolink = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]{1,100}@[^\s<>@]{1,255})>/y;
/** In HTML a reference may have many digits and no `;`. */
const reference = /&(?:#(\d{1,20})|#([xX][0-9a-fA-F]{1,20})|(shy)|([A-Za-z]{2,32})(?=;));?/y;
const invisibleNames =
  /^(?:shy|ZeroWidthSpace|Negative(?:Thin|Medium|Thick|VeryThin)Space|zwj|zwnj|lrm|rlm|NoBreak|InvisibleTimes|it|InvisibleComma|ic|ApplyFunction|af)$/;

/** Blocks that are decided at the beginning of a line. True where something was read. */
function beginLine(scan: Scan): boolean {
  const { text, at } = scan;
  if (matches(blankLine, text, at)) {
    scan.raw = scan.rawUntil !== undefined;
    scan.isBlock = false;
    scan.loose = false;
    scan.blockEnd = -1;
    return false;
  }
  if (scan.blockEnd < at) scan.blockEnd = endOfParagraph(text, at);
  scan.firstWritten = matches(lineMarks, text, at) ? lineMarks.lastIndex : at;
  const fence =
    scan.raw && scan.hidden.length === 0
      ? undefined
      : readFence(text, at, scan.hidden.length > 0 ? "possible" : "certain");
  if (fence) {
    if (unseenLanguages.has(fence.language)) take(scan, fence.end, `(${fence.language})\n`);
    else {
      if (fence.info > 0) take(scan, fence.info, `${fence.mark}\n`);
      pass(scan, fence.end);
    }
    scan.loose = false;
    return true;
  }
  const words = scan.isBlock ? -1 : startOfFenceWords(text, at);
  if (words >= 0) {
    pass(scan, words);
    take(scan, text.indexOf("\n", words) < 0 ? text.length : text.indexOf("\n", words), "");
    return true;
  }
  const definition = endOfDefinition(text, at);
  if (definition >= 0) {
    if (isDoubtful(scan, definition)) doubt(scan, definition);
    else take(scan, definition, "");
    return true;
  }
  if (text[scan.firstWritten] === "<" && !matches(autolink, text, scan.firstWritten)) scan.raw = true;
  const begins = !scan.isBlock && beginsHtmlBlock(text, at);
  const isOneElement = /[!?]/.test(text[scan.firstWritten + 1] ?? "");
  scan.blockAt = begins && isOneElement ? scan.firstWritten : -1;
  scan.isBlock ||= begins && !isOneElement;
  return false;
}

function readCharacter(scan: Scan): void {
  const { text, at } = scan;
  const character = text[at]!;
  const link = linkCharacter.test(character) ? readHiddenLink(text, at, scan.links) : undefined;
  // In a block of HTML neither escapes nor code count; inside hidden text code does, whatever it may turn out to be.
  const marks = !scan.raw || scan.hidden.length > 0;
  if (character === "<") readAngle(scan);
  else if (character === "&") readReference(scan);
  else if (character === "`" && marks) readBackticks(scan);
  else if (character === "\\" && marks && escapable.test(text[at + 1] ?? "")) pass(scan, at + 2);
  else if (link && isDoubtful(scan, link.end)) doubt(scan, link.end);
  else if (link) take(scan, link.end, link.shown);
  else pass(scan, endOfPlain(text, at));
}

const linkCharacter = /[![\]$]/;
const escapable = /[!-/:-@[-`{-~]/;

function readBackticks(scan: Scan): void {
  const end = scan.loose && scan.hidden.length === 0 ? -1 : endOfCodeSpan(scan.text, scan.at);
  if (end < 0) scan.loose = true;
  pass(scan, end < 0 ? scan.at + runLength(scan.text, scan.at) : end);
}

function readAngle(scan: Scan): void {
  const { text, at } = scan;
  if (!scan.raw && matches(autolink, text, at)) {
    pass(scan, autolink.lastIndex);
    return;
  }
  if (scan.blockEnd < at) scan.blockEnd = endOfParagraph(text, at);
  // Read on in doubt, a tag ends before the next one begins, as in a paragraph.
  const raw = scan.raw && (scan.isBlock || at >= scan.silentUntil);
  const element = readElement(text, at, { ...scan, raw, startsLine: at === scan.firstWritten });
  if (element && (element.isUnsure || isDoubtful(scan, element.end))) {
    if (element.kind === "open" && hidesItsContent(element)) scan.hidden.push(element.name);
    scan.loose = true;
    doubt(scan, element.end);
  } else if (element) readTag(scan, element);
  else {
    if (/[A-Za-z/!?]/.test(text[at + 1] ?? "")) scan.loose = true;
    pass(scan, at + 1);
  }
}

/**
 * Whether what seems to go on to `end` may end before that: a line in between begins a block of its own, and then this
 * is no element, and no link, but text. Not so for a comment that is a block by itself, and in a block of HTML.
 */
function isDoubtful(scan: Scan, end: number): boolean {
  const { text, at } = scan;
  if (at === scan.blockAt) return false;
  if (scan.isBlock) return end > scan.blockEnd;
  if (scan.nextBlock < at) {
    scan.nextBlock = nextBlock(text, at);
  }
  return scan.nextBlock < end;
}

/**
 * Takes out what is hidden in either reading: all to the end of the paragraph in which the one reading ends, while it is
 * read on as the other has it, for what begins in there may hide what comes after it.
 */
function doubt(scan: Scan, end: number): void {
  if (scan.at >= scan.silentUntil && (scan.hidden.length === 0 || scan.isSummary)) scan.removed += 1;
  if (end > scan.silentUntil) scan.silentUntil = endOfParagraph(scan.text, end);
  scan.kept = scan.hidden.length;
  pass(scan, scan.at + 1);
}

function readTag(scan: Scan, element: Element): void {
  const { kind, name, end } = element;
  const isUnsure = scan.at < scan.silentUntil;
  const hides = hidesItsContent(element) || (isUnsure && verbatimElements.has(name));
  if (verbatimElements.has(name)) {
    if (kind === "open") scan.rawUntil ??= name;
    else if (scan.rawUntil === name) scan.rawUntil = undefined;
    scan.raw = true;
  }
  if (scan.hidden.length > 0) readInsideHidden(scan, element, hides);
  else if (kind === "open" && (hides || isTooSmall(scan, element))) {
    take(scan, end, "");
    scan.hidden = [name];
    scan.isFirst = name === "details";
  } else if (isPlainTag(element)) {
    if (shrinking.has(name)) scan.shrunk = Math.max(0, scan.shrunk + (kind === "open" ? 1 : -1));
    if (!isUnsure) scan.out.push(shownTag(element));
    scan.at = end;
  } else take(scan, end, shownTag(element));
}

const shrinking: ReadonlySet<string> = new Set(["sub", "sup", "small"]);
/** Each makes text a quarter smaller: what stands deeper nobody can read. */
const mostShrunk = 3;

const isTooSmall = ({ shrunk }: Scan, { name }: Element): boolean =>
  shrinking.has(name) && shrunk >= mostShrunk;

/** A collapsed part ends with all that is left open in it; any other element ends only where nothing in it is open. */
function readInsideHidden(scan: Scan, { kind, name, end }: Element, hides: boolean): void {
  const { hidden } = scan;
  const isUnsure = scan.at < scan.silentUntil;
  scan.at = end;
  const innermost = hidden.at(-1)!;
  if (kind === "open" && !voidElements.has(name) && (name === innermost || hides)) hidden.push(name);
  else if (kind === "close" && (name === innermost || name === "details")) {
    const from = hidden.lastIndexOf(name);
    const isClosed = hidden.slice(from + 1).some((inner) => enclosingElements.has(inner));
    if (from >= (isUnsure ? scan.kept : 0) && !isClosed) hidden.splice(from);
  } else if (name === "summary" && kind !== "comment") scan.isSummary = kind === "open" && scan.isFirst;
  scan.isFirst = scan.isFirst && kind === "comment";
  if (hidden.length !== 1) scan.isSummary = false;
  if (hidden.length === 0 && !isUnsure) scan.out.push("\n");
}

function readReference(scan: Scan): void {
  reference.lastIndex = scan.at;
  const [all, decimal, hex, legacy, name] = reference.exec(scan.text) ?? [];
  const end = scan.at + (all?.length ?? 1);
  const number = decimal ?? (hex && `0${hex}`);
  const unseen =
    number === undefined
      ? legacy !== undefined || (name !== undefined && invisibleNames.test(name))
      : isInvisible(Number(number));
  if (unseen) take(scan, end, "");
  else pass(scan, end);
}

/** Shows the text up to `end`, unless we are inside something hidden. */
function pass(scan: Scan, end: number): void {
  if (isShown(scan)) scan.out.push(scan.text.slice(scan.at, end));
  scan.at = end;
}

const isShown = ({ at, silentUntil, hidden, isSummary }: Scan): boolean =>
  at >= silentUntil && (hidden.length === 0 || isSummary);

/** Takes the text up to `end` out and counts it; `shown` stands for it. */
function take(scan: Scan, end: number, shown: string): void {
  const counts = isShown(scan);
  scan.at = end;
  if (!counts) return;
  scan.removed += 1;
  scan.out.push(shown);
}

/** The next character that could mean something. */
function endOfPlain(text: string, start: number): number {
  special.lastIndex = start + 1;
  const found = special.exec(text);
  if (!found) return text.length;
  return found[0] === "\n" ? found.index + 1 : found.index;
}

const special = /[\n<&\\`![\]$]/g;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
