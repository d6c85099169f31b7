/** Methods of classes that are written in several parts (C#). */

import { type Entity, exactly, type Found } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { callMark } from "../outline.ts";

/** The overloads of a method may stand in several parts of its class. */
export function withParts({ tables }: Linker, id: number, name: string, found: Found): Found {
  if (!name.endsWith(callMark)) return found;
  const others = tables.partsOf(id).flatMap((part): readonly Entity[] => {
    const { base, inside, said } = tables.fileOf(part);
    const own = said(name, inside[part - base]!)?.definitions ?? [];
    return own.map((index) => ({ kind: "definition", id: base + index }));
  });
  return others.length === 0 ? found : exactly(...found.entities, ...others);
}
