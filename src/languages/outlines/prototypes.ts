/** JavaScript's constructor functions: members of their prototypes, and their bases. */
import type { Chain } from "../../graph/outline.ts";
import { fieldOf, firstNamedChildrenOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { capture } from "./facts.ts";
import { chainIn, type Draft, type OpenDefinition, textOf } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/**
 * What has the functions of an object as its own that is written out: `Foo.prototype = { run() {} }`,
 * `Object.assign(Foo.prototype, { run() {} })`, `app.sub = { run() {} }`. Not what a module exports.
 */
export function holderOf(draft: Draft, { captures, opens, parentType }: DefinitionFact): Chain | undefined {
  const { objects } = draft.language.expressions;
  if (!objects || opens !== "function" || parentType !== objects.type) return undefined;
  const around = parentOf(parentOf(capture(captures, opens)!)!);
  if (around?.type === "assignment_expression") {
    const left = fieldOf(around, "left");
    return left?.type === "member_expression" ? pathOf(draft, left) : undefined;
  }
  const [first, second] = around?.type === "arguments" ? firstNamedChildrenOf(around, 2) : [];
  // `Object.defineProperty(Foo.prototype, "name", { get() {} })` describes one of them.
  return first && second?.type !== "string" && isPrototype(draft, first) ? pathOf(draft, first) : undefined;
}

/** The scope of the class around whose objects get a function that a method writes on them: `this.run = () => {}`. */
export function classOfThis({ frames, scopes, definitions }: Draft): number | undefined {
  for (let at = frames.length - 1; at > 0; at--) {
    const { scope, definition } = frames[at]!;
    if (scopes[scope]!.bindsThis) return undefined;
    const around = definitions[definition];
    if (!around || (around.kind === "function" && around.lexicalThis)) continue;
    if (around.kind === "class") return scope;
    const owner = definitions[scopes[around.scope]!.definition];
    const isMethod = around.kind === "function" && around.on === undefined && owner?.kind === "class";
    return isMethod ? around.scope : undefined;
  }
  return undefined;
}

/** Functions assigned to a field get the field's declared type. */
export function settleFields({ definitions, bindings, fieldFunctions }: Draft): void {
  if (fieldFunctions.length === 0) return;
  const types = new Map<string, string>();
  for (const { scope, name, type } of bindings.values())
    if (type !== undefined) types.set(`${scope} ${name.replace("this.", "")}`, type);
  for (const index of fieldFunctions) {
    const one = definitions[index]!;
    one.type ??= types.get(`${one.scope} ${one.name}`);
  }
}

const pathOf = (draft: Draft, member: Node): Chain | undefined => {
  const chain = chainIn(draft, member);
  return chain !== undefined && path.test(chain) ? chain : undefined;
};

/** Names with dots, of which the first is none of those by which a module is meant, or an object. */
const path = /^(?!(?:this|super|module|exports)\b)[\w$]+(?:\.[\w$]+)+$/;

const isPrototype = (draft: Draft, node: Node): boolean => {
  const name = node.type === "member_expression" ? fieldOf(node, "property") : undefined;
  return name !== undefined && textOf(draft, name) === "prototype";
};

/** Limit of bases per function. */
const maxBases = 16;

/** Attaches bases that are declared apart from their function: `util.inherits(Foo, Base)`. */
export function settleBases({ definitions, scopes, outOfLineBases }: Draft): void {
  if (outOfLineBases.length === 0) return;
  const makers = new Map<string, OpenDefinition>();
  for (const one of definitions) {
    const key = `${one.scope} ${one.name}`;
    if (one.kind === "function" && one.on === undefined && !makers.has(key)) makers.set(key, one);
  }
  for (const { of, base, scope: start } of outOfLineBases.splice(0)) {
    let heir: OpenDefinition | undefined;
    for (let scope = start; scope >= 0 && !heir; scope = scopes[scope]!.parent)
      heir = makers.get(`${scope} ${of}`);
    const { bases = [] } = heir ?? {};
    if (heir && base !== of && bases.length < maxBases && !bases.includes(base))
      heir.bases = [...bases, base];
  }
}
