/** What a name may mean behind `::` that nothing else has found. */
import { type Found, inferred, isResolved, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { type ChainStep, pathMark } from "../notation/chain-steps.ts";
import { isOpened, type Names } from "./name-index.ts";

/** @param before What the chain means up to the last step. */
export type BehindPath = (
  file: FileTable,
  scope: number,
  before: Found,
  step: ChainStep,
) => Found | undefined;

/**
 * A variable hides no namespace of its name where that is followed by `::`, which a chain does not tell. And namespaces
 * may be opened by macros (`FMT_BEGIN_NAMESPACE`): what stands in them seems to stand outside of any, in this file and in
 * all that use the macro. So `fmt::print` means `print` as the file knows it, where nothing is called so in a namespace
 * `fmt` itself.
 *
 * @param names What all files say.
 */
export function createBehindPath(linker: Linker, names: Names): BehindPath {
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

/** What may be a namespace: one that is known, nothing that is, or what a class is written on: `struct fmt::formatter<Foo> {`. */
const mayBeNamespace = (linker: Linker, { entities }: Found): boolean =>
  entities.every(
    (one) =>
      one.kind === "external" ||
      one.kind === "expando" ||
      (one.kind === "definition" && linker.tables.definition(one.id).kind === "namespace"),
  );
