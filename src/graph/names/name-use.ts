/** Whether what has a name is what stands there, by how the name is used. */

import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { hasNoPath } from "./paths.ts";

/** What a name is, where that tells which variables are not meant: it begins a path, or is called. */
export type NameUse = "path" | "called";

/**
 * Where a class has its members' names bare, a type's name means no member but a type. In Rust a path begins in no
 * function, and `Err(x)` calls no enumeration of that name.
 */
export const fitsUse = (
  linker: Linker,
  { rules }: FileTable,
  name: string,
  found: Found,
  how?: NameUse,
): boolean => {
  if (how === undefined) return true;
  if (rules?.pathHead)
    return how === "path" ? !hasNoPath(linker, found) : !isEnumeration(linker, name, found);
  if (how === "called") return true;
  return (
    !rules?.bareMembers ||
    found.entities.some(
      (one) =>
        one.kind === "external" ||
        (one.kind === "definition" && linker.tables.definition(one.id).kind !== "function"),
    )
  );
};

/** The enumeration itself: a variant that is imported by name is found as that, under a name of its own. */
function isEnumeration({ tables }: Linker, name: string, { entities: [one, other] }: Found): boolean {
  if (one?.kind !== "definition" || other !== undefined) return false;
  const definition = tables.definition(one.id);
  return definition.name === name && /^[^{<]*\benum\s/.test(definition.signature);
}

/** No path begins in these: a module may have their name beside them. */
export const areFunctions = ({ outline, rules }: FileTable, definitions: readonly number[]): boolean =>
  rules?.pathHead !== undefined &&
  definitions.every((index) => outline.definitions[index]!.kind === "function");
