/** Where modules of one repository have classes of one whole name: each means its own (Java). */

import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";

/** Of several classes of one name those of the module of the file that asks; all where it has none. */
export function ofOwnModule({ tables }: Linker, file: FileTable, found: Found): Found {
  const { moduleOf } = file.rules ?? {};
  const { entities } = found;
  if (!moduleOf || entities.length < 2) return found;
  const own = moduleOf(file.outline.path);
  const areClasses = entities.every(
    (one) => one.kind === "definition" && tables.definition(one.id).kind === "class",
  );
  const here = entities.filter((one) => "id" in one && moduleOf(tables.fileOf(one.id).outline.path) === own);
  return areClasses && here.length > 0 && here.length < entities.length
    ? { ...found, entities: here }
    : found;
}
