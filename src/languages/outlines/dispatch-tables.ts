/** Dispatch tables: object literals with functions that are looked up by a computed name, `handlers[kind]()`. */
import { type Chain, indexSignature } from "../../graph/outline.ts";
import { isBound, sameInScope } from "../chains/binding-scopes.ts";
import { fieldOf, firstNamedChildrenOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { capture } from "./facts.ts";
import { addBinding } from "./outline-bindings.ts";
import { type Draft, type Table, textOf } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/** Larger objects are no tables: a call that may mean any of so many tells nothing. */
const maxMembers = 64;

/** Records the functions of an object literal that was just entered, or a function that is assigned to a member of one. */
export function noteTable(draft: Draft, fact: DefinitionFact): void {
  const { objects } = draft.language.expressions;
  const body = fact.opens === "object" && objects ? capture(fact.captures, "body") : undefined;
  if (!body) {
    if (objects && fact.opens === "function") noteAdded(draft);
    return;
  }
  const members = firstNamedChildrenOf(body, maxMembers + 1);
  if (members.length > maxMembers) return;
  const { scope, definition } = draft.frames.at(-1)!;
  const { name } = draft.definitions[definition]!;
  draft.tables.set(`${draft.frames.at(-2)!.scope} ${name}`, { scope, left: maxMembers - members.length });
  for (const member of members) {
    const key = keyOf(draft, member);
    if (key !== undefined) addBinding(draft, { scope, name: indexSignature, value: `${name}.${key}` });
  }
}

const named = /^(?:identifier|member_expression|arrow_function|function_expression)$/;

/** The key of a member that may be a function. */
function keyOf(draft: Draft, member: Node): string | undefined {
  const { pair, short, method } = draft.language.expressions.objects!;
  if (member.type === short) return textOf(draft, member);
  const value = member.type === pair ? fieldOf(member, "value") : undefined;
  if (value ? !named.test(value.type) : member.type !== method) return undefined;
  const key = textOf(draft, fieldOf(member, value ? "key" : "name")!);
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : undefined;
}

/**
 * Records a function that is added to a table later: `handlers.save = save`, `handlers[kind] = save`.
 *
 * @param value The function's name, used as a value.
 */
export function noteTableEntry(draft: Draft, value: Node, chain: Chain): void {
  const assignment = parentOf(value)!;
  const left = assignment.type === "assignment_expression" ? fieldOf(assignment, "left") : undefined;
  const object = left && fieldOf(left, "object");
  if (object?.type !== "identifier") return;
  const name = textOf(draft, object);
  const table = tableNamed(draft, name);
  if (
    !table ||
    table.left <= 0 ||
    sameInScope(draft, draft.scopes[table.scope]!.parent, [chain]).length === 0
  )
    return;
  table.left--;
  const key = memberOf(draft, left!);
  if (key !== undefined) addBinding(draft, { scope: table.scope, name: key, value: chain });
  addBinding(draft, {
    scope: table.scope,
    name: indexSignature,
    value: key === undefined ? chain : `${name}.${key}`,
  });
}

/** The same of a function that is written there: `handlers.save = () => {}`. */
function noteAdded(draft: Draft): void {
  const { on, name } = draft.definitions[draft.frames.at(-1)!.definition]!;
  const table = on === undefined ? undefined : tableNamed(draft, on);
  if (!table || table.left <= 0) return;
  table.left--;
  addBinding(draft, { scope: table.scope, name: indexSignature, value: `${on}.${name}` });
}

/** What a name means where the file is read: no variable of a scope between hides it. */
function tableNamed(draft: Draft, name: string): Table | undefined {
  for (let at = draft.frames.length - 1; at >= 0; at--) {
    const { scope } = draft.frames[at]!;
    const table = draft.tables.get(`${scope} ${name}`);
    if (table || isBound(draft, name, scope)) return table;
  }
  return undefined;
}

/** The name of a member, or the text in brackets; undefined where it is known later. */
function memberOf(draft: Draft, left: Node): string | undefined {
  const index = fieldOf(left, "index");
  if (!index) return textOf(draft, fieldOf(left, "property")!);
  return /^["'`]([\p{L}_$][\p{L}\p{N}_$]*)["'`]$/u.exec(textOf(draft, index))?.[1];
}
