/** Stub files (`.pyi`) beside a module, which may declare more members, or types. */
import type { Linker } from "../linker.ts";

/** The stub classes of these classes, in order; those without one are left out. */
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
