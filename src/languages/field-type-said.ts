import { docTypesIn, saysMore } from "./doc-types.ts";
import { blockBefore } from "./docs.ts";
import { type Captures, capture } from "./facts.ts";
import { type Draft, textOf } from "./outline-draft.ts";
import { parentOf } from "./syntax-node.ts";

/** Of a field of PHP what the comment before it says. */
export function fieldTypeSaid(draft: Draft, captures: Captures): string | undefined {
  const name = capture(captures, "bind");
  const element = name && parentOf(name.type === "name" ? parentOf(name)! : name);
  const property = element?.type === "property_element" ? parentOf(element) : undefined;
  const comment = property && blockBefore(draft.text, property.startIndex);
  if (comment === undefined) return undefined;
  const { value, variables } = docTypesIn(comment);
  const said = value ?? variables[0]?.[1];
  const native = capture(captures, "type");
  return said !== undefined && saysMore(said, native && textOf(draft, native)) ? said : undefined;
}
