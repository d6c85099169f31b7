/**
 * The scope of a binding, where that is not the innermost: `global name`, additions to a collection that was created
 * empty, `all = []` and then `all.append(x)`, and type guards on, or assignments to, captured variables.
 */
import type { Chain } from "../../graph/outline.ts";
import { type Captures, capture, isCaptured } from "../outlines/facts.ts";
import { type Draft, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { headOf } from "./chain-head.ts";

const fillers = ["added", "added.value", "added.nested"] as const;

/** Creation of an empty collection. */
const madeEmpty =
  /^(?:(?:list|set|dict|(?:collections\.)?(?:deque|OrderedDict|defaultdict))\(\s*(?:list|dict|set|deque)?\s*\)|new\s+(?:Array|Set)\(\))$/;
/** Longer calls make none. */
const maxCall = 40;
const literals = new Set(["list", "dictionary", "set", "array", "hash"]);
const calls = new Set(["call", "new_expression"]);
/** Of more names in one statement the others are left out. */
const maxNames = 16;

/** `global a, b` and `nonlocal a, b`: assignments to these names bind in an outer scope. */
export function takeNonlocal(draft: Draft, statement: Node): void {
  const frame = draft.frames.at(-1)!;
  const around = draft.frames.findLast(
    ({ scope, definition }) =>
      scope !== frame.scope && (scope === 0 || draft.definitions[definition]?.kind === "function"),
  );
  const scope = statement.type === "global_statement" ? 0 : around?.scope;
  if (scope === undefined || scope === frame.scope) return;
  frame.elsewhere ??= new Map();
  for (const name of firstNamedChildrenOf(statement, maxNames))
    frame.elsewhere.set(textOf(draft, name), scope);
}

/** Records a collection that is created empty: its element type comes from what is added to it. */
export function noteEmpty(draft: Draft, name: string, scope: number, value: Node | undefined): void {
  if (!value || !draft.language.expressions.fills) return;
  const isEmpty = literals.has(value.type)
    ? namedChildAt(value, 0) === undefined
    : calls.has(value.type) &&
      value.endIndex - value.startIndex <= maxCall &&
      madeEmpty.test(textOf(draft, value));
  if (!isEmpty) return;
  const isField = draft.definitions[draft.frames.at(-1)!.definition]?.kind === "class";
  draft.empty.add(keyOf(draft, isField ? `this.${name}` : name, scope));
}

/** The scope of a binding. */
export interface BoundIn {
  readonly scope: number;
  /** The scope of the captured variable that is assigned to, for other functions that capture it. */
  readonly also?: number | undefined;
}

/** Undefined where a binding would fill what is no such list or map, or ask what is no variable. */
export function boundIn(draft: Draft, captures: Captures, name: string): BoundIn | undefined {
  const { scope } = draft.frames.at(-1)!;
  if (name.startsWith("@")) return { scope, also: groupOf(draft, captures) };
  const isOfOwner = name.startsWith("this.");
  // Where it was bound itself the variable would hide the one that is asked.
  if (isCaptured(captures, "guard") && !isOfOwner) return variableOf(draft, name);
  if (!isCaptured(captures, "assigned") || isOfOwner) {
    const found = scopeFor(draft, captures, name);
    return found === undefined ? undefined : { scope: found };
  }
  const variable = variableOf(draft, name);
  if (!variable || variable.scope === scope) return { scope };
  // What a variable may be its type says.
  if (draft.typed.has(`${variable.scope} ${name}`)) return variable;
  draft.assigned.add(`${scope} ${name}`);
  return { scope, also: variable.scope };
}

/** What is given to an attribute before each test of a group, all that is in the group has. */
function groupOf(draft: Draft, captures: Captures): number | undefined {
  const group = draft.frames.at(-2);
  let at = group && capture(captures, "bind");
  // In a block of its own it may be given to another object.
  while (at && !/^(?:do_)?block$/.test(at.type)) at = parentOf(at);
  const call = at && parentOf(at);
  const hook = call?.type === "call" ? fieldOf(call, "method") : undefined;
  return hook && hooks.test(textOf(draft, hook)) ? group!.scope : undefined;
}

const hooks = /^(?:(?:prepend_|append_)?before|setup|background)$/;

/** The scope that declares a variable. */
const variableOf = (draft: Draft, name: string): BoundIn | undefined =>
  draft.frames.findLast(
    ({ scope }) => isBound(draft, name, scope) && !draft.assigned.has(`${scope} ${name}`),
  );

function scopeFor(draft: Draft, captures: Captures, name: string): number | undefined {
  const frame = draft.frames.at(-1)!;
  if (!fillers.some((one) => isCaptured(captures, one))) return frame.elsewhere?.get(name) ?? frame.scope;
  if (name.startsWith("this."))
    return draft.empty.has(keyOf(draft, name, frame.scope)) ? frame.scope : undefined;
  for (let at = draft.frames.length - 1; at >= 0; at--) {
    const { scope, definition } = draft.frames[at]!;
    if (draft.empty.has(keyOf(draft, name, scope))) return scope;
    if (isBound(draft, name, scope) && (definition >= 0 || at === 0)) return undefined;
  }
  return undefined;
}

/** Of chains those that mean the same in an outer scope: a name of the function is none there. */
export function sameInScope(draft: Draft, scope: number, values: readonly Chain[]): readonly Chain[] {
  const inside = draft.frames.filter((frame) => frame.scope > scope);
  if (inside.length === 0) return values;
  return values.filter((value) => {
    const head = headOf(value);
    if (head.startsWith("<") || value.includes("=") || (head === "this" && scope === 0)) return false;
    return !inside.some((frame) => isBound(draft, head, frame.scope));
  });
}

/** Whether a scope has a variable of that name, as far as it was read. */
export function isBound(draft: Draft, name: string, scope: number): boolean {
  const key = `${scope} ${name}`;
  return draft.known.has(key) || draft.bindings.has(key);
}

/** Attributes belong to the class, whichever of its methods says them. */
function keyOf(draft: Draft, name: string, scope: number): string {
  if (!name.startsWith("this.")) return `${scope} ${name}`;
  const owner = draft.frames.findLast(({ definition }) => draft.definitions[definition]?.kind === "class");
  return `class ${owner?.definition} ${name}`;
}
