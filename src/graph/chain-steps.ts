/** Chains cut into steps, each chain once: the same few thousand are met in every scope. */
import type { Chain } from "./outline.ts";

/** The last step of a chain, and the chain before it. */
export interface ChainStep {
  /** The whole chain; one string object for all that are alike, which makes it quick to look up. */
  readonly text: Chain;
  /** `.name`, `()`, `[]` or `[*]`; undefined for a head, which has no `rest` either. */
  readonly step: string | undefined;
  readonly rest: ChainStep | undefined;
}

export function createChainSteps(): (chain: Chain) => ChainStep {
  const known = new Map<Chain, ChainStep>();
  const cut = (chain: Chain): ChainStep => {
    const found = known.get(chain);
    if (found) return found;
    const start = lastStep(chain);
    const made =
      start <= 0
        ? { text: chain, step: undefined, rest: undefined }
        : { text: chain, step: chain.slice(start), rest: cut(chain.slice(0, start)) };
    known.set(chain, made);
    return made;
  };
  return cut;
}

/** Where the last step starts; -1 where the chain ends in something else. */
function lastStep(chain: Chain): number {
  if (chain.endsWith("()") || chain.endsWith("[]")) return chain.length - 2;
  if (chain.endsWith("[*]")) return chain.length - 3;
  let at = chain.length - 1;
  while (at >= 0 && !isMark(chain.charCodeAt(at))) at--;
  return chain[at] === "." && at < chain.length - 1 ? at : -1;
}

const marks = new Set([...".()[]<>"].map((mark) => mark.charCodeAt(0)));
const isMark = (unit: number): boolean => unit < 128 && marks.has(unit);
