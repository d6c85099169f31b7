/** Applies summaries of library functions to their arguments: `zip(all, more)` returns pairs, `max(all)` an element. */
import { packed } from "../../graph/notation/chain-steps.ts";
import { anyOf, type Chain } from "../../graph/outline.ts";
import type { FlowSummary } from "../flow-summary.ts";
import { fieldOf, firstNamedChildrenOf, isExtra, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import { maxArguments } from "./argument-literals.ts";
import { mapChain, placesChain, withRest } from "./collection-literals.ts";
import { type ChainOf, type Place, withParameters } from "./comprehensions.ts";

/** Longer chains are left out: what says one twice would grow with every call. */
const maxLength = 200;

/**
 * The chain of a call's result; undefined where nothing is known of it.
 *
 * @param list The arguments, or the one in their place: `any(x for x in all)`.
 */
export function summaryChain(
  list: Node,
  passing: FlowSummary,
  place: Place,
  chainOf: ChainOf,
): Chain | undefined {
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
  { member, through, first: object }: FlowSummary,
  { text, types, names }: Place,
  chainOf: ChainOf,
): Chain | undefined {
  if (member) {
    const name = given[1] && memberNamed(text.slice(given[1].startIndex, given[1].endIndex), text, first);
    const holder = name ? chainOf(first) : undefined;
    return holder === undefined ? undefined : `${holder}.${name}`;
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

/** The name of a member as a text says it, or how it begins: `f"visit_{name}"`, `"visit_" + name`, also by a variable that was just given that. */
function memberNamed(written: string, text: string, before: Node): string | undefined {
  const whole = /^["']([A-Za-z_]\w*)["']$/.exec(written)?.[1];
  if (whole !== undefined) return whole;
  for (const form of begun) {
    const [, , start, end = ""] = form.exec(written) ?? [];
    if (start !== undefined && start.length + end.length > 2) return start + anyOf + end;
  }
  if (!/^[a-z_]\w*$/.test(written)) return undefined;
  const near = text.slice(Math.max(0, before.startIndex - maxNear), before.startIndex);
  const start = near.lastIndexOf("def ");
  const assigned = new RegExp(`^[ \\t]*${written}[ \\t]*=[ \\t]*(.+)`, "gm");
  const value = start < 0 ? undefined : [...near.slice(start).matchAll(assigned)].at(-1)?.[1];
  return value === undefined || value === written ? undefined : memberNamed(value, "", before);
}

/** So far before a call a variable is looked for that it is given. */
const maxNear = 800;

/** Before and behind what is known later. */
const begun = [
  /^f(["'])([A-Za-z_]\w+)\{[^{}]*\}(\w*)\1$/,
  /^(["'])([A-Za-z_]\w{2,})\1\s*\+[^+]*$/,
  /^(["'])([A-Za-z_]\w+)%s(\w*)\1\s*%/,
  /^(["'])([A-Za-z_]\w+)\{\w*\}(\w*)\1\.format\(/,
];

/** What `with` gives a name of a value: what this method of it gives where it has one, else itself. */
export const entered = (chain: Chain, method: string): Chain =>
  chain.length > maxLength ? chain : `${chain}.${method}(${packed(chain)})`;
