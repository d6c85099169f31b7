/**
 * Content tags: two characters that prove which line a model means. The model copies them from the numbered view;
 * a stale or miscounted number then shows as a tag that is not the line's own.
 *
 * This is the only file that knows what a tag is made of. Ten bits: a wrong line passes once in 1,024 times.
 */

/** How a tag looks in an answer, also a mistaken one, so that it can be complained about. */
export const tagPattern = "[A-Za-z0-9]{1,8}";

/** No `0`, `1`, `l` or `o`: 32 characters that cannot be mistaken for each other. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/**
 * The tag of every line of one file. A tag depends on the line without its indentation, and on how many equal
 * lines stand above it: otherwise the many `}` and blank lines of a file would all share one tag.
 */
export function tagsOf(lines: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const content = line.trim();
    const earlier = seen.get(content) ?? 0;
    seen.set(content, earlier + 1);
    const bits = hash(`${content}\n${earlier}`);
    return alphabet.charAt(bits & 31) + alphabet.charAt((bits >>> 5) & 31);
  });
}

/** FNV-1a over UTF-16 units, 32 bits, with a final mix so that the low bits depend on every unit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
