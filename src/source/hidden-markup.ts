import { createFinder } from "./finder.ts";
import { endOfDefinition, linksOf, readHiddenLink } from "./hidden-links.ts";
import {
  type Element,
  hidesItsContent,
  isPlainTag,
  readElement,
  shownTag,
  verbatimElements,
  voidElements,
} from "./html-element.ts";
import { type Cleaned, isInvisible } from "./invisible.ts";
import { endOfCodeSpan, readFence, runLength, startOfFenceWords } from "./markdown-code.ts";

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
      loose: false,
      hidden: undefined,
      shrunk: 0,
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
  /** Backticks or a `<` were left open in this paragraph: what looks like code further on may be none. */
  loose: boolean;
  hidden: Hidden | undefined;
  /** How many elements around make their text smaller. */
  shrunk: number;
}

/** Inside an element that is not shown. */
interface Hidden {
  readonly name: string;
  depth: number;
  /** Inside the summary of a collapsed part, which is all that shows of it. */
  summary: boolean;
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
    scan.loose = false;
    scan.blockEnd = -1;
    return false;
  }
  if (scan.blockEnd < at) scan.blockEnd = endOfBlock(scan);
  scan.firstWritten = matches(lineMarks, text, at) ? lineMarks.lastIndex : at;
  const fence =
    scan.raw && !scan.hidden ? undefined : readFence(text, at, scan.hidden ? "possible" : "certain");
  if (fence) {
    if (unseenLanguages.has(fence.language)) take(scan, fence.end, `(${fence.language})\n`);
    else {
      if (fence.info > 0) take(scan, fence.info, `${fence.mark}\n`);
      pass(scan, fence.end);
    }
    scan.loose = false;
    return true;
  }
  const words = scan.raw ? -1 : startOfFenceWords(text, at);
  if (words >= 0) {
    pass(scan, words);
    take(scan, text.indexOf("\n", words) < 0 ? text.length : text.indexOf("\n", words), "");
    return true;
  }
  const definition = endOfDefinition(text, at);
  if (definition >= 0) {
    take(scan, definition, "");
    return true;
  }
  if (text[scan.firstWritten] === "<" && !matches(autolink, text, scan.firstWritten)) scan.raw = true;
  return false;
}

function readCharacter(scan: Scan): void {
  const { text, at } = scan;
  const character = text[at]!;
  const link = linkCharacter.test(character) ? readHiddenLink(text, at, scan.links) : undefined;
  // In a block of HTML neither escapes nor code count; inside hidden text code does, whatever it may turn out to be.
  const marks = !scan.raw || scan.hidden !== undefined;
  if (character === "<") readAngle(scan);
  else if (character === "&") readReference(scan);
  else if (character === "`" && marks) readBackticks(scan);
  else if (character === "\\" && marks && escapable.test(text[at + 1] ?? "")) pass(scan, at + 2);
  else if (link) take(scan, link.end, link.shown);
  else pass(scan, endOfPlain(text, at));
}

const linkCharacter = /[![\]$]/;
const escapable = /[!-/:-@[-`{-~]/;

function readBackticks(scan: Scan): void {
  const end = scan.loose && !scan.hidden ? -1 : endOfCodeSpan(scan.text, scan.at);
  if (end < 0) scan.loose = true;
  pass(scan, end < 0 ? scan.at + runLength(scan.text, scan.at) : end);
}

function readAngle(scan: Scan): void {
  const { text, at } = scan;
  if (!scan.raw && matches(autolink, text, at)) {
    pass(scan, autolink.lastIndex);
    return;
  }
  if (scan.blockEnd < at) scan.blockEnd = endOfBlock(scan);
  const element = readElement(text, at, { ...scan, startsLine: at === scan.firstWritten });
  if (element) readTag(scan, element);
  else {
    if (/[A-Za-z/!?]/.test(text[at + 1] ?? "")) scan.loose = true;
    pass(scan, at + 1);
  }
}

function readTag(scan: Scan, element: Element): void {
  if (verbatimElements.has(element.name)) {
    if (element.kind === "open") scan.rawUntil ??= element.name;
    else if (scan.rawUntil === element.name) scan.rawUntil = undefined;
    scan.raw = true;
  }
  if (scan.hidden) readInsideHidden(scan, scan.hidden, element);
  else if (element.kind === "open" && (hidesItsContent(element) || isTooSmall(scan, element))) {
    take(scan, element.end, "");
    scan.hidden = { name: element.name, depth: 1, summary: false };
  } else if (isPlainTag(element)) {
    if (shrinking.has(element.name))
      scan.shrunk = Math.max(0, scan.shrunk + (element.kind === "open" ? 1 : -1));
    scan.out.push(shownTag(element));
    scan.at = element.end;
  } else take(scan, element.end, shownTag(element));
}

const shrinking: ReadonlySet<string> = new Set(["sub", "sup", "small"]);
/** Each makes text a quarter smaller: what stands deeper nobody can read. */
const mostShrunk = 3;

const isTooSmall = ({ shrunk }: Scan, { name }: Element): boolean =>
  shrinking.has(name) && shrunk >= mostShrunk;

function readInsideHidden(scan: Scan, hidden: Hidden, { kind, name, end }: Element): void {
  scan.at = end;
  const collapsed = hidden.name === "details" && hidden.depth === 1;
  if (kind === "open" && name === hidden.name && !voidElements.has(name)) hidden.depth += 1;
  else if (kind === "close" && name === hidden.name) hidden.depth -= 1;
  else if (name === "summary" && kind !== "comment") hidden.summary = collapsed && kind === "open";
  if (hidden.summary && hidden.depth !== 1) hidden.summary = false;
  if (hidden.depth > 0) return;
  scan.hidden = undefined;
  scan.out.push("\n");
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
  if (!scan.hidden || scan.hidden.summary) scan.out.push(scan.text.slice(scan.at, end));
  scan.at = end;
}

/** Takes the text up to `end` out and counts it; `shown` stands for it. */
function take(scan: Scan, end: number, shown: string): void {
  scan.at = end;
  if (scan.hidden && !scan.hidden.summary) return;
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

function endOfBlock({ text, at }: Scan): number {
  paragraphEnd.lastIndex = at;
  return paragraphEnd.exec(text)?.index ?? text.length;
}

const paragraphEnd = /\n[ \t]*(?=\n|$)/g;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
