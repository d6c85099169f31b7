/** Functions of a class that make an object of it, though nobody wrote them. */
import type { Linker } from "../linker.ts";

/** @param isComplete All bases of the class are known. */
export function makesObject(linker: Linker, id: number, name: string, isComplete: boolean): boolean {
  const { rules } = linker.tables.fileOf(id);
  const { bases, decorators } = linker.tables.definition(id);
  const derived = rules?.derived?.get(name);
  if (derived) return decorators?.some((one) => derived.test(one)) === true;
  // Of TypeScript and Python only what a base from elsewhere gives, where a type alone or a namespace may have the name, too.
  const hasBase = !isComplete && bases !== undefined;
  return rules?.makesItself?.has(name) === true && (hasBase || !(rules.typesApart || rules.dynamic));
}
