/**
 * Comprehensions and lambdas, which bind names of their own: `[x.next() for x in all]`, `lambda x: x.next()`. A chain
 * is read outside of them, so their names are replaced by their values: `all[*].next()[+]`.
 */
import { narrowedTo, packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, firstNamedChildrenOf, type Node } from "../parsing/syntax-node.ts";
import { alternativesOf } from "./alternatives.ts";
import { elementPath, isPattern } from "./destructuring.ts";

/** Values of names that an expression binds; undefined for an unknown one. */
export type Names = ReadonlyMap<string, Chain | undefined>;

/** @param names Names bound inside of the expression, if there are any. */
export type ChainOf = (node: Node, names?: Names) => Chain | undefined;

/** Where an expression stands. */
export interface Place {
  readonly text: string;
  readonly types: ExpressionTypes;
  readonly names: Names | undefined;
  readonly depth: number;
}

/** Limit of nested comprehensions. */
const maxDepth = 4;
/** Limit of clauses, and of names. */
const maxClauses = 4;
const maxNames = 8;
/** Limit of a chain's length, since each clause repeats that of the one before. */
const maxLength = 200;

/** @param kind Whether it makes a list or a map of its first expression. */
export function comprehensionChain(
  comprehension: Node,
  kind: "list" | "map",
  place: Place,
  chainOf: ChainOf,
): Chain | undefined {
  if (place.depth >= maxDepth) return undefined;
  const [body, ...clauses] = firstNamedChildrenOf(comprehension, 2 * maxClauses + 1);
  let { names } = place;
  for (const clause of clauses) {
    if (clause.type === "if_clause") names = withAsked(names, clause, place.text, chainOf);
    if (clause.type !== "for_in_clause") continue;
    const [left, right] = [fieldOf(clause, "left"), fieldOf(clause, "right")];
    if (!left || !right) return undefined;
    names = withNames(names, left, chainOf(right, names), place.text);
  }
  const value = body && kind === "map" ? fieldOf(body, "value") : body;
  const given = value && known(value, place.types, (one) => chainOf(one, names));
  if (given === undefined) return undefined;
  return kind === "list" ? `${given}[+]` : `<dict[_,${packed(given)}]>`;
}

/** A lambda, as the type of functions with its result. */
export function lambdaChain(
  lambda: Node,
  { types, text, names, depth }: Place,
  chainOf: ChainOf,
): Chain | undefined {
  const body = depth >= maxDepth ? undefined : fieldOf(lambda, "body");
  const given = body && known(body, types, (one) => chainOf(one, withParameters(names, lambda, text)));
  return given === undefined ? undefined : `<Callable[_,${packed(given)}]>`;
}

/** The first expression of which something is known among those that one may stand for. */
function known(node: Node, types: ExpressionTypes, chainOf: ChainOf): Chain | undefined {
  for (const one of alternativesOf(node, types)) {
    const chain = chainOf(one);
    if (chain !== undefined && !chain.startsWith("?") && chain.length <= maxLength) return chain;
  }
  return undefined;
}

/** The names of a clause are what stands at their places in each of what it goes through. */
function withNames(names: Names | undefined, left: Node, through: Chain | undefined, text: string): Names {
  const all = new Map(names);
  for (const name of namesIn(left)) {
    const [first, ...others] = elementPath(name, left);
    const path = `[*${first ?? ""}]${others.map((place) => `[#${place}]`).join("")}`;
    const isKnown = through !== undefined && !through.startsWith("?") && through.length <= maxLength;
    all.set(text.slice(name.startIndex, name.endIndex), isKnown ? through + path : undefined);
  }
  return all;
}

/** What is asked of a name, `[x for x in all if x and isinstance(x, Foo)]`, holds for all that are taken. */
function withAsked(names: Names | undefined, condition: Node, text: string, chainOf: ChainOf): Names {
  const all = new Map(names);
  for (const part of firstNamedChildrenOf(condition, 2)) {
    if (part.type === "boolean_operator" && fieldOf(part, "operator")?.type === "and")
      for (const [name, chain] of withAsked(all, part, text, chainOf)) all.set(name, chain);
    const given = part.type === "call" ? fieldOf(part, "arguments") : undefined;
    if (!given || !text.startsWith("isinstance(", part.startIndex)) continue;
    const [one, type] = firstNamedChildrenOf(given, 2);
    const name = one && text.slice(one.startIndex, one.endIndex);
    const chain = type && type.type !== "tuple" ? chainOf(type) : undefined;
    if (name === undefined || chain === undefined || !all.has(name)) continue;
    const before = all.get(name);
    all.set(name, before === undefined ? `<${chain}>` : `${before}[${narrowedTo}${packed(chain)}]`);
  }
  return all;
}

/** A lambda's arguments are unknown where it is written. */
export function withParameters(names: Names | undefined, lambda: Node, text: string, first?: Chain): Names {
  const all = new Map(names);
  const parameters = fieldOf(lambda, "parameters");
  const parts = parameters ? firstNamedChildrenOf(parameters, maxNames) : [];
  for (const part of parts) {
    const name = fieldOf(part, "name") ?? part;
    const isPlain =
      part.type === "identifier" || (part.type === "simple_parameter" && !fieldOf(part, "type"));
    const isFirst = part.id === parts[0]!.id && isPlain;
    all.set(text.slice(name.startIndex, name.endIndex), isFirst ? first : undefined);
  }
  return all;
}

/** The names in a pattern, so far as patterns in it are read. */
function namesIn(pattern: Node): readonly Node[] {
  const found: Node[] = [];
  const left = [pattern];
  for (let node = left.shift(); node && found.length < maxNames; node = left.shift())
    if (node.type === "identifier") found.push(node);
    else if (isPattern(node)) left.push(...firstNamedChildrenOf(node, maxNames));
  return found;
}
