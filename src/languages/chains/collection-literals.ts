/**
 * Tuple, list and map literals as chains: `return Archive(), 1`. A chain has them as a type, `<[=chain,_]>` and
 * `<dict[_,=chain]>`, with chains for their elements.
 */
import { packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";

/** Further elements of a tuple are left out. */
const maxPlaces = 8;
/** Further pairs of a map are left out, and maps with more different values; the higher limit is for dispatch tables. */
const maxPairs = 64;
const maxValues = 4;
/** Longer lists have the type of their first element. */
const maxListed = 32;
/** Longer chains of elements are left out. */
const maxPlace = 200;
/** How deep literals may nest. */
const maxDepth = 3;

/**
 * Undefined where nothing is known of any element.
 *
 * @param spread The type of a spread element: elements behind it have no known index.
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
 * A tuple of these elements.
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
  const places = parts.map((part) => packedElement(withRest(chainOf(part), then)) ?? unknown);
  return places.every((place) => place === unknown) ? undefined : `<[${places.join()}]>`;
}

/** A chain with more behind it; undefined where there is none. */
export const withRest = (chain: Chain | undefined, then: string): Chain | undefined =>
  chain === undefined ? undefined : chain + then;

const unknown = "_";

const packedElement = (chain: Chain | undefined): string | undefined =>
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
    const element = packedElement(chain);
    if (element === undefined || values.has(element)) continue;
    values.add(element);
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
    const element = packedElement(chain);
    if (element !== undefined) values.add(element);
    else if (values.size === 0) return undefined;
    if (chain === undefined || !ofFunction.test(chain)) others++;
    if (others > 0 && values.size > maxValues) return undefined;
  }
  return values.size < 2 ? undefined : `<[${[...values].join()}]>[*][+]`;
}
