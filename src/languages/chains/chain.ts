import { withoutArguments } from "../../graph/notation/brackets.ts";
import { pathMark } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { macroMark } from "../preprocessing/macro-calls.ts";
import { alternativesOf } from "./alternatives.ts";
import { callContent, isChainType } from "./call-type-arguments.ts";
import { listChain } from "./collection-literals.ts";
import { compositeChain, isComposite } from "./composite-values.ts";
import type { Names } from "./comprehensions.ts";
import { type Called, resultOf } from "./library-calls.ts";
import { literalReceiver } from "./literal-types.ts";
import {
  castCall,
  castHead,
  elementHolder,
  genericType,
  givesThis,
  indexStep,
  isCalledField,
  isHeldBySelf,
  isMacro,
  jsdocCast,
  loadedBy,
  onlyArgument,
} from "./special-forms.ts";

/** Longer chains are builders whose types are out of reach anyway. */
const maxParts = 16;
const plainAscii = /^[A-Za-z_$#][\w$]*(?:\??\.[A-Za-z_$#][\w$]*)*$/;
const plainLetters = /^[\p{L}_$#][\p{L}\p{N}_$]*(?:\??\.[\p{L}_$#][\p{L}\p{N}_$]*)*$/u;

/**
 * Cuts an expression down to its chain; undefined for literals, operators and whatever else has no name to follow.
 * Most expressions are plain dotted names, for which no node is visited.
 *
 * @param names Those that mean another chain here than where the chain is read.
 * @param isBare What the last call is given is of no interest.
 */
export function chainOf(
  node: Node,
  text: string,
  types: ExpressionTypes,
  depth = 0,
  names?: Names,
  isBare = false,
): Chain | undefined {
  // Each field of a node is asked of the parser's runtime, so its type decides first and is asked once.
  const outer = node.type;
  if (isChainType(outer, types)) {
    const source = text.slice(node.startIndex, node.endIndex);
    if (source.length < 200 && !source.startsWith(macroMark) && isPlain(source))
      return plainChain(source.includes("?") ? source.replaceAll("?", "") : source, types, names);
  }
  const chainOfPart = (one: Node, others = names): Chain | undefined =>
    chainOf(one, text, types, depth + 1, others);
  const libraryResult = (call: Node, called: Called): string =>
    resultOf(call, called, text, types, chainOfPart, depth, names);
  let at: Node | undefined = node;
  let tail = "";
  let isPath = false;
  for (let parts = 0; at && parts < (types.longest ?? maxParts); parts++) {
    const type: string = parts === 0 ? outer : at.type;
    const member = types.members[type];
    if (types.names.includes(type) && isPath && text[at.startIndex] !== macroMark)
      return pathHead(text.slice(at.startIndex, at.endIndex)) + tail;
    if (isPath && types.this.includes(type)) return text.slice(at.startIndex, at.endIndex) + pathMark + tail;
    isPath = types.paths?.includes(type) === true;
    const castBefore = type === types.jsdocCasts ? jsdocCast(at, text) : undefined;
    const invocation: readonly [string, string] | undefined = types.invocations?.[type];
    if (invocation) {
      const name = fieldOf(at, invocation[1]);
      if (!name) return undefined;
      const call: Node = at;
      const holder = fieldOf(call, invocation[0]);
      const whole = { startIndex: at.startIndex, endIndex: name.endIndex, holder: () => holder };
      const given =
        isBare && parts === 0
          ? ""
          : libraryResult(call, whole) || callContent(call, undefined, text, types, chainOfPart, depth);
      const called = `${text.slice(name.startIndex, name.endIndex)}(${given})`;
      at = holder;
      if (!at)
        return types.implicit && !types.super.includes(name.type)
          ? `this.${called}${tail}`
          : `${called}${tail}`;
      tail = `${isOfSuper(at, name, text) ? ".super" : ""}.${called}${tail}`;
    } else if (member) {
      const { holder, name } = partsOfMember(at, member);
      if (!name) return undefined;
      // `Outer.this` is the object of the class around.
      if (types.this.includes(name.type)) {
        return holder ? `<${text.slice(holder.startIndex, holder.endIndex)}>${tail}` : undefined;
      }
      const memberName = bareName(text.slice(name.startIndex, name.endIndex));
      // `::ns::f` begins where every scope ends.
      if (!holder && (types.implicit || type === "qualified_identifier")) return `::${memberName}${tail}`;
      // `Foo::new` has no other part: it is the class itself.
      if (holder?.id !== name.id) tail = `.${memberName}${tail}`;
      at = holder;
    } else if (isMacro(at, type, text)) at = onlyArgument(at);
    else if (types.calls[type]) {
      const called: Node | undefined = fieldOf(at, types.calls[type]) ?? namedChildAt(at, 0);
      if (called && isCalledField(called, types)) break;
      const loaded = called && types.requires && loadedBy(at, called, text, types.requires);
      if (loaded) return loaded + tail;
      const cast = called && types.castCalls && castCall(called, text);
      if (cast) return `<${cast}>${tail}`;
      if (called && types.castCalls && givesThis(called, text)) return `this${tail}`;
      const made = called && types.typedMakers?.[type] ? genericType(called, text, types) : undefined;
      if (made) return `<${made}>${tail}`;
      if (called && types.names.includes(called.type) && makesType(called, type, types))
        return `${text.slice(called.startIndex, called.endIndex)}${pathMark}()${tail}`;
      const result = called ? libraryResult(at, calledIn(called, types)) : "";
      tail = `(${result || callContent(at, called, text, types, chainOfPart, depth)})${tail}`;
      at = called;
    } else if (types.elements[type] !== undefined) {
      tail = indexStep(at, text, types) + tail;
      at = elementHolder(at, types.elements[type]);
    } else if (type === types.optional?.whole) at = namedChildAt(at, -1);
    else if (type === types.optional?.member || type === types.optional?.element) {
      const name = type === types.optional.member ? fieldOf(at, "name") : undefined;
      tail = `${name ? `.${bareName(text.slice(name.startIndex, name.endIndex))}` : "[]"}${tail}`;
      at = checkedBefore(at, types.optional.whole);
    } else if (isHeldBySelf(at, text, types)) return `this.${types.pointers}()${tail}`;
    else if (castBefore !== undefined) return castBefore + tail;
    else if (types.parts?.[type]) at = fieldOf(at, types.parts[type]);
    else if (tail.startsWith(".") && genericType(at, text, types))
      return `<${genericType(at, text, types)}>${tail}`;
    else if (types.through.includes(type) || isConstant(at)) {
      if (types.receives && text.startsWith(types.receives, at.startIndex)) tail = `[]${tail}`;
      at = namedChildAt(at, 0);
    } else if (types.spreads?.[type] !== undefined && spreadIn(at, types.spreads[type]))
      at = spreadIn(at, types.spreads[type]);
    else if (types.lists?.includes(type) && !isOfSeveral(at, types)) {
      const several = types.fills ? listChain(at, chainOfPart, depth) : undefined;
      if (several !== undefined) return several + tail;
      tail = `[+]${tail}`;
      at = namedChildAt(at, 0);
    } else if (parts > 0 && types.either[type]) {
      // The first of several stands for all, which is not sure: what a list of it gives.
      tail = `[+][]${tail}`;
      at = alternativesOf(at, types)[0];
    } else if (isComposite(type, types)) {
      const written = compositeChain(at, { text, types, names, depth }, chainOfPart);
      return written === undefined ? undefined : written + tail;
    } else return head(at, type, tail, text, types, names);
  }
  return tail.startsWith(".") ? `?${tail}` : undefined;
}

/** Whether a name, of that place in a node of that type, is that of a type whatever else is called so: `new Foo()`. */
export const makesType = (name: Node, around: string | undefined, types: ExpressionTypes): boolean =>
  around !== undefined &&
  types.makers?.includes(around) === true &&
  (types.names.includes(name.type) || types.typeArguments?.[name.type] !== undefined);

/** `[a, b] as const`, which says no type. */
export const isConstant = (node: Node): boolean =>
  node.type === "as_expression" && namedChildAt(node, 1) === undefined;

/** A list that is a tuple, too, and holds more than one thing: what stands at each place is another one. */
const isOfSeveral = (list: Node, { tuples }: ExpressionTypes): boolean =>
  tuples?.includes(list.type) === true && namedChildAt(list, 1) !== undefined;

function spreadIn(list: Node, part: string): Node | undefined {
  const first = namedChildAt(list, 0);
  return first?.type === part ? namedChildAt(first, 0) : undefined;
}

const calledIn = (callee: Node, { members }: ExpressionTypes): Called => ({
  startIndex: callee.startIndex,
  endIndex: callee.endIndex,
  holder: () => {
    const parts = members[callee.type];
    return parts && partsOfMember(callee, parts).holder;
  },
});

/** Nothing but a module, or a type, begins a path: with the mark no variable is meant. What has a capital is none anyway. */
export const pathHead = (name: string): string =>
  /^[a-z_]/.test(name) && !/^(?:self|super|crate)$/.test(name) ? name + pathMark : name;

/** What stands before the `?` that a part begins after. */
function checkedBefore(part: Node, whole: string): Node | undefined {
  let at = part;
  // A part is not far inside of its whole.
  for (let depth = 0; depth < 2 * maxParts; depth++) {
    const parent = parentOf(at);
    const checked = parent?.type === whole ? namedChildAt(parent, 0) : undefined;
    if (checked && checked.id !== at.id) return checked;
    if (!parent) return undefined;
    at = parent;
  }
  return undefined;
}

/** `Outer.super.go()`: the word stands between what is named and the name. */
const isOfSuper = ({ endIndex }: Node, { startIndex }: Node, text: string): boolean =>
  startIndex - endIndex > 6 && /\bsuper\b/.test(text.slice(endIndex, startIndex));

/** Both sides of the dot, by the names of their fields; without names the first part and the last. */
function partsOfMember(
  node: Node,
  [holder, name]: readonly [string, string],
): { holder: Node | undefined; name: Node | undefined } {
  return name === ""
    ? { holder: namedChildAt(node, 0), name: namedChildAt(node, -1) }
    : { holder: fieldOf(node, holder), name: fieldOf(node, name) };
}

/** The engine looks up letters of all alphabets one by one, which nearly no name needs. */
const isPlain = (source: string): boolean =>
  plainAscii.test(source) || (/[\u0080-\uffff]/.test(source) && plainLetters.test(source));

/** The object of the method is `this` and its class `:class`, whatever words the language has for them. */
function plainChain(source: string, types: ExpressionTypes, names?: Names): Chain | undefined {
  const dot = source.indexOf(".");
  const first = dot < 0 ? source : source.slice(0, dot);
  if (names?.has(first)) {
    const meant = names.get(first);
    return meant === undefined ? undefined : meant + source.slice(first.length);
  }
  const word = types.this.includes(first)
    ? "this"
    : types.super.includes(first)
      ? "super"
      : types.itself?.includes(first)
        ? ":class"
        : first;
  return word === first ? source : word + source.slice(first.length);
}

/** A name that is itself a path, or has arguments of types: `b::f<int>` is `b.f`. */
const bareName = (name: string): string =>
  /[:<]/.test(name) ? withoutArguments(name).replaceAll("::", ".") : name;

/** The name at a chain's end: where the dependency is written. */
export function lastName(node: Node, types: ExpressionTypes): Node {
  if (node.type === types.optional?.member) return fieldOf(node, "name") ?? node;
  const member = types.members[node.type] ?? types.invocations?.[node.type];
  return (member && fieldOf(node, member[1])) ?? node;
}

function head(
  node: Node,
  type: string,
  tail: string,
  text: string,
  types: ExpressionTypes,
  names: Names | undefined,
): Chain | undefined {
  const isName = types.names.includes(type) && text[node.startIndex] !== macroMark;
  if (isName) {
    const name = plainChain(text.slice(node.startIndex, node.endIndex), types, names);
    return name === undefined ? (tail.startsWith(".") ? `?${tail}` : undefined) : name + tail;
  }
  if (types.this.includes(type)) return `this${tail}`;
  if (types.super.includes(type)) return `super${tail}`;
  const cast = types.casts.includes(type) ? castHead(node, text, types) : undefined;
  if (cast !== undefined) return cast + tail;
  const named = type === types.classLiteral ? namedChildAt(node, 0) : undefined;
  if (named) return `<Class<${text.slice(named.startIndex, named.endIndex)}>>${tail}`;
  if (!tail.startsWith(".")) return undefined;
  const known = types.literalMembers && types.literals?.[type];
  const literal =
    known && types.tellsTypes ? literalReceiver({ text, language: { expressions: types } }, node) : known;
  return literal && /^[\w[]/.test(literal) ? `<${literal}>${tail}` : `?${tail}`;
}
