/** Members that are read where a property may stand behind the name: a method that runs then. */
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { isUnknown } from "./handed-on.ts";
import { isLocal } from "./local-names.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, textOf } from "./outline-draft.ts";

/** A member whose value is read; what a chain reads on its way is found in the chain. */
export const takeRead = (draft: Draft, member: Node): void =>
  (draft.language.bareProperties ? takeBareRead : takeMemberRead)(draft, member);

function takeMemberRead(draft: Draft, member: Node): void {
  const around = parentOf(member)!;
  if (isPart(around, member)) return;
  const name = lastWord.exec(draft.text.slice(member.startIndex, member.endIndex))?.[1];
  if (name === undefined || noProperty.test(name) || isUnknown(draft, member)) return;
  const chain = chainIn(draft, member);
  if (chain !== undefined && mayRead.test(chain))
    addReference(draft, member, chain, undefined, { read: true });
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

/** The field of what is called, made or given a value, by the type of what is around it. */
const taking: Readonly<Record<string, string | undefined>> = {
  call: "function",
  call_expression: "function",
  new_expression: "constructor",
  assignment: "left",
  assignment_expression: "left",
  augmented_assignment: "left",
  augmented_assignment_expression: "left",
  for_statement: "left",
  for_in_statement: "left",
};

/** Of a longer chain, but for one that gets a value as a whole; or itself called, made or given a value. */
function isPart(around: Node, member: Node): boolean {
  if (around.type !== member.type) return isTaken(around, member);
  const outer = parentOf(around);
  return !outer || taking[outer.type] !== "left" || !isTaken(outer, around);
}

function isTaken(around: Node, { startIndex, endIndex }: Node): boolean {
  const field = taking[around.type];
  if (field === undefined) return false;
  const taken = fieldOf(around, field);
  return taken?.startIndex === startIndex && taken.endIndex === endIndex;
}

const lastWord = /([\p{L}_$][\p{L}\p{N}_$]*)$/u;
/** Constants, and what an object has from the language itself. */
const noProperty = /^(?:[A-Z][A-Z\d_]*|__\w+__)$/;
/** Behind a class alone its own attributes stand: `Status.open`. */
const mayRead = /^(?![A-Z]\w*\.\w+$).*\.\w+$/;

/**
 * Of members that are read those are left that may be a property: no field that the file gives its object and no name of
 * a module, nor what is handed on there as well.
 */
export function settleReads(draft: Draft): void {
  const { references, definitions, imports, bindings } = draft;
  if (!Array.from(references.values()).some(({ read }) => read)) return;
  const functions = new Set(definitions.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const modules = new Set(imports.flatMap(({ kind, as, from }) => (kind === "module" ? [as ?? from] : [])));
  const fields = new Set(Array.from(bindings.values(), ({ name }) => name));
  const mark = draft.language.bareProperties ? "" : "this.";
  const isNone = (chain: Chain): boolean => {
    const [head = "", member = "", more] = chain.split(".");
    if (more !== undefined) return false;
    return modules.has(head) || (head === "this" && !functions.has(member) && fields.has(mark + member));
  };
  const handedOn = new Set(
    Array.from(references.values(), ({ scope, chain, passed }) => (passed ? `${scope} ${chain}` : "")),
  );
  for (const [key, { scope, chain, read }] of references)
    if (read && (isNone(chain) || handedOn.has(`${scope} ${chain}`))) references.delete(key);
}
