/** Methods of classes that are written in several parts (C#). */

import { type Entity, exactly, type Found } from "../entities.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";
import { callMark, type Definition } from "../outline.ts";

/** The overloads of a method may stand in several parts of its class. */
export function withParts({ tables }: Linker, id: number, name: string, found: Found): Found {
  if (!name.endsWith(callMark)) return found;
  const others = tables.partsOf(id).flatMap((part): readonly Entity[] => {
    const { base, inside, said } = tables.fileOf(part);
    const own = said(name, inside[part - base]!)?.definitions ?? [];
    return own.map((index) => ({ kind: "definition", id: base + index }));
  });
  const all = others.length === 0 ? found.entities : [...found.entities, ...others];
  const meant = all.length < 2 ? all : withoutDeclarations(tables, all);
  return meant === found.entities ? found : exactly(...meant);
}

/** A method that one part only declares is the one of which another part has the body. */
function withoutDeclarations({ fileOf, definition }: Tables, all: readonly Entity[]): readonly Entity[] {
  const said = (one: Entity): Definition | undefined =>
    one.kind === "definition" ? definition(one.id) : undefined;
  const isDeclared = (one: Entity): boolean =>
    said(one)?.bodiless === true &&
    fileOf((one as { id: number }).id).rules?.partialClass?.test(said(one)!.signature) === true;
  if (!all.some(isDeclared)) return all;
  const takenBy = (one: Entity): string => (said(one)?.parameterTypes ?? []).join();
  const bodies = new Set(all.filter((one) => !isDeclared(one)).map(takenBy));
  return all.filter((one) => !isDeclared(one) || !bodies.has(takenBy(one)));
}
