import { pathMark } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";

/** What a chain begins with: `a` of `a.b()`. */
export function headOf(chain: Chain): string {
  const head = chain.slice(0, headLength(chain));
  return head.endsWith(pathMark) ? head.slice(0, -pathMark.length) : head;
}

export function headLength(chain: Chain): number {
  const end = chain.search(/[.()[\]]/);
  return end < 0 ? chain.length : end;
}
