/** `const`, pointers and references in C++ declarations. */
import type { Access } from "../../graph/outline.ts";
import { type Draft, textOf } from "../outlines/outline-draft.ts";
import { type Node, namedChildrenOf, parentOf } from "../parsing/syntax-node.ts";

/** The qualifiers of a declared name, `const Foo* foo`; undefined for a plain object. */
export function accessOf(draft: Draft, name: Node): Access | undefined {
  const { at, signs } = declaredAround(draft, name);
  const words = at ? wordsOf(draft, at) : [];
  const isConstant = words.includes("const") || words.includes("constexpr");
  const sign = signs.includes("*") ? "*" : signs !== "" ? "&" : words.includes("mutable") ? "mutable" : "";
  const access: Access = `${isConstant ? "const " : ""}${sign}`;
  return access === "" ? undefined : access;
}

/** The full return type, including qualifiers around the name: `const Foo*`. */
export function returnedWhole(draft: Draft, type: Node, parameters: Node): string {
  const declarator = parentOf(parameters)!;
  const trailing = namedChildrenOf(declarator).find((one) => one.type === "trailing_return_type");
  if (trailing && type.type === "placeholder_type_specifier")
    return textOf(draft, trailing).replace(/^->\s*/, "");
  return wholeType(draft, type, declarator);
}

/** The same for a type alias: `typedef const Foo* Fixed`. */
export function wholeType(draft: Draft, type: Node, name: Node): string {
  const { at, signs } = declaredAround(draft, name);
  const isConstant = at !== undefined && wordsOf(draft, at).includes("const");
  return `${isConstant ? "const " : ""}${textOf(draft, type)}${signs}`;
}

/** Whether a method is `const`: `int size() const`. */
export function isConstantMethod(draft: Draft, parameters: Node): boolean {
  const declarator = parentOf(parameters);
  return declarator !== undefined && wordsOf(draft, declarator).includes("const");
}

const wordsOf = (draft: Draft, declared: Node): readonly string[] =>
  namedChildrenOf(declared)
    .filter(({ type }) => type === "type_qualifier")
    .map((one) => textOf(draft, one));

/** The declaration around a name, and the signs of pointers and references on the way. */
function declaredAround(draft: Draft, name: Node): { readonly at: Node | undefined; readonly signs: string } {
  let [at, signs] = [parentOf(name), ""];
  for (; at?.type.endsWith("declarator"); at = parentOf(at))
    if (at.type === "pointer_declarator") signs += "*";
    else if (at.type === "reference_declarator")
      signs += draft.text.startsWith("&&", at.startIndex) ? "&&" : "&";
  return { at, signs };
}
