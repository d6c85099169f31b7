/** Reads and assignments of members, which may run a getter or a setter. */
import type { Reference } from "../../graph/outline.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { isUnknown } from "./function-values.ts";
import { isLocal } from "./local-names.ts";
import { read, waysOf } from "./member-ways.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, textOf } from "./outline-draft.ts";

/** A member whose value is read, or that gets one; what a chain reads on its way is found in the chain. */
export const takeRead = (draft: Draft, member: Node): void =>
  (draft.language.bareProperties ? takeBareRead : takeMemberRead)(draft, member);

function takeMemberRead(draft: Draft, member: Node): void {
  const name = lastWord.exec(draft.text.slice(member.startIndex, member.endIndex))?.[1];
  if (name === undefined || isUnknown(draft, member)) return;
  // What a constant is read of may be one: `self.config.DEBUG`.
  // The length that JavaScript reads is hardly ever one that a class computes.
  const isConstant = noProperty.test(name) || (name === "length" && draft.language.family === "javascript");
  const one = isConstant ? fieldOf(member, "object") : member;
  const chain = one?.type === member.type ? chainIn(draft, one) : undefined;
  if (chain === undefined || !mayRead.test(chain)) return;
  for (const way of isConstant ? read : waysOf(member))
    addReference(draft, one!, chain, undefined, { [way]: true });
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
  } else if (!isValueUse(around, text) && capital.test(text) && !isUnknown(draft, member)) {
    const chain = chainIn(draft, member);
    if (chain?.includes(".")) addReference(draft, member, chain, undefined, { read: true });
  }
}

const capital = /[.]\s*[A-Z]\w*$/;

/** What `@passed` takes, too: that is read as well. */
const isValueUse = ({ type }: Node, text: string): boolean => valueUses.has(type) && isPath.test(text);

const valueUses = new Set([
  "argument",
  "return_statement",
  "arrow_expression_clause",
  "initializer_expression",
]);
const isPath = /^[^\s()[\]?]+$/;

/** The constructor call whose object initialiser contains this assignment. */
function madeBy(assignment: Node, name: Node): Node | undefined {
  const list = assignment.type === "assignment_expression" ? parentOf(assignment) : undefined;
  if (list?.type !== "initializer_expression") return undefined;
  return fieldOf(assignment, "left")?.startIndex === name.startIndex ? parentOf(list) : undefined;
}

const lastWord = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)$/u;
/** Constants, and built-in members. */
const noProperty = /^(?:[A-Z][A-Z\d_]*|__\w+__)$/;
/** Behind a class alone its own attributes stand: `Status.open`. */
const mayRead = /^(?![A-Z]\w*\.\w+$).*\.\w+$/;

/**
 * Of members that are read, or get a value, those are left that may be a property: no field that the file gives its
 * object and no name of a module, nor what is handed on there as well.
 */
export function settleReads(draft: Draft): void {
  const { references, definitions, imports, bindings } = draft;
  const passedOn = new Set<string>();
  let hasReads = false;
  for (const { scope, chain, passed, read: isRead, assigned } of references.values()) {
    if (passed) passedOn.add(`${scope} ${chain}`);
    hasReads ||= isRead === true || assigned === true;
  }
  if (!hasReads) return;
  const functions = new Set(definitions.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const hasBase = definitions.some(({ bases }) => bases !== undefined);
  const modules = new Set(imports.flatMap(({ kind, as, from }) => (kind === "module" ? [as ?? from] : [])));
  const fields = new Set(Array.from(bindings.values(), ({ name }) => name));
  const mark = draft.language.bareProperties ? "" : "this.";
  const isNone = ({ chain, assigned: isAssigned }: Reference): boolean => {
    const dot = chain.indexOf(".");
    if (dot < 0) return modules.has(chain);
    if (chain.includes(".", dot + 1)) return false;
    const [head, member] = [chain.slice(0, dot), chain.slice(dot + 1)];
    if (head !== "this") return modules.has(head);
    // Its own class gives a field its first value; a base may have a setter of that name.
    return !functions.has(member) && fields.has(mark + member) && !(isAssigned && hasBase);
  };
  for (const [key, one] of references)
    if (
      (one.read || one.assigned) &&
      (isNone(one) || (one.read && passedOn.has(`${one.scope} ${one.chain}`)))
    )
      references.delete(key);
}
