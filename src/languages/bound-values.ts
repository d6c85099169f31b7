/** What a name that gets a value may stand for, as chains. */
import type { Chain } from "../graph/outline.ts";
import { alternativesOf } from "./chain.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { chainIn, type Draft, maxType, textOf } from "./outline-draft.ts";
import { childAt, type Node, namedChildAt, parentOf } from "./syntax-node.ts";

/** Variants of which the type around them is read like what they hold. */
const standsForPart = /^(?:Some|Ok|Err)$/;

/** Of longer patterns the names at the end are taken for the same place. */
const maxParts = 64;

/** What a name may stand for. A type that it was checked to have counts like an object made of that type. */
export function boundChains(draft: Draft, captures: Captures): readonly Chain[] {
  const source =
    capture(captures, "value") ??
    capture(captures, "element") ??
    capture(captures, "item") ??
    capture(captures, "gathered") ??
    capture(captures, "narrow");
  const member = capture(captures, "member");
  const place = isCaptured(captures, "placed") ? placeAmong(capture(captures, "placed")!) : undefined;
  const whole = capture(captures, "type.placed");
  if (whole) return [`<${textOf(draft, whole).slice(0, maxType)}>[#${place}]`];
  const holder = capture(captures, "part");
  const held = holder && !standsForPart.test(textOf(draft, holder)) ? chainIn(draft, holder) : undefined;
  // Of a variant its enum knows the type, of a struct itself.
  if (held !== undefined) return [`${onSelf(draft, held)}#${place}`, `${onSelf(draft, held)}.${place}`];
  if (!source) return [];
  const tail = isCaptured(captures, "element")
    ? `[*${place ?? ""}]`
    : place !== undefined
      ? `[#${place}]`
      : isCaptured(captures, "item")
        ? "[]"
        : isCaptured(captures, "gathered")
          ? "[+]"
          : isCaptured(captures, "narrow")
            ? "()"
            : member
              ? `.${textOf(draft, member)}`
              : "";
  const part = place !== undefined && !isCaptured(captures, "element") ? writtenAt(source, place) : undefined;
  if (part) {
    const chain = chainIn(draft, part);
    return chain === undefined ? [] : [chain];
  }
  return alternativesOf(source, draft.language.expressions)
    .map((node) => chainIn(draft, node))
    .filter((chain) => chain !== undefined)
    .flatMap((chain) => {
      // All variants of an enum say the names of their fields to it.
      const own = member && draft.language.shadows ? onSelf(draft, chain) : chain;
      return own === chain ? [chain + tail] : [`Self${tail}`];
    });
}

/** In a block of a class its own name stands for `Self`, of which more is known: `impl<T: Bar> Foo<T>`. */
function onSelf(draft: Draft, chain: Chain): Chain {
  const on = draft.frames
    .map(({ definition }) => draft.definitions[definition]?.on)
    .findLast((one) => one !== undefined);
  const name = on?.replace(/\.prototype$/, "");
  return name !== undefined && (chain === name || chain.startsWith(`${name}.`))
    ? `Self${chain.slice(name.length)}`
    : chain;
}

/** `b` of `x, y = a, b`. */
const writtenAt = (values: Node, place: number): Node | undefined =>
  /^(?:expression_list|tuple|tuple_expression|list|array)$/.test(values.type)
    ? namedChildAt(values, place)
    : undefined;

/** Where a name stands among those that a value is taken apart into: counted by what is between them, for some have none. */
export function placeAmong(name: Node): number {
  const around = parentOf(name)!;
  let [place, at] = [0, 0];
  for (
    let part = childAt(around, at);
    part && part.id !== name.id && at < maxParts;
    part = childAt(around, ++at)
  )
    if (part.type === ",") place++;
  return place;
}
