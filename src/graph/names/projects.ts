/** Projects of one repository, of which the files of each see those that it references (C#), and modules, of which each means its own where several have definitions of one whole name (Java). */
import type { Entity, Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { projectsOf } from "../files/tables.ts";
import type { Linker } from "../linker.ts";

/** Tells of definitions whether a file may mean them; true where that is not known. */
export function seenFrom({ tables }: Linker, file: FileTable): (id: number) => boolean {
  const seen = projectsOf(tables, file);
  if (!seen || seen.includes("*")) return () => true;
  return (id) => {
    const [project] = projectsOf(tables, tables.fileOf(id)) ?? [];
    return project === undefined || seen.includes(project);
  };
}

/** Of several things of one name those that a file may mean; all of them where it may mean none. */
export function seenAmong<E extends Entity>(
  linker: Linker,
  file: FileTable,
  entities: readonly E[],
): readonly E[] {
  if (entities.length < 2 || file.rules?.projects === undefined) return entities;
  const isSeen = seenFrom(linker, file);
  const seen = entities.filter((one) => !("id" in one) || isSeen(one.id));
  return seen.length > 0 ? seen : entities;
}

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
export function isOfOtherProject({ tables }: Linker, file: FileTable, { entities }: Found): boolean {
  const own = file.module?.name;
  if (own === undefined) return false;
  return entities.every((one) => {
    const module = one.kind === "definition" ? tables.fileOf(one.id).module : undefined;
    return module?.isApart === true && module.name !== own;
  });
}
