/**
 * Tuples and maps that are written out as what a function gives, or a name holds: `return Archive(), 1`. In a chain they
 * stand as a type is written, `<[=chain,_]>` and `<dict[_,=chain]>`, with chains of values.
 */
import { packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";

/** Of longer tuples the other places are left out. */
const maxPlaces = 8;
/** Of longer maps the other pairs, and maps of more different values; so many where all are names that functions have. */
const maxPairs = 64;
const maxValues = 4;
/** Lists of more different things hold what the first of them is. */
const maxListed = 32;
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
  let others = 0;
  for (const part of firstNamedChildrenOf(map, maxPairs)) {
    const value = part.type === pair ? fieldOf(part, "value") : undefined;
    const chain = value && chainOf(value);
    const said = placeSaid(chain);
    if (said === undefined || values.has(said)) continue;
    values.add(said);
    if (!ofFunction.test(chain!)) others++;
    if (others > 0 && values.size > maxValues) return undefined;
  }
  const [first] = values;
  if (first === undefined) return undefined;
  return `<dict[${unknown},${values.size === 1 ? first : packed(`<[${[...values].join()}]>[*]`)}]>`;
}

const ofFunction = /^(?:\w+\.)*_*[a-z]\w*$/;

/**
 * A list of several different things, of which any may be meant; undefined where it holds one thing alone, or nothing is
 * known of the first.
 */
export function listChain(
  list: Node,
  chainOf: (node: Node) => Chain | undefined,
  depth: number,
): Chain | undefined {
  if (depth >= maxDepth || !namedChildAt(list, 1)) return undefined;
  const values = new Set<string>();
  let others = 0;
  for (const part of firstNamedChildrenOf(list, maxListed)) {
    const chain = chainOf(part);
    const said = placeSaid(chain);
    if (said !== undefined) values.add(said);
    else if (values.size === 0) return undefined;
    if (chain === undefined || !ofFunction.test(chain)) others++;
    if (others > 0 && values.size > maxValues) return undefined;
  }
  return values.size < 2 ? undefined : `<[${[...values].join()}]>[*][+]`;
}
