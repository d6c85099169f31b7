/** The address of a link and whether a title, which nobody sees, stands behind it. */
export interface LinkTarget {
  /** Index after the closing bracket. */
  readonly end: number;
  /** As written, in its angles where it has any. */
  readonly address: string;
  readonly titled: boolean;
}

/** Deeper brackets than these are no part of an address (CommonMark). */
const mostBrackets = 32;

/**
 * Reads `(address "title")` at `at`; undefined where there is none. However long its parts are: a reader on GitHub sees
 * none of them. Many of these in one text take time linear in the text, since each part ends where the next one begins.
 */
export function readTarget(text: string, at: number): LinkTarget | undefined {
  if (text[at] !== "(") return undefined;
  const from = endOfBlanks(text, at + 1);
  const to = endOfAddress(text, from);
  if (to < 0) return undefined;
  const gap = endOfBlanks(text, to);
  const title = gap > to ? endOfTitle(text, gap) : -1;
  const end = endOfBlanks(text, title < 0 ? gap : title);
  if (text[end] !== ")") return undefined;
  return { end: end + 1, address: text.slice(from, to), titled: title >= 0 };
}

function endOfBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}

function endOfAddress(text: string, from: number): number {
  const angled = text[from] === "<";
  let depth = 0;
  for (let at = angled ? from + 1 : from; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === "\\") at += 1;
    else if (angled) {
      if (character === ">") return at + 1;
      if (character === "<" || character === "\n") return -1;
    } else if (/\s/.test(character)) return depth === 0 ? at : -1;
    else if (character === "(" && ++depth > mostBrackets) return -1;
    else if (character === ")" && --depth < 0) return at;
  }
  return -1;
}

const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };
const blankLine = /[ \t>]*(?:\n|$)/y;

/** Of the title that begins at `from`, in its paragraph; -1 where there is none. */
function endOfTitle(text: string, from: number): number {
  const closing = closings[text[from]!];
  if (closing === undefined) return -1;
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === closing) return at + 1;
    if (character === "\\") at += 1;
    else if (character === "(" && closing === ")") return -1;
    else if (character === "\n") {
      blankLine.lastIndex = at + 1;
      if (blankLine.test(text)) return -1;
    }
  }
  return -1;
}

/** Where each opening bracket of a text is closed, within its paragraph. */
export function bracketPairs(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  let open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "[") open.push(at);
    else if (character === "]") {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    } else if (character === "\n") {
      blankLine.lastIndex = at + 1;
      if (blankLine.test(text)) open = [];
    }
  }
  return pairs;
}
