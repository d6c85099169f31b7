/**
 * Tuples that are written out as what a function gives, or a name holds: `return Archive(), 1`. In a chain they stand as
 * a type is written, `<[=chain,_]>`, with a chain of values for each place.
 */
import { packed } from "../graph/chain-steps.ts";
import type { Chain } from "../graph/outline.ts";
import { firstNamedChildrenOf, type Node } from "./syntax-node.ts";

/** Of longer tuples the other places are left out. */
const maxPlaces = 8;
/** Longer chains of places, too. */
const maxPlace = 200;
/** Tuples in tuples are read so far. */
const maxDepth = 3;

/**
 * Undefined where nothing is known of any place.
 *
 * @param spread The type of a part that takes more than one place: what stands behind it has no known one.
 */
export function tupleChain(
  tuple: Node,
  spread: string | undefined,
  chainOf: (node: Node) => Chain | undefined,
  depth: number,
): Chain | undefined {
  if (depth >= maxDepth) return undefined;
  const places: string[] = [];
  for (const part of firstNamedChildrenOf(tuple, maxPlaces)) {
    if (part.type === spread) break;
    if (part.type === "comment") continue;
    const chain = chainOf(part);
    const isKnown = chain !== undefined && !chain.startsWith("?") && chain.length <= maxPlace;
    places.push(isKnown ? packed(chain) : "_");
  }
  return places.every((place) => place === "_") ? undefined : `<[${places.join()}]>`;
}
