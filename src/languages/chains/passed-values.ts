/** What functions give of what they are given, known by name: `zip(all, more)` pairs, `max(all)` one of them. */
import { packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, isExtra, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import type { Passing } from "../passing.ts";
import { type ChainOf, type Place, withParameters } from "./comprehensions.ts";
import { maxArguments } from "./written-arguments.ts";
import { mapChain, placesChain, withRest } from "./written-tuples.ts";

/** Longer chains are left out: what says one twice would grow with every call. */
const maxLength = 200;

/**
 * The chain of what a call gives; undefined where nothing is known of it.
 *
 * @param list The arguments, or the one that stands in their place: `any(x for x in all)`.
 */
export function passedChain(list: Node, passing: Passing, place: Place, chainOf: ChainOf): Chain | undefined {
  const { types } = place;
  const parts = types.comprehensions?.[list.type] ? [list] : firstNamedChildrenOf(list, maxArguments);
  const given = parts
    .filter((part) => part.type !== types.named && !isExtra(part))
    .map((part) => (part.type === "argument" ? (namedChildAt(part, -1) ?? part) : part));
  const spread = given.findIndex(({ type }) => type === "list_splat");
  const { then = "", alone } = passing;
  if (passing.each !== undefined) {
    if (spread < 0) return withRest(placesChain(given, passing.each, chainOf, place.depth), then);
    // Of a list that is handed over as all arguments it gives a list: `gather(*[load() for _ in all])`.
    const all = given.length === 1 ? namedChildAt(given[0]!, 0) : undefined;
    const chain = all && chainOf(all);
    return chain === undefined || chain.startsWith("?") || chain.length > maxLength
      ? undefined
      : `${chain}[*]${passing.each}[+]${then}`;
  }
  const first = given[passing.place ?? 0];
  if (!first && passing.named && types.named !== undefined)
    return mapChain(list, types.named, chainOf, place.depth);
  if (!first || (spread >= 0 && spread <= (passing.place ?? 0))) return undefined;
  const whole = chainGiven(first, given, passing, place, chainOf);
  const chain = passing.ofClass === undefined ? whole : classNamed(whole, passing.ofClass);
  if (chain === undefined || chain.startsWith("?") || chain.length > maxLength) return undefined;
  if (passing.enters !== undefined) return entered(chain, passing.enters);
  const found = withRest(chain, alone !== undefined && given.length === 1 ? alone : then);
  return passing.within === undefined ? found : passing.within.replace("$", () => packed(found!));
}

/** An object of the class that a chain is the name of: as a type, for what gives it may give one that stands for it. */
function classNamed(chain: Chain | undefined, mark: string): Chain | undefined {
  const name = chain?.endsWith(mark) ? chain.slice(0, -mark.length) : "";
  return /^[\w\\]+$/.test(name) ? `<${name}>` : undefined;
}

function chainGiven(
  first: Node,
  given: readonly Node[],
  { member, through, first: object }: Passing,
  { text, types, names }: Place,
  chainOf: ChainOf,
): Chain | undefined {
  if (member) {
    const name = /^["']([A-Za-z_]\w*)["']$/.exec(
      given[1] ? text.slice(given[1].startIndex, given[1].endIndex) : "",
    );
    const holder = name ? chainOf(first) : undefined;
    return holder === undefined ? undefined : `${holder}.${name![1]}`;
  }
  if (through === undefined && object === undefined) return chainOf(first);
  const gone = through === undefined ? undefined : given[through];
  const element = gone && chainOf(gone);
  const parameter = through === undefined ? object : element && `${element}[*]`;
  if (first.type !== types.lambda && first.type !== types.results?.callback)
    return withRest(chainOf(first), "()");
  const body = fieldOf(first, "body");
  return body && chainOf(body, withParameters(names, first, text, parameter));
}

/** What `with` gives a name of a value: what this method of it gives where it has one, else itself. */
export const entered = (chain: Chain, method: string): Chain =>
  chain.length > maxLength ? chain : `${chain}.${method}(${packed(chain)})`;
