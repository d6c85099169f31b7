/** Types of arguments that are visible in their syntax: literals, lambdas, casts. */

import type { Chain } from "../../graph/outline.ts";
import { fieldOf, type Node, namedChildAt, namedChildrenOf } from "../parsing/syntax-node.ts";
import { type Source, textOf, typeOfLiteral } from "./literal-types.ts";

/** Limit of arguments that are recorded. */
export const maxArguments = 8;
/** Longer types are cut off. */
const maxType = 300;

type ChainOf = (node: Node) => Chain | undefined;

/** For each argument a chain, or `:` and a type, after `name=` for a named one; empty where neither is known. */
export const argumentTexts = (source: Source, parts: readonly Node[], chainOf: ChainOf): readonly string[] =>
  parts.map((node) =>
    node.type === "argument" ? argumentType(source, node, chainOf) : typeText(source, node, chainOf),
  );

function typeText(source: Source, node: Node, chainOf: ChainOf): string {
  const type = typeOf(source, node);
  return type === undefined ? (chainOf(node) ?? "") : type && `:${type.slice(0, maxType)}`;
}

function argumentType(source: Source, argument: Node, chainOf: ChainOf): string {
  // Named arguments may come in any order: `f(limit: 2)`.
  const name = fieldOf(argument, "name");
  if (name) return `${textOf(source, name)}=${plainArgumentType(source, argument, chainOf)}`;
  return plainArgumentType(source, argument, chainOf);
}

/** `out x`, `ref x`: how it is given says more than what it is. */
function plainArgumentType(source: Source, argument: Node, chainOf: ChainOf): string {
  const way = /^(?:out|ref)\b/.exec(source.text.slice(argument.startIndex, argument.startIndex + 4))?.[0];
  if (way !== undefined) return `:${way}`;
  const node = namedChildrenOf(argument).at(-1);
  // That one is a word like a bracket in C#.
  return node ? typeText(source, node, chainOf) : textOf(source, argument) === "this" ? "this" : "";
}

/** The type of an expression that shows it, empty where it does not; undefined for what may have a chain. */
function typeOf(source: Source, node: Node): string | undefined {
  const { literals, tellsTypes } = source.language.expressions;
  if (tellsTypes) return typeOfLiteral(source, node);
  const known = literals![node.type];
  if (known === undefined) return undefined;
  if (known === "@operator") return resultOf(source, node);
  if (known === "@branches") return eitherOf(source, node);
  if (known === "@function") return `lambda${shapeOf(source, node)}`;
  if (known === "@number") return numberOf(textOf(source, node));
  const type = known.startsWith("@") ? (fieldOf(node, "type") ?? fieldOf(node, "right")) : undefined;
  if (!type && known.startsWith("@")) return "";
  if (!type) {
    const { largeLiterals } = source.language.expressions;
    return numberType(textOf(source, node), known, largeLiterals);
  }
  const dimensions = known === "@array" ? textOf(source, node).slice(type.endIndex - node.startIndex) : "";
  return textOf(source, type) + "[]".repeat(dimensionsIn(dimensions));
}

/** Of a type and the same that may be missing the latter: `a ? (int?)null : 1`. Undefined where it is not told. */
function eitherOf(source: Source, node: Node): string | undefined {
  const [one, other] = [-2, -1].map((at) => {
    const branch = namedChildAt(node, at);
    return (branch && typeOf(source, branch)) || undefined;
  });
  if (one === undefined || other === undefined || one === "null" || other === "null") return undefined;
  if (one === other || one === `${other}?`) return one;
  return other === `${one}?` ? other : undefined;
}

/** `1L` and `1f` are written like other numbers. @param large The types of whole numbers that are no int, by size. */
function numberType(text: string, type: string, large: readonly string[] = []): string {
  if (/^[\d_.]+(?:e[+-]?\d+)?f$/i.test(text)) return "float";
  if (/^[\d_.]+(?:e[+-]?\d+)?d$/i.test(text)) return "double";
  if (/^[\d_.]+m$/i.test(text)) return "decimal";
  if (/^[\d_]+(?:u|ul|lu)$/i.test(text)) return /l/i.test(text) ? "ulong" : "uint";
  if (/^(?:0[xb])?[\da-f_]+l$/i.test(text) && type !== "String") return "long";
  if (large.length === 0 || type !== "int") return type;
  const size = Math.ceil(Math.log2(Number(text.replaceAll("_", "")) + 1));
  return size > 31 ? (large[size === 32 ? 0 : size < 64 ? 1 : 2] ?? type) : type;
}

/** Of a number of C++ its type; of 0, which may stand for no pointer, nothing. */
function numberOf(text: string): string {
  if (text === "0") return "";
  const isHex = /^0[xX]/.test(text);
  const [, end = ""] = /(?<=[\dA-Fa-f'.])([uUlLzZ]*)$/.exec(text) ?? [];
  if (!isHex && /[.e]/i.test(text)) return /f$/i.test(text) ? "float" : end === "" ? "double" : "long double";
  const isLong = Number(text.slice(0, text.length - end.length).replaceAll("'", "")) > 0x7fffffff;
  const size = /ll/i.test(end) ? "long long" : /[lz]/i.test(end) || (isLong && !isHex) ? "long" : "";
  return (/u/i.test(end) ? `unsigned ${size}`.trim() : size) || "int";
}

/** The type of a literal initialiser: `var limit = 12`. */
export function literalType(source: Source, node: Node | undefined): string | undefined {
  const known = node && source.language.expressions.literals?.[node.type];
  const type = known === undefined || known === "@function" ? undefined : typeOf(source, node!);
  // `{integer}`: which one, the rest of its function says.
  return type === "" || type === "null" || type === "lambda" || type?.startsWith("{") ? undefined : type;
}

/** The number of dimensions: 2 in `new int[3][]`. */
function dimensionsIn(text: string): number {
  let [depth, count] = [0, 0];
  for (const character of text) {
    if (character === "{") break;
    if (character === "[" && depth++ === 0) count++;
    if (character === "]") depth--;
  }
  return count;
}

/** Comparing gives a boolean, and adding to a text gives a text; of other operations the type is not said. */
function resultOf(source: Source, node: Node): string | undefined {
  const operator = fieldOf(node, "operator")?.type ?? /^[!~+-]?/.exec(textOf(source, node))![0];
  // Either of both, as a chain says.
  if (operator === "??") return undefined;
  if (/^(?:[<>]=?|[=!]=|&&|\|\||!|instanceof|and|or|not)$/.test(operator)) return "boolean";
  const named = ["left", "right", "operand", "argument"].flatMap((field) => fieldOf(node, field) ?? []);
  const sides = named.length > 0 ? named : namedChildrenOf(node);
  const types = sides.map((side) => typeOf(source, side) ?? "");
  const text = operator === "+" ? types.find((type) => /^[Ss]tring$/.test(type)) : undefined;
  if (text !== undefined) return text;
  return types.every((type) => type !== "" && type === types[0]) && types[0] !== "char" ? types[0]! : "";
}

/** Limit of the length of functions. */
const longestFunction = 4_000;

/**
 * The shape of a lambda, `lambda2av`: its number of parameters, if known, `a` if it is async, and `v` where it
 * certainly returns a value, `p` a number or a string, `n` none.
 */
function shapeOf(source: Source, node: Node): string {
  const parameters = fieldOf(node, "parameters");
  const count = parameters && (isOneName(parameters.type) ? 1 : namedChildrenOf(parameters).length);
  const isAsync = /^(?:static\s+)?async\b/.test(source.text.slice(node.startIndex, node.startIndex + 20));
  const body = fieldOf(node, "body") ?? namedChildrenOf(node).at(-1);
  const isPlain =
    body &&
    literalType(source, body) &&
    !/^@(?!operator)/.test(source.language.expressions.literals![body.type]!);
  const gives = isPlain ? "p" : body && givesOf(textOf(source, body), body.type);
  return `${count ?? ""}${isAsync ? "a" : ""}${gives ?? ""}`;
}

/** `x => ...`, `x -> ...`. */
const isOneName = (type: string): boolean => type === "implicit_parameter" || type === "identifier";

function givesOf(text: string, type: string): "v" | "n" | "" {
  // A statement may stand for itself, or for what it gives.
  if (type !== "block")
    return /^(?:invocation|method_invocation|assignment|await|object_creation|throw|update|postfix_unary|prefix_unary|conditional_access)/.test(
      type,
    )
      ? ""
      : "v";
  if (text.length > longestFunction) return "";
  if (!/\breturn\b/.test(text)) return /\bthrow\b[^;]*;\s*\}$/.test(text) ? "" : "n";
  // Functions in it give something too, and so do methods of a class that is written there.
  if (/[=-]>|\bdelegate\b|\bnew\s[^;{}()]*\([^;{}]*\)\s*\{/.test(text)) return "";
  return /\breturn\s*[^\s;]/.test(text) ? "v" : "n";
}
