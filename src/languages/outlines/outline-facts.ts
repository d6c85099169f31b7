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
import { boundIn, meantIn, noteEmpty, takeOutside } from "../chains/binding-scopes.ts";
import { cut, expectedIn, saysItself, typeIn } from "../chains/binding-types.ts";
import { takeBlockArguments } from "../chains/block-values.ts";
import { boundChains } from "../chains/bound-values.ts";
import { headOf } from "../chains/chain-head.ts";
import { accessOf } from "../chains/constness.ts";
import { isNamedIn, isOfOutside, noteBinding } from "../chains/declared-names.ts";
import { elementIndex } from "../chains/destructuring.ts";
import { isInObject, isOfDefinition } from "../chains/object-literals.ts";
import { takeReturn, takeYield } from "../chains/return-values.ts";
import { putOff } from "../chains/shadowing.ts";
import { docTypesIn } from "../comments/doc-types.ts";
import { docstringText } from "../comments/docs.ts";
import { typeNamesIn } from "../comments/jsdoc-types.ts";
import { type Node, parentOf } from "../parsing/syntax-node.ts";
import { takeFlags, takeVisibility } from "./definition-flags.ts";
import { bindingCaptures, type Captures, capture, isCaptured } from "./facts.ts";
import { isLocal } from "./local-names.ts";
import { decoratorText, visibilityIn } from "./modifiers.ts";
import {
  chainIn,
  type Draft,
  definitionFrame,
  isForInterface,
  isOutsideOfClass,
  type Known,
  lineAt,
  maxType,
  textOf,
} from "./outline-draft.ts";
import { takeBound } from "./type-bounds.ts";
import { noteGuard } from "./type-guards.ts";

/** Limit of decorators per definition. */
const maxDecorators = 16;

/** Names of what a type says under no name. */
const unnamed: readonly (readonly [capture: string, name: string])[] = [
  ["bind.result", callSignature],
  ["bind.parameters", callParameters],
  ["bind.index", indexSignature],
  ["bind.thisParameter", objectType],
  ["bind.metaclass", metaclass],
  ["bind.described", describedClass],
];

/** @param isPutOff Whether it counts behind its statement, which has been read. */
export function takeBinding(draft: Draft, captures: Captures, isPutOff = false): void {
  const isNamed = isCaptured(captures, "bind");
  const node = capture(
    captures,
    isNamed ? "bind" : bindingCaptures.find((one) => isCaptured(captures, one))!,
  )!;
  const definition = draft.definitions[draft.nameEnds.get(node.endIndex) ?? -1];
  const given = capture(captures, "value");
  if (definition && !definition.property && saysItself(draft, definition, captures)) return;
  if (!isPutOff && !definition && putOff(draft, captures, node)) return;
  if ((isInObject(draft, node) && !isOfDefinition(draft, node)) || isForInterface(draft, node)) return;
  const { declaresAfter, expressions } = draft.language;
  const isName = expressions.implicit === true && /^[\p{L}_]/u.test(textOf(draft, node));
  // That a name is checked to have a type does not make it a variable.
  if (
    isName &&
    isCaptured(captures, "narrow") &&
    parentOf(node)?.type !== "exception_variable" &&
    !isLocal(draft, textOf(draft, node))
  )
    return;
  // Where a variable may hide the object of a method it is not that, though it has its name.
  const plain =
    (isNamed ? undefined : unnamed.find(([one]) => isCaptured(captures, one))?.[1]) ??
    (isName || declaresAfter
      ? textOf(draft, node)
      : isNamed || isCaptured(captures, "bind.accessor")
        ? chainIn(draft, node)
        : isCaptured(captures, "bind.positional")
          ? fieldName(draft, captures, node)
          : `this.${textOf(draft, node)}`);
  if (plain === undefined || plain === "this" || !/^(?:this\.)?[^.()[\]]+$/.test(plain)) return;
  noteGuard(draft, captures, node, plain);
  // What a field of Python was asked to be holds there alone.
  if (isCaptured(captures, "narrow") && plain.startsWith("this.") && draft.language.family === "python")
    return;
  const place = boundIn(draft, captures, plain);
  if (!place) return;
  const { scope, also } = place;
  const values = meantIn(draft, scope, boundChains(draft, captures));
  const type = typeIn(draft, captures) ?? (values.length === 0 ? literalType(draft, given) : undefined);
  const known = (isCaptured(captures, "repeated") && againIn(draft, node)) || { type, values };
  const isKnown = known.type !== undefined || known.values.length > 0 || !draft.language.callbacks;
  const expected = isKnown ? known : expectedIn(draft, node);
  const frame = draft.frames.at(-1)!;
  const isDeclared = noteBinding(frame, draft.language, captures, node, plain);
  const access = draft.language.constness ? accessOf(draft, node) : undefined;
  const mayBeAnew = frame.definition < 0 ? draft.language.shadows === true : isOutsideOfClass(draft, plain);
  const isOuterType =
    expected.type !== undefined &&
    isNamedIn(expected.type, plain) &&
    (isDeclared || (mayBeAnew && frame.definition >= 0));
  const { family, docTypes } = draft.language;
  // In TypeScript a class declares its fields: what only gets a value in a method may be a base's.
  const declares = family === "javascript" && docTypes === undefined;
  const isAsked =
    plain.startsWith("this.") &&
    (isCaptured(captures, "guard") || isCaptured(captures, "narrow") || (declares && isNamed));
  const bound = (name: string, type: string | undefined, value?: Chain): Binding => ({
    scope: definition?.scope ?? scope,
    name,
    type,
    value,
    outer:
      (value !== undefined &&
        (isPutOff ||
          (!isKnown && mayBeAnew && headOf(value) === plain) ||
          isOfOutside(frame, draft.language, captures, value, mayBeAnew && headOf(value) === plain))) ||
      isOuterType ||
      undefined,
    guard: isAsked || undefined,
    access,
  });
  if (expected.type !== undefined && isCaptured(captures, "bind.accessor"))
    add(draft, bound(plain + callMark, `() => ${expected.type}`));
  noteEmpty(draft, plain, scope, given);
  if (expected.values.length === 0) add(draft, bound(plain, expected.type));
  for (const value of expected.values) add(draft, bound(plain, expected.type, value));
  if (also !== undefined)
    for (const value of meantIn(draft, also, expected.values))
      add(draft, { ...bound(plain, type, value), scope: also });
  draft.latest = { at: node.startIndex, known: expected };
}

/** What the name before it in its group got, which a name without a type and a value gets too: constants of Go. */
function againIn({ latest }: Draft, name: Node): Known | undefined {
  const group = parentOf(parentOf(name)!)!;
  return latest && latest.at >= group.startIndex ? latest.known : undefined;
}

/** The number of a field without a name; those of a variant stand beside it in their enum. */
function fieldName(draft: Draft, captures: Captures, type: Node): string {
  const variant = capture(captures, "variant");
  const place = `${elementIndex(type)}`;
  return variant ? `${textOf(draft, variant)}#${place}` : place;
}

/** A comment that says the types of variables, `@var Foo $foo`, or what a name for a type stands for. */
export function takeTypeComment(draft: Draft, node: Node): void {
  const { scope } = draft.frames.at(-1)!;
  if (draft.language.docTypes === "jsdoc") {
    for (const { name, chain: value, type } of typeNamesIn(textOf(draft, node))) {
      add(draft, { scope, name, value, type });
      if (type !== undefined && scope === 0)
        draft.exports.push({ line: lineAt(draft, node.startIndex), name, value: name });
    }
    return;
  }
  for (const [name, type] of docTypesIn(textOf(draft, node)).variables)
    add(draft, { scope, name, type: cut(type) });
}

/** A name of which something is known is not listed once more as one of which nothing is. */
export function add(draft: Draft, binding: Binding): void {
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

/** A decorator: of the definition around where it stands before the name, else of one that comes after it. */
export function takeAnnotation(draft: Draft, node: Node): void {
  const text = decoratorText(textOf(draft, node));
  const frame = definitionFrame(draft);
  if (frame && node.startIndex < frame.nameEnd) {
    const definition = draft.definitions[frame.definition]!;
    definition.decorators = [...(definition.decorators ?? []).slice(0, maxDecorators - 1), text];
  } else draft.annotations.push({ start: node.startIndex, end: node.endIndex, text, calls: [] });
}

/** Records what only adds to the enclosing definition. */
export function takeInner(draft: Draft, captures: Captures): void {
  const doc = capture(captures, "doc");
  const frame = definitionFrame(draft);
  const word = capture(captures, "visibility.next");
  const visibility = word && visibilityIn(draft.language, textOf(draft, word));
  if (visibility) draft.frames.at(-1)!.visibility = visibility;
  takeVisibility(draft, captures);
  if (doc && draft.frames.length === 1) draft.doc = docstringText(textOf(draft, doc)) ?? "";
  takeBound(draft, captures);
  const outside = capture(captures, "nonlocal");
  if (outside) takeOutside(draft, outside);
  if (!frame) return;
  const definition = draft.definitions[frame.definition]!;
  if (doc) {
    const text = docstringText(textOf(draft, doc));
    if (text !== undefined) definition.doc = text;
  }
  takeFlags(captures, definition);
  const decorator = capture(captures, "decorator");
  const decoratorChain = decorator && chainIn(draft, decorator);
  if (decoratorChain) definition.decorator ??= decoratorChain;
  if (isCaptured(captures, "static")) frame.isStatic = true;
  const receiver = capture(captures, "receiver");
  if (receiver && isMethod(draft) && !frame.isStatic) frame.receiver = textOf(draft, receiver);
  const returns = capture(captures, "returns.inner");
  if (returns) definition.returns ??= textOf(draft, returns).slice(0, maxType);
  const base = capture(captures, "base");
  const baseChain = base && (wrappedType(draft, base) ?? chainIn(draft, base));
  if (baseChain) {
    const [bases, one] = [definition.bases ?? [], baseChain.replace(/(?:\[\])+$/, "")];
    definition.bases = isCaptured(captures, "first") ? [one, ...bases] : [...bases, one];
  }
  const implemented = capture(captures, "interface");
  const implementedChain = implemented && chainIn(draft, implemented);
  if (implementedChain) definition.interfaces = [...(definition.interfaces ?? []), implementedChain];
  const value = capture(captures, "return");
  if (value) takeReturn(draft, definition, value);
  const yielded = capture(captures, "yield");
  if (yielded) takeYield(draft, definition, yielded);
  if (isCaptured(captures, "block.arguments") || isCaptured(captures, "block.forwarded"))
    takeBlockArguments(draft, definition, captures);
}

/** `interface Foo extends Partial<Bar>` has the members of Bar. */
function wrappedType(draft: Draft, base: Node): Chain | undefined {
  const text = draft.language.callbacks && base.type === "generic_type" ? textOf(draft, base) : "";
  return text.length <= maxType && wrapper.test(text) ? `<${text}>` : undefined;
}

const wrapper = /^(?:Partial|Required|Readonly|Omit|Pick)\s*</;

/** Records an alias of a method. */
export function takeAlias(draft: Draft, captures: Captures): void {
  const [name, value] = ["renamed", "original"].map((key) =>
    textOf(draft, capture(captures, key)!).replace(/^:/, ""),
  );
  add(draft, { scope: draft.frames.at(-1)!.scope, name: `this.${name!}`, value: value! });
}

function isMethod(draft: Draft): boolean {
  const outer = draft.frames.at(-2);
  if (draft.definitions[draft.frames.at(-1)!.definition]?.on?.endsWith(".prototype")) return true;
  return outer !== undefined && draft.definitions[outer.definition]?.kind === "class";
}
