/**
 * Tags and stamps: what proves that the model means this line of this file. The model copies them from the numbered
 * view; a miscounted number then shows as a tag that is not the line's own, a changed file as another stamp.
 *
 * This is the only file that knows what they are made of. Pairs of letters, because behind a number nearly each of
 * them is one token (docs/decisions/0011-edit-notation.md).
 */

/** How a tag looks in an answer, also a mistaken one, so that it can be complained about. */
export const tagPattern = "[A-Za-z]{1,4}|#[A-Za-z0-9]{1,8}";
/** How the stamp of a file looks behind its path. */
export const stampPattern = "#[a-km-np-z]{4}";

/** No `l` or `o`, which stand beside digits: 24 letters, so 576 pairs. */
const alphabet = "abcdefghijkmnpqrstuvwxyz";
const pairs = alphabet.length ** 2;
/** So many lines above share no tag with a line: a number that is off by less never passes, and never fits twice. */
const apart = 16;

/**
 * The tag of every line of a text: drawn from the hash of the whole text and the line's number. So a tag proves the
 * text as well as the line, the many `}` of a file differ, and equal lines of two files differ. Tags within 16 lines
 * are all different. `text`: with its line ends, without a byte order mark; `count`: of its lines.
 */
export function tagsOf(text: string, count: number): readonly string[] {
  const whole = hashOf(text);
  const codes = new Uint16Array(count);
  return Array.from(codes, (_, at) => {
    let code = finished(whole ^ Math.imul(at + 1, 0x9e3779b1)) % pairs;
    while (isNear(codes, code, at)) code = (code + 1) % pairs;
    codes[at] = code;
    return pair(code);
  });
}

/** Four letters for a whole text, 18 bits: another text passes once in 331,776 times. */
export function stampOf(text: string): string {
  const value = hashOf(text);
  return pair(value % pairs) + pair(Math.floor(value / pairs) % pairs);
}

function isNear(codes: Uint16Array, code: number, at: number): boolean {
  for (let above = Math.max(0, at - apart); above < at; above++) if (codes[above] === code) return true;
  return false;
}

function pair(code: number): string {
  return alphabet.charAt(code % alphabet.length) + alphabet.charAt(Math.floor(code / alphabet.length));
}

let last = { text: "", value: hash("") };

/** Of one text the stamp and the tags are asked for, one after the other. */
function hashOf(text: string): number {
  if (last.text !== text) last = { text, value: hash(text) };
  return last.value;
}

/** FNV-1a over UTF-16 units, 32 bits, with a final mix so that all bits depend on every unit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return finished(value);
}

function finished(value: number): number {
  let rest = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  rest = Math.imul(rest ^ (rest >>> 13), 0xc2b2ae35);
  return (rest ^ (rest >>> 16)) >>> 0;
}
