/** Names that stand for what they were asked to be in a part of the text; see type-guards.ts. */
import type { Chain } from "../../graph/outline.ts";

/** From where to where a name stands for that chain. */
export interface GuardedRegion {
  readonly start: number;
  end: number;
  readonly chain: Chain;
}

/** By name, in the order of the text. */
export type GuardedRegions = Map<string, readonly GuardedRegion[]>;

/** A chain that stands at a place of the text, with what the name means there of which it takes a member. */
export function narrowedAt(regions: GuardedRegions, chain: Chain, at: number): Chain {
  if (regions.size === 0) return chain;
  const dot = chain.indexOf(".", chain.startsWith("this.") ? "this.".length : 0);
  if (dot < 0) return chain;
  const region = regions.get(chain.slice(0, dot))?.findLast(({ start, end }) => start <= at && at < end);
  return region ? region.chain + chain.slice(dot) : chain;
}
