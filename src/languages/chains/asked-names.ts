/** Names that stand for what they were asked to be in a part of the text; see asked-regions.ts. */
import type { Chain } from "../../graph/outline.ts";

/** From where to where a name stands for that chain. */
export interface AskedRegion {
  readonly start: number;
  end: number;
  readonly chain: Chain;
}

/** By name, in the order of the text. */
export type AskedRegions = Map<string, readonly AskedRegion[]>;

const nameBefore = /^(?:this\.)?[A-Za-z_$][\w$]*(?=\.)/;

/** A chain that stands at a place of the text, with what the name means there of which it takes a member. */
export function askedAt(regions: AskedRegions, chain: Chain, at: number): Chain {
  const [name] = (regions.size > 0 && nameBefore.exec(chain)) || [];
  const region =
    name === undefined ? undefined : regions.get(name)?.findLast(({ start, end }) => start <= at && at < end);
  return region ? region.chain + chain.slice(name!.length) : chain;
}
