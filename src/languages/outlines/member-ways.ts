/** Whether a member access reads or assigns. */
import { type Node, parentOf } from "../parsing/syntax-node.ts";

type Way = "read" | "assigned";
const none: readonly Way[] = [];
export const read: readonly Way[] = ["read"];
const assigned: readonly Way[] = ["assigned"];
const both: readonly Way[] = ["read", "assigned"];

/** By type of the parent: the field that the member is in, and the accesses that this means; none for calls. */
const taking: Readonly<Record<string, readonly [field: string, ways: readonly Way[]] | undefined>> = {
  call: ["function", none],
  call_expression: ["function", none],
  new_expression: ["constructor", none],
  assignment: ["left", assigned],
  assignment_expression: ["left", assigned],
  augmented_assignment: ["left", both],
  augmented_assignment_expression: ["left", both],
  update_expression: ["argument", both],
  for_statement: ["left", assigned],
  for_in_statement: ["left", assigned],
};
/** Destructuring patterns. */
const patterns = /^(?:pattern_list|tuple_pattern|list_pattern|array_pattern)$/;

/** Empty for a callee or a constructed class, which the call records, and for a part of a longer chain, which records it. */
export function waysOf(member: Node): readonly Way[] {
  const around = parentOf(member)!;
  // Part of a longer chain, unless the whole is assigned to.
  if (around.type === member.type) {
    const outer = parentOf(around);
    const ways = outer ? waysTaken(outer, around) : undefined;
    return ways === assigned || ways === both ? read : none;
  }
  return waysTaken(around, member) ?? (patterns.test(around.type) ? assigned : read);
}

function waysTaken({ type, tree }: Node, { id }: Node): readonly Way[] | undefined {
  const [field, ways] = taking[type] ?? [];
  return field !== undefined && tree.field[id] === tree.grammar.fields.get(field) ? ways : undefined;
}
