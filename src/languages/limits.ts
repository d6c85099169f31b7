/** What is too large or too slow to parse. A file beyond a limit is skipped with a note; it never fails a run. */

/** UTF-16 units of a file's text. */
export const maxFileLength = 1_000_000;
/** Characters of one line: beyond it the file is generated or minified. */
export const maxLineLength = 20_000;
/** Milliseconds that one file's parse and query may take. */
export const parseDeadline = 3_000;

/** Why a text is not parsed, as the end of a sentence; undefined where it may be. */
export function tooLarge(text: string): string | undefined {
  if (text.length > maxFileLength) return `it has more than ${maxFileLength} characters`;
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf("\n", start);
    if ((end < 0 ? text.length : end) - start > maxLineLength)
      return `it has a line of more than ${maxLineLength} characters`;
    if (end < 0) break;
    start = end + 1;
  }
  return undefined;
}
