/** The values of a binding, as chains. */
import { failure, guarded, packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import { type Captures, capture, isCaptured } from "../outlines/facts.ts";
import { chainIn, type Draft, maxType, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { alternativesOf } from "./alternatives.ts";
import { blockChain } from "./block-values.ts";
import { elementIndex, elementPath } from "./destructuring.ts";
import { entered } from "./flow-summaries.ts";

/** Variants whose enum is read like their content. */
const standsForPart = /^(?:Some|Ok|Err)$/;

/** Rest of the chain from a binding's source, by capture. */
const tails = [
  ["item", "[]"],
  ["appended", "[+]"],
  ["added", "[+]"],
  ["guard", `[${guarded}]`],
  ["rest", "[*][+]"],
  ["error", `.${failure}`],
] as const;

/** The chains that a name may stand for. The type of a type guard counts as an object of that type. */
export function boundChains(draft: Draft, captures: Captures): readonly Chain[] {
  // A bare name, such as a parameter.
  if (captures.nodes.length === 1) return none;
  const source =
    capture(captures, "value") ??
    capture(captures, "element") ??
    capture(captures, "item") ??
    capture(captures, "appended") ??
    capture(captures, "rest") ??
    capture(captures, "context.manager") ??
    capture(captures, "added") ??
    capture(captures, "added.value") ??
    capture(captures, "added.nested") ??
    capture(captures, "guard") ??
    capture(captures, "narrow");
  const member = capture(captures, "member");
  const [place, ...inner] = isCaptured(captures, "destructured")
    ? elementPath(capture(captures, "destructured")!)
    : [];
  const innerSteps = inner.map((one) => `[#${one}]`).join("");
  const whole = capture(captures, "type.destructured");
  const holder = capture(captures, "constructor");
  if (whole) return [`<${textOf(draft, whole).slice(0, maxType)}>${holder ? `.${place}` : `[#${place}]`}`];
  const held = holder && !standsForPart.test(textOf(draft, holder)) ? chainIn(draft, holder) : undefined;
  // Of a variant its enum knows the type, of a struct itself.
  if (held !== undefined) return [`${onSelf(draft, held)}#${place}`, `${onSelf(draft, held)}.${place}`];
  const call = capture(captures, "block.call");
  if (call) {
    const chain = blockChain(draft, call, elementIndex(capture(captures, "bind")!));
    return chain === undefined ? [] : [chain];
  }
  if (!source) return [];
  // `const { size }: Props = read()`: the type that is written says it.
  const around = member && parentOf(source);
  if (around?.type === "variable_declarator" && fieldOf(around, "type")) return [];
  const known = tails.find(([one]) => isCaptured(captures, one))?.[1];
  const ofMember = member ? `.${textOf(draft, member)}` : "";
  const tail = isCaptured(captures, "element")
    ? `[*${place ?? ""}]${innerSteps}`
    : place !== undefined
      ? `[#${place}]${innerSteps}`
      : (known ?? (isCaptured(captures, "narrow") ? `()${ofMember}` : ofMember));
  const part =
    place !== undefined && !isCaptured(captures, "element") ? writtenAt(draft, source, place) : undefined;
  if (part) {
    const chain = chainIn(draft, part);
    return chain === undefined ? [] : [chain + innerSteps];
  }
  return alternativesOf(source, draft.language.expressions)
    .map((node) => chainIn(draft, node))
    .filter((chain) => chain !== undefined)
    .flatMap((chain) => {
      // All variants of an enum say the names of their fields to it.
      const own = member && draft.language.shadows ? onSelf(draft, chain) : chain;
      if (isCaptured(captures, "added.value")) return [`<dict[_,${packed(chain)}]>`];
      if (isCaptured(captures, "added.nested")) return [`<dict[_,${packed(`${chain}[+]`)}]>`];
      if (isCaptured(captures, "context.manager")) return [enteredIn(draft, source, chain) + tail];
      return own === chain ? [chain + tail] : [`Self${tail}`];
    });
}

const none: readonly Chain[] = [];

/** Inside of an `impl` block the type's name means `Self`, whose bounds are known: `impl<T: Bar> Foo<T>`. */
function onSelf(draft: Draft, chain: Chain): Chain {
  const on = draft.frames
    .map(({ definition }) => draft.definitions[definition]?.on)
    .findLast((one) => one !== undefined);
  const name = on?.replace(/\.prototype$/, "");
  return name !== undefined && (chain === name || chain.startsWith(`${name}.`))
    ? `Self${chain.slice(name.length)}`
    : chain;
}

/** `b` of `x, y = a, b`, and of `const [x, y] = await Promise.all([a, b])`. */
function writtenAt(draft: Draft, source: Node, place: number): Node | undefined {
  const values = unwrapped(draft, source);
  return /^(?:expression_list|right_assignment_list|tuple|tuple_expression|list|array)$/.test(values.type)
    ? namedChildAt(values, place)
    : undefined;
}

/** Unwraps expressions that await or pass on a value. */
function unwrapped({ language, text }: Draft, value: Node): Node {
  const { through, calls, passes, given } = language.expressions;
  let at = value;
  for (let steps = 0; steps < maxDepth; steps++) {
    const called = calls[at.type] === undefined ? undefined : fieldOf(at, calls[at.type]!);
    const isPassing = called && passes?.[text.slice(called.startIndex, called.endIndex)] === "";
    const list = isPassing && given !== undefined ? fieldOf(at, given) : undefined;
    const inner = through.includes(at.type) || list ? namedChildAt(list ?? at, 0) : undefined;
    if (!inner) return at;
    at = inner;
  }
  return at;
}

/** Limit of nesting. */
const maxDepth = 8;

/** The result of entering a context manager. */
function enteredIn(draft: Draft, value: Node, chain: Chain): Chain {
  const methods = draft.language.expressions.entered;
  if (!methods) return chain;
  let statement = parentOf(value);
  for (let depth = 0; statement && statement.type !== "with_statement" && depth < 4; depth++)
    statement = parentOf(statement);
  const isLater = statement !== undefined && draft.text.startsWith("async", statement.startIndex);
  return entered(chain, isLater ? methods.later : methods.now);
}
