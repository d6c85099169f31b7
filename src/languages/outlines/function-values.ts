/** Functions used as values: passed as callbacks, stored in a list, an object or a variable, returned. Something will call them. */

import type { Chain } from "../../graph/outline.ts";
import { pathHead } from "../chains/chain.ts";
import { fieldOf, firstNamedChildrenOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { noteTableEntry } from "./dispatch-tables.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { isLocal } from "./local-names.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, textOf } from "./outline-draft.ts";

/**
 * Records a name that may be a function used as a value, `register(save)`: no local variable of the enclosing function,
 * and nothing that is only tested, as by `callable(save)`.
 */
export function takePassed(draft: Draft, captures: Captures): void {
  const inside = capture(captures, "passed.inside");
  // At the top of a file, or in a class, an assignment is only an alias.
  if (inside && !isInFunction(draft)) return;
  const value = inside ?? capture(captures, "passed") ?? capture(captures, "passed.before")!;
  const { language } = draft;
  const { importsByName } = language;
  // Default values of parameters are evaluated outside of the function.
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

/** Whether it is a local of the enclosing function. Most names are, which shows without reading a chain. */
function isOfFunction(draft: Draft, value: Node, depth: number): boolean {
  firstWord.lastIndex = value.startIndex;
  const head = firstWord.exec(draft.text)?.[0];
  if (head === undefined) return true;
  const scope = variableOf(draft, head, depth);
  // It may be a bound method, `foo.run`, of a local whose type or value is known.
  return scope !== undefined && !(isMember(draft, value, head) && draft.known.has(`${scope} ${head}`));
}

/** Whether a chain begins with a local of which neither type nor value is known. */
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

/** The scope in which the enclosing function, or a block of it, declares a variable of that name that is no function. */
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

/** How far above an argument its call is: `argument`, `argument_list`, `call`. */
const argumentDepth = 3;
/** Calls that do not call their argument: they test it, take its name, or unregister it. */
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

/** `[save]` of `useEffect(() => { save(); }, [save])`: the dependency list of a React hook. */
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
 * Keeps, of the names recorded as function values, those that may be functions: declared in the file or imported.
 * A member that no class of the file declares may be inherited.
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
  /** A field with a declared type: `this.log.error`. */
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

/** `states.SUCCESS`: a constant by naming convention, not worth resolving. */
const constant = /(?:^|\.)[A-Z][A-Z\d_]+$/;

/** How many enclosing scopes are searched. */
const maxScopes = 16;

/** Whether a type or a value of the name is known in a scope or an enclosing one. */
function isKnown({ known, scopes }: Draft, name: string, start: number): boolean {
  let scope = start;
  for (let depth = 0; scope >= 0 && depth < maxScopes; depth++) {
    if (known.has(`${scope} ${name}`)) return true;
    scope = scopes[scope]!.parent;
  }
  return false;
}

/**
 * Functions named by a string: callables of PHP, `[Foo::class, "run"]`, `add_action("init", "run")`, `"App\\Foo@run"`, and
 * attributes of Rust, `#[serde(default = "run")]`. Linking decides which of them exist.
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

/** `with` names a module, for its two functions. */
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

/** Names in strings are fully qualified. */
function chainOf(name: string): Chain {
  const [on = "", method] = name.split(/@|::/);
  const whole = on.startsWith("\\") ? on : `\\${on}`;
  return method === undefined ? whole : `${whole}.${method}`;
}

/** How far above a string the call is that takes it, in an array or alone. */
const textDepth = 5;
const isName = /^\\?\w+(?:\\\w+)*(?:(?:@|::)\w+)?$/;
