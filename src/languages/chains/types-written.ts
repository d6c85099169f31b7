/** The types that a call writes for a method, for the functions that it is given: `Each<Foo>((foo) => ...)`. */
import { otherwise, packedText, writtenTypes } from "../../graph/notation/chain-steps.ts";
import { type Draft, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import { lastName } from "./chain.ts";

/** Longer types are left out. */
const maxLength = 120;

/** As part of a place; nothing where it writes none. */
export function typesWritten(draft: Draft, call: Node): string {
  const { expressions } = draft.language;
  const called = expressions.typeArguments && fieldOf(call, "function");
  const name = called && lastName(called, expressions);
  const list = name && namedChildAt(name, expressions.typeArguments![name.type] ?? maxLength);
  if (!list || list.endIndex - list.startIndex > maxLength) return "";
  const method = draft.text.slice(name.startIndex, list.startIndex).trim();
  const isKnown = expressions.typedTakes?.includes(method) === true;
  return writtenTypes + (isKnown ? otherwise : "") + packedText(textOf(draft, list).slice(1, -1));
}
