/** What happens to a member where it stands: whether its value is read, or it gets one. */
import { type Node, parentOf } from "../parsing/syntax-node.ts";

type Way = "read" | "assigned";
const none: readonly Way[] = [];
export const read: readonly Way[] = ["read"];
const assigned: readonly Way[] = ["assigned"];
const both: readonly Way[] = ["read", "assigned"];

/** What is around a member that it is called or made by, or gets a value: the field that it is, and what happens to it there. */
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
/** Several that get a value together. */
const patterns = /^(?:pattern_list|tuple_pattern|list_pattern|array_pattern)$/;

/** Nothing of one that is called or made, which is a call's, and of part of a longer chain, which has it. */
export function waysOf(member: Node): readonly Way[] {
  const around = parentOf(member)!;
  // Part of a longer chain, but for one that gets a value as a whole.
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
