/**
 * Overload resolution by `const` and reference qualifiers ([over.match.funcs] and [over.ics.rank] of the C++
 * standard). On a constant object only `const` methods are candidates; on any other, a non-`const` one with equal
 * parameters wins.
 */
import type { Entity } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { parametersIn, templateTypes } from "../notation/signatures.ts";
import type { Reference } from "../outline.ts";
import { createReach, type Reach } from "./reach.ts";
import { leadsAway } from "./reached-types.ts";

/** Filters candidates by constness; keeps all where it does not decide. */
export type Constness = (entities: readonly Entity[], reference: Reference) => readonly Entity[];

export function createConstness(linker: Linker): (file: FileTable) => Constness {
  const reach = createReach(linker);
  return (file) => (entities, reference) => {
    if (entities.length < 2) return entities;
    const { scope, chain } = reference;
    const left = reach.onObject(file, scope, entities, chain);
    return left.length < 2 ? left : byArguments(linker, reach, file, left, reference);
  };
}

/** How a parameter is passed. */
interface Way {
  /** The type without qualifiers. */
  readonly type: string;
  readonly isConstant: boolean;
  /** `&`, `*` or none, `&&` for an rvalue reference, and `T&&` for a forwarding reference. */
  readonly sign: "" | "&" | "*" | "&&" | "T&&";
}

/** Worst first. */
const orders = {
  /** For an rvalue. */
  passing: ["&", "const &", "T&&", "&&"],
  constant: ["T&&", "&", "const &"],
  plain: ["const &", "T&&", "&"],
  constantPointer: ["const *"],
  pointer: ["const *", "*"],
} as const;

function byArguments(
  linker: Linker,
  reach: Reach,
  file: FileTable,
  entities: readonly Entity[],
  { scope, argTypes }: Reference,
): readonly Entity[] {
  if (!argTypes) return entities;
  const all = entities.map((one) => waysOf(linker, one, argTypes.length));
  const [first] = all;
  if (!first || !all.every((ways) => ways?.every(({ type }, at) => type === first[at]!.type)))
    return entities;
  let left = entities.map((_, index) => index);
  for (const [at, text] of argTypes.entries()) {
    const ways = left.map((index) => all[index]![at]!);
    if (ways.every((way) => sameWay(way, ways[0]!))) continue;
    const order = orderFor(reach, file, scope, text, ways);
    if (!order) continue;
    const ranks = ways.map(({ isConstant, sign }) => order.indexOf(`${isConstant ? "const " : ""}${sign}`));
    const best = Math.max(...ranks);
    if (best >= 0) left = left.filter((_, place) => ranks[place] === best);
  }
  return left.map((index) => entities[index]!);
}

const sameWay = (one: Way, other: Way): boolean =>
  one.isConstant === other.isConstant && one.sign === other.sign;

/** The ranking for an argument, a chain or `:` and a type; undefined where it is unknown what the argument denotes. */
function orderFor(
  reach: Reach,
  file: FileTable,
  scope: number,
  text: string,
  ways: readonly Way[],
): readonly string[] | undefined {
  const isPointer = ways[0]!.sign === "*";
  if (text === "" || text === ":null" || text.startsWith("<")) return undefined;
  if (text === ":char*") return isPointer ? orders.constantPointer : orders.constant;
  if (text.startsWith(":") || moved.test(text)) return isPointer ? orders.pointer : orders.passing;
  const { type, isConstant } = reach.of(file, scope, text);
  if (isPointer)
    return isConstant === undefined ? undefined : isConstant ? orders.constantPointer : orders.pointer;
  if (text === "this") return orders.passing;
  if (text.endsWith(")") && !isReference(type)) return type === undefined ? undefined : orders.passing;
  // An argument of unknown type may be converted to a temporary.
  if (type === undefined) return undefined;
  // A name is an lvalue, constant or not.
  const isDecided = ways.every(({ sign, isConstant: is }) => sign !== "&" || is);
  const isKnown = isConstant !== undefined && !leadsAway(type);
  return isKnown ? (isConstant ? orders.constant : orders.plain) : isDecided ? orders.plain : undefined;
}

const moved = /^(?:std\.)?move\(/;

const isReference = (type: string | undefined): boolean => type !== undefined && /(?:^|[^&])&\s*$/.test(type);

/** How the first parameters are passed; undefined for what is no function, or has fewer. */
function waysOf(linker: Linker, one: Entity, count: number): readonly Way[] | undefined {
  const definition = one.kind === "definition" ? linker.tables.definition(one.id) : undefined;
  const parameters = definition?.kind === "function" ? parametersIn(definition.signature) : undefined;
  if (!parameters || parameters.length < count) return undefined;
  const open = templateTypes(definition!);
  return parameters.slice(0, count).map((parameter) => wayOf(parameter, open));
}

/** Parses `const Foo& foo = none`. @param open Names of type parameters. */
function wayOf(parameter: string, open: readonly string[]): Way {
  const [, before, type = "", after, sign] =
    /^(const\s+)?([\s\S]+?)(\s+const)?\s*([*&]*)\s*(?:const\s+)?\w*$/.exec(
      parameter.replace(/\s*=[\s\S]*$/, ""),
    ) ?? [];
  const isConstant = (before ?? after) !== undefined;
  if (sign === "&&") return { type, isConstant, sign: open.includes(type) && !isConstant ? "T&&" : sign };
  if (sign === "&" || sign === "*") return { type, isConstant, sign };
  return { type: sign === "" ? type : parameter, isConstant: false, sign: "" };
}
