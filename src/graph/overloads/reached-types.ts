/** Reads constness and element types from the text of a C++ type. */
import { closing, splitTop } from "../notation/brackets.ts";

/** The object that an expression denotes. */
export interface Reached {
  /** Its type as written, with `*` and `&`; undefined where unknown. */
  readonly type: string | undefined;
  /** Whether it is constant; undefined where unknown. */
  readonly isConstant: boolean | undefined;
}

export const unknown: Reached = { type: undefined, isConstant: undefined };

const constantFirst = /^\s*(?:(?:static|inline|virtual|constexpr|typename)\s+)*const\b/;
const constantLast = /\bconst\s*[*&\s]*$/;
const smart = /(?:^|[\w:]*?)(?:_ptr|[pP]tr|[rR]ef|\boptional)\s*<([\s\S]*)>[&*\s]*$/;

/** Whether the type refers to another object, whose constness is independent: a pointer, an iterator. */
export const leadsAway = (type: string): boolean =>
  /\*(?:\s*const)?[&\s]*$/.test(type) || smart.test(type) || /iterator\b[&\s]*$/i.test(type);

/** The result of a function with this return type. */
export function given(type: string): Reached {
  if (/^\s*(?:const\s+)?(?:auto|decltype)\b/.test(type)) return unknown;
  return { type, isConstant: isConstantType(type) };
}

/** Whether a type makes its object constant. */
export function isConstantType(type: string): boolean {
  const inside = smart.exec(type)?.[1];
  if (inside !== undefined) return constantFirst.test(inside) || constantLast.test(inside);
  return constantFirst.test(type) || constantLast.test(type) || /const_(?:reverse_)?iterator\b/i.test(type);
}

/** An element of a container, of a map a pair; the object itself for other types: an array, an iterator. */
export function elementOf({ type, isConstant }: Reached): Reached {
  const args = type === undefined ? undefined : argumentsOf(type);
  if (!args) return { type, isConstant };
  const isMap = /map\s*</i.test(type!) && args.length > 1;
  return inside(isMap ? `std::pair<const ${args[0]}, ${args[1]}>` : args[0]!, isConstant);
}

/** A component of a pair or a tuple. */
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
