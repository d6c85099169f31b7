import { escapeFaults, faultAt, topLevelFaults } from "../checking/strict-fault.ts";
import type { SyntaxFault } from "../checking/syntax-fault.ts";
import type { Node, Tree } from "../parsing/parser.ts";

const ranks = new Map([
  ["package_declaration", 0],
  ["import_declaration", 1],
  ...[
    ...["class_declaration", "interface_declaration", "enum_declaration", "record_declaration"],
    ...["annotation_type_declaration", "module_declaration", "method_declaration", "field_declaration"],
  ].map((type) => [type, 2] as const),
]);

/** Expressions that may stand alone (JLS 14.8); `switch` is one in the grammar. */
const statements = new Set([
  ...["assignment_expression", "update_expression", "method_invocation"],
  ...["object_creation_expression", "switch_expression"],
]);

const escapes = /^(?:[btnfrs"'\\\n\r]|[0-7]{1,3}|u+[0-9a-fA-F]{4})/;

/** The grammar takes every expression as a statement, a method without a type as a constructor, and any escape. */
export function faultsOfJava({ rootNode }: Tree): SyntaxFault[] {
  return [
    ...topLevelFaults(rootNode, ranks),
    ...rootNode.descendantsOfType("expression_statement").flatMap(loneExpression),
    ...rootNode
      .descendantsOfType(["constructor_declaration", "compact_constructor_declaration"])
      .flatMap(strayConstructor),
    ...escapeFaults(rootNode, escapes),
  ];
}

function loneExpression(node: Node): SyntaxFault[] {
  const expression = node.namedChildren.find((child) => !child.isExtra);
  // Of `case 1 -> x;` it is the value of the switch.
  const isValue = node.parent?.type === "switch_rule";
  return isValue || expression === undefined || statements.has(expression.type)
    ? []
    : [faultAt(node, "this expression is not a statement")];
}

function strayConstructor(node: Node): SyntaxFault[] {
  // Of an enum the constructor stands one level deeper.
  for (let around = node.parent; around; around = around.parent) {
    if (!/^(?:class|enum|record)_declaration$|^object_creation_expression$/.test(around.type)) continue;
    const name = around.childForFieldName("name")?.text;
    if (name !== undefined && name === node.childForFieldName("name")?.text) return [];
    break;
  }
  return [faultAt(node, "a method needs a type, and a constructor the name of its class")];
}
