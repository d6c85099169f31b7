/** Members of an enumeration that a language makes out of a class: `Color.RED` of `class Color(Enum): RED = 1` is a Color. */

import { callableOf, type Entity, exactly, type Found } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { uncalled } from "../notation/chain-steps.ts";
import type { FamilyRules } from "../project.ts";
import { listOf } from "./collection-methods.ts";

/**
 * An object of the class where a value of that name stands in it.
 *
 * @param ids the class and those that it builds on.
 * @param bases what the base of an enumeration is called.
 */
export function enumMember(
  { tables }: Linker,
  entity: Entity,
  ids: readonly number[],
  name: string,
  bases: RegExp,
): Found | undefined {
  if (entity.kind !== "definition" || tables.definition(entity.id).kind !== "class") return undefined;
  if (!ids.some((id) => tables.definition(id).bases?.some((base) => bases.test(base)))) return undefined;
  const isValue = ids.some((id) => {
    const file = tables.fileOf(id);
    const entry = file.lookup(name, file.inside[id - file.base]!);
    return entry?.bindings !== undefined && entry.definitions === undefined;
  });
  return isValue ? exactly({ kind: "instance", id: entity.id }) : undefined;
}

/**
 * A method that every enumeration has without saying it: `Status::cases()` gives all its values (PHP), `values()` as well
 * and `valueOf(name)` one of them (Java).
 */
export function enumMethod(
  { tables }: Linker,
  id: number,
  called: string,
  { head, all, one }: NonNullable<FamilyRules["enums"]>,
): Found | undefined {
  const name = uncalled(called);
  if ((name !== all && !one.test(name)) || !head.test(tables.definition(id).signature)) return undefined;
  const value = exactly({ kind: "instance", id });
  return callableOf(name === all ? exactly(listOf(value)) : value);
}
