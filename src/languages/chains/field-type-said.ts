import { typesBefore } from "../comments/comment-types.ts";
import { saysMore } from "../comments/doc-types.ts";
import { typeBehind } from "../comments/type-comments.ts";
import { type Captures, capture } from "../outlines/facts.ts";
import { type Draft, textOf } from "../outlines/outline-draft.ts";
import { type Node, parentOf } from "../parsing/syntax-node.ts";

/** Of a field of PHP, and of a variable or a field of JavaScript, what the comment before it says; of one of Python the one behind it. */
export function fieldTypeSaid(draft: Draft, captures: Captures): string | undefined {
  const name = capture(captures, "bind");
  if (draft.language.docTypes === "pep484") {
    const statement = name && parentOf(name);
    return statement?.type === "assignment" ? typeBehind(draft.text, statement) : undefined;
  }
  const declared = name && declarationOf(name);
  const types = declared && typesBefore(draft, declared.startIndex);
  if (!types) return undefined;
  const said = types.value ?? (declared.type === propertyOfPhp ? types.variables[0]?.[1] : undefined);
  const native = capture(captures, "type");
  return said !== undefined && saysMore(said, native && textOf(draft, native)) ? said : undefined;
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
