/** Names that stand for what they were asked to be in a part of the text; see asked-regions.ts. */
import type { Chain } from "../../graph/outline.ts";
import type { Node } from "../parsing/syntax-node.ts";
import type { Names } from "./comprehensions.ts";

/** From where to where a name stands for that chain. */
export interface AskedRegion {
  readonly start: number;
  end: number;
  readonly chain: Chain;
}

/** By name, in the order of the text. */
export type AskedRegions = Map<string, readonly AskedRegion[]>;

const firstName = /[A-Za-z_$][\w$]*/y;

/** What the name means that an expression begins with, of which it takes a member. */
export function askedAt(
  regions: AskedRegions,
  text: string,
  { type, startIndex: at }: Node,
): Names | undefined {
  if (regions.size === 0 || type === "identifier") return undefined;
  firstName.lastIndex = at;
  const name = firstName.exec(text)?.[0] ?? "";
  const region = regions.get(name)?.findLast(({ start, end }) => start <= at && at < end);
  return region && new Map([[name, region.chain]]);
}
