/** Brackets in types and in heads of definitions, as they are written. */

const closings: Readonly<Record<string, string>> = { "(": ")", "[": "]", "<": ">" };

/** Whether the sign that stands there is the end of `=>` or `->`, which closes nothing. */
export const endsArrow = (text: string, at: number): boolean =>
  text[at] === ">" && (text[at - 1] === "=" || text[at - 1] === "-");

/** Where the bracket that stands there is closed; the length of the text where it is not. */
export function closing(text: string, start: number): number {
  const open = text[start]!;
  const close = closings[open];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && !endsArrow(text, at) && --depth === 0) return at;
  }
  return text.length;
}

/** By sign of ASCII how much deeper what is behind it stands. */
const brackets = new Int8Array(128);
for (const sign of "[<({") brackets[sign.charCodeAt(0)] = 1;
for (const sign of "])}>") brackets[sign.charCodeAt(0)] = -1;

/** Splits at the sign `separator` outside of brackets; parts are trimmed, and empty ones left out. */
export function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  const mark = separator.charCodeAt(0);
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const deeper = brackets[unit] ?? 0;
    if (deeper !== 0) depth += deeper < 0 && endsArrow(text, i) ? 0 : deeper;
    else if (unit === mark && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** A type or a name without all from its first `<` to its last `>`. */
export function withoutArguments(text: string): string {
  const [first, last] = [text.indexOf("<"), text.lastIndexOf(">")];
  return first < 0 || last < first ? text : text.slice(0, first) + text.slice(last + 1);
}
