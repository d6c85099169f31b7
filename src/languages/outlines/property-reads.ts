/** Members that are read or get a value where a property may stand behind the name: a method that runs then. */
import type { Reference } from "../../graph/outline.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { isUnknown } from "./handed-on.ts";
import { isLocal } from "./local-names.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, textOf } from "./outline-draft.ts";

/** A member whose value is read, or that gets one; what a chain reads on its way is found in the chain. */
export const takeRead = (draft: Draft, member: Node): void =>
  (draft.language.bareProperties ? takeBareRead : takeMemberRead)(draft, member);

function takeMemberRead(draft: Draft, member: Node): void {
  const ways = waysOf(member);
  if (ways === none) return;
  const name = lastWord.exec(draft.text.slice(member.startIndex, member.endIndex))?.[1];
  if (name === undefined || isUnknown(draft, member)) return;
  // What a constant is read of may be one: `self.config.DEBUG`.
  // The length that JavaScript reads is hardly ever one that a class computes.
  const isConstant = noProperty.test(name) || (name === "length" && draft.language.family === "javascript");
  const one = isConstant ? fieldOf(member, "object") : member;
  const chain = one?.type === member.type ? chainIn(draft, one) : undefined;
  if (chain === undefined || !mayRead.test(chain)) return;
  for (const way of isConstant ? read : ways) addReference(draft, one!, chain, undefined, { [way]: true });
}

/** The same where a bare name may be one, of the object or of what is made (`new Foo { Name = "a" }`), and where it gets a value. */
function takeBareRead(draft: Draft, member: Node): void {
  const around = parentOf(member)!;
  if (around.type === member.type || fieldOf(around, "function")?.startIndex === member.startIndex) return;
  const text = textOf(draft, member);
  if (member.type === "identifier") {
    const made = madeBy(around, member);
    const object = made ? chainIn(draft, made) : "this";
    if (object !== undefined && !isLocal(draft, text))
      addReference(draft, member, `${object}.${text}`, undefined, { read: true });
  } else if (!isHandedOn(around, text) && capital.test(text) && !isUnknown(draft, member)) {
    const chain = chainIn(draft, member);
    if (chain?.includes(".")) addReference(draft, member, chain, undefined, { read: true });
  }
}

const capital = /[.]\s*[A-Z]\w*$/;

/** What `@passed` takes, too: that is read as well. */
const isHandedOn = ({ type }: Node, text: string): boolean => handedOn.has(type) && isPath.test(text);

const handedOn = new Set([
  "argument",
  "return_statement",
  "arrow_expression_clause",
  "initializer_expression",
]);
const isPath = /^[^\s()[\]?]+$/;

/** What makes the object of which this is a member that gets its first value. */
function madeBy(assignment: Node, name: Node): Node | undefined {
  const list = assignment.type === "assignment_expression" ? parentOf(assignment) : undefined;
  if (list?.type !== "initializer_expression") return undefined;
  return fieldOf(assignment, "left")?.startIndex === name.startIndex ? parentOf(list) : undefined;
}

type Way = "read" | "assigned";
const none: readonly Way[] = [];
const read: readonly Way[] = ["read"];
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

function waysOf(member: Node): readonly Way[] {
  const around = parentOf(member)!;
  // Part of a longer chain, but for one that gets a value as a whole.
  if (around.type === member.type) {
    const outer = parentOf(around);
    const ways = outer ? waysTaken(outer, around) : undefined;
    return ways === assigned || ways === both ? read : none;
  }
  return waysTaken(around, member) ?? (patterns.test(around.type) ? assigned : read);
}

function waysTaken(around: Node, { startIndex, endIndex }: Node): readonly Way[] | undefined {
  const [field, ways] = taking[around.type] ?? [];
  const taken = field === undefined ? undefined : fieldOf(around, field);
  return taken?.startIndex === startIndex && taken.endIndex === endIndex ? ways : undefined;
}

const lastWord = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)$/u;
/** Constants, and what an object has from the language itself. */
const noProperty = /^(?:[A-Z][A-Z\d_]*|__\w+__)$/;
/** Behind a class alone its own attributes stand: `Status.open`. */
const mayRead = /^(?![A-Z]\w*\.\w+$).*\.\w+$/;

/**
 * Of members that are read, or get a value, those are left that may be a property: no field that the file gives its
 * object and no name of a module, nor what is handed on there as well.
 */
export function settleReads(draft: Draft): void {
  const { references, definitions, imports, bindings } = draft;
  if (!Array.from(references.values()).some((one) => one.read || one.assigned)) return;
  const functions = new Set(definitions.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const hasBase = definitions.some(({ bases }) => bases !== undefined);
  const modules = new Set(imports.flatMap(({ kind, as, from }) => (kind === "module" ? [as ?? from] : [])));
  const fields = new Set(Array.from(bindings.values(), ({ name }) => name));
  const mark = draft.language.bareProperties ? "" : "this.";
  const isNone = ({ chain, assigned: isAssigned }: Reference): boolean => {
    const [head = "", member = "", more] = chain.split(".");
    if (more !== undefined) return false;
    if (head !== "this") return modules.has(head);
    // Its own class gives a field its first value; a base may have a setter of that name.
    return !functions.has(member) && fields.has(mark + member) && !(isAssigned && hasBase);
  };
  const handedOn = new Set(
    Array.from(references.values(), ({ scope, chain, passed }) => (passed ? `${scope} ${chain}` : "")),
  );
  for (const [key, one] of references)
    if (
      (one.read || one.assigned) &&
      (isNone(one) || (one.read && handedOn.has(`${one.scope} ${one.chain}`)))
    )
      references.delete(key);
}
