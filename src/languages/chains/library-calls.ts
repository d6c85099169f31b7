/**
 * Summaries of library functions, known by name: those that return their argument, `list(all)`, or what a callback
 * returns, `all.map((x) => x.next())`. The repository may declare a function of that name; so a chain has both the callee
 * and, in the parentheses, the result to assume where the callee is external: `all.map(=...)`.
 */
import { explicitTypesMark, packed, packedText, unknownArguments } from "../../graph/notation/chain-steps.ts";
import { moduleHead, moduleOf } from "../../graph/notation/module-heads.ts";
import type { Chain } from "../../graph/outline.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import type { FlowSummary } from "../flow-summary.ts";
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import type { SyntaxTree } from "../parsing/syntax-tree.ts";
import { camelCase } from "./class-words.ts";
import type { ChainOf, Names, Place } from "./comprehensions.ts";
import { summaryChain } from "./flow-summaries.ts";

/** How deep callbacks may nest. */
const maxDepth = 3;

/** Longer than any known name. */
const longestName = 32;

/** What is said of a function that is given a type and gives an object of it, `cast("Foo", x)`; others begin like it, with `$` for the type. */
const asType = "<>";
/** The same of one that may be said by its app: `ForeignKey("order.Order")` of Django, which stands beside the own app or at a root. */
const asModel = "<models>";
/** The same of a factory that is given the word for it, `create(:blog_post)`; what stands behind comes behind the class. */
const asFactory = "<factory>";
const modelOfApp = /^["'](\w+)\.(\w+)["']$/;
const placesOfModel = (_: string, app: string, model: string): string =>
  ["..", ""].map((from) => `${moduleHead(`${from}${app}.models`)}.${model}`).join(" | ");

/** A callee: where its name is, and its receiver. */
export interface Called {
  readonly startIndex: number;
  readonly endIndex: number;
  /** The receiver. */
  holder(): Node | undefined;
}

/** The summary for the parentheses of such a call in a chain; empty for any other call. */
export function resultOf(
  call: Node,
  called: Called,
  text: string,
  types: ExpressionTypes,
  chainOf: ChainOf,
  depth: number,
  names?: Names,
): string {
  const length = called.endIndex - called.startIndex;
  if (depth >= maxDepth || (!types.passes && !types.results)) return "";
  // Nearly no call is one of these, and its name tells that more quickly than its nodes.
  const name = text.slice(Math.max(called.startIndex, called.endIndex - longestName), called.endIndex);
  const arrow = name.lastIndexOf("->");
  const method = name.slice(Math.max(name.lastIndexOf(".") + 1, arrow < 0 ? 0 : arrow + 2));
  const typed = types.typedResults && typedBy(types.typedResults, called, text);
  if (typed) return typed;
  if (!namesIn(types).has(method)) return "";
  const passed =
    types.passes &&
    ((length <= longestName ? wayIn(types.passes, name) : undefined) ?? wayIn(types.passes, `.${method}`));
  const way = types.results && wayOf(types.results, method, called, text);
  if (passed === undefined && !way) return "";
  const find = (): string => resultAs(call, called, { passed, way }, { text, types, names, depth }, chainOf);
  // Where names mean something else it is another one.
  if (names) return find();
  const results = resultsIn(call.tree);
  const key = call.id * maxDepth + depth;
  const found = results.get(key) ?? find();
  results.set(key, found);
  return found;
}

const namesByTypes = new WeakMap<ExpressionTypes, ReadonlySet<string>>();

/** The last names of all that is known: one look-up tells that of most calls nothing is. */
function namesIn(types: ExpressionTypes): ReadonlySet<string> {
  const known = namesByTypes.get(types);
  if (known) return known;
  const all = [types.passes, types.results?.methods, types.results?.going?.methods];
  const names = new Set(
    all.flatMap((ways) => Object.keys(ways ?? {})).map((name) => name.slice(name.lastIndexOf(".") + 1)),
  );
  namesByTypes.set(types, names);
  return names;
}

/** `all.OfType<Foo>()` gives Foos, whatever else it is a method of; of others the types are told, for who knows the method. */
function typedBy(
  known: Readonly<Record<string, string>>,
  { startIndex, endIndex }: Called,
  text: string,
): string | undefined {
  if (text[endIndex - 1] !== ">") return undefined;
  const tail = text.slice(Math.max(startIndex, endIndex - maxTail), endIndex);
  const [, name, type] = /(?:^|[.\s])(\w+)\s*<([^()]*)>$/.exec(tail) ?? [];
  if (name === undefined) return undefined;
  const alone = text.startsWith("()", endIndex) ? known[`${name}()`] : undefined;
  if (alone !== undefined) return packedResult(`<${type}>`, alone);
  return Object.hasOwn(known, name)
    ? packedResult(`<${type}>`, known[name]!)
    : explicitTypesMark + packedText(type!);
}

const wayIn = <Way>(ways: Readonly<Record<string, Way>>, name: string): Way | undefined =>
  Object.hasOwn(ways, name) ? ways[name] : undefined;

function wayOf(
  { methods, going }: NonNullable<ExpressionTypes["results"]>,
  method: string,
  called: Called,
  text: string,
): readonly [string, string] | undefined {
  const way = Object.hasOwn(methods, method) ? methods[method] : undefined;
  const other = going && Object.hasOwn(going.methods, method) ? going.methods[method] : undefined;
  const before = other && called.holder();
  if (!going || !before) return way;
  const tail = text.slice(Math.max(before.startIndex, before.endIndex - maxTail), before.endIndex);
  const [, last] = /\.\s*(\w+)\s*\((?:[^()]|\([^()]*\))*\)$/.exec(tail) ?? [];
  return last !== undefined && going.after.includes(last) ? other : way;
}

/** So much of what stands before a call is read for the name of the call before it. */
const maxTail = 200;

/** What was found of the calls of a file: in a long row of calls each asks for those before it. */
const resultsByTree = new WeakMap<SyntaxTree, Map<number, string>>();

function resultsIn(tree: SyntaxTree): Map<number, string> {
  const known = resultsByTree.get(tree) ?? new Map<number, string>();
  resultsByTree.set(tree, known);
  return known;
}

interface Way {
  /** From what the call is given first. */
  readonly passed: string | FlowSummary | undefined;
  /** To the parameter of a function that it is given, and from what that gives. */
  readonly way: readonly [string, string] | undefined;
}

function resultAs(call: Node, called: Called, { passed, way }: Way, place: Place, chainOf: ChainOf): string {
  const { text, types, names } = place;
  const list = fieldOf(call, "arguments");
  if (typeof passed === "object" && passed.builder)
    return packedResult(madeBy(call, passed.builder, place, chainOf), "");
  if (typeof passed === "object" && passed.grouped)
    return packedResult(groupedBy(call, called, passed, place, chainOf), "");
  if (typeof passed === "object" && passed.holder) {
    const holder = called.holder();
    return holder ? packedResult(chainOf(holder), "") : "";
  }
  if (typeof passed === "object")
    return list ? packedResult(summaryChain(list, passed, place, chainOf), "") : "";
  const first = list && (types.comprehensions?.[list.type] ? list : namedChildAt(list, 0));
  const block = way && types.results!.block ? fieldOf(call, "block") : undefined;
  const given = first?.type === "argument" ? namedChildAt(first, -1) : (first ?? block);
  if (!given) return "";
  if (passed?.startsWith("<")) {
    const type = text.slice(given.startIndex, given.endIndex);
    if (passed.startsWith(asFactory))
      return given.type === "simple_symbol"
        ? packedResult(camelCase(type.slice(1)) + passed.slice(asFactory.length), "")
        : "";
    if (passed === asModel) return packedResult(`<${type.replace(modelOfApp, placesOfModel)}>`, "");
    return packedResult(passed === asType ? `<${type}>` : passed.replace("$", () => type), "");
  }
  if (passed !== undefined) return packedResult(chainOf(given), passed);
  const [before, then] = way!;
  const { reference, callback } = types.results!;
  if (given.type === "block_argument") {
    const [, method] = symbolArgument.exec(text.slice(given.startIndex, given.endIndex)) ?? [];
    const holder = method === undefined ? undefined : called.holder();
    const outer = holder && chainOf(holder);
    return packedResult(outer && `${outer}${before}.${method}()`, then);
  }
  if (given.type === reference)
    return packedResult(chainOf(given), `(${types.arguments ? unknownArguments : ""})${then}`);
  const body =
    given.type === callback ? fieldOf(given, "body") : onlyValue(given.id === block?.id ? block : undefined);
  const chain = body && chainOf(body);
  if (chain === undefined) return "";
  const { first: parameter, all } = parametersOf(given, text);
  const head = /^[^.()[\]]*/.exec(chain)![0];
  if (before === "import" && moduleOf(head) === undefined) return "";
  const isModule = chain === head && moduleOf(head) !== undefined;
  const after = !then.startsWith("?") ? then : isModule ? then.slice(1) : "";
  const isLiteral = head.startsWith("<");
  // Names that stand among the parameters mean something else where the chain is read.
  if (head !== parameter && !isLiteral) return all.includes(head) ? "" : packedResult(chain, after);
  const holder = called.holder();
  const outer = holder && chainOf(holder);
  const element = outer && outer + before;
  if (!isLiteral) return packedResult(element && element + chain.slice(head.length), after);
  // Of what is written out they stand within: `(x) => ({ one: x.one() })`.
  const meant = all.map((name) => [name, name === parameter ? element : undefined] as const);
  return packedResult(chainOf(body!, new Map([...(names ?? []), ...meant])), after);
}

/** `&:name` in the place of a block. */
const symbolArgument = /^&:([\p{Ll}_][\p{L}\p{N}_]*[?!]?)$/u;

/** The one statement of a block: names that others give a value are not known where the chain is read. */
function onlyValue(block: Node | undefined): Node | undefined {
  const body = block && fieldOf(block, "body");
  return body && !namedChildAt(body, 1) ? namedChildAt(body, 0) : undefined;
}

/** Longer chains are left out: one that says another one in each step would grow with every step. */
const maxLength = 300;

const packedResult = (chain: Chain | undefined, after: string): string =>
  chain === undefined || chain.startsWith("?") || chain.length > maxLength ? "" : packed(chain + after);

/** The first parameter, undefined where that is taken apart, and all names that stand among the parameters. */
function parametersOf(
  callback: Node,
  text: string,
): { readonly first: string | undefined; readonly all: readonly string[] } {
  const list = fieldOf(callback, "parameter") ?? fieldOf(callback, "parameters");
  if (!list) return { first: undefined, all: [] };
  const one = namedChildAt(list, 0) ?? list;
  const name = fieldOf(one, "pattern") ?? fieldOf(one, "name") ?? one;
  const all: readonly string[] =
    text.slice(list.startIndex, list.endIndex).match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  const first = text.slice(name.startIndex, name.endIndex);
  return { first: all.includes(first) ? first : undefined, all };
}

/** What the first function gets that is given to a method of lists, or of what comes later. */
export function elementTaken(chain: Chain): Chain | undefined {
  const [, holder, method] = /^(.+)\.(\w+)$/.exec(chain) ?? [];
  if (holder === undefined) return undefined;
  return method === "then" ? holder : goesThrough.has(method!) ? `${holder}[]` : undefined;
}

const goesThrough = new Set("forEach map filter find findIndex findLast some every flatMap".split(" "));

/** By convention the name of a class, with those before it. */
const typeName = /^(?:[\p{L}\p{N}_$]+\.)*\p{Lu}[\p{L}\p{N}_$]*$/u;

/** So many calls are gone back for the one that began a builder. */
const maxBuilt = 64;

/** What the builder makes that a row of calls ends: of `Foo.builder().a(1).build()` a Foo, of `foo.toBuilder().build()` what foo is. */
function madeBy(
  call: Node,
  names: readonly string[],
  { text, types }: Place,
  chainOf: ChainOf,
): Chain | undefined {
  let at: Node | undefined = call;
  for (let steps = 0; at && steps < maxBuilt; steps++) {
    const parts: readonly [string, string] | undefined = types.invocations?.[at.type];
    const name: Node | undefined = parts && fieldOf(at, parts[1]);
    const holder: Node | undefined = parts && fieldOf(at, parts[0]);
    if (!name || !holder) return undefined;
    const method = text.slice(name.startIndex, name.endIndex);
    const chain = names.includes(method) ? chainOf(holder) : undefined;
    if (chain !== undefined && method.startsWith("to")) return chain;
    if (chain !== undefined) return typeName.test(chain) ? `<${chain}>` : undefined;
    at = holder;
  }
  return undefined;
}

/** Groups of what a method is called on: `all.stream().collect(Collectors.groupingBy(Foo::key))`. */
function groupedBy(
  call: Node,
  called: Called,
  { grouped, within }: FlowSummary,
  { text, types }: Place,
  chainOf: ChainOf,
): Chain | undefined {
  const list = fieldOf(call, "arguments");
  const by = list && namedChildAt(list, 0);
  const parts = by && types.invocations?.[by.type];
  const name = parts && fieldOf(by, parts[1]);
  if (!name || !grouped!.includes(text.slice(name.startIndex, name.endIndex))) return undefined;
  const given = fieldOf(by, "arguments");
  const second = given && namedChildAt(given, 1);
  // What is gathered in another way than in lists is another thing.
  if (second && !/\bto(?:List|Set)\(\)$/.test(text.slice(second.startIndex, second.endIndex)))
    return undefined;
  const holder = called.holder();
  const chain = holder && chainOf(holder);
  return chain === undefined || chain.startsWith("?") ? undefined : within!.replace("$", () => packed(chain));
}
