/**
 * What a call tells of type arguments, for the parentheses of its chain: a class as first argument (`make(Foo)`), and in
 * languages with generic functions explicit type arguments (`make<Foo>()`) and the first argument, from which they are
 * inferred (`first(foos)`).
 */
import {
  callbackMark,
  firstArgumentMark,
  packedArguments,
  packedText,
  typeArgumentsMark,
  unknownArguments,
} from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, firstNamedChildrenOf, isExtra, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import type { SyntaxTree } from "../parsing/syntax-tree.ts";
import { argumentTexts, maxArguments } from "./argument-literals.ts";

/** Longer types and chains are left out: a chain that contains another one in each step would grow with every step. */
const maxLength = 120;
/** How deep calls may nest. */
const maxDepth = 8;

/** The name of a class by naming convention, perhaps qualified. */
const className = /^(?:[\p{L}_$][\p{L}\p{N}_$]*\.)*_*\p{Lu}[\p{L}\p{N}_$]*\p{Ll}[\p{L}\p{N}_$]*$/u;

type ChainOf = (node: Node) => Chain | undefined;

/** The content of the parentheses of a call in a chain. */
export function callContent(
  call: Node,
  called: Node | undefined,
  text: string,
  types: ExpressionTypes,
  chainOf: ChainOf,
  depth: number,
): string {
  const { generics } = types;
  const written = generics?.calls.includes(call.type) ? typesFor(call, called, text, generics) : "";
  if (written) return typeArgumentsMark + packedText(written);
  if (types.arguments !== undefined)
    return argumentContent(call, types.arguments, text, types, chainOf, depth);
  const [, typesOfMaker] = types.typedMakers?.[call.type] ?? [];
  if (typesOfMaker !== undefined && fieldOf(call, typesOfMaker)) return "";
  const first = types.given === undefined ? undefined : firstArgument(call, types.given);
  if (!first || !called) return "";
  const name = classArgument(first, called, text, types);
  if (name === "" && !generics) return objectArgument(first, called, text, types, chainOf, depth);
  if (name !== "" || !generics?.calls.includes(call.type) || depth >= maxDepth) return name;
  const known = contentIn(call.tree);
  const isObject = first.type === types.objects?.type;
  const found =
    known.get(call.id) ?? (isObject ? "" : firstContent(first, text, generics.callback ?? "", chainOf));
  known.set(call.id, found);
  return found;
}

/** Explicit type arguments, without their brackets. */
function typesFor(
  call: Node,
  called: Node | undefined,
  text: string,
  { types, single }: NonNullable<ExpressionTypes["generics"]>,
): string {
  const node = fieldOf(call, types) ?? (called && fieldOf(called, types));
  if (node && node.endIndex - node.startIndex <= maxLength)
    return text.slice(node.startIndex, node.endIndex).replace(/^(?:::)?[<[]|[>\]]$/g, "");
  const one = single === undefined || !called ? undefined : fieldOf(called, single);
  const type =
    one && one.endIndex - one.startIndex <= maxLength ? text.slice(one.startIndex, one.endIndex) : "";
  return /^\*?[\p{L}_][\p{L}\p{N}_.]*$/u.test(type) ? type : "";
}

/** Arguments in arguments are said so far. */
const maxArgumentDepth = 3;
/** Of all that a call is given so much is said. */
const maxContent = 240;

/** What a method is given, where methods of one name are told apart by that; a class is made whatever it is given. */
function argumentContent(
  call: Node,
  field: string,
  text: string,
  types: ExpressionTypes,
  chainOf: ChainOf,
  depth: number,
): string {
  if (types.typedMakers?.[call.type]) return "";
  const list = fieldOf(call, field);
  if (!list || depth >= maxArgumentDepth) return unknownArguments;
  const known = contentIn(call.tree);
  const key = call.id * maxArgumentDepth + depth;
  const found = known.get(key) ?? argumentTypesIn(list, text, types, chainOf);
  known.set(key, found);
  return found;
}

function argumentTypesIn(list: Node, text: string, types: ExpressionTypes, chainOf: ChainOf): string {
  const parts = firstNamedChildrenOf(list, maxArguments + 1).filter((part) => !isExtra(part));
  if (parts.length > maxArguments) return unknownArguments;
  const source = { text, language: { expressions: types } };
  const all = argumentTexts(source, parts, (part) => {
    const chain = chainOf(part);
    return chain === undefined || chain.startsWith("?") || chain.length > maxLength ? undefined : chain;
  });
  const content = packedArguments(all);
  return content.length > maxContent ? packedArguments(all.map(() => "")) : content;
}

/** What was found of the calls of a file: in a long row of calls each asks those before it. */
const contentByTree = new WeakMap<SyntaxTree, Map<number, string>>();

function contentIn(tree: SyntaxTree): Map<number, string> {
  const known = contentByTree.get(tree) ?? new Map<number, string>();
  contentByTree.set(tree, known);
  return known;
}

/** What is given first, texts left aside: `query("#name", Label)`. */
function firstArgument(call: Node, field: string): Node | undefined {
  const list = fieldOf(call, field);
  const first = list && namedChildAt(list, 0);
  return first?.type === "string" ? (namedChildAt(list!, 1) ?? first) : first;
}

/** A value that is given first, or what a function gives that is. */
function firstContent(first: Node, text: string, callback: string, chainOf: ChainOf): string {
  const body = first.type === callback ? fieldOf(first, "body") : undefined;
  const chain = chainOf(body ?? first);
  if (chain === undefined || chain.startsWith("?") || chain.length > maxLength) return "";
  if (!body) return firstArgumentMark + packedText(chain);
  // Names that stand among the parameters mean something else where the chain is read.
  const list = fieldOf(first, "parameter") ?? fieldOf(first, "parameters");
  const names: readonly string[] = list
    ? (text.slice(list.startIndex, list.endIndex).match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
    : [];
  return names.includes(/^[^.()[\]]*/.exec(chain)![0]) ? "" : callbackMark + packedText(chain);
}

/** A class that a function is given first, by its name; what a class is given does not matter. */
function classArgument(first: Node, called: Node, text: string, types: ExpressionTypes): string {
  // `Foo[Bar]` is Foo where brackets behind a class say what it is given.
  const part = types.generics ? undefined : types.elements[first.type];
  const itself = part ? fieldOf(first, part) : first;
  if (!itself || !isChainType(itself.type, types)) return "";
  const name = text.slice(itself.startIndex, itself.endIndex);
  if (name.length > 100 || !className.test(name)) return "";
  const callee = text.slice(Math.max(called.startIndex, called.endIndex - 100), called.endIndex);
  const isClass = !types.givenToClasses && className.test(callee.slice(callee.lastIndexOf(".") + 1));
  return callee === "super" || isClass ? "" : name;
}

/** An object that a function is given first, made where it is given: `add(Box())`. */
function objectArgument(
  first: Node,
  called: Node,
  text: string,
  types: ExpressionTypes,
  chainOf: ChainOf,
  depth: number,
): string {
  const field = types.calls[first.type];
  const made = field === undefined || depth >= maxDepth ? undefined : fieldOf(first, field);
  if (!made || made.endIndex - made.startIndex > maxLength || isClassName(called, text)) return "";
  if (!className.test(text.slice(made.startIndex, made.endIndex))) return "";
  const known = contentIn(first.tree);
  const found = known.get(first.id) ?? firstContent(first, text, "", chainOf);
  known.set(first.id, found);
  return found;
}

function isClassName(called: Node, text: string): boolean {
  const callee = text.slice(Math.max(called.startIndex, called.endIndex - 100), called.endIndex);
  return className.test(callee.slice(callee.lastIndexOf(".") + 1));
}

/** Whether a node of that type is a name, or a chain of names. */
export const isChainType = (type: string, types: ExpressionTypes): boolean =>
  types.names.includes(type) ||
  types.members[type] !== undefined ||
  types.this.includes(type) ||
  types.super.includes(type);
