/**
 * Namespaces that a macro opens (`FMT_BEGIN_NAMESPACE`): what stands in them seems to stand outside of any, in this file
 * and in all that use the macro. So `fmt::print` means `print` as the file knows it, where nothing is called so in a
 * namespace `fmt` itself.
 */
import { type Found, inferred } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";

/** What `name` is in the namespace of that path, if all parts of it are opened by macros; undefined else. */
export type InOpened = (file: FileTable, path: string, name: string) => Found | undefined;

export function createOpenedNamespaces(linker: Linker): InOpened {
  // C and C++ files are linked together, and anew with every change of one of them.
  let opened: ReadonlySet<string> | undefined;
  return (file, path, name) => {
    opened ??= new Set(
      linker.tables
        .filesWhere((rules) => rules.declarationsApart === true)
        .flatMap(({ outline }) => outline.opened ?? []),
    );
    if (opened.size === 0 || !path.split(".").every((part) => opened!.has(part))) return undefined;
    const found = linker.name(file, 0, name);
    return found && inferred(found);
  };
}
