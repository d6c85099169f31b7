/** What a macro stands for that is given one expression: `check!(parse(x))`, `ready!(poll)` (Rust). */
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import { macroMark } from "../preprocessing/macro-calls.ts";

/** Whether it is the call as which a macro is written. */
export const isMacro = (call: Node, type: string, text: string): boolean =>
  text[call.startIndex] === macroMark &&
  type === "call_expression" &&
  fieldOf(call, "function")?.type === "identifier";

/**
 * What the only argument is, as most of these give what that holds, or go back; undefined where there are others, and
 * what is no object.
 */
export function onlyGiven(call: Node): Node | undefined {
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
