/**
 * What functions and methods give that are known by name: what they are given, `list(all)`, or what the function gives
 * that they are given, `all.map((x) => x.next())`. The repository may have its own of that name; so a chain says both,
 * what is called, and what that gives where it is not the repository's.
 */
import { packed } from "../graph/chain-steps.ts";
import type { Chain } from "../graph/outline.ts";
import type { ExpressionTypes } from "./registry.ts";
import { fieldOf, type Node, namedChildAt } from "./syntax-node.ts";

/** Functions in functions are followed so far. */
const maxDepth = 3;

type ChainOf = (node: Node) => Chain | undefined;

/** What is called. */
export interface Called {
  readonly holder: Node | undefined;
  /** Its name on the holder. */
  readonly method: string;
  /** Where holder and name stand. */
  readonly whole: Pick<Node, "startIndex" | "endIndex">;
}

/** What stands between the parentheses of such a call in a chain; nothing where it is another call. */
export function resultOf(
  call: Node,
  called: Called,
  text: string,
  types: ExpressionTypes,
  chainOf: ChainOf,
  depth: number,
): string {
  const passed = types.passes && passedOn(called.whole, text, types.passes);
  const makes = types.results && Object.hasOwn(types.results.methods, called.method);
  if ((passed === undefined && !makes) || depth >= maxDepth) return "";
  const list = fieldOf(call, "arguments");
  const first = list && namedChildAt(list, 0);
  const given = first?.type === "argument" ? namedChildAt(first, -1) : first;
  if (!given) return "";
  return passed === undefined
    ? madeBy(given, called, text, types.results!, chainOf)
    : said(chainOf(given), passed);
}

const longestPassing = 32;

function passedOn(
  { startIndex, endIndex }: Called["whole"],
  text: string,
  passes: Readonly<Record<string, string>>,
): string | undefined {
  if (endIndex - startIndex > longestPassing) return undefined;
  const name = text.slice(startIndex, endIndex);
  return Object.hasOwn(passes, name) ? passes[name] : undefined;
}

function madeBy(
  given: Node,
  { holder, method }: Called,
  text: string,
  results: NonNullable<ExpressionTypes["results"]>,
  chainOf: ChainOf,
): string {
  const [before, after] = results.methods[method]!;
  if (given.type === results.reference) return said(chainOf(given), `()${after}`);
  const body = given.type === results.callback ? fieldOf(given, "body") : undefined;
  const chain = body && chainOf(body);
  if (chain === undefined) return "";
  const parameter = parameterOf(given, text);
  const isOfIt = chain.startsWith(parameter) && /^(?:[.([]|$)/.test(chain.slice(parameter.length));
  if (parameter === "" || !isOfIt) return said(chain, after);
  const outer = holder && chainOf(holder);
  return said(outer && outer + before + chain.slice(parameter.length), after);
}

/** Longer chains are left out: one that says another one in each step would grow with every step. */
const maxLength = 300;

const said = (chain: Chain | undefined, after: string): string =>
  chain === undefined || chain.startsWith("?") || chain.length > maxLength ? "" : packed(chain + after);

/** The name of its only parameter, or of its first. */
function parameterOf(callback: Node, text: string): string {
  const list = fieldOf(callback, "parameter") ?? fieldOf(callback, "parameters");
  const first = list && (namedChildAt(list, 0) ?? list);
  const name = first && (fieldOf(first, "pattern") ?? fieldOf(first, "name") ?? first);
  const said = name ? text.slice(name.startIndex, name.endIndex) : "";
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(said) ? said : "";
}
