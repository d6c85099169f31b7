import {
  type Binding,
  type Chain,
  callMark,
  callParameters,
  callSignature,
  indexSignature,
  metaclass,
  objectType,
} from "../../graph/outline.ts";
import { argumentTypes, literalType, typesGiven } from "../chains/argument-types.ts";
import { cut, expectedIn, saysItself, typeIn } from "../chains/binding-types.ts";
import { boundChains } from "../chains/bound-values.ts";
import { headOf, lastName } from "../chains/chain.ts";
import { accessOf } from "../chains/constness.ts";
import { isDeclaring, isNamedIn, isOfOutside, noteBinding } from "../chains/declared-names.ts";
import { boundIn, meantIn, noteEmpty, takeOutside } from "../chains/filled.ts";
import { takeReturn, takeYield } from "../chains/given-values.ts";
import { isCalledField } from "../chains/pointers.ts";
import { placeAmong } from "../chains/taken-apart.ts";
import { isInObject, isOfDefinition } from "../chains/written-objects.ts";
import { docTypesIn } from "../comments/doc-types.ts";
import { docstringText } from "../comments/docs.ts";
import { typeNamesIn } from "../comments/jsdoc-types.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { macroMark } from "../preprocessing/macro-calls.ts";
import { takeFlags } from "./definition-flags.ts";
import { bindingCaptures, type Captures, capture, isCaptured } from "./facts.ts";
import { decoratorText, visibilityIn } from "./modifiers.ts";
import {
  chainIn,
  type Draft,
  definitionFrame,
  isForInterface,
  isLocal,
  type Known,
  lineAt,
  madeType,
  maxType,
  operatorIn,
  partsOf,
  textOf,
  withoutCall,
} from "./outline-draft.ts";
import { ofOwnBase } from "./own-bases.ts";
import { takeBound } from "./type-bounds.ts";

/** Decorators of one definition that are kept. */
const maxDecorators = 16;

export function takeCall(draft: Draft, callee: Node, given: Node | undefined): void {
  const { invocations, implicit, operators } = draft.language.expressions;
  if (isCalledField(callee, draft.language.expressions)) {
    draft.opaqueCalls++;
    return;
  }
  const isOperation = operators?.[callee.type] !== undefined;
  const whole = isOperation ? operatorIn(draft, callee) : chainIn(draft, callee);
  // Where a name alone may be a call, one that is a variable is none.
  if (implicit && whole !== undefined && !whole.endsWith("()")) return;
  const isInvocation = implicit || invocations?.[callee.type] !== undefined;
  const made = madeType(draft, callee, isInvocation ? withoutCall(whole) : whole);
  const chain = made && ofOwnBase(draft, callee, made);
  if (chain === undefined) {
    if (draft.text[callee.startIndex] !== macroMark && !isOperation) draft.opaqueCalls++;
    return;
  }
  const assigned = implicit ? assignedBy(callee) : undefined;
  if (assigned !== "assignment") addReference(draft, callee, chain, given);
  if (assigned) addReference(draft, callee, `${chain}=`, given);
}

function addReference(draft: Draft, callee: Node, chain: Chain, given: Node | undefined): void {
  const frame = draft.frames.at(-1)!;
  const { scope, definition, nameEnd } = frame;
  // Of its own name an earlier one is meant, which is not that of the class around: `@load def load`.
  const isBefore =
    isDeclaring(frame, chain, callee) ||
    (callee.startIndex < nameEnd && headOf(chain) !== draft.definitions[definition]?.name);
  const parts = given && partsOf(given);
  const args = parts?.length;
  const argTypes = parts && argumentTypes(draft, parts);
  const types = typesGiven(draft, callee);
  const key = `${scope} ${chain} ${args ?? ""} ${argTypes ?? ""}${isBefore ? "<" : ""}${types ?? ""}`;
  if (draft.references.has(key)) return;
  const line = lineAt(
    draft,
    chain.length > 60 || chain.includes("(") ? nameStart(draft, callee) : callee.startIndex,
  );
  draft.references.set(key, {
    scope,
    before: isBefore || undefined,
    line,
    chain,
    args,
    types,
    argTypes,
  });
}

/** Who calls what a call gives that was given a function calls that, and it may call another one in its turn. */
export function takeWrapped(draft: Draft, call: Node, scope: number, line: number): void {
  const chain = chainIn(draft, call);
  if (chain !== undefined) draft.references.set(`${scope} ${chain}<`, { scope, before: true, line, chain });
}

/** `a.b = 1` calls `b=`, and `a.b += 1` calls `b` before that. */
function assignedBy(node: Node): "assignment" | "operator_assignment" | undefined {
  const parent = node.type === "call" ? parentOf(node) : undefined;
  const type = parent?.type;
  if (type !== "assignment" && type !== "operator_assignment") return undefined;
  return fieldOf(parent!, "left")?.id === node.id ? type : undefined;
}

const nameStart = (draft: Draft, callee: Node): number =>
  lastName(callee, draft.language.expressions).startIndex;

/** Names of what a type says under no name. */
const unnamed: readonly (readonly [capture: string, name: string])[] = [
  ["bind.call", callSignature],
  ["bind.takes", callParameters],
  ["bind.index", indexSignature],
  ["bind.object", objectType],
  ["bind.metaclass", metaclass],
];

export function takeBinding(draft: Draft, captures: Captures): void {
  const node = capture(captures, bindingCaptures.find((one) => isCaptured(captures, one))!)!;
  const definition = draft.definitions[draft.nameEnds.get(node.endIndex) ?? -1];
  const given = capture(captures, "value");
  if (definition && saysItself(draft, definition, captures)) return;
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
    isName || declaresAfter
      ? textOf(draft, node)
      : isCaptured(captures, "bind") || isCaptured(captures, "bind.accessor")
        ? chainIn(draft, node)
        : isCaptured(captures, "bind.place")
          ? fieldName(draft, captures, node)
          : (unnamed.find(([one]) => isCaptured(captures, one))?.[1] ?? `this.${textOf(draft, node)}`);
  if (plain === undefined || plain === "this" || !/^(?:this\.)?[^.()[\]]+$/.test(plain)) return;
  const place = boundIn(draft, captures, plain);
  if (!place) return;
  const { scope, also } = place;
  const values = meantIn(draft, scope, boundChains(draft, captures));
  const type = typeIn(draft, captures) ?? (values.length === 0 ? literalType(draft, given) : undefined);
  const known = (isCaptured(captures, "again") && againIn(draft, node)) || { type, values };
  const isKnown = known.type !== undefined || known.values.length > 0 || !draft.language.callbacks;
  const expected = isKnown ? known : expectedIn(draft, node);
  const frame = draft.frames.at(-1)!;
  const isDeclared = noteBinding(frame, draft.language, captures, node, plain);
  const access = draft.language.constness ? accessOf(draft, node) : undefined;
  const isAsked = plain.startsWith("this.") && ["guard", "narrow"].some((one) => isCaptured(captures, one));
  const isOuterType = isDeclared && expected.type !== undefined && isNamedIn(expected.type, plain);
  const bound = (name: string, type: string | undefined, value?: Chain): Binding => ({
    scope: definition?.scope ?? scope,
    name,
    type,
    value,
    outer:
      (value !== undefined && isOfOutside(frame, draft.language, captures, plain, value)) ||
      isOuterType ||
      undefined,
    asked: isAsked || undefined,
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
  const place = `${placeAmong(type)}`;
  return variant ? `${textOf(draft, variant)}#${place}` : place;
}

/** A comment that says the types of variables, `@var Foo $foo`, or what a name for a type stands for. */
export function takeSaid(draft: Draft, node: Node): void {
  const { scope } = draft.frames.at(-1)!;
  if (draft.language.docTypes === "jsdoc") {
    for (const [name, value] of typeNamesIn(textOf(draft, node))) add(draft, { scope, name, value });
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
  } else draft.annotations.push({ start: node.startIndex, end: node.endIndex, text });
}

/** What only adds to the definition around it. */
export function takeInner(draft: Draft, captures: Captures): void {
  const doc = capture(captures, "doc");
  const frame = definitionFrame(draft);
  const word = capture(captures, "visibility.next");
  const visibility = word && visibilityIn(draft.language, textOf(draft, word));
  if (visibility) draft.frames.at(-1)!.visibility = visibility;
  if (doc && draft.frames.length === 1) draft.doc = docstringText(textOf(draft, doc)) ?? "";
  takeBound(draft, captures);
  const outside = capture(captures, "outside");
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
  const promise = capture(captures, "promise");
  const promised = promise && chainIn(draft, promise);
  if (promised) definition.promises = [...(definition.promises ?? []), promised];
  const value = capture(captures, "return");
  if (value) takeReturn(draft, definition, value);
  const yielded = capture(captures, "yield");
  if (yielded) takeYield(draft, definition, yielded);
}

/** `interface Foo extends Partial<Bar>` has the members of Bar. */
function wrappedType(draft: Draft, base: Node): Chain | undefined {
  const text = draft.language.callbacks && base.type === "generic_type" ? textOf(draft, base) : "";
  return text.length <= maxType && wrapper.test(text) ? `<${text}>` : undefined;
}

const wrapper = /^(?:Partial|Required|Readonly|Omit|Pick)\s*</;

/** Another name for a method of the class around. */
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
