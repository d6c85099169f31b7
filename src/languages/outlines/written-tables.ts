/** Objects that are written out and hold functions under names by which they are asked later: `handlers[kind]()`. */
import { indexSignature } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, type Node } from "../parsing/syntax-node.ts";
import { capture } from "./facts.ts";
import { type Draft, textOf } from "./outline-draft.ts";
import { add } from "./outline-facts.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/** Objects of more members are no tables: any of so many says nothing. */
const mostMembers = 64;

/** Notes under one name what functions an object that was just entered may hold. */
export function noteTable(draft: Draft, fact: DefinitionFact): void {
  const { objects } = draft.language.expressions;
  const body = fact.opens === "object" && objects ? capture(fact.captures, "body") : undefined;
  if (!body) return;
  const members = firstNamedChildrenOf(body, mostMembers + 1);
  if (members.length > mostMembers) return;
  const { scope, definition } = draft.frames.at(-1)!;
  const { name } = draft.definitions[definition]!;
  for (const member of members) {
    const key = keyOf(draft, member);
    if (key !== undefined) add(draft, { scope, name: indexSignature, value: `${name}.${key}` });
  }
}

const named = /^(?:identifier|member_expression|arrow_function|function_expression)$/;

/** The name of a member that may be a function. */
function keyOf(draft: Draft, member: Node): string | undefined {
  const { pair, short, method } = draft.language.expressions.objects!;
  if (member.type === short) return textOf(draft, member);
  const value = member.type === pair ? fieldOf(member, "value") : undefined;
  if (value ? !named.test(value.type) : member.type !== method) return undefined;
  const key = textOf(draft, fieldOf(member, value ? "key" : "name")!);
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : undefined;
}
