/** Types from `@param` tags by position, for parameters without a name: `@param {Kit} kit` of `({ foo }) => {}`. */
import { ofThis } from "../../graph/notation/function-places.ts";
import { objectType } from "../../graph/outline.ts";
import { passedTo } from "../chains/expected-types.ts";
import { typesBefore } from "../comments/comment-types.ts";
import type { DocTypes } from "../comments/doc-types.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { addBinding } from "./outline-bindings.ts";
import { type Draft, maxType, textOf } from "./outline-draft.ts";

/** Of more parameters and names in a pattern the others are left out; patterns in patterns are read so far. */
const maxParts = 32;
const maxDepth = 4;

/**
 * Types of a function's parameters from its doc comment.
 *
 * @param taker The function, where its parameters may be patterns.
 */
export function takeDocTypes(draft: Draft, types: DocTypes, scope: number, taker: Node | undefined): void {
  for (const [name, type] of [...types.variables, ...types.members])
    addBinding(draft, { scope, name, type: type.slice(0, maxType) });
  if (draft.language.docTypes !== "jsdoc" || !taker) return;
  const list = fieldOf(taker, "parameters");
  const all = list
    ? firstNamedChildrenOf(list, maxParts)
    : [fieldOf(taker, "parameter")].filter((one) => !!one);
  const { value, parameters = [] } = types;
  all
    .filter(({ type }) => type !== "comment")
    .forEach((parameter, place) => {
      const type = parameters[place] ?? "";
      const itself = parameter.type === "assignment_pattern" ? fieldOf(parameter, "left")! : parameter;
      if (itself.type === "object_pattern" && type !== "")
        takeParts(draft, itself, scope, `<${type.slice(0, maxType)}>`, 0);
      // A type for the whole function: `@type {Handler}`.
      else if (parameters.length === 0 && value !== undefined) {
        const chain = `<${value.slice(0, maxType)}>[:${place}]`;
        if (itself.type === "identifier")
          addBinding(draft, { scope, name: textOf(draft, itself), value: chain });
        else if (itself.type === "object_pattern") takeParts(draft, itself, scope, chain, 0);
      }
    });
}

function takeParts(draft: Draft, pattern: Node, scope: number, whole: string, depth: number): void {
  for (const part of firstNamedChildrenOf(pattern, maxParts)) {
    const isPair = part.type === "pair_pattern";
    const target = isPair ? fieldOf(part, "value") : part;
    const name = target?.type.endsWith("assignment_pattern") ? namedChildAt(target, 0) : target;
    const key = isPair ? fieldOf(part, "key") : name;
    if (!name || !key || !/identifier(?:_pattern)?$/.test(key.type)) continue;
    const value = `${whole}.${textOf(draft, key)}`;
    if (name.type === "object_pattern" && depth < maxDepth) takeParts(draft, name, scope, value, depth + 1);
    else if (/identifier(?:_pattern)?$/.test(name.type))
      addBinding(draft, { scope, name: textOf(draft, name), value });
  }
}

/** The same for an anonymous function, whose comment precedes it, or the statement that returns it. */
export function takeDocTypesBefore(draft: Draft, taker: Node | undefined, scope: number): void {
  if (draft.language.docTypes !== "jsdoc" || !taker) return;
  const around = parentOf(taker);
  const place = around?.type === "return_statement" ? around : taker;
  const types = typesBefore(draft, place.startIndex);
  if (types) takeDocTypes(draft, types, scope, taker);
}

/** What `this` is in a function of an object, or one that is given away, by its place: `create({ run() { this.save(); } })`. */
export function takeThisOf(draft: Draft, taker: Node | undefined, scope: number): void {
  if (!taker || draft.language.family !== "javascript" || !mayBeGiven.has(taker.type)) return;
  if (!textOf(draft, taker).includes("this")) return;
  const value = passedTo(draft, taker, ofThis)?.replace(ofExports, "exports");
  if (value !== undefined) addBinding(draft, { scope, name: objectType, value, outer: true });
}

const mayBeGiven = new Set(["method_definition", "function_expression", "generator_function"]);

/** A function of what a module exports whole has the module for its object. */
const ofExports = /^module\.exports\[\.[\w$]+:-2\]$/;
