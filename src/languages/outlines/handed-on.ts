/** Functions that are handed on by their names: given to something, kept in a list, an object or a variable, given back. */
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { type Captures, capture } from "./facts.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, isLocal, textOf } from "./outline-draft.ts";

/**
 * What may be a function that is handed on by its name: no value that the function around itself gives a name, and
 * nothing that is only asked about.
 */
export function takePassed(draft: Draft, captures: Captures): void {
  const inside = capture(captures, "passed.inside");
  // At the top of a file, or in a class, that is but another name for it.
  if (inside && !isInFunction(draft)) return;
  const value = inside ?? capture(captures, "passed")!;
  const { importsByName } = draft.language;
  if (importsByName && isOfFunction(draft, value)) return;
  const chain = chainIn(draft, value);
  if (chain === undefined || isLocal(draft, chain) || isOnlyAsked(draft, value)) return;
  if (importsByName && isOnlyNamed(draft, value)) return;
  addReference(draft, value, chain, undefined, { passed: true });
}

function isInFunction({ frames, definitions }: Draft): boolean {
  const { scope, definition } = frames.at(-1)!;
  return scope !== 0 && (definition < 0 || definitions[definition]!.kind === "function");
}

/** Most names are bound by the function around: that is seen without reading them as a chain. */
function isOfFunction(draft: Draft, { startIndex }: Node): boolean {
  firstWord.lastIndex = startIndex;
  const head = firstWord.exec(draft.text)?.[0];
  return head === undefined || isLocal(draft, head);
}

const firstWord = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** So far above an argument its call stands: `argument`, `argument_list`, `call`. */
const argumentDepth = 3;
/** What these are given is asked for its name, or told what it builds on. */
const onlyAsked = /(?:^|\.)(?:nameof|isinstance|issubclass|inherits)$/;

function isOnlyAsked(draft: Draft, value: Node): boolean {
  let around = parentOf(value);
  for (let depth = 0; around && depth < argumentDepth; depth++) {
    const called = fieldOf(around, "function");
    if (called) return onlyAsked.test(textOf(draft, called));
    around = parentOf(around);
  }
  return false;
}

/** `run in (save, load)`, `[save, load].includes(run)`, `exports.save = save`, `module.exports = { save }`, `export default { save }`. */
function isOnlyNamed(draft: Draft, value: Node): boolean {
  const around = parentOf(value)!;
  const list = around.type === "pair" ? parentOf(around)! : around;
  const user = written.has(list.type) ? parentOf(list) : list;
  if (user?.type === "assignment_expression") return exported.test(textOf(draft, fieldOf(user, "left")!));
  if (list === user || !user) return false;
  if (user.type === "member_expression") return searched.test(textOf(draft, fieldOf(user, "property")!));
  return user.type === "comparison_operator" || user.type === "export_statement";
}

const written = new Set(["object", "array", "list", "tuple", "set"]);
const exported = /^(?:module\.)?exports\b/;
const searched = /^(?:includes|(?:lastI|i)ndexOf)$/;

/** Of names that are handed on those are left that may be a function: one of the file, or something that is imported. */
export function settlePassed({ references, definitions, imports }: Draft): void {
  const functions = new Set(definitions.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const known = new Set(imports.map(({ as, name, from }) => as ?? name ?? from));
  const heads = new Set([...known, ...definitions.map(({ name }) => name)]);
  for (const [key, { passed, chain }] of references) {
    if (!passed) continue;
    const [head = "", member] = chain.split(".");
    const mayBe =
      head === "this"
        ? functions.has(member!)
        : member === undefined
          ? functions.has(head) || known.has(head)
          : heads.has(head);
    if (!mayBe) references.delete(key);
  }
}
