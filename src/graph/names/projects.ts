/** Projects of one repository, of which the files of each see those that it references (C#). */

import type { Entity } from "../entities.ts";
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
