/** The type of a binding: declared, shown by its value, or expected by its context. */
import type { Chain } from "../../graph/outline.ts";
import { typesBefore } from "../comments/comment-types.ts";
import { saysMore, saysNothing } from "../comments/doc-types.ts";
import { typeComment } from "../comments/type-comments.ts";
import { type Captures, capture, isCaptured } from "../outlines/facts.ts";
import { type Draft, maxType, type OpenDefinition, textOf } from "../outlines/outline-draft.ts";
import { withBounds } from "../outlines/type-bounds.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { isConstant } from "./chain.ts";
import { expectedOf } from "./expected-types.ts";
import { typeOfCast } from "./special-forms.ts";

/** The declared type of a name; for a type alias, `type[...]` around it. */
export function typeIn(draft: Draft, captures: Captures): string | undefined {
  const documented = draft.language.docTypes ? documentedType(draft, captures) : undefined;
  if (documented !== undefined) return cut(documented);
  const itself = capture(captures, "type.class");
  const written = capture(captures, "type") ?? capture(captures, "type.many");
  const node = itself ?? written;
  if (!node) return valueType(draft, capture(captures, "value"));
  const made = /^(?:var|auto)$/.test(textOf(draft, node)) && madeType(draft, capture(captures, "value"));
  if (made) return made;
  if (draft.language.docTypes && saysNothing(textOf(draft, node))) return undefined;
  const isOfCall = isCaptured(captures, "bind.parameters") || isCaptured(captures, "bind.result");
  const constraints = isOfCall ? draft.frames.at(-1)!.constraints : undefined;
  const text = cut(withBounds(cut(textOf(draft, node)), constraints)) + pointerTo(draft, captures, node);
  return itself ? `type[${text}]` : isCaptured(captures, "type.many") ? `${text}[]` : text;
}

/** Whether a variable is what is written out for it and no more; a type that is written beside that is kept with it. */
export function isItsLiteral(draft: Draft, definition: OpenDefinition, captures: Captures): boolean {
  const [type, value] = [capture(captures, "type"), capture(captures, "value")];
  // Of a function that is said to have a type both count: `const f = (() => {}) as Type`.
  const isCast =
    value !== undefined && draft.language.expressions.casts.includes(value.type) && !isConstant(value);
  // `{}` says nothing of what it will hold; the type beside it does.
  const isEmpty = value?.type === "object" && namedChildAt(value, 0) === undefined;
  if (isCast || (type && isEmpty)) return false;
  if (type && draft.language.callbacks) definition.type ??= cut(textOf(draft, type));
  return true;
}

/** `char *name` and `char name[]` are not a char: the one type of which a pointer to it is another thing. */
function pointerTo(draft: Draft, captures: Captures, type: Node): string {
  if (type.type !== "primitive_type" || !/^(?:char|wchar_t|void)$/.test(textOf(draft, type))) return "";
  const name = capture(captures, "bind");
  return name && /^(?:pointer|array)_declarator$/.test(parentOf(name)?.type ?? "") ? "*" : "";
}

/** What the value says that has no name to follow: `make as any as (x: number) => Foo`. */
function valueType(draft: Draft, value: Node | undefined): string | undefined {
  const isCast = value !== undefined && draft.language.expressions.casts.includes(value.type);
  const type = isCast ? typeOfCast(value) : undefined;
  return type && writtenOut.has(type.type) ? cut(textOf(draft, type)) : madeType(draft, value);
}

const writtenOut = new Set(["function_type", "constructor_type", "object_type", "intersection_type"]);

/** `Map<string, Foo>` of `new Map<string, Foo>()`. */
function madeType(draft: Draft, value: Node | undefined): string | undefined {
  if (!value) return undefined;
  const fields = draft.language.expressions.typedMakers?.[value.type] ?? [];
  const parts = fields.map((field) => fieldOf(value, field));
  const text = parts.map((part) => (part ? textOf(draft, part) : "")).join("");
  return text.endsWith(">") && !/<\s*>$/.test(text) ? cut(text) : undefined;
}

/**
 * As long as resolution works with. Of an object that is written out, whose members are asked for one by one, twice that;
 * of other long types (`Handler<E, P, I, R>` of a router) so much leads in cycles.
 */
export const cut = (type: string): string => type.slice(0, writesObject.test(type) ? 2 * maxType : maxType);

const writesObject = /^(?:Readonly<\s*)?\{/;

export function expectedIn(draft: Draft, name: Node): { type: string | undefined; values: readonly Chain[] } {
  const { type, value, other } = expectedOf(draft, name);
  return { type: type && cut(type), values: [value, other].filter((one) => one !== undefined) };
}

/** Of a field of PHP, and of a variable or a field of JavaScript, what the comment before it says; of one of Python the one behind it. */
function documentedType(draft: Draft, captures: Captures): string | undefined {
  const name = capture(captures, "bind");
  if (draft.language.docTypes === "pep484") {
    const statement = name && parentOf(name);
    return statement?.type === "assignment" ? typeComment(draft.text, statement) : undefined;
  }
  const declared = name && declarationOf(name);
  const types = declared && typesBefore(draft, declared.startIndex);
  if (!types) return undefined;
  const documented = types.value ?? (declared.type === propertyOfPhp ? types.variables[0]?.[1] : undefined);
  const native = capture(captures, "type");
  return documented !== undefined && saysMore(documented, native && textOf(draft, native))
    ? documented
    : undefined;
}

const propertyOfPhp = "property_declaration";

/** What the comment stands before that speaks of a name. */
function declarationOf(name: Node): Node | undefined {
  const holder = parentOf(name.type === "name" ? parentOf(name)! : name);
  switch (holder?.type) {
    case "field_definition":
      return holder;
    case "property_element":
    case "assignment_expression":
      return parentOf(holder);
    case "variable_declarator": {
      const whole = parentOf(holder);
      const around = whole && parentOf(whole);
      return around?.type === "export_statement" ? around : whole;
    }
    default:
      return undefined;
  }
}
