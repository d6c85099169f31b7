/**
 * Bindings: what a variable, parameter or field is known to be, from its declaration, an assignment, a type guard or a
 * doc comment.
 */
import {
  type Binding,
  type Chain,
  callMark,
  callParameters,
  callSignature,
  describedClass,
  indexSignature,
  metaclass,
  objectType,
} from "../../graph/outline.ts";
import { literalType } from "../chains/argument-literals.ts";
import { type BoundIn, boundIn, noteEmpty, sameInScope } from "../chains/binding-scopes.ts";
import { cut, expectedIn, isItsLiteral, typeIn } from "../chains/binding-types.ts";
import { boundChains } from "../chains/bound-values.ts";
import { headOf } from "../chains/chain-head.ts";
import { accessOf } from "../chains/constness.ts";
import { isNamedIn, isOfOutside, noteBinding } from "../chains/declared-names.ts";
import { elementIndex } from "../chains/destructuring.ts";
import { isInObject, isOfDefinition } from "../chains/object-literals.ts";
import { putOff } from "../chains/shadowing.ts";
import { docTypesIn } from "../comments/doc-types.ts";
import { typeNamesIn } from "../comments/jsdoc-types.ts";
import { type Node, parentOf } from "../parsing/syntax-node.ts";
import { bindingCaptures, type Captures, capture, isCaptured } from "./facts.ts";
import { isLocal } from "./local-names.ts";
import {
  chainIn,
  type Draft,
  isForInterface,
  isOutsideOfClass,
  type Known,
  lineAt,
  type OpenDefinition,
  textOf,
} from "./outline-draft.ts";
import { noteGuard } from "./type-guards.ts";

/** A name that a match binds, with what else the match captures. */
interface Bound {
  readonly captures: Captures;
  readonly node: Node;
  /** A plain name, or `this.name` for a field. */
  readonly name: string;
  /** The definition that has this name, such as a getter with a type. */
  readonly definition: OpenDefinition | undefined;
  /** It counts only after its statement, which has been read; see shadowing.ts. */
  readonly isPutOff: boolean;
}

/** Records what a match binds. @param isPutOff Whether it counts after its statement, which has been read. */
export function takeBinding(draft: Draft, captures: Captures, isPutOff = false): void {
  const node = capture(captures, bindingCaptures.find((one) => isCaptured(captures, one))!)!;
  const definition = draft.definitions[draft.nameEnds.get(node.endIndex) ?? -1];
  if (definition && !definition.property && isItsLiteral(draft, definition, captures)) return;
  if (!isPutOff && !definition && putOff(draft, captures, node)) return;
  if (isNoVariable(draft, captures, node)) return;
  const name = boundName(draft, captures, node);
  if (name === undefined) return;
  noteGuard(draft, captures, node, name);
  const isNarrowedField = isCaptured(captures, "narrow") && name.startsWith("this.");
  // In Python a field is narrowed in the guarded region alone.
  if (isNarrowedField && draft.language.family === "python") return;
  const place = boundIn(draft, captures, name);
  if (place) addBindings(draft, { captures, node, name, definition, isPutOff }, place);
}

/** Members of object literals and explicit interface implementations have other ways to be found. */
function isNoVariable(draft: Draft, captures: Captures, node: Node): boolean {
  if ((isInObject(draft, node) && !isOfDefinition(draft, node)) || isForInterface(draft, node)) return true;
  // A type guard on a name does not make it a variable.
  return (
    isCaptured(captures, "narrow") &&
    isImplicitName(draft, node) &&
    parentOf(node)?.type !== "exception_variable" &&
    !isLocal(draft, textOf(draft, node))
  );
}

/** A bare name, where it might also be a method of `self`. */
const isImplicitName = (draft: Draft, node: Node): boolean =>
  draft.language.expressions.implicit === true && /^[\p{L}_]/u.test(textOf(draft, node));

/** Reserved names, for parts of a type that have none. */
const reservedNames: readonly (readonly [capture: string, name: string])[] = [
  ["bind.result", callSignature],
  ["bind.parameters", callParameters],
  ["bind.index", indexSignature],
  ["bind.thisParameter", objectType],
  ["bind.metaclass", metaclass],
  ["bind.described", describedClass],
];

/** Undefined for what is no name of a variable or field. */
function boundName(draft: Draft, captures: Captures, node: Node): string | undefined {
  const isNamed = isCaptured(captures, "bind");
  const reserved = isNamed ? undefined : reservedNames.find(([one]) => isCaptured(captures, one))?.[1];
  const name = reserved ?? writtenName(draft, captures, node, isNamed);
  return name !== undefined && name !== "this" && /^(?:this\.)?[^.()[\]]+$/.test(name) ? name : undefined;
}

function writtenName(draft: Draft, captures: Captures, node: Node, isNamed: boolean): string | undefined {
  // Not as a chain: a variable may have the name of the method's receiver.
  if (draft.language.declaresAfter || isImplicitName(draft, node)) return textOf(draft, node);
  if (isNamed || isCaptured(captures, "bind.accessor")) return chainIn(draft, node);
  if (isCaptured(captures, "bind.positional")) return positionalName(draft, captures, node);
  return `this.${textOf(draft, node)}`;
}

/** The number of a field without a name; those of a variant are fields of their enum. */
function positionalName(draft: Draft, captures: Captures, type: Node): string {
  const variant = capture(captures, "variant");
  const place = `${elementIndex(type)}`;
  return variant ? `${textOf(draft, variant)}#${place}` : place;
}

/** Adds a binding for each value that is known, or one with the type alone. */
function addBindings(draft: Draft, bound: Bound, { scope, also }: BoundIn): void {
  const { captures, node, name, definition } = bound;
  const given = capture(captures, "value");
  const values = sameInScope(draft, scope, boundChains(draft, captures));
  const type = typeIn(draft, captures) ?? (values.length === 0 ? literalType(draft, given) : undefined);
  const own = (isCaptured(captures, "repeated") && repeatedFrom(draft, node)) || { type, values };
  const isKnown = own.type !== undefined || own.values.length > 0 || !draft.language.callbacks;
  const known = isKnown ? own : expectedIn(draft, node);
  const isOuter = outerTest(draft, bound, known.type, isKnown);
  const guard = isGuardOfField(draft, captures, name) || undefined;
  const access = draft.language.constness ? accessOf(draft, node) : undefined;
  const binding = (value?: Chain): Binding => ({
    scope: definition?.scope ?? scope,
    name,
    type: known.type,
    value,
    outer: isOuter(value) || undefined,
    guard,
    access,
  });
  if (known.type !== undefined && isCaptured(captures, "bind.accessor"))
    addBinding(draft, { ...binding(), name: name + callMark, type: `() => ${known.type}` });
  noteEmpty(draft, name, scope, given);
  if (known.values.length === 0) addBinding(draft, binding());
  for (const value of known.values) addBinding(draft, binding(value));
  if (also !== undefined)
    for (const value of sameInScope(draft, also, known.values))
      addBinding(draft, { ...binding(value), type, scope: also });
  draft.latest = { at: node.startIndex, known };
}

/** What the name before it in its group has, which a name without type and value has, too: constants of Go. */
function repeatedFrom({ latest }: Draft, name: Node): Known | undefined {
  const group = parentOf(parentOf(name)!)!;
  return latest && latest.at >= group.startIndex ? latest.known : undefined;
}

/** Whether a value, or the type, is to be resolved outside of the scope: there the name still has its earlier meaning. */
function outerTest(
  draft: Draft,
  { captures, node, name, isPutOff }: Bound,
  type: string | undefined,
  isKnown: boolean,
): (value: Chain | undefined) => boolean {
  const { language } = draft;
  const frame = draft.frames.at(-1)!;
  const isDeclared = noteBinding(frame, language, captures, node, name);
  const mayRebind = frame.definition < 0 ? language.shadows === true : isOutsideOfClass(draft, name);
  const isOuterType =
    type !== undefined && isNamedIn(type, name) && (isDeclared || (mayRebind && frame.definition >= 0));
  return (value) => {
    if (value === undefined || isPutOff) return value !== undefined || isOuterType;
    const rebinds = mayRebind && headOf(value) === name;
    return (!isKnown && rebinds) || isOfOutside(frame, language, captures, value, rebinds) || isOuterType;
  };
}

/** In TypeScript a class declares its fields: one that only gets a value in a method may be a base's. */
function isGuardOfField({ language }: Draft, captures: Captures, name: string): boolean {
  if (!name.startsWith("this.")) return false;
  const declaresFields = language.family === "javascript" && language.docTypes === undefined;
  return (
    isCaptured(captures, "guard") ||
    isCaptured(captures, "narrow") ||
    (declaresFields && isCaptured(captures, "bind"))
  );
}

/** A comment that declares types of variables, `@var Foo $foo`, or a type name. */
export function takeTypeComment(draft: Draft, node: Node): void {
  const { scope } = draft.frames.at(-1)!;
  if (draft.language.docTypes === "jsdoc") {
    for (const { name, chain: value, type } of typeNamesIn(textOf(draft, node))) {
      addBinding(draft, { scope, name, value, type });
      if (type !== undefined && scope === 0)
        draft.exports.push({ line: lineAt(draft, node.startIndex), name, value: name });
    }
    return;
  }
  for (const [name, type] of docTypesIn(textOf(draft, node)).variables)
    addBinding(draft, { scope, name, type: cut(type) });
}

/** Records an alias of a method. */
export function takeAlias(draft: Draft, captures: Captures): void {
  const [name, value] = ["renamed", "original"].map((key) =>
    textOf(draft, capture(captures, key)!).replace(/^:/, ""),
  );
  addBinding(draft, { scope: draft.frames.at(-1)!.scope, name: `this.${name!}`, value: value! });
}

/** Adds a binding. A bare name is dropped where something is known of it. */
export function addBinding(draft: Draft, binding: Binding): void {
  const bare = `${binding.scope} ${binding.name}`;
  const key = `${bare} ${binding.type ?? ""} ${binding.value ?? ""}`;
  if (binding.type === undefined && binding.value === undefined) {
    if (!draft.known.has(bare)) draft.bindings.set(bare, binding);
    return;
  }
  draft.known.add(bare);
  if (binding.type !== undefined) draft.typed.add(bare);
  draft.bindings.delete(bare);
  draft.bindings.set(key, binding);
}
