/**
 * Namespaces that a macro opens (`FMT_BEGIN_NAMESPACE`): what stands in them seems to stand outside of any, in this file
 * and in all that use the macro. So `fmt::print` means `print` as the file knows it, where nothing is called so in a
 * namespace `fmt` itself.
 */
import { type Found, inferred } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Names } from "./name-index.ts";

/** What `name` is in the namespace of that path, if all parts of it are opened by macros; undefined else. */
export type InOpened = (file: FileTable, path: string, name: string) => Found | undefined;

/** @param names What all files say. */
export function createOpenedNamespaces(linker: Linker, names: Names): InOpened {
  return (file, path, name) => {
    const isOpened = (part: string): boolean => names.places("namespaces", `opened ${part}`).length > 0;
    if (!path.split(".").every(isOpened)) return undefined;
    const found = linker.name(file, 0, name);
    return found && inferred(found);
  };
}
