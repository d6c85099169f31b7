import { folderOf } from "../../source/paths.ts";
import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { ModuleTarget } from "../project.ts";

/** What the packages have that a file sees without importing them (`global using` in C#). */
export function fromGlobalUsings(linker: Linker, file: FileTable, name: string): Found | undefined {
  const all = impliedBy(linker, file);
  // Asked of all at once, so that the files of a project share the answers.
  return all && linker.exported(all, file.outline.language, name);
}

/** These packages in one, with blanks between their keys. */
function impliedBy({ tables }: Linker, { rules, outline }: FileTable): ModuleTarget | undefined {
  if (rules?.implied === undefined) return undefined;
  const folder = { kind: "folder", path: folderOf(outline.path) } as const;
  return tables.queries.member(folder, outline.language, rules.implied);
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

/** What each package has under a name that a file sees: its own, those that it imports whole, and those around it. */
export function* namedAround(linker: Linker, file: FileTable, name: string): Generator<Found> {
  const { language } = file.outline;
  const own = file.package;
  const imported = file
    .wildcards(0)
    .flatMap(({ from, ofType }) => (ofType ? [] : (linker.tables.resolve(file, from) ?? [])));
  const implied = impliedBy(linker, file)?.path.split(" ") ?? [];
  const all = [
    ...(own === undefined ? [] : [named(own)]),
    ...imported,
    ...implied.map(named),
    ...(file.rules?.qualified?.(name, { ...nothingAround, inside: own }) ?? []).map(({ target }) => target),
  ];
  for (const target of all) {
    const found = linker.exported(target, language, name);
    if (found) yield found;
  }
}

/** Of names that are not qualified. */
const nothingAround = { importedAs: () => undefined, resolve: () => undefined };

const named = (path: string) => ({ kind: "package", path }) as const;
