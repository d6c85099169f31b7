/** Types that say of a thing that it is a function, and not which one: `handlers: Record<string, Handler>`. */
import type { Entity, Found } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** Whether nothing but functions of some type, or what is in lists and maps of such, is known of this. */
export const saysOnlyThatCalled = (linker: Linker, { entities }: Found): boolean =>
  entities.every((one) => one.kind !== "external" && isOnlyCalled(linker, one));

const isOfOthers = (linker: Linker, { entities }: Found): boolean =>
  entities.every((one) => one.kind === "external" || isOnlyCalled(linker, one));

function isOnlyCalled(linker: Linker, one: Entity): boolean {
  if (one.kind === "giver") return true;
  if (one.kind === "collection") return isOfOthers(linker, one.elements);
  if (one.kind !== "instance") return false;
  const { alias, returns } = linker.tables.definition(one.id);
  return alias?.includes("=>") === true && returns === undefined;
}
