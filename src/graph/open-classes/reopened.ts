/** Look-up in open classes while linking (Ruby); records every dependency. */

import { exactly, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker, Reopened } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { boundTo } from "../names/bound.ts";
import { classesAround, type QualifiedName } from "./class-declarations.ts";
import { factOfClass, factOfLeaning, factOfMember, factOfTop } from "./class-facts.ts";
import { type ClassesKnown, idOf, type Merged } from "./class-merge.ts";

/** @param known Called only where the repository has open classes. */
export function createReopened(linker: Linker, memory: Memory, known: () => ClassesKnown): Reopened {
  const declarations = (name: string): Merged | undefined => {
    memory.touch(factOfClass(name));
    return known().named(name);
  };
  const noted = ({ outline }: FileTable, names: readonly QualifiedName[]): readonly string[] => {
    if (names.some(({ isLeaning }) => isLeaning)) memory.touch(factOfLeaning(outline.path));
    return names.map(({ whole }) => whole);
  };
  return {
    declarations,
    qualifiedName: (id) => {
      const file = linker.tables.file(linker.tables.placeOf(id));
      const name = known()
        .declaringFile(file.index)
        ?.declarations.names.get(id - file.base);
      return name ? noted(file, [name])[0]! : "";
    },
    member: (whole, name) => {
      memory.touch(factOfMember(whole, name));
      return known().named(whole)?.members.get(name);
    },
    at: (name) => {
      const named = declarations(name);
      if (!named) return undefined;
      const [first] = named.parts;
      if (first) return exactly({ kind: "definition", id: idOf(linker.tables, first) });
      const found = named.values.map(({ by, own }) => boundTo(linker, linker.tables.file(by.place), [own]));
      return found.length === 0 ? exactly({ kind: "expando", path: "", on: name }) : union(found);
    },
    isAtSomeTop: (name) => {
      memory.touch(factOfTop(name));
      return known().isAtTop(name);
    },
    around: (file, scope) => {
      const names = known().declaringFile(file.index)?.declarations.names;
      return names ? noted(file, classesAround(file.outline, names, scope)) : [];
    },
  };
}
