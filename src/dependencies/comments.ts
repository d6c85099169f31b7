/**
 * A build script without its comments, which are written as in C; what stands in quotes, or in three of them, keeps its
 * strokes. In one pass, however many comments are begun and never closed.
 */
export function withoutComments(text: string): string {
  const sign = /"""|'''|["']|\/[/*]/g;
  const kept: string[] = [];
  let from = 0;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const [opened] = found;
    if (opened === "//" || opened === "/*") {
      kept.push(text.slice(from, found.index), " ");
      const close = text.indexOf(opened === "//" ? "\n" : "*/", sign.lastIndex);
      from = close < 0 ? text.length : opened === "//" ? close : close + 2;
      sign.lastIndex = from;
    } else if (opened.length === 3) {
      const close = text.indexOf(opened, sign.lastIndex);
      sign.lastIndex = close < 0 ? text.length : close + 3;
    } else sign.lastIndex = endOfText(text, sign.lastIndex, opened);
  }
  return kept.join("") + text.slice(from);
}

/** Behind the closing quote; a text ends with its line. */
function endOfText(text: string, from: number, quote: string): number {
  let at = from;
  while (at < text.length && text[at] !== quote && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The same where a hash begins them; a hash in quotes of that kind, which end with their line, begins none. */
export const withoutHashComments = (text: string, quote: '"' | "'"): string =>
  text.replace(hashes[quote], (found) => (found.startsWith("#") ? " " : found));

const hashes = { '"': /"[^"\n]*"|#.*/g, "'": /'[^'\n]*'|#.*/g };
