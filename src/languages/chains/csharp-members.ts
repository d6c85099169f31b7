/** The context of lambdas in C# and Java that tells their type. */
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";

/** Members further outside are not looked for. */
const maxDepth = 16;

/** The class whose object initialiser assigns this member: `new Foo { Bar = ... }`. */
export function madeAround(assignment: Node): Node | undefined {
  const list = parentOf(assignment);
  const made = list?.type === "initializer_expression" ? parentOf(list) : undefined;
  return made?.type === "object_creation_expression" ? fieldOf(made, "type") : undefined;
}

/** The type of a method's or local function's result, or of a property. */
export const typeOfMember = (member: Node | undefined): Node | undefined =>
  member && members.has(member.type) ? (fieldOf(member, "returns") ?? fieldOf(member, "type")) : undefined;

const members = new Set(["method_declaration", "local_function_statement", "property_declaration"]);

/** The member that contains a `return`; undefined inside of a lambda. */
export function memberAround(statement: Node): Node | undefined {
  let at = parentOf(statement);
  for (let depth = 0; at && depth < maxDepth; depth++, at = parentOf(at)) {
    if (members.has(at.type)) return at;
    if (
      !/_statement$|^(?:block|switch_\w+|else_clause|catch_clause|finally_clause|accessor_\w+)$/.test(at.type)
    )
      return undefined;
  }
  return undefined;
}
