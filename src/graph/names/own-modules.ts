/** Where modules of one repository have definitions of one whole name: each means its own (Java). */

import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";

/** Of several definitions of one name those of the module of the file that asks, else those of modules not apart. */
export function ofOwnModule({ tables }: Linker, file: FileTable, found: Found): Found {
  const { entities } = found;
  if (!file.module || entities.length < 2) return found;
  const modules = entities.map((one) =>
    one.kind === "definition" ? tables.fileOf(one.id).module : undefined,
  );
  if (modules.includes(undefined)) return found;
  const own = file.module.name;
  const hasOwn = modules.some((one) => one!.name === own);
  const meant = entities.filter((_, at) => (hasOwn ? modules[at]!.name === own : !modules[at]!.isApart));
  return meant.length > 0 && meant.length < entities.length ? { ...found, entities: meant } : found;
}

/** Whether only modules that are apart have what was found, and the file that asks is of none of them. */
export function isElsewhere({ tables }: Linker, file: FileTable, { entities }: Found): boolean {
  const own = file.module?.name;
  if (own === undefined) return false;
  return entities.every((one) => {
    const module = one.kind === "definition" ? tables.fileOf(one.id).module : undefined;
    return module?.isApart === true && module.name !== own;
  });
}
