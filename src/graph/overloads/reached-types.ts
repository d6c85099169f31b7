/** What the text of a C++ type says of an object that is reached by it: whether it may be changed, and what is in it. */
import { closing, splitTop } from "../notation/brackets.ts";

/** An object that an expression leads to. */
export interface Reached {
  /** Its type as written, with the signs of pointers and references; undefined where it is not known. */
  readonly type: string | undefined;
  /** Whether it may not be changed; undefined where that is not known. */
  readonly isConstant: boolean | undefined;
}

export const unknown: Reached = { type: undefined, isConstant: undefined };

const constantFirst = /^\s*(?:(?:static|inline|virtual|constexpr|typename)\s+)*const\b/;
const constantLast = /\bconst\s*[*&\s]*$/;
const smart = /(?:^|[\w:]*?)(?:_ptr|[pP]tr|[rR]ef|\boptional)\s*<([\s\S]*)>[&*\s]*$/;

/** What leads to another object, which is not constant for that what leads there is: a pointer, an iterator. */
export const leadsAway = (type: string): boolean =>
  /\*(?:\s*const)?[&\s]*$/.test(type) || smart.test(type) || /iterator\b[&\s]*$/i.test(type);

/** What a function gives that says this type. */
export function given(type: string): Reached {
  if (/^\s*(?:const\s+)?(?:auto|decltype)\b/.test(type)) return unknown;
  return { type, isConstant: isConstantType(type) };
}

/** Whether what is reached by a type may not be changed, as the type itself says. */
export function isConstantType(type: string): boolean {
  const inside = smart.exec(type)?.[1];
  if (inside !== undefined) return constantFirst.test(inside) || constantLast.test(inside);
  return constantFirst.test(type) || constantLast.test(type) || /const_(?:reverse_)?iterator\b/i.test(type);
}

/** What stands in a list, or in a map as a pair; the object itself where its type is no list: an array, a place in one. */
export function elementOf({ type, isConstant }: Reached): Reached {
  const args = type === undefined ? undefined : argumentsOf(type);
  if (!args) return { type, isConstant };
  const isMap = /map\s*</i.test(type!) && args.length > 1;
  return inside(isMap ? `std::pair<const ${args[0]}, ${args[1]}>` : args[0]!, isConstant);
}

/** What stands at a place of a pair or a tuple. */
export function placeOf({ type, isConstant }: Reached, place: number): Reached {
  const part = type === undefined ? undefined : argumentsOf(type)?.[place];
  return part === undefined ? unknown : inside(part, isConstant);
}

const inside = (type: string, isConstant: boolean | undefined): Reached => ({
  type,
  isConstant: leadsAway(type) ? isConstantType(type) : isConstantType(type) || isConstant,
});

function argumentsOf(type: string): readonly string[] | undefined {
  const start = type.indexOf("<");
  const end = start < 0 ? -1 : closing(type, start);
  return end < 0 ? undefined : splitTop(type.slice(start + 1, end), ",").map((part) => part.trim());
}
