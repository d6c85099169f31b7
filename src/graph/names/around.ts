import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { impliedBy } from "./implied.ts";

/** What each package has under a name that a file sees: its own, those that it imports whole, and those around it. */
export function* namedAround(linker: Linker, file: FileTable, name: string): Generator<Found> {
  const { language } = file.outline;
  const own = file.package;
  const imported = file
    .stars(0)
    .flatMap(({ from, ofType }) => (ofType ? [] : (linker.tables.resolve(file, from) ?? [])));
  const implied = impliedBy(linker, file)?.path.split(" ") ?? [];
  const all = [
    ...(own === undefined ? [] : [named(own)]),
    ...imported,
    ...implied.map(named),
    ...(file.rules?.qualified?.(name, () => undefined, own) ?? []).map(({ target }) => target),
  ];
  for (const target of all) {
    const found = linker.exported(target, language, name);
    if (found) yield found;
  }
}

const named = (path: string) => ({ kind: "package", path }) as const;
