/** Target typing: the class of C#'s `new(...)`, from a declared type, or from the value at its position. */
import type { Chain } from "../../graph/outline.ts";
import { chainIn, type Draft, maxType, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { memberAround, typeOfMember } from "./csharp-members.ts";
import { elementIndex } from "./destructuring.ts";

/** Limit of nested objects. */
const maxDepth = 16;

/** A type as written, or a chain to an object of it. */
export type Target = { readonly type: Node } | { readonly chain: Chain };

export function targetOf(draft: Draft, made: Node): Target | undefined {
  let tail = "";
  const ofType = (type: Node | undefined, isTask = false): Target | undefined => {
    if (!type || type.type === "implicit_type") return undefined;
    if (tail === "" && !isTask) return { type };
    return { chain: `<${textOf(draft, type).slice(0, maxType)}>${tail}` };
  };
  const ofMember = (member: Node | undefined): Target | undefined => {
    const type = typeOfMember(member);
    return ofType(type, type && /^(?:\w+\.)*(?:Value)?Task\b/.test(textOf(draft, type)));
  };
  const ofValue = (chain: Chain | undefined): Target | undefined =>
    chain === undefined ? undefined : { chain: chain + tail };
  let at = made;
  for (let depth = 0; depth < maxDepth; depth++) {
    const around = parentOf(at);
    switch (around?.type) {
      case "parenthesized_expression":
      case "conditional_expression":
      case "switch_expression_arm":
      case "switch_expression":
        break;
      case "element_binding_expression":
        tail = `[]${tail}`;
        break;
      case "initializer_expression": {
        tail = `[]${tail}`;
        const whole = parentOf(around);
        const type = whole && fieldOf(whole, "type");
        if (type && /_creation_expression$/.test(whole.type)) return ofType(type);
        if (whole?.type !== "implicit_object_creation_expression") break;
        at = whole;
        continue;
      }
      case "argument": {
        const list = parentOf(around)!;
        if (list.type === "element_binding_expression") break;
        if (list.type === "tuple_expression") {
          tail = `[#${elementIndex(around)}]${tail}`;
          at = list;
          continue;
        }
        if (list.type !== "argument_list") return undefined;
        const call = fieldOf(around, "name") ? undefined : parentOf(list);
        const called = call && (fieldOf(call, "function") ?? fieldOf(call, "type"));
        const chain = called && chainIn(draft, called);
        return ofValue(chain && `${chain}[${elementIndex(around)}:]`);
      }
      case "assignment_expression": {
        const left = fieldOf(around, "left");
        const list = parentOf(around);
        if (!left || left.id === at.id) return undefined;
        if (list?.type !== "initializer_expression") return ofValue(chainIn(draft, left));
        tail = left.type === "identifier" ? `.${textOf(draft, left)}${tail}` : `[]${tail}`;
        const whole = parentOf(list)!;
        const type = fieldOf(whole, "type");
        if (type) return ofType(type);
        at = whole;
        continue;
      }
      case "variable_declarator":
        return ofType(fieldOf(parentOf(around)!, "type"));
      case "property_declaration":
        return ofType(fieldOf(around, "type"));
      case "arrow_expression_clause":
        return ofMember(parentOf(around));
      case "yield_statement":
        tail = `[]${tail}`;
        return ofMember(memberAround(around));
      case "return_statement":
        return ofMember(memberAround(around));
      default:
        return undefined;
    }
    at = around;
  }
  return undefined;
}
