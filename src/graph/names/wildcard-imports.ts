/** Names through wildcard imports: `from m import *`, `use a::*`, `using A;`, `using static A.B;`. */

import { type Found, isResolved, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker, WildcardTarget } from "../linker.ts";
import type { Memory, Store } from "../memory/memory.ts";
import { pathMark } from "../notation/chain-steps.ts";
import type { ImportFact } from "../outline.ts";
import { followImport, isAround } from "./paths.ts";
import { isOfOtherProject } from "./projects.ts";

/**
 * The name from the first wildcard import that has it, together with conditional ones before it (`#[cfg(unix)]`); else
 * from the first that may have it, since a class with an external base may inherit any name.
 *
 * @param isPath The name is one of a type or a module.
 * @param isForOthers Other modules ask, which do not see private imports.
 */
export function fromWildcard(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  isPath: boolean,
  isForOthers = false,
): Found | undefined {
  let perhaps: Found | undefined;
  const conditional: Found[] = [];
  for (const star of file.wildcards(scope)) {
    if (isForOthers && star.hidden) continue;
    if (name.startsWith("_") && !isListed(linker, file, star.from, name)) continue;
    // `using static` imports members of a type, and no types.
    if (star.ofType && isPath) continue;
    const found = fromOne(linker, file, star, name);
    if (found && areOfObjects(linker, found)) continue;
    perhaps ??= found;
    if (!found || !isResolved(found) || isOfOtherProject(linker, file, found)) continue;
    if (!star.conditional) return union([...conditional, found]);
    conditional.push(found);
  }
  return conditional.length > 0 ? union(conditional) : perhaps;
}

/** Instance methods, which no import makes callable: `import static a.Foo.*` means the static ones. */
const areOfObjects = ({ tables }: Linker, { entities }: Found): boolean =>
  entities.length > 0 &&
  entities.every((one) => {
    if (one.kind !== "definition") return false;
    const { kind, isStatic, scope } = tables.definition(one.id);
    const { scopes, definitions } = tables.fileOf(one.id).outline;
    return kind === "function" && !isStatic && definitions[scopes[scope]!.definition]?.kind === "class";
  });

function fromOne(linker: Linker, file: FileTable, star: ImportFact, name: string): Found | undefined {
  const { from, scope, ofType } = star;
  if (file.rules?.pathHead)
    return knownOf(
      linker
        .wildcard(file, star)
        .map(({ entity, isAround }) =>
          isAround ? linker.member(entity, name) : linker.publicMember(entity, name),
        ),
    );
  // A type without a namespace is resolved like any name of this scope.
  if (ofType && !from.includes(".")) {
    const { entities } = linker.chain(file, scope, from + pathMark);
    return knownOf(entities.map((entity) => linker.member(entity, name)));
  }
  const target = linker.tables.resolve(file, from);
  return target && linker.exported(target, file.outline.language, name);
}

function knownOf(all: readonly Found[]): Found | undefined {
  const known = all.filter(isResolved);
  return known.length > 0 ? union(known) : undefined;
}

/**
 * Targets of wildcard imports, cached: modules import everything of each other in cycles through hundreds of files.
 * Private imports end such a walk.
 */
export function createWildcards(linker: Linker, memory: Memory): Linker["wildcard"] {
  // By file: files with the same text share their imports.
  const places: Store<ImportFact, readonly WildcardTarget[]>[] = [];
  return (file, star) => {
    places[file.index] ??= memory.store<ImportFact, readonly WildcardTarget[]>(() => []);
    return places[file.index]!(star, () =>
      followImport(linker, file, star).entities.map((entity) => ({
        entity,
        isAround: isAround(linker, file, star.scope, entity),
      })),
    );
  };
}

/** Names that begin with `_` are exported only where their module lists them in `__all__`. */
function isListed({ tables }: Linker, file: FileTable, from: string, name: string): boolean {
  const target = tables.resolve(file, from);
  return target?.kind === "file" && tables.fileAt(target.path)?.exports.has(name) === true;
}

/** The re-exports among imports, as `pub use`; undefined where there are none. */
export function publicImports(imports: readonly ImportFact[]): readonly ImportFact[] | undefined {
  const shown = imports.filter(({ hidden }) => !hidden);
  return shown.length > 0 ? shown : undefined;
}
