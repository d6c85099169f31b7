/** Enumerations declared as classes: `Color.RED` of `class Color(Enum): RED = 1` is a `Color`. */

import { callableOf, type Entity, exactly, type Found } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { uncalled } from "../notation/chain-steps.ts";
import type { FamilyRules } from "../project.ts";
import { listOf } from "./collection-methods.ts";

/**
 * An object of the class, where its body assigns that name.
 *
 * @param ids The class and its bases.
 * @param bases Names of enumeration base classes.
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
 * A built-in method of enumerations: `Status::cases()` returns all values (PHP), as does `values()`, and
 * `valueOf(name)` one (Java).
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
