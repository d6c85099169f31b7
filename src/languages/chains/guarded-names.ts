/** Names with a narrowed type in a region of the text; see type-guards.ts. */
import type { Chain } from "../../graph/outline.ts";

/** Where a name stands for the narrowed chain, `x[is=...]`. */
export interface GuardedRegion {
  readonly start: number;
  end: number;
  readonly chain: Chain;
}

/** By name, in the order of the text. */
export type GuardedRegions = Map<string, readonly GuardedRegion[]>;

/** A chain at a position of the text, its head narrowed by the innermost type guard that holds there: `x.run` as `x[is=Foo()].run`. */
export function narrowedAt(regions: GuardedRegions, chain: Chain, at: number): Chain {
  if (regions.size === 0) return chain;
  const dot = chain.indexOf(".", chain.startsWith("this.") ? "this.".length : 0);
  if (dot < 0) return chain;
  const region = regions.get(chain.slice(0, dot))?.findLast(({ start, end }) => start <= at && at < end);
  return region ? region.chain + chain.slice(dot) : chain;
}
