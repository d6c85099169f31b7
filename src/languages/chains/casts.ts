/** Types in casts of C and C++, and those that comments of JavaScript say. */
import { blockBefore } from "../comments/docs.ts";
import { jsdocTypesIn } from "../comments/jsdoc-types.ts";
import type { Node } from "../parsing/syntax-node.ts";

/** The type that `static_cast<const ns::Type*>` gives, whatever else is called a cast, and `std::make_unique<Type>`. */
export function castCall(called: Node, text: string): string | undefined {
  if (called.type !== "template_function" && called.type !== "qualified_identifier") return undefined;
  const source = text.slice(called.startIndex, Math.min(called.endIndex, called.startIndex + 200));
  const [, type] = typedCall.exec(source) ?? [];
  return /^(?:char|void|wchar_t)$/.test(type ?? "") ? undefined : type?.replaceAll("::", ".");
}

const typedCall =
  /^[\w:]*(?:cast|make_unique|make_shared|allocate_shared)<\s*(?:const\s+)?(?:::)?([\w:]+)(?:\s+const)?[\s*&]*>$/;

/** The bare name in `(const struct foo *)`, `(*Foo)` or `(Foo<Bar>)`. */
export const castType = (type: string): string =>
  /\b(?:char|void|wchar_t)\b[\s*const]*\*/.test(type)
    ? ""
    : type
        .replace(/^(?:(?:const|struct|class|union|enum)\s+|[*&]|::)+|(?<![\s*&?])[\s*&?]+$/g, "")
        .replace(/<[\s\S]*>$/, "")
        .replaceAll("::", ".");

/** `shared_from_this()` is the object itself, in what counts its owners. */
export const givesThis = (called: Node, text: string): boolean =>
  called.type === "identifier" && ownerOfThis.has(text.slice(called.startIndex, called.endIndex));

const ownerOfThis = new Set(["shared_from_this", "weak_from_this"]);

/** What the comment before parentheses says of what is in them, as the head of a chain: `(x)` behind `@type {Foo}`. */
export function saidCast(node: Node, text: string): string | undefined {
  let end = node.startIndex;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\n" || text[end - 1] === "\t")) end--;
  if (text[end - 1] !== "/" || text[end - 2] !== "*") return undefined;
  const comment = blockBefore(text, end);
  const type = comment?.includes("@type") ? jsdocTypesIn(comment).value : undefined;
  return type === undefined || type === "const" || /[<>()[\]{}]/.test(type) ? undefined : `<${type}>`;
}
