import type { LineRange } from "../source/line-range.ts";
import { familiesIn, family } from "./family.ts";
import { weighWords } from "./keywords.ts";

/** Lines that can be read at a glance, and fewer that show nothing. */
const lengths = { most: 80, fewest: 3 };
/** Different words of the request that a definition has to say: one alone is said by chance. */
const fewestWords = 2;

/**
 * The definition of a file that says most of a request, by its words' weights, the shortest among equals: where to begin
 * to read. Undefined for a file that can be read whole, and where no definition says enough.
 */
export function tellingLines(
  request: string,
  text: string,
  definitions: readonly LineRange[],
): LineRange | undefined {
  const lines = text.split("\n");
  if (lines.length <= lengths.most) return undefined;
  const asked = weighWords(request).map(({ parts, weight }) => ({ parts: parts.map(family), weight }));
  const weighed = definitions.flatMap(({ from, to }) => {
    const length = to - from + 1;
    if (length > lengths.most || length < lengths.fewest) return [];
    const said = new Set(familiesIn(lines.slice(from - 1, to).join("\n")));
    const hits = asked.filter(({ parts }) => parts.every((part) => said.has(part)));
    if (hits.length < fewestWords) return [];
    return [{ from, to, length, score: hits.reduce((sum, { weight }) => sum + weight, 0) }];
  });
  const [best] = weighed.sort((a, b) => b.score - a.score || a.length - b.length || a.from - b.from);
  return best && { from: best.from, to: best.to };
}
