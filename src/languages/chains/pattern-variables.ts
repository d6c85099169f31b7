/**
 * Pattern variables and out variables of C#, as chains: `item` of `x is Order { Item: var item }` is `<Order>.Item`,
 * `a` of `pair is (var a, _)` the first element, and `found` of `TryGet(key, out var found)` the method's parameter
 * there.
 */
import type { Chain } from "../../graph/outline.ts";
import { chainIn, type Draft, maxType, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { elementIndex } from "./destructuring.ts";

/** Patterns in patterns are followed so far. */
const maxDepth = 24;

/** Types that bind a name to what stands there. */
export const matchers: ReadonlySet<string> = new Set([
  "declaration_pattern",
  "recursive_pattern",
  "declaration_expression",
]);

/** @param matcher What binds the name. `callee`: what a call calls. */
export function matchedChain(
  draft: Draft,
  matcher: Node,
  callee: (call: Node) => Chain | undefined,
): Chain | undefined {
  let tail = "";
  const on = (node: Node | undefined): Chain | undefined => {
    const chain = node && chainIn(draft, node);
    return chain === undefined ? undefined : chain + tail;
  };
  let at = matcher;
  for (let depth = 0; depth < maxDepth; depth++) {
    const around = parentOf(at);
    switch (around?.type) {
      case "and_pattern":
      case "or_pattern":
      case "negated_pattern":
      case "parenthesized_pattern":
        at = around;
        break;
      case "list_pattern":
        tail = `[]${tail}`;
        at = around;
        break;
      case "subpattern": {
        const clause = parentOf(around)!;
        const whole = parentOf(clause);
        // In code with faults anything may stand anywhere.
        if (!whole) return undefined;
        tail = partOf(draft, clause, around, at) + tail;
        at = whole;
        const type = fieldOf(at, "type");
        if (type) return typed(draft, type) + tail;
        break;
      }
      case "is_pattern_expression":
        return on(fieldOf(around, "expression"));
      case "switch_expression_arm":
        return on(namedChildAt(parentOf(around)!, 0));
      case "switch_section": {
        const whole = parentOf(parentOf(around)!);
        return on(whole && fieldOf(whole, "value"));
      }
      case "argument":
        return ofArgument(draft, around, tail, callee);
      default:
        return undefined;
    }
  }
  return undefined;
}

/** The way from what a pattern is about to a part of it: a property, or a place. */
function partOf(draft: Draft, clause: Node, part: Node, inside: Node): string {
  if (clause.type === "positional_pattern_clause") return `[#${elementIndex(part)}]`;
  const name = namedChildAt(part, 0);
  return name && name.id !== inside.id ? `.${textOf(draft, name)}` : "";
}

const typed = (draft: Draft, type: Node): Chain => `<${textOf(draft, type).slice(0, maxType)}>`;

function ofArgument(
  draft: Draft,
  argument: Node,
  tail: string,
  callee: (call: Node) => Chain | undefined,
): Chain | undefined {
  const list = parentOf(argument)!;
  const call = parentOf(list);
  if (!call) return undefined;
  const place = elementIndex(argument);
  // `case Order(var item, _):` looks like a call.
  if (parentOf(call)?.type === "constant_pattern") {
    const type = fieldOf(call, "function");
    return type && `${typed(draft, type)}[#${place}]${tail}`;
  }
  // `(var a, var b) = pair`.
  if (list.type === "tuple_expression") {
    const right = call.type === "assignment_expression" ? fieldOf(call, "right") : undefined;
    const chain = right && chainIn(draft, right);
    return chain && `${chain}[#${place}]${tail}`;
  }
  const chain = callee(call);
  return chain && `${chain}[${place}:]${tail}`;
}
