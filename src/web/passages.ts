/** Parts that are never worth a place. */
const shortest = 20;

/**
 * The parts of a page that speak of what was asked, in their order, in at most `most` characters: blocks of lines,
 * those with most different words of the query first, the page's beginning before its end among equals. A short page is
 * taken whole.
 */
export function passagesFor(query: string, text: string, most: number): string {
  if (text.length <= most) return text;
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [])];
  const parts = partsOf(text, most).map((part, index) => {
    const lower = part.toLowerCase();
    return { part, index, hits: words.filter((word) => lower.includes(word)).length };
  });
  const kept = new Map<number, string>();
  let length = 0;
  for (const { part, index } of parts.sort((a, b) => b.hits - a.hits || a.index - b.index)) {
    if (length + part.length + separator.length > most) continue;
    length += part.length + separator.length;
    kept.set(index, part);
  }
  return [...kept.keys()]
    .sort((a, b) => a - b)
    .map((index) => (kept.has(index - 1) || index === 0 ? "" : "[...]\n") + kept.get(index)!)
    .join("\n");
}

const separator = "\n[...]\n";

/** Lines in groups of some hundred characters, broken where a heading stands; a line that is too long is cut. */
function partsOf(text: string, most: number): string[] {
  const size = Math.min(600, Math.floor(most / 2));
  const parts: string[] = [];
  let part = "";
  for (const line of text.split("\n")) {
    if (part !== "" && (part.length + line.length > size || line.startsWith("#"))) {
      parts.push(part);
      part = "";
    }
    part = part === "" ? line.slice(0, size) : `${part}\n${line.slice(0, size)}`;
  }
  parts.push(part);
  return parts.filter((one) => one.trim().length >= shortest);
}
