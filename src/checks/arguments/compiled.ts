/** Languages whose compilers want exactly what a function takes. */
import type { Node } from "../../languages/parsing/parser.ts";
import { byPlace, type Notation, named, partsOf } from "./notation.ts";
import type { Parameter, Takes } from "./takes.ts";

const some = (count: number): readonly Parameter[] =>
  Array.from({ length: count }, () => ({ name: "", required: true }));

const exactly = (count: number, rest: boolean): Takes => ({
  placed: some(count),
  named: [],
  rest,
  anyName: false,
});

export const go: Notation = {
  calls: ["call_expression"],
  call(node) {
    const called = node.childForFieldName("function");
    const list = partsOf(node.childForFieldName("arguments"));
    if (!called) return undefined;
    const gives = byPlace(list, "variadic_argument");
    // One call may give several.
    if (list.length === 1 && list[0]!.type === "call_expression") return undefined;
    if (called.type === "identifier") return { name: called.text, makes: false, gives };
    if (called.type !== "selector_expression") return undefined;
    const receiver = called.childForFieldName("operand")?.text;
    return { name: called.childForFieldName("field")?.text ?? "", receiver, makes: false, gives };
  },
  functions: ["function_declaration", "method_declaration"],
  takes(node) {
    const list = partsOf(node.childForFieldName("parameters"));
    const counts = list
      .filter(({ type }) => type === "parameter_declaration")
      .map((one) => Math.max(1, one.childrenForFieldName("name").length));
    const rest = list.some(({ type }) => type === "variadic_parameter_declaration");
    return exactly(
      counts.reduce((sum, one) => sum + one, 0),
      rest,
    );
  },
  nameOf: named,
};

export const java: Notation = {
  calls: ["method_invocation", "object_creation_expression"],
  call(node) {
    const makes = node.type === "object_creation_expression";
    const gives = byPlace(partsOf(node.childForFieldName("arguments")), "");
    if (!makes) {
      const receiver = node.childForFieldName("object")?.text;
      return { name: named(node) ?? "", receiver, makes, gives };
    }
    const type = node.childForFieldName("type");
    return type?.type === "type_identifier" ? { name: type.text, makes, gives } : undefined;
  },
  functions: ["method_declaration", "constructor_declaration"],
  takes(node) {
    const list = partsOf(node.childForFieldName("parameters"));
    return exactly(
      list.filter(({ type }) => type === "formal_parameter").length,
      list.some(({ type }) => type === "spread_parameter"),
    );
  },
  nameOf: named,
};

export const rust: Notation = {
  calls: ["call_expression"],
  call(node) {
    const written = node.childForFieldName("function");
    const called = written?.type === "generic_function" ? written.childForFieldName("function") : written;
    const gives = byPlace(partsOf(node.childForFieldName("arguments")), "");
    if (called?.type === "identifier") return { name: called.text, makes: false, gives };
    if (called?.type === "field_expression")
      return {
        name: called.childForFieldName("field")?.text ?? "",
        receiver: called.childForFieldName("value")?.text,
        makes: false,
        gives,
      };
    if (called?.type !== "scoped_identifier") return undefined;
    const receiver = `${called.childForFieldName("path")?.text ?? ""}::`;
    return { name: named(called) ?? "", receiver, makes: false, gives };
  },
  functions: ["function_item"],
  takes(node) {
    const list = partsOf(node.childForFieldName("parameters"));
    // Some builds take other ones.
    if (list.some(({ type }) => /attribute|variadic/.test(type))) return undefined;
    const others = list.filter((one) => one.type === "parameter" && !isSelf(one));
    return exactly(others.length, false);
  },
  nameOf: named,
};

/** `&self`, or `mut self: &mut Self`. */
const isSelf = (node: Node): boolean =>
  node.type === "self_parameter" || node.childForFieldName("pattern")?.text === "self";

/** True for a method of Rust that has an object. */
export const hasSelf = (node: Node): boolean =>
  partsOf(node.childForFieldName("parameters")).slice(0, 1).some(isSelf);
