import { folderOf } from "../../source/paths.ts";
import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";

/** What the packages have that a file sees without importing them (`global using` in C#). */
export function fromImplied(linker: Linker, { rules, outline }: FileTable, name: string): Found | undefined {
  const { path, language } = outline;
  const all = linker.tables.questions.member(
    { kind: "folder", path: folderOf(path) },
    language,
    rules!.implied!,
  );
  // Asked of all at once, so that the files of a project share the answers.
  return all && linker.exported(all, language, name);
}

/** What the first of several packages has that has the name; undefined where the key is that of one. */
export function fromSeveral(linker: Linker, keys: string, language: string, name: string): Found | undefined {
  if (!keys.includes(" ")) return undefined;
  for (const path of keys.split(" ")) {
    const found = linker.exported({ kind: "package", path }, language, name);
    if (found) return found;
  }
  return undefined;
}
