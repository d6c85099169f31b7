/** What the parts of a class say that any file may write on (Ruby), as links ask for it: every look-up is noted. */
import { factOfClass, factOfMember, factOfPath, factOfTop } from "./class-facts.ts";
import type { ClassIndex, Named } from "./class-index.ts";
import { exactly, together } from "./entities.ts";
import type { Linker, Reopened } from "./linker.ts";
import type { Memory } from "./memory.ts";
import { boundTo } from "./names.ts";

/** @param index Asked for only where there is such a class. */
export function createReopened(linker: Linker, memory: Memory, index: () => ClassIndex): Reopened {
  const said = (name: string): Named | undefined => {
    memory.touch(factOfClass(name));
    return index().byName.get(name);
  };
  const noteName = (id: number): void => {
    if (index().withPath.has(id)) memory.touch(factOfPath(linker.tables, id));
  };
  return {
    said,
    wholeName: (id) => {
      noteName(id);
      return index().names.get(id) ?? "";
    },
    member: (whole, name) => {
      memory.touch(factOfMember(whole, name));
      return index().byName.get(whole)?.members.get(name);
    },
    at: (name) => {
      const named = said(name);
      if (!named) return undefined;
      if (named.parts.length > 0) return exactly({ kind: "definition", id: named.parts[0]! });
      const found = named.values.map(({ place, binding }) =>
        boundTo(linker, linker.tables.file(place), [binding]),
      );
      return found.length === 0 ? undefined : together(found);
    },
    isAtSomeTop: (name) => {
      memory.touch(factOfTop(name));
      return index().atTop.has(name);
    },
    around: (file, scope) => {
      const { scopes } = file.outline;
      for (let at = scope; at > 0; at = scopes[at]!.parent) noteName(file.base + scopes[at]!.definition);
      return index().around(file, scope);
    },
  };
}
