/** Fallbacks for a name behind `::`, where ordinary look-up finds nothing. */
import { type Found, inferred, isResolved, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { type ChainStep, pathMark } from "../notation/chain-steps.ts";
import { isOpened, type Names } from "./name-index.ts";

/** @param before What the chain means up to the last step. */
export type QualifiedFallback = (
  file: FileTable,
  scope: number,
  before: Found,
  step: ChainStep,
) => Found | undefined;

/**
 * Two cases. A variable does not hide a namespace of its name before `::`, but a chain does not show the `::`. And
 * macros may open namespaces (`FMT_BEGIN_NAMESPACE`): to the grammar, their declarations stand at global scope, here
 * and in every file that uses the macro. So where no namespace `fmt` declares `print`, `fmt::print` is whatever
 * `print` is in this file.
 *
 * @param names The index of all files.
 */
export function createQualifiedFallback(linker: Linker, names: Names): QualifiedFallback {
  return (file, scope, before, { rest, name }) => {
    if (rest?.kind === "head" && rest.head === rest.text) {
      const path = linker.chain(file, scope, rest.text + pathMark);
      const meant = union(path.entities.map((one) => linker.member(one, name)));
      if (isResolved(meant)) return meant;
    }
    const parts = rest!.text.split(".");
    if (!mayBeNamespace(linker, before) || !parts.every((part) => isOpened(names, part))) return undefined;
    const found = linker.name(file, 0, name);
    return found && inferred(found);
  };
}

/** A known namespace, something external, or an unknown qualifier of a class: `struct fmt::formatter<Foo> {`. */
const mayBeNamespace = (linker: Linker, { entities }: Found): boolean =>
  entities.every(
    (one) =>
      one.kind === "external" ||
      one.kind === "expando" ||
      (one.kind === "definition" && linker.tables.definition(one.id).kind === "namespace"),
  );
