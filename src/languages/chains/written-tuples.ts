/**
 * Tuples and maps that are written out as what a function gives, or a name holds: `return Archive(), 1`. In a chain they
 * stand as a type is written, `<[=chain,_]>` and `<dict[_,=chain]>`, with chains of values.
 */
import { packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, type Node } from "../parsing/syntax-node.ts";

/** Of longer tuples the other places are left out. */
const maxPlaces = 8;
/** Of longer maps the other pairs, and maps of more different values. */
const maxPairs = 24;
const maxValues = 4;
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
  const parts: Node[] = [];
  for (const part of firstNamedChildrenOf(tuple, maxPlaces)) {
    if (part.type === spread) break;
    if (part.type !== "comment") parts.push(part);
  }
  return placesChain(parts, "", chainOf, depth);
}

/**
 * A tuple of what stands in these places.
 *
 * @param then The rest of the chain from each of them.
 */
export function placesChain(
  parts: readonly Node[],
  then: string,
  chainOf: (node: Node) => Chain | undefined,
  depth: number,
): Chain | undefined {
  if (depth >= maxDepth) return undefined;
  const places = parts.map((part) => placeSaid(withRest(chainOf(part), then)) ?? unknown);
  return places.every((place) => place === unknown) ? undefined : `<[${places.join()}]>`;
}

/** A chain with more behind it; undefined where there is none. */
export const withRest = (chain: Chain | undefined, then: string): Chain | undefined =>
  chain === undefined ? undefined : chain + then;

const unknown = "_";

const placeSaid = (chain: Chain | undefined): string | undefined =>
  chain === undefined || chain.startsWith("?") || chain.length > maxPlace ? undefined : packed(chain);

/** A map by its values, of which each may be meant; undefined where none is known, or too many are. */
export function mapChain(
  map: Node,
  pair: string,
  chainOf: (node: Node) => Chain | undefined,
  depth: number,
): Chain | undefined {
  if (depth >= maxDepth) return undefined;
  const values = new Set<string>();
  for (const part of firstNamedChildrenOf(map, maxPairs)) {
    const value = part.type === pair ? fieldOf(part, "value") : undefined;
    const said = placeSaid(value && chainOf(value));
    if (said !== undefined) values.add(said);
    if (values.size > maxValues) return undefined;
  }
  const [first] = values;
  if (first === undefined) return undefined;
  return `<dict[${unknown},${values.size === 1 ? first : packed(`<[${[...values].join()}]>[*]`)}]>`;
}
