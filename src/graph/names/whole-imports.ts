/** What a scope sees of what it imports whole: `from m import *`, `using A;`, `using static A.B;`. */

import { type Found, isInside, together } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker, WholePlace } from "../linker.ts";
import type { Memory, Store } from "../memory/memory.ts";
import { pathMark } from "../notation/chain-steps.ts";
import type { ImportFact } from "../outline.ts";
import { followImport, isAround } from "./paths.ts";
import { isElsewhere } from "./projects.ts";

/**
 * What the first import has that is known to have the name, and those before it that count in some builds alone, else
 * the first that perhaps has it: a class that builds on what is elsewhere may have any name. @param isPath The name is one of a type or a module. @param isForOthers Other
 * modules ask, who do not see what is hidden.
 */
export function fromWhole(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  isPath: boolean,
  isForOthers = false,
): Found | undefined {
  let perhaps: Found | undefined;
  const conditional: Found[] = [];
  for (const star of file.stars(scope)) {
    if (isForOthers && star.hidden) continue;
    if (name.startsWith("_") && !isListed(linker, file, star.from, name)) continue;
    // What names a type is not looked for in types.
    if (star.ofType && isPath) continue;
    const found = fromOne(linker, file, star, name);
    if (found && areOfObjects(linker, found)) continue;
    perhaps ??= found;
    if (!found || !isInside(found) || isElsewhere(linker, file, found)) continue;
    if (!star.conditional) return together([...conditional, found]);
    conditional.push(found);
  }
  return conditional.length > 0 ? together(conditional) : perhaps;
}

/** Methods that need an object, which no import gives: `import static a.Foo.*` has others of Foo. */
const areOfObjects = ({ tables }: Linker, { entities }: Found): boolean =>
  entities.length > 0 &&
  entities.every((one) => {
    if (one.kind !== "definition") return false;
    const { kind, onClass, scope } = tables.definition(one.id);
    const { scopes, definitions } = tables.fileOf(one.id).outline;
    return kind === "function" && !onClass && definitions[scopes[scope]!.definition]?.kind === "class";
  });

function fromOne(linker: Linker, file: FileTable, star: ImportFact, name: string): Found | undefined {
  const { from, scope, ofType } = star;
  if (file.rules?.pathHead)
    return knownOf(
      linker
        .whole(file, star)
        .map(({ entity, isAround }) =>
          isAround ? linker.member(entity, name) : linker.passedOn(entity, name),
        ),
    );
  // A type by its own name stands wherever names of this scope do.
  if (ofType && !from.includes(".")) {
    const { entities } = linker.chain(file, scope, from + pathMark);
    return knownOf(entities.map((entity) => linker.member(entity, name)));
  }
  const target = linker.tables.resolve(file, from);
  return target && linker.exported(target, file.outline.language, name);
}

function knownOf(all: readonly Found[]): Found | undefined {
  const known = all.filter(isInside);
  return known.length > 0 ? together(known) : undefined;
}

/**
 * What paths lead to of which everything is imported. Modules import each other whole in circles through hundreds of
 * files; what they import for themselves alone ends there.
 */
export function createWholes(linker: Linker, memory: Memory): Linker["whole"] {
  // By file: files with the same text share their imports.
  const places: Store<ImportFact, readonly WholePlace[]>[] = [];
  return (file, star) => {
    places[file.index] ??= memory.store<ImportFact, readonly WholePlace[]>(() => []);
    return places[file.index]!(star, () =>
      followImport(linker, file, star).entities.map((entity) => ({
        entity,
        isAround: isAround(linker, file, star.scope, entity),
      })),
    );
  };
}

/** Names that begin with `_` are passed on only where their module lists them (`__all__`). */
function isListed({ tables }: Linker, file: FileTable, from: string, name: string): boolean {
  const target = tables.resolve(file, from);
  return target?.kind === "file" && tables.fileAt(target.path)?.exports.has(name) === true;
}

/** What a module imports for others too; undefined where that is nothing. */
export function shownOf(imports: readonly ImportFact[]): readonly ImportFact[] | undefined {
  const shown = imports.filter(({ hidden }) => !hidden);
  return shown.length > 0 ? shown : undefined;
}
