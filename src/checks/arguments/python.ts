import type { Node } from "../../languages/parsing/parser.ts";
import { type Notation, named, partsOf } from "./notation.ts";
import type { Gives, Parameter, Takes } from "./takes.ts";

export const python: Notation = {
  calls: ["call"],
  call(node) {
    const called = node.childForFieldName("function");
    const list = node.childForFieldName("arguments");
    if (!called || !list) return undefined;
    const gives = list.type === "generator_expression" ? one : given(partsOf(list));
    if (called.type === "identifier") return { name: called.text, makes: false, gives };
    const name = called.childForFieldName("attribute")?.text;
    const receiver = called.childForFieldName("object")?.text;
    return name === undefined ? undefined : { name, receiver, makes: false, gives };
  },
  functions: ["function_definition"],
  takes: (node) => taken(partsOf(node.childForFieldName("parameters"))),
  nameOf: named,
};

const one: Gives = { placed: 1, named: [], more: false, moreNames: false };

function given(list: readonly Node[]): Gives {
  const names = list.filter(({ type }) => type === "keyword_argument").map((node) => named(node) ?? "");
  const isMore = list.some(({ type }) => type === "list_splat");
  const isMoreNames = list.some(({ type }) => type === "dictionary_splat");
  const placed = list.filter(({ type }) => !/^(?:keyword_argument|(?:list|dictionary)_splat)$/.test(type));
  return { placed: placed.length, named: names, more: isMore, moreNames: isMoreNames };
}

function taken(list: readonly Node[]): Takes | undefined {
  const placed: Parameter[] = [];
  const byName: Parameter[] = [];
  let isNamedOnly = false;
  let [rest, anyName] = [false, false];
  for (const node of list) {
    const inner = node.type === "typed_parameter" ? node.namedChildren[0]! : node;
    if (node.type === "positional_separator") {
      // What stands before it has no name to a call.
      placed.splice(0, placed.length, ...placed.map(({ required }) => ({ name: "", required })));
    } else if (node.type === "keyword_separator") isNamedOnly = true;
    else if (inner.type === "list_splat_pattern") [rest, isNamedOnly] = [true, true];
    else if (inner.type === "dictionary_splat_pattern") anyName = true;
    else {
      const isOptional = /default_parameter$/.test(node.type);
      const name = isOptional ? named(node) : inner.type === "identifier" ? inner.text : undefined;
      if (name === undefined) return undefined;
      (isNamedOnly ? byName : placed).push({ name, required: !isOptional });
    }
  }
  return { placed, named: byName, rest, anyName };
}

/** What the constructor of a dataclass takes; undefined where its fields are not all that decides it. */
export function dataclassTakes(body: Node): Takes | undefined {
  const placed: Parameter[] = [];
  for (const statement of partsOf(body)) {
    const field = statement.type === "expression_statement" ? statement.namedChildren[0] : undefined;
    if (field?.type !== "assignment") continue;
    const type = field.childForFieldName("type")?.text;
    const left = field.childForFieldName("left");
    const right = field.childForFieldName("right");
    if (type === undefined || left?.type !== "identifier") continue;
    if (/KW_ONLY|InitVar/.test(type) || /\b(?:init|kw_only)\s*=/.test(right?.text ?? "")) return undefined;
    if (/\bClassVar\b/.test(type)) continue;
    const isField = /^(?:dataclasses\.)?field\(/.test(right?.text ?? "");
    const required = right === null || (isField && !/\bdefault(?:_factory)?\s*=/.test(right!.text));
    // A call of anything else may give what it likes.
    const name = left.text;
    const known = placed.findIndex((one) => one.name === name);
    if (known >= 0) placed[known] = { name, required };
    else placed.push({ name, required });
  }
  return { placed, named: [], rest: false, anyName: false };
}
