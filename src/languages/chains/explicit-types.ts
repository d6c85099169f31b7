/** Explicit types: type arguments of calls, annotations, casts. */
import { explicitTypesMark, packedText, summaryMark } from "../../graph/notation/chain-steps.ts";
import { type Draft, maxType, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import { lastName } from "./chain.ts";
import { typeOfCast } from "./special-forms.ts";

/** Longer types are left out. */
const maxLength = 120;

/** `Each<Foo>((foo) => ...)`, as part of a place; nothing where it writes none. */
export function typesWritten(draft: Draft, call: Node): string {
  const { expressions } = draft.language;
  const called = expressions.typeArguments && fieldOf(call, "function");
  const name = called && lastName(called, expressions);
  const list = name && namedChildAt(name, expressions.typeArguments![name.type] ?? maxLength);
  if (!list || list.endIndex - list.startIndex > maxLength) return "";
  const method = draft.text.slice(name.startIndex, list.startIndex).trim();
  const isKnown = expressions.typedTakes?.includes(method) === true;
  return explicitTypesMark + (isKnown ? summaryMark : "") + packedText(textOf(draft, list).slice(1, -1));
}

/** The type beside a variable or a pattern, or that of a cast behind it: `const { foo } = x as { foo: Foo }`. */
export function typeDeclared(declarator: Node): Node | undefined {
  const type = fieldOf(declarator, "type");
  const value = fieldOf(declarator, "value");
  return type ? namedChildAt(type, 0) : value?.type === "as_expression" ? typeOfCast(value) : undefined;
}

/** What only says that members may be missing, or that nobody writes them, is left out, and `[]` but where a list is meant. */
export function nameIn(draft: Draft, type: Node, ofList = false): string | undefined {
  const text = textOf(draft, type);
  const [wrapped] = /^(?:(?:Partial|Required|Readonly|NonNullable)<\s*)*/.exec(text)!;
  const inner = text.slice(wrapped.length, text.length - wrapped.split("<").length + 1).trim();
  const [name] = /^[\w$.]+/.exec(inner) ?? [];
  const isGiven = inner.length <= maxType && (ofList ? /(?:>|\[\])$/ : /(?:>|[\w"']\])$/).test(inner);
  return isGiven && name !== undefined ? inner : name;
}
