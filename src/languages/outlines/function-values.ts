/** Functions that are handed on by their names: given to something, kept in a list, an object or a variable, given back. */

import type { Chain } from "../../graph/outline.ts";
import { pathHead } from "../chains/chain.ts";
import { fieldOf, firstNamedChildrenOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { noteTableEntry } from "./dispatch-tables.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { isLocal } from "./local-names.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, textOf } from "./outline-draft.ts";

/**
 * What may be a function that is handed on by its name: no value that the function around itself gives a name, and
 * nothing that is only asked about.
 */
export function takePassed(draft: Draft, captures: Captures): void {
  const inside = capture(captures, "passed.inside");
  // At the top of a file, or in a class, that is but another name for it.
  if (inside && !isInFunction(draft)) return;
  const value = inside ?? capture(captures, "passed") ?? capture(captures, "passed.before")!;
  const { language } = draft;
  const { importsByName } = language;
  // What a parameter is without an argument is read outside of its function.
  const before = isCaptured(captures, "passed.before");
  const depth = draft.frames.length - (before ? 2 : 1);
  if (importsByName && isOfFunction(draft, value, depth)) return;
  const chain = chainIn(draft, value);
  if (chain === undefined || (!importsByName && isLocal(draft, chain)) || isOnlyTested(draft, value)) return;
  if (importsByName && isOnlyNamed(draft, value)) return;
  addReference(draft, value, chain, undefined, { passed: true, before });
  if (language.expressions.objects) noteTableEntry(draft, value, chain);
}

function isInFunction({ frames, definitions }: Draft): boolean {
  const { scope, definition } = frames.at(-1)!;
  return scope !== 0 && (definition < 0 || definitions[definition]!.kind === "function");
}

/** Most names are bound by the function around: that is seen without reading them as a chain. */
function isOfFunction(draft: Draft, value: Node, depth: number): boolean {
  firstWord.lastIndex = value.startIndex;
  const head = firstWord.exec(draft.text)?.[0];
  if (head === undefined) return true;
  const scope = variableOf(draft, head, depth);
  // A method of one whose type or value is known may be meant.
  return scope !== undefined && !(isMember(draft, value, head) && draft.known.has(`${scope} ${head}`));
}

/** Whether a chain begins with a variable of the function of which nothing is known. */
export function isUnknown(draft: Draft, { startIndex }: Node): boolean {
  firstWord.lastIndex = startIndex;
  const head = firstWord.exec(draft.text)?.[0];
  const scope = head === undefined ? undefined : variableOf(draft, head, draft.frames.length - 1);
  return scope !== undefined && !draft.known.has(`${scope} ${head}`);
}

/** A name with one dot. */
function isMember({ text }: Draft, { startIndex, endIndex }: Node, head: string): boolean {
  const dot = startIndex + head.length;
  return text[dot] === "." && !text.slice(dot + 1, endIndex).includes(".");
}

/** Where the function around, or the block of one, has a variable of that name which is no function. */
function variableOf(
  { frames, definitions, known, bindings, language }: Draft,
  name: string,
  depth: number,
): number | undefined {
  for (let at = depth; at >= 0; at--) {
    const { scope, definition, functions } = frames[at]!;
    const kind = definitions[definition]?.kind;
    if (kind === "object" || (kind === "class" && !language.classShadows)) continue;
    if (functions?.has(name)) return undefined;
    const key = `${scope} ${name}`;
    if (known.has(key) || bindings.has(key)) return scope;
    if (kind !== undefined) return undefined;
  }
  return undefined;
}

const firstWord = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** So far above an argument its call stands: `argument`, `argument_list`, `call`. */
const argumentDepth = 3;
/** What these are given is asked for its name or whether it is there, told what it builds on, or taken away. */
const onlyTested =
  /(?:^|\.)(?:nameof|isinstance|issubclass|inherits|is_callable|method_exists|(?:has|remove)_(?:action|filter))$/;

function isOnlyTested(draft: Draft, value: Node, most = argumentDepth): boolean {
  let around = parentOf(value);
  for (let depth = 0; around && depth < most; depth++) {
    const called = fieldOf(around, "function");
    if (called) return onlyTested.test(textOf(draft, called));
    around = parentOf(around);
  }
  return false;
}

/** `run in (save, load)`, `[save, load].includes(run)`, `useEffect(f, [save])`, `exports.save = save`, `module.exports = { save }`, `export default { save }`. */
function isOnlyNamed(draft: Draft, value: Node): boolean {
  const around = parentOf(value)!;
  const list = around.type === "pair" ? parentOf(around)! : around;
  const user = written.has(list.type) ? parentOf(list) : list;
  if (user?.type === "assignment_expression") return exported.test(textOf(draft, fieldOf(user, "left")!));
  if (list === user || !user) return false;
  if (user.type === "member_expression") return searched.test(textOf(draft, fieldOf(user, "property")!));
  if (user.type === "arguments") return isWatched(draft, list, parentOf(user)!);
  return user.type === "comparison_operator" || user.type === "export_statement";
}

/** `[save]` of `useEffect(() => { save(); }, [save])`: what a hook of React only looks at. */
function isWatched(draft: Draft, list: Node, call: Node): boolean {
  const called = fieldOf(call, "function");
  const [first] = firstNamedChildrenOf(parentOf(list)!, 1);
  return list.type === "array" && first?.id !== list.id && hook.test(called ? textOf(draft, called) : "");
}

const hook = /^(?:React\.)?use[A-Z]\w*$/;

const written = new Set(["object", "array", "list", "tuple", "set"]);
const exported = /^(?:module\.)?exports\b/;
const searched = /^(?:includes|(?:lastI|i)ndexOf)$/;

/**
 * Of names that are handed on those are left that may be a function: one of the file, or something that is imported. What
 * no class of the file has may be a method of a base.
 */
export function settlePassed(draft: Draft): void {
  const { references, definitions, imports, bindings } = draft;
  const functions = new Set(definitions.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const known = new Set(imports.map(({ as, name, from }) => as ?? name ?? from));
  const heads = new Set([...known, ...definitions.map(({ name }) => name)]);
  const hasBase = definitions.some(({ bases }) => bases !== undefined);
  let fields: Set<string> | undefined;
  const isInherited = (name: string | undefined): boolean => {
    if (!hasBase || name === undefined) return false;
    fields ??= new Set(Array.from(bindings.values(), (one) => one.name.replace("this.", "")));
    return !fields.has(name);
  };
  let typed: Set<string> | undefined;
  /** A field of which the type is written: `this.log.error`. */
  const isTyped = (name: string): boolean => {
    typed ??= new Set(
      Array.from(bindings.values(), (one) => (one.type ? one.name.replace("this.", "") : "")),
    );
    return typed.has(name);
  };
  for (const [key, { passed, chain, scope }] of references) {
    if (!passed) continue;
    const [head = "", member, more, last] = chain.split(".");
    const mayBe =
      head === "this"
        ? functions.has(member!) ||
          (more === undefined ? isInherited(member) : last === undefined && isTyped(member!))
        : member === undefined
          ? functions.has(head) || known.has(head)
          : heads.has(head) || isKnown(draft, head, scope);
    if (!mayBe || (constant.test(chain) && !functions.has(head))) references.delete(key);
  }
}

/** `states.SUCCESS`: by the usage of these languages no function, which saves following it. */
const constant = /(?:^|\.)[A-Z][A-Z\d_]+$/;

/** So far out a name is looked for. */
const maxScopes = 16;

/** Whether a scope or one around it gives the name a type or a value. */
function isKnown({ known, scopes }: Draft, name: string, start: number): boolean {
  let scope = start;
  for (let depth = 0; scope >= 0 && depth < maxScopes; depth++) {
    if (known.has(`${scope} ${name}`)) return true;
    scope = scopes[scope]!.parent;
  }
  return false;
}

/**
 * Functions that a text names where one is wanted: `[Foo::class, "run"]`, `add_action("init", "run")`, `"App\\Foo@run"` of
 * PHP, `#[serde(default = "run")]` of Rust. Which of them is a function is known once all files are.
 */
export function takeNamed(draft: Draft, captures: Captures): void {
  const invoked = capture(captures, "passed.invoked");
  const whose = invoked && chainIn(draft, invoked);
  if (whose !== undefined) addReference(draft, invoked!, `${whose}.__invoke`, undefined, { passed: true });
  const text = capture(captures, "passed.text");
  if (!text) return;
  if (draft.language.family === "rust") {
    takeOfSerde(draft, text);
    return;
  }
  const name = textOf(draft, text).slice(1, -1).replaceAll("\\\\", "\\");
  const on = capture(captures, "passed.on");
  const own = capture(captures, "passed.own");
  const chain = own ? `:class.${name}` : on ? methodOf(chainIn(draft, on), name) : chainOf(name);
  if (chain === undefined || !isName.test(name) || isOnlyTested(draft, text, textDepth)) return;
  addReference(draft, text, chain, undefined, { passed: true });
}

/** Of a module that `with` names its two functions. */
function takeOfSerde(draft: Draft, text: Node): void {
  const before = draft.text.slice(Math.max(0, text.startIndex - keyLength), text.startIndex);
  const [, key] = serdeKey.exec(before) ?? [];
  const path = textOf(draft, text).slice(1, -1);
  if (key === undefined || !isPath.test(path)) return;
  const paths = key === "with" ? [`${path}::serialize`, `${path}::deserialize`] : [path];
  for (const one of paths) {
    const [head = "", ...rest] = one.split("::");
    const chain = rest.length === 0 ? head : [pathHead(head), ...rest].join(".");
    addReference(draft, text, chain, undefined, { passed: true });
  }
}

const serdeKey = /\b(default|with|(?:de)?serialize_with|skip_serializing_if|getter)\s*=\s*$/;
const keyLength = 40;
const isPath = /^\w+(?:::\w+)*$/;

const methodOf = (on: Chain | undefined, name: string): Chain | undefined =>
  on === undefined ? undefined : `${on}.${name}`;

/** What a text names is looked for from outside of every namespace. */
function chainOf(name: string): Chain {
  const [on = "", method] = name.split(/@|::/);
  const whole = on.startsWith("\\") ? on : `\\${on}`;
  return method === undefined ? whole : `${whole}.${method}`;
}

/** So far above a text the call stands that is given it, in an array or alone. */
const textDepth = 5;
const isName = /^\\?\w+(?:\\\w+)*(?:(?:@|::)\w+)?$/;
