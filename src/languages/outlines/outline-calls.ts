/** Records calls and constructor calls as references. */

import { closing } from "../../graph/notation/brackets.ts";
import { pathMark } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { argumentsIn } from "../../graph/types/specialisations.ts";
import { argumentTypes, typeArgumentCount } from "../chains/argument-types.ts";
import { lastName } from "../chains/chain.ts";
import { headOf } from "../chains/chain-head.ts";
import { isDeclaring } from "../chains/declared-names.ts";
import { passedTo } from "../chains/expected-types.ts";
import { isCalledField } from "../chains/special-forms.ts";
import { targetOf } from "../chains/target-types.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { macroMark } from "../preprocessing/macro-calls.ts";
import { type Captures, capture } from "./facts.ts";
import type { Annotation, AnnotationCall } from "./modifiers.ts";
import {
  chainIn,
  type Draft,
  lineAt,
  madeType,
  operatorIn,
  partsOf,
  textOf,
  withoutCall,
} from "./outline-draft.ts";

export function takeCall(draft: Draft, callee: Node, given: Node | undefined): void {
  const { invocations, implicit, operators, targetTyped } = draft.language.expressions;
  if (callee.type === targetTyped) {
    takeMade(draft, callee, given);
    return;
  }
  if (isCalledField(callee, draft.language.expressions)) {
    draft.opaqueCalls++;
    return;
  }
  const isOperation = operators?.[callee.type] !== undefined;
  const isInvocation = implicit || invocations?.[callee.type] !== undefined;
  // In Ruby, arguments show that it is a call.
  const isBare = isInvocation && !implicit;
  const named = isOperation ? operatorIn(draft, callee) : chainIn(draft, callee, isBare);
  // Raising a bare class constructs it.
  const whole =
    implicit && named && /^(?:constant|scope_resolution)$/.test(callee.type) ? `${named}.new()` : named;
  // Where a bare name may be a call, a variable is none.
  if (implicit && whole !== undefined && !whole.endsWith(")")) return;
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

/** A method named by a symbol: `all.each(&:run)`, `one.send(:run)`, `before_save :run`, `delegate :run, to: :one` (Ruby). */
export function takeSymbol(draft: Draft, captures: Captures): void {
  const element = capture(captures, "element");
  const onElement = element ? chainIn(draft, element) : "this";
  const ways: readonly (readonly [how: string, before: Chain | undefined])[] = [
    ["callee.each", onElement && `${onElement}[*]`],
    ["callee.sent", onElement],
    ["callee.instance", "this.new()"],
    ["callee.through", element && `this.${nameOf(draft, element)}()`],
  ];
  for (const [how, before] of ways) {
    const symbol = capture(captures, how);
    if (symbol && before !== undefined)
      addReference(draft, symbol, `${before}.${nameOf(draft, symbol)}`, undefined, { passed: true });
  }
}

const nameOf = (draft: Draft, symbol: Node): string => textOf(draft, symbol).slice(1);

/** A target-typed constructor call, whose class is written elsewhere: `Foo foo = new(1)`. */
function takeMade(draft: Draft, made: Node, given: Node | undefined): void {
  const target = targetOf(draft, made);
  const type = target && "type" in target ? target.type : undefined;
  const named = type?.type === "nullable_type" ? namedChildAt(type, 0) : type;
  const chain = named ? chainIn(draft, named) : target && "chain" in target ? target.chain : undefined;
  if (chain === undefined) draft.opaqueCalls++;
  else if (!named) addReference(draft, made, chain, given, { makes: true });
  else addReference(draft, made, chain.includes(".") ? chain : chain + pathMark, given, { named });
}

/**
 * Wrapped functions: calling the wrapper's result runs the function, and the wrapper may call others in turn.
 * Functions passed by name before belong to the constant: `const open = createSelector(all, (all) => ...)`.
 */
export function takeWrapped(draft: Draft, call: Node, name: Node, outer: number, scope: number): void {
  const given = draft.passed.splice(1 + draft.passed.findLastIndex(({ at }) => at < call.startIndex));
  takeOver(draft, given, outer, scope);
  const chain = chainIn(draft, call);
  const line = lineAt(draft, name.startIndex);
  if (chain !== undefined) draft.references.set(`${scope} ${chain}<`, { scope, before: true, line, chain });
}

/** Calls in decorators that are siblings of the definition belong to it: `@Get() send() {}`. */
export const takeDecorators = (
  draft: Draft,
  decorators: readonly Annotation[],
  outer: number,
  scope: number,
): void =>
  takeOver(
    draft,
    decorators.flatMap(({ calls = [] }) => calls),
    outer,
    scope,
  );

/** Moves references from the enclosing scope to a definition. */
function takeOver(
  { references }: Draft,
  calls: readonly AnnotationCall[],
  outer: number,
  scope: number,
): void {
  for (const { key, line, isFirst } of calls) {
    const call = references.get(key);
    if (call?.scope !== outer) continue;
    // Something earlier, such as a field's decorator, may have made the same call.
    if (isFirst) references.delete(key);
    references.set(`${scope} ${key}<`, { ...call, scope, line, before: true });
  }
}

interface HowCalled {
  /** The node with type arguments, where that is not the callee. */
  readonly named?: Node;
  readonly makes?: true;
  readonly passed?: true;
  readonly read?: true;
  readonly assigned?: true;
  /** Set where names are resolved outside of the enclosing function. */
  readonly before?: boolean;
}

export function addReference(
  draft: Draft,
  callee: Node,
  chain: Chain,
  given: Node | undefined,
  { named = callee, makes, passed, read, assigned, before = false }: HowCalled = {},
): void {
  const frame = draft.frames.at(-1)!;
  const { scope, definition, nameEnd } = frame;
  // A decorator with the name of its function means an earlier definition, outside of the class: `@load def load`. A
  // name that tells what it calls precedes nothing: `delegate :run, to: :one` (Ruby). Outside of the file there is nothing.
  const isBefore =
    scope > 0 &&
    (before ||
      isDeclaring(frame, chain, callee) ||
      (callee.endIndex < nameEnd && headOf(chain) !== draft.definitions[definition]?.name));
  const parts = given && partsOf(given);
  const args = parts?.length;
  const argTypes = parts && argumentTypes(draft, parts);
  const types = typeArgumentCount(draft, named);
  const isNamed = callee.type === draft.language.expressions.results?.reference;
  const gets = isNamed ? passedTo(draft, callee) : undefined;
  const how = makes ? "+" : passed ? "~" : read ? "-" : assigned ? "=" : "";
  const argumentText = parts ? `${args} ${argTypes ?? ""}` : " ";
  const key = `${scope} ${chain} ${argumentText}${isBefore ? "<" : ""}${types ?? ""}${how}${gets ?? ""}`;
  const annotation = draft.annotations.at(-1);
  const isInAnnotation = annotation !== undefined && callee.startIndex < annotation.end;
  const isFirst = !draft.references.has(key);
  if (!isFirst && !isInAnnotation && !passed) return;
  const line = lineAt(
    draft,
    chain.length > 60 || chain.includes("(") ? nameStart(draft, callee) : callee.startIndex,
  );
  if (isInAnnotation) annotation.calls?.push({ key, line, isFirst });
  if (passed) draft.passed.push({ key, line, isFirst, at: callee.startIndex });
  if (!isFirst) return;
  draft.references.set(key, {
    scope,
    before: isBefore || undefined,
    line,
    chain,
    makes,
    passed,
    read,
    assigned,
    args,
    types,
    argTypes,
    gets,
  });
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

/** Writes `super` for a base with the name of the class, `struct Form<Foo> : Form<int>`, where the bare name means the class. */
function ofOwnBase(draft: Draft, callee: Node, chain: Chain): Chain {
  if (callee.type !== "qualified_identifier") return chain;
  const around = draft.frames.findLast(({ definition }) => draft.definitions[definition]?.kind === "class");
  const owner = around && draft.definitions[around.definition]!;
  if (!owner?.bases?.some((base) => base.endsWith(owner.name))) return chain;
  const text = textOf(draft, callee);
  const [written] = new RegExp(`^(?:\\w+::)*${owner.name}\\s*(?=<)`).exec(text) ?? [];
  if (written === undefined) return chain;
  const types = text.slice(written.length + 1, closing(text, written.length)).replace(/\s+/g, "");
  if (types !== argumentsIn(owner).written) return chain;
  return chain.replace(new RegExp(`^(?:\\w+\\.)*${owner.name}\\.`), "super.");
}
