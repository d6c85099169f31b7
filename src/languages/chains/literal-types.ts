/**
 * The type of a literal, or of an expression that shows its type: `Vec<&str>` of `vec!["a"]`, `Option<_>` of `Some(x)`.
 * `_` is an unknown type, `{integer}` an integer of any width.
 */
import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, type Node, namedChildAt, namedChildrenOf } from "../parsing/syntax-node.ts";
import { textMark, vectorMark } from "../preprocessing/macro-calls.ts";

/** A text, and the language that it is written in. */
export interface Source {
  readonly text: string;
  readonly language: { readonly expressions: ExpressionTypes };
}

export const textOf = ({ text }: Source, node: Node): string => text.slice(node.startIndex, node.endIndex);

/** Inside of each other. */
const maxDepth = 6;
/** Of a list so many elements are asked for their type. */
const maxElements = 8;

const plain: Readonly<Record<string, string>> = {
  boolean_literal: "bool",
  unit_expression: "()",
  closure_expression: "fn",
};

/** Undefined where the type does not show, or a chain tells more. */
export function typeOfLiteral(source: Source, node: Node, depth = 0): string | undefined {
  const type = plain[node.type] ?? ofText(source, node);
  if (type !== undefined || depth > maxDepth) return type;
  const inner = (part: Node | undefined): string => (part && typeOfLiteral(source, part, depth + 1)) ?? "_";
  switch (node.type) {
    case "integer_literal":
    case "float_literal":
      return ofNumber(source, node);
    case "reference_expression": {
      const value = inner(fieldOf(node, "value"));
      return value === "_" ? undefined : `&${value}`;
    }
    case "identifier":
      return textOf(source, node) === "None" ? "Option<_>" : undefined;
    case "parenthesized_expression":
      return typeOfLiteral(source, namedChildAt(node, 0)!, depth + 1);
    case "array_expression": {
      const element = elementOf(namedChildrenOf(node).slice(0, maxElements).map(inner));
      const isVector = source.text[node.startIndex - 1] === vectorMark;
      return isVector ? `Vec<${element}>` : `[${element};]`;
    }
    case "tuple_expression":
      return `(${namedChildrenOf(node).map(inner).join(", ")})`;
    case "type_cast_expression": {
      const cast = fieldOf(node, "type");
      return cast && textOf(source, cast);
    }
    case "binary_expression":
      return /^(?:[<>]=?|[=!]=|&&|\|\|)$/.test(fieldOf(node, "operator")?.type ?? "") ? "bool" : undefined;
    case "macro_invocation":
      return ofMacro(source, node);
    case "range_expression":
      return rangeType(node, source.text);
    case "index_expression":
      return ofSlice(source, node, depth);
    case "call_expression":
      return ofCall(source, node, inner);
    default:
      return undefined;
  }
}

/** What methods of a value are asked of: of a reference what that refers to, and of an array a list. */
export const literalReceiver = (source: Source, node: Node): string | undefined =>
  typeOfLiteral(source, node)?.replace(/^&+/, "").replace(/;\]$/, "]");

/** Texts and letters, which a letter before them makes bytes (`b"a"`, `b'a'`) or a text of C (`c"a"`). */
function ofText({ text }: Source, { type, startIndex }: Node): string | undefined {
  const isByte = text[startIndex] === "b";
  if (type === "char_literal") return isByte ? "u8" : "char";
  if (type !== "string_literal" && type !== "raw_string_literal") return undefined;
  return isByte ? "&[u8;]" : text[startIndex] === "c" ? "&CStr" : "&str";
}

/** `b"abc"[1..]` is a `[u8]`; of a part of what is not told it is not known whether it is a text: `[..]`. */
function ofSlice(source: Source, node: Node, depth: number): string | undefined {
  if (namedChildAt(node, 1)?.type !== "range_expression") return undefined;
  const of = typeOfLiteral(source, namedChildAt(node, 0)!, depth + 1)?.replace(/^&+/, "");
  if (of === "str" || of === "String") return "str";
  const [, list, vector] = /^(?:\[(.*?);?\]|Vec<(.*)>)$/s.exec(of ?? "") ?? [];
  return `[${list ?? vector ?? ".."}]`;
}

function ofNumber(source: Source, { type, startIndex, endIndex }: Node): string | undefined {
  const kind = /^(integer|float)_literal$/.exec(type)?.[1];
  if (kind === undefined) return undefined;
  const text = source.text.slice(startIndex, endIndex);
  return /(?:^|[\d_.])((?:[iu](?:8|16|32|64|128|size))|f32|f64)$/.exec(text)?.[1] ?? `{${kind}}`;
}

/** The first that says something: `[None, Some(1)]`. */
const elementOf = (types: readonly string[]): string =>
  types.find((type) => !type.includes("_")) ?? types.find((type) => type !== "_") ?? "_";

/** Of the standard library's makers the type, and of what stands for what it is given (`Some(x)`, `Arc::new(x)`) that with it. */
function ofCall(source: Source, call: Node, inner: (part: Node | undefined) => string): string | undefined {
  const callee = fieldOf(call, "function");
  const text = callee && textOf(source, callee);
  if (text === undefined) return undefined;
  if (text.endsWith(textMark)) return "String";
  if (callee!.type === "field_expression")
    return /\.(?:to_string|to_owned)$/.test(text) && inner(fieldOf(callee!, "value")) === "&str"
      ? "String"
      : undefined;
  const made = /^(?:std::\w+::)?(String|PathBuf|OsString|Duration)::(?:from|new)\w*$/.exec(text)?.[1];
  if (made !== undefined || source.language.expressions.passes?.[text] === undefined) return made;
  const given = fieldOf(call, "arguments");
  const first = given && namedChildAt(given, 0);
  const last = /\w*$/.exec(text)![0];
  const name = last === "Some" ? "Option" : last === "Ok" ? "Result" : /(\w+)::\w+$/.exec(text)?.[1];
  return name !== undefined && /^\p{Lu}/u.test(name) ? `${name}<${inner(first)}>` : undefined;
}

/** A macro that could not be read as what it is given. */
function ofMacro(source: Source, macro: Node): string | undefined {
  const name = fieldOf(macro, "macro");
  const macroName = name && textOf(source, name);
  return macroName === "format" ? "String" : macroName === "vec" ? "Vec<_>" : undefined;
}

/** The type of a range of Rust that is written out: `(0..10).pieces(4)`. */
function rangeType(range: Node, text: string): string {
  const source = text.slice(range.startIndex, range.endIndex);
  if (source.includes("..=")) return source.startsWith("..") ? "RangeToInclusive" : "RangeInclusive";
  if (source.startsWith("..")) return namedChildAt(range, 0) ? "RangeTo" : "RangeFull";
  return source.endsWith("..") ? "RangeFrom" : "Range";
}
