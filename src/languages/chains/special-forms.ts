/** Expressions that a chain reads in a special way: casts, modules loaded in place, macros, pointers, and indexes. */
import { moduleHead } from "../../graph/notation/module-heads.ts";
import type { Chain } from "../../graph/outline.ts";
import { blockBefore } from "../comments/docs.ts";
import { jsdocTypesIn } from "../comments/jsdoc-types.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import {
  fieldOf,
  firstNamedChildrenOf,
  isExtra,
  type Node,
  namedChildAt,
  parentOf,
} from "../parsing/syntax-node.ts";
import { macroMark } from "../preprocessing/macro-calls.ts";

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
export function castType(type: string): string {
  if (/\b(?:char|void|wchar_t)\b[\s*const]*\*/.test(type)) return "";
  const bare = type.replace(/^(?:(?:const|struct|class|union|enum)\s+|[*&]|::)+|(?<![\s*&?])[\s*&?]+$/g, "");
  return (bare.endsWith(">") ? bare.split("<", 1)[0]! : bare).replaceAll("::", ".");
}

/** `shared_from_this()` is the object itself, in what counts its owners. */
export const givesThis = (called: Node, text: string): boolean =>
  called.type === "identifier" && ownerOfThis.has(text.slice(called.startIndex, called.endIndex));

const ownerOfThis = new Set(["shared_from_this", "weak_from_this"]);

/** What the comment before parentheses says of what is in them, as the head of a chain: `(x)` behind `@type {Foo}`. */
export function jsdocCast(node: Node, text: string): string | undefined {
  let end = node.startIndex;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\n" || text[end - 1] === "\t")) end--;
  if (text[end - 1] !== "/" || text[end - 2] !== "*") return undefined;
  const comment = blockBefore(text, end);
  const type = comment?.includes("@type") ? jsdocTypesIn(comment).value : undefined;
  return type === undefined || type === "const" || /[<>()[\]{}]/.test(type) ? undefined : `<${type}>`;
}

// Modules: `require("./foo").make()`, and imports that are calls.

/** Longer names of modules are not read. */
const maxLength = 200;
const maxName = "require".length;
/** Behind more comments, which tell bundlers what to call it, the name is not read. */
const maxBefore = 4;

/** The head of a chain that stands for the module which a call loads; undefined for other calls. @param names Of what loads. */
export function loadedBy(
  call: Node,
  called: Node,
  text: string,
  names: readonly string[],
): Chain | undefined {
  // Nearly no call is one, and its name tells that more quickly than its arguments.
  if (called.endIndex - called.startIndex > maxName) return undefined;
  if (!names.includes(text.slice(called.startIndex, called.endIndex))) return undefined;
  const list = fieldOf(call, "arguments");
  const first = list && firstNamedChildrenOf(list, maxBefore).find((one) => !isExtra(one));
  if (first?.type !== "string" || first.endIndex - first.startIndex > maxLength) return undefined;
  return moduleHead(text.slice(first.startIndex + 1, first.endIndex - 1));
}

/** Whether it is the call as which a macro is written: `check!(parse(x))`, `ready!(poll)` (Rust). */
export const isMacro = (call: Node, type: string, text: string): boolean =>
  text[call.startIndex] === macroMark &&
  type === "call_expression" &&
  fieldOf(call, "function")?.type === "identifier";

/**
 * What the only argument is, as most of these give what that holds, or go back; undefined where there are others, and
 * what is no object.
 */
export function onlyArgument(call: Node): Node | undefined {
  const list = fieldOf(call, "arguments");
  const only = list && namedChildAt(list, 0);
  return only && given.has(only.type) && !namedChildAt(list, 1) ? only : undefined;
}

const given = new Set([
  "await_expression",
  "call_expression",
  "field_expression",
  "identifier",
  "try_expression",
]);

// What Rust tells apart by a sign: a field that is called, and what an object stands for.

/** Stars in front of each other, and nodes around, are read so far. */
const maxDepth = 64;

/** Whether it is `self` with a star too many for the object itself: `**self`, where the method takes `&self`. */
export function isHeldBySelf(node: Node, text: string, types: ExpressionTypes): boolean {
  if (types.pointers === undefined) return false;
  let [at, stars]: [Node | undefined, number] = [node, 0];
  while (at?.type === node.type && text[at.startIndex] === "*" && stars < maxDepth) {
    at = namedChildAt(at, 0);
    stars++;
  }
  return at !== undefined && types.this.includes(at.type) && stars > (takesReference(at, text) ? 1 : 0);
}

/** Whether the enclosing method takes `&self`, rather than `self`. */
function takesReference(self: Node, text: string): boolean {
  let at = parentOf(self);
  for (let depth = 0; at && depth < maxDepth; depth++) {
    const list = at.type === "function_item" ? fieldOf(at, "parameters") : undefined;
    const first = list && namedChildAt(list, 0);
    if (first) return first.type !== "self_parameter" || text[first.startIndex] === "&";
    at = parentOf(at);
  }
  return true;
}

/** Whether the value of a field is called, rather than a method of its name: `(self.map)(x)`. */
export function isCalledField(callee: Node, types: ExpressionTypes): boolean {
  if (callee.type !== types.calledFields) return false;
  const inner = namedChildAt(callee, 0);
  return inner !== undefined && types.members[inner.type] !== undefined;
}

/**
 * What an index gives as a step (`all[0]`, `pair[1]`, `foo["run"]`): an element, which a number tells the place of in a tuple, a member, which a text names;
 * a part is like the whole.
 */
export function indexStep(node: Node, text: string, { slice, place, keys }: ExpressionTypes): string {
  if (slice === undefined && place === undefined) return "[]";
  const field = slice?.[0] ?? "index";
  const index = field === "" ? namedChildAt(node, 1) : fieldOf(node, field);
  if (index === undefined) return "[]";
  if (index.type === slice?.[1]) return "";
  const isPlace = index.type === place && index.endIndex - index.startIndex < 3;
  if (isPlace) return `[#${text.slice(index.startIndex, index.endIndex)}]`;
  const key =
    index.type === keys ? /^.([A-Za-z_$][\w$]*).$/.exec(text.slice(index.startIndex, index.endIndex)) : null;
  return key ? `.${key[1]}` : "[]";
}

/** What is indexed: the field of that name, or without one the first part. */
export const elementHolder = (node: Node, field: string): Node | undefined =>
  field === "" ? namedChildAt(node, 0) : fieldOf(node, field);

/** Longer types are not read. */
const maxTyped = 200;

/** A type that says for which types, where that tells it from others of its name, or where a cast says it: `Foo<Bar>`. */
export function genericType(
  node: Node,
  text: string,
  types: ExpressionTypes,
  also?: string,
): string | undefined {
  const isGeneric = node.type === also || types.typeArguments?.[node.type] !== undefined;
  if (!isGeneric || node.endIndex - node.startIndex > maxTyped) return undefined;
  return text.slice(node.startIndex, node.endIndex);
}

/** The chain head of a cast value; undefined where its type cannot be followed. */
export function castHead(node: Node, text: string, types: ExpressionTypes): Chain | undefined {
  const name = typeOfCast(node);
  const value = name && valueOfType.exec(text.slice(name.startIndex, name.endIndex))?.[1];
  if (value !== undefined) return value;
  const held = name?.type === "pointer_type" ? namedChildAt(name, 0) : name;
  const generic = held && genericType(held, text, types, "generic_type");
  if (generic) return `<${generic}>`;
  const [, element] = name
    ? (/^([\w.]+)\s*\[[^[\]]*\]$/.exec(text.slice(name.startIndex, name.endIndex)) ?? [])
    : [];
  if (element !== undefined) return `<${element}[]>`;
  const cast = name ? castType(text.slice(name.startIndex, name.endIndex)) : "";
  if (/^[\w$.]+$/.test(cast)) return `<${cast}>`;
  if (name?.type === "union_type" && name.endIndex - name.startIndex <= longestUnion) {
    const union = text.slice(name.startIndex, name.endIndex).replace(/^\|/, "").replace(/\s+/g, "");
    if (namedUnion.test(union)) return `<${union}>`;
  }
  return undefined;
}

/** The type of a cast: `(Foo) x`, `x as Foo`, `<Foo>x`. */
export const typeOfCast = (cast: Node): Node | undefined =>
  cast.type === "type_assertion"
    ? namedChildAt(namedChildAt(cast, 0)!, 0)
    : (fieldOf(cast, "type") ?? namedChildAt(cast, -1));

/** `x as Foo | undefined`; none of texts, functions or what is written out. */
const namedUnion = /^(?=.*[A-Z])[\w$.|<>,[\]]+$/;
const longestUnion = 100;

/** `this.constructor as typeof Foo` is what `Foo` is. */
const valueOfType = /^typeof\s+([\w$]+(?:\.[\w$]+)*)$/;
