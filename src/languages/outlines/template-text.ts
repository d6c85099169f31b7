/** Helpers for extracting code from templates. */

/** Reduces text to its line breaks, so that the code after it keeps its lines. */
export const linesIn = (text: string): string => text.replace(/[^\n]+/g, "");

const closings: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

/**
 * The bracket that closes the one at `open`, `(` or `{`; -1 where none does nearby. Those in quotes count as text.
 *
 * @param most characters from `open` that are looked at.
 * @param endOfText the quote that ends what the one at a place begins: -1 where none does, the place itself where it begins no text.
 */
export function closing(
  text: string,
  open: number,
  most: number,
  endOfText = (text: string, at: number): number => text.indexOf(text[at]!, at + 1),
): number {
  const opens = text[open]!;
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + most); at++) {
    const sign = text[at]!;
    if (sign === opens) depth++;
    else if (sign === closings[opens] && --depth === 0) return at;
    else if (sign === '"' || sign === "'" || sign === "`") {
      at = endOfText(text, at);
      if (at < 0) return -1;
    }
  }
  return -1;
}
