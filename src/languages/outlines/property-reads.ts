/** Members that are read where a property may stand behind the name: a method that runs then. */
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { isUnknown } from "./handed-on.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft } from "./outline-draft.ts";

/** A member whose value is read; what a chain reads on its way is found in the chain. */
export function takeRead(draft: Draft, member: Node): void {
  const around = parentOf(member)!;
  if (isPart(around, member)) return;
  const name = lastWord.exec(draft.text.slice(member.startIndex, member.endIndex))?.[1];
  if (name === undefined || noProperty.test(name) || isUnknown(draft, member)) return;
  const chain = chainIn(draft, member);
  if (chain !== undefined && mayRead.test(chain))
    addReference(draft, member, chain, undefined, { read: true });
}

/** Of a longer chain, but for one that gets a value as a whole; what is called; or what gets a value. */
function isPart(around: Node, member: Node): boolean {
  if (around.type !== member.type) return isTaken(around, member);
  const outer = parentOf(around);
  return !outer || !isTaken(outer, around) || fieldOf(outer, "left") === undefined;
}

/** What is called or made there, or on the left of a sign that gives it a value. */
function isTaken(around: Node, { type, startIndex }: Node): boolean {
  if (compares.test(around.type)) return false;
  const first = fieldOf(around, "function") ?? fieldOf(around, "left") ?? fieldOf(around, "constructor");
  return first?.startIndex === startIndex && first.type === type;
}

const compares = /^(?:binary|boolean|comparison)/;
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
  const reads = [...references].filter(([, { read }]) => read);
  if (reads.length === 0) return;
  const functions = new Set(definitions.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const modules = new Set(imports.flatMap(({ kind, as, from }) => (kind === "module" ? [as ?? from] : [])));
  const fields = new Set(Array.from(bindings.values(), ({ name }) => name));
  const isNone = (chain: Chain): boolean => {
    const [head = "", member = "", more] = chain.split(".");
    if (more !== undefined) return false;
    return modules.has(head) || (head === "this" && !functions.has(member) && fields.has(`this.${member}`));
  };
  const handedOn = new Set(
    Array.from(references.values(), ({ scope, chain, passed }) => (passed ? `${scope} ${chain}` : "")),
  );
  for (const [key, { scope, chain }] of reads)
    if (isNone(chain) || handedOn.has(`${scope} ${chain}`)) references.delete(key);
}
