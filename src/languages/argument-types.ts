/** What is known of the arguments of a call by how they are written. */
import { lastName } from "./chain.ts";
import { chainIn, type Draft, maxType, textOf } from "./outline-draft.ts";
import { fieldOf, type Node, namedChildAt, namedChildrenOf } from "./syntax-node.ts";

const maxArguments = 8;

/** For each argument a chain, or `:` and a type; undefined where nothing is known of any. */
export function argumentTypes(draft: Draft, parts: readonly Node[]): readonly string[] | undefined {
  if (!draft.language.expressions.literals) return undefined;
  if (parts.length === 0 || parts.length > maxArguments) return undefined;
  const types = parts.map((node) => {
    const type = typeOf(draft, node);
    return type === undefined ? (chainIn(draft, node) ?? "") : type && `:${type.slice(0, maxType)}`;
  });
  return types.some((type) => type !== "") ? types : undefined;
}

/** A type where the expression itself says it, nothing where it does not; undefined for what may have a chain. */
function typeOf(draft: Draft, node: Node): string | undefined {
  const said = draft.language.expressions.literals![node.type];
  if (said === undefined) return undefined;
  if (said === "@operator") return resultOf(draft, node);
  if (said === "@number") return numberOf(textOf(draft, node));
  const type = said.startsWith("@") ? fieldOf(node, "type") : undefined;
  if (!type) return said.startsWith("@") ? "" : numberType(textOf(draft, node), said);
  const dimensions = said === "@array" ? textOf(draft, node).slice(type.endIndex - node.startIndex) : "";
  return textOf(draft, type) + "[]".repeat(dimensionsIn(dimensions));
}

/** `1L` and `1f` are written like other numbers. */
function numberType(text: string, said: string): string {
  if (/^[\d_.]+(?:e[+-]?\d+)?f$/i.test(text)) return "float";
  if (/^[\d_.]+(?:e[+-]?\d+)?d$/i.test(text)) return "double";
  return /^(?:0[xb])?[\da-f_]+l$/i.test(text) && said !== "String" ? "long" : said;
}

/** Of a number of C++ its type; of 0, which may stand for no pointer, nothing. */
function numberOf(text: string): string {
  if (text === "0") return "";
  if (/^0x/i.test(text)) return /u/i.test(text) ? "unsigned" : "int";
  if (/[.e]/i.test(text)) return /f$/i.test(text) ? "float" : "double";
  return /u/i.test(text) ? "unsigned" : /l/i.test(text) ? "long" : "int";
}

/** How many brackets stand before the elements: 2 in `new int[3][]`. */
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
function resultOf(draft: Draft, node: Node): string {
  const operator = fieldOf(node, "operator")?.type ?? "";
  if (/^(?:[<>]=?|[=!]=|&&|\|\||!|instanceof|and|or|not)$/.test(operator)) return "boolean";
  const sides = ["left", "right", "operand", "argument"].flatMap((field) => fieldOf(node, field) ?? []);
  const types = sides.map((side) => typeOf(draft, side) ?? "");
  if (operator === "+" && types.includes("String")) return "String";
  return types.every((type) => type !== "" && type === types[0]) && types[0] !== "char" ? types[0]! : "";
}

/** How many types stand behind the name of what is called: `all.OfType<Foo>()`. */
export function typesGiven({ language: { expressions } }: Draft, callee: Node): number | undefined {
  if (!expressions.typeArguments) return undefined;
  const name = lastName(callee, expressions);
  const place = expressions.typeArguments[name.type];
  const list = place === undefined ? undefined : namedChildAt(name, place);
  return list && namedChildrenOf(list).length;
}
