/** What a scope sees of what it imports whole: `from m import *`, `using A;`, `using static A.B;`. */
import { pathMark } from "./chain-steps.ts";
import { type Found, together } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";
import type { ImportFact } from "./outline.ts";
import { followImport } from "./paths.ts";

/**
 * What the first import has that is known to have the name, else the first that perhaps has it: a class that builds on
 * what is elsewhere may have any name. @param isPath The name is one of a type or a module.
 */
export function fromWhole(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  isPath: boolean,
): Found | undefined {
  let perhaps: Found | undefined;
  for (const star of file.stars(scope)) {
    if (name.startsWith("_") && !isListed(linker, file, star.from, name)) continue;
    // What names a type is not looked for in types.
    if (star.ofType && isPath) continue;
    const found = fromOne(linker, file, star, name);
    if (found && isKnown(found)) return found;
    perhaps ??= found;
  }
  return perhaps;
}

function fromOne(linker: Linker, file: FileTable, star: ImportFact, name: string): Found | undefined {
  const { from, scope, ofType } = star;
  if (file.rules?.pathHead) return memberOf(linker, followImport(linker, file, star), name);
  // A type by its own name stands wherever names of this scope do.
  if (ofType && !from.includes("."))
    return memberOf(linker, linker.chain(file, scope, from + pathMark), name);
  const target = linker.tables.resolve(file, from);
  return target && linker.exported(target, file.outline.language, name);
}

function memberOf(linker: Linker, { entities }: Found, name: string): Found | undefined {
  const passed = entities.map((entity) => linker.member(entity, name)).filter((one) => isKnown(one));
  return passed.length > 0 ? together(passed) : undefined;
}

const isKnown = ({ entities }: Found): boolean => entities.some(({ kind }) => kind !== "external");

/** Names that begin with `_` are passed on only where their module lists them (`__all__`). */
function isListed({ tables }: Linker, file: FileTable, from: string, name: string): boolean {
  const target = tables.resolve(file, from);
  return target?.kind === "file" && tables.fileAt(target.path)?.exports.has(name) === true;
}
