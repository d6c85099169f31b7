/** A class with a stub file beside its module (`.pyi`), which may declare more members, or their types. */
import type { Linker } from "../linker.ts";

/** The classes of these names in the files beside theirs, in the same order; those without one are left out. */
export function stubClasses({ tables }: Linker, ids: readonly number[]): readonly number[] {
  return ids.flatMap((id) => {
    const file = tables.fileOf(id);
    const { kind, name, scope } = tables.definition(id);
    if (file.rules?.beside === undefined || kind !== "class" || scope !== 0) return [];
    const target = tables.resolve(file, file.rules.beside);
    const other = target && tables.fileAt(target.path);
    const index = other
      ?.lookup(name, 0)
      ?.definitions?.findLast((one) => other.outline.definitions[one]!.kind === "class");
    return index === undefined ? [] : [other!.base + index];
  });
}
