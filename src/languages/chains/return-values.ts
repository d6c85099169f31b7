/** Return values of functions, as chains; for a generator, the list of its yielded values. */

import {
  chainIn,
  type Draft,
  type Frame,
  namelessClass,
  type OpenDefinition,
  textOf,
} from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import { alternativesOf } from "./alternatives.ts";

/** Limit of values. */
const maxValues = 4;

/** Records a returned value. */
export function takeReturn(draft: Draft, definition: OpenDefinition, value: Node): void {
  if (draft.frames.at(-1)!.yields) return;
  const known = new Set(definition.returnValues);
  // `return function make() { ... }` and `return [x for x in all]`, which are captured whole: the value begins a scope.
  const given = value.type === "return_statement" && namedChildAt(value, 0);
  const itself = given || namedBody(value);
  const name = itself && fieldOf(itself, "name");
  if (name) known.add(textOf(draft, name));
  else if (itself && itself.type === "class") known.add(namelessClass);
  else if (itself && draft.language.expressions.objects?.functions.includes(itself.type))
    draft.frames.at(-1)!.givesFunction = true;
  for (const node of alternativesOf(given || value, draft.language.expressions)) {
    const chain = chainIn(draft, node);
    if (chain !== undefined && known.size < maxValues) known.add(chain);
  }
  if (known.size > 0) definition.returnValues = [...known];
}

/** Of more definitions in such a function the others are no functions that it gives. */
const maxInside = 2_000;

/**
 * The name of an immediately invoked function's result is read like a property. Where the result is itself a function
 * or a class, the name is called instead.
 */
export function settleRun(draft: Draft, { scope, definition: index, givesFunction }: Frame): void {
  const definition = draft.definitions[index]!;
  const { returnValues = [] } = definition;
  const inside = returnValues.length > 0 ? draft.definitions.slice(index + 1, index + 1 + maxInside) : [];
  const called = new Set(
    inside.flatMap(({ kind, name, on, scope: around }) =>
      around === scope && on === undefined && /^(?:function|class)$/.test(kind) ? [name] : [],
    ),
  );
  const given = returnValues.filter((value) => called.has(value));
  if (given.length === 0 && !givesFunction) definition.property = true;
  else definition.returnValues = given.map((value) => `${value}()`);
}

/** Of an arrow whose value is a class, which is captured whole too. */
const namedBody = (value: Node): Node | undefined =>
  value.type === "arrow_function" ? fieldOf(value, "body") : undefined;

/** Who goes through what a function yields gets each of that; what it returns besides nobody gets who calls it. */
export function takeYield(draft: Draft, definition: OpenDefinition, node: Node): void {
  const frame = draft.frames.at(-1)!;
  const known = new Set(frame.yields ? definition.returnValues : []);
  frame.yields = true;
  definition.yields = true;
  const value = namedChildAt(node, 0);
  const tail = /^yield(?:\s+from\b|\s*\*)/.test(textOf(draft, node).slice(0, maxWords)) ? "[*][+]" : "[+]";
  for (const one of value ? alternativesOf(value, draft.language.expressions) : []) {
    const chain = chainIn(draft, one);
    if (chain !== undefined && known.size < maxValues) known.add(chain + tail);
  }
  if (known.size > 0) definition.returnValues = [...known];
  else delete definition.returnValues;
}

/** Longer than the words that say where a value is yielded from. */
const maxWords = 20;
