import type { Node } from "../../languages/parsing/parser.ts";
import { byPlace, type Notation, named, partsOf } from "./notation.ts";
import type { Takes } from "./takes.ts";

export const typescript: Notation = {
  calls: ["call_expression", "new_expression"],
  call(node) {
    const makes = node.type === "new_expression";
    const called = node.childForFieldName(makes ? "constructor" : "function");
    const list = node.childForFieldName("arguments");
    if (!called || list?.type !== "arguments") return undefined;
    const gives = byPlace(partsOf(list), "spread_element");
    if (called.type === "identifier") return { name: called.text, makes, gives };
    if (called.type === "super") return undefined;
    const name = called.childForFieldName("property")?.text;
    const receiver = called.childForFieldName("object")?.text;
    return name === undefined ? undefined : { name, receiver, makes, gives };
  },
  functions: [
    ...["function_declaration", "generator_function_declaration", "method_definition"],
    "variable_declarator",
  ],
  takes(node) {
    // What its variable is said to be counts for whoever calls it.
    if (node.type === "variable_declarator" && node.childForFieldName("type")) return undefined;
    // So does what an object is said to be for its methods.
    if (node.type === "method_definition" && node.parent?.type !== "class_body") return undefined;
    const made = node.type === "variable_declarator" ? node.childForFieldName("value") : node;
    if (
      !made ||
      !/^(?:arrow_function|function_expression|function_declaration|generator_\w+|method_definition)$/.test(
        made.type,
      )
    )
      return undefined;
    const list = made.childForFieldName("parameters");
    return list ? taken(partsOf(list)) : undefined;
  },
  nameOf: named,
};

function taken(list: readonly Node[]): Takes | undefined {
  const placed = [];
  let rest = false;
  for (const node of list) {
    const pattern = node.childForFieldName("pattern");
    if (!pattern) return undefined;
    if (pattern.type === "this") continue;
    if (pattern.type === "rest_pattern") {
      rest = true;
      continue;
    }
    const type = node.childForFieldName("type")?.text ?? "";
    // `void` may be left out, and a name may stand for it.
    if (/\bvoid\b/.test(type) || /^:\s*(?:[A-Z]|T[A-Z]\w*)$/.test(type)) return undefined;
    const hasValue = node.childForFieldName("value") !== null;
    // Who writes no types leaves arguments out as well.
    if (type === "" && !hasValue) return undefined;
    const required = node.type === "required_parameter" && !hasValue;
    placed.push({ name: "", required });
  }
  return { placed, named: [], rest, anyName: false };
}
